/** Notabene V2: published examples. Its validator is closed. */
import type { Ivms101Profile } from "./profile.js";

export const notabeneV2: Ivms101Profile = {
  name: "notabene-v2",
  postcode: "postCode",
  customerNumber: "customerIdentification",
  rootCase: "camel",
  vasps: "nested",
  lists: "always",
  transliteration: "lower",
  // Depends on the jurisdiction.
  required: [],
  confidence: "medium",
};
