/** Breaks of one text: of a rule of all texts, or of the code that its field asks for. */
import { tokensOf, valueAt } from "../../domain/input/pointer.js";
import { brokenCodes } from "../arbitraries/codes.js";
import { brokenTexts } from "../arbitraries/text.js";
import { parentOf } from "./document.js";
import { type Break, type BreaksByCode, named, replacing } from "./invalid.js";
import { enumerated } from "./kinds.js";

/** Every text that is not one of a list: of those any other text is simply not allowed. */
const free: Break["at"] = ({ name, value }) => typeof value === "string" && !enumerated.has(name);

export type TextCode = "text_blank" | "text_too_long" | "text_malformed" | "text_control_character";

export const textBreaks: BreaksByCode<TextCode> = {
  text_blank: replacing(free, brokenTexts.text_blank),
  text_too_long: replacing(free, brokenTexts.text_too_long),
  text_malformed: replacing(free, brokenTexts.text_malformed),
  text_control_character: replacing(free, brokenTexts.text_control_character),
};

/** The text of a national id whose type, beside it, says LEIX. */
const leiAt: Break["at"] = ({ name, value, path }, { document }) => {
  if (name !== "national_id" || typeof value !== "string") return false;
  const parent = tokensOf(parentOf(path));
  return ["national_id_type", "national_id_type_code"].some((type) => valueAt(document, [...parent, type]) === "LEIX");
};

const country = named(
  "nationality_country",
  "residence_country",
  "registration_country",
  "address_country_code",
  "issue_country",
  "national_id_issue_country",
  "country",
);

/** Codes that all kinds of inputs have. */
export const countryBreaks: BreaksByCode<"not_a_country"> = {
  not_a_country: replacing(country, brokenCodes.not_a_country),
};

export type RegisterCode = "not_an_lei" | "not_a_registration_authority";

/** Codes of accounts, transfers and VASPs. */
export const registerBreaks: BreaksByCode<RegisterCode> = {
  not_an_lei: replacing(leiAt, brokenCodes.not_an_lei),
  not_a_registration_authority: replacing(
    named("registration_authority", "national_id_registration_authority"),
    brokenCodes.not_a_registration_authority,
  ),
};
