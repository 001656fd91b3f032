/** What our back office can print. */
const ascii = (text) => text.normalize("NFKD").replace(/[^ -~]/g, "");

/** What our form sends, as an account of vaspkit. Who has one name only leaves `given` empty. */
export function toAccount({ number, given, family, nationality }) {
  return {
    reference_id: `customer-${number}`,
    account_type: "individual",
    customer_id: String(number),
    individual: {
      individual_name: {
        name_type: "LEGL",
        ...(given !== "" && { name_first: ascii(given) }),
        name_last: ascii(family),
      },
      nationality_country: nationality,
    },
  };
}

/** The form again, from a stored account. */
export function toForm({ customer_id, individual: { individual_name, nationality_country } }) {
  const { name_first: given = "", name_last: family } = individual_name;
  return { number: Number(customer_id), given, family, nationality: nationality_country };
}
