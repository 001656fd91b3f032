/** Converts a filled form to an account. People with a single name leave `given` empty. */
export function toAccount({ number, given, family, nationality }) {
  return {
    reference_id: `customer-${number}`,
    account_type: "individual",
    customer_id: String(number),
    individual: {
      individual_name: { name_type: "LEGL", ...(given !== "" && { name_first: given }), name_last: family },
      nationality_country: nationality,
    },
  };
}

/** Converts an account back to a form. */
export function toForm({ customer_id, individual: { individual_name, nationality_country } }) {
  const { name_first: given = "", name_last: family } = individual_name;
  return { number: Number(customer_id), given, family, nationality: nationality_country };
}
