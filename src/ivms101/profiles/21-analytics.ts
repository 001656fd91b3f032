/** 21 Analytics: source of its Rust crate, which reads the 2020 edition without transferPath and payloadMetadata. */
import type { Ivms101Profile } from "./profile.js";

export const analytics21: Ivms101Profile = {
  name: "21-analytics",
  postcode: "postCode",
  customerNumber: "customerIdentification",
  rootCase: "camel",
  vasps: "nested",
  lists: "single",
  transliteration: "lower",
  required: [],
  confidence: "high",
};
