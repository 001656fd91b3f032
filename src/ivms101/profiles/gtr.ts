/** Global Travel Rule: its JSON Schema and repository. Its documentation site nests VASPs. */
import type { Ivms101Profile } from "./profile.js";

export const gtr: Ivms101Profile = {
  name: "gtr",
  postcode: "postCode",
  customerNumber: "customerNumber",
  rootCase: "camel",
  vasps: "flat",
  lists: "always",
  transliteration: "lower",
  required: ["originator", "beneficiary", "originatingVASP", "beneficiaryVASP"],
  confidence: "medium",
};
