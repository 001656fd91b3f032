/** The canonical spelling of both documents. */
import type { Ivms101Profile } from "./profile.js";

export const standard: Ivms101Profile = {
  name: "standard",
  postcode: "postcode",
  customerNumber: "customerIdentification",
  rootCase: "camel",
  vasps: "nested",
  lists: "always",
  transliteration: "lower",
  required: [],
  confidence: "high",
};
