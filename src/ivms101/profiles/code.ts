/** CODE: its JSON Schema. Its own examples spell the postal code and the customer number otherwise. */
import type { Ivms101Profile } from "./profile.js";

export const code: Ivms101Profile = {
  name: "code",
  postcode: "postCode",
  customerNumber: "customerNumber",
  rootCase: "pascal",
  vasps: "nested",
  lists: "always",
  transliteration: "lower",
  required: ["originator", "beneficiary", "originatingVASP"],
  confidence: "medium",
};
