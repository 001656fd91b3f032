import {
  isEmail,
  isLei,
  listCountries,
  listCurrencies,
  listRegistrationAuthorities,
  nationalIdTypes,
  parseAccount,
  pathOf,
} from "vaspkit";

// Options of select fields. Intl.DisplayNames has the names of countries in every language.
const names = new Intl.DisplayNames("en", { type: "region" });
const countries = listCountries();
const { code } = countries[0];
console.log(countries.length, "countries:", code, names.of(code));
console.log(listCurrencies().find((currency) => currency.code === "JPY"));
const ofEntities = nationalIdTypes.filter(({ accountTypes }) => accountTypes.includes("entity"));
console.log(ofEntities.map(({ code, name }) => `${code} ${name}`));
const swiss = listRegistrationAuthorities().filter((authority) => authority.countries.includes("CH"));
console.log(swiss.map(({ code }) => code));

// Single fields, while the user types.
console.log(isEmail("zoe@example.com"), isLei("506700GE1G29325QX363"));

// The whole form, with messages of your own: params has the allowed values and limits.
const messages = {
  not_allowed: ({ allowed }) => `Choose one of: ${allowed.join(", ")}`,
  text_too_long: ({ maxLength }) => `At most ${maxLength} characters`,
};
const parsed = parseAccount({
  reference_id: "A-1",
  account_type: "person",
  customer_id: "1".repeat(2000),
  email: "zoe",
});
for (const issue of parsed.issues) {
  const message = messages[issue.code]?.(issue.params) ?? issue.message;
  console.log(pathOf(issue).join(" › "), "-", message);
}
