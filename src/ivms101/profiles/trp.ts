/** Travel Rule Protocol: known from implementations, as its text was not available in full. */
import type { Ivms101Profile } from "./profile.js";

export const trp: Ivms101Profile = {
  name: "trp",
  postcode: "postCode",
  customerNumber: "customerIdentification",
  rootCase: "camel",
  vasps: "nested",
  lists: "always",
  transliteration: "lower",
  required: ["originator", "beneficiary", "originatingVASP"],
  confidence: "medium",
};
