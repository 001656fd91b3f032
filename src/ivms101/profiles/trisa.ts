/** TRISA: source of its Go package, which reads the 2020 edition and writes all codes in capital letters. */
import type { Ivms101Profile } from "./profile.js";

export const trisa: Ivms101Profile = {
  name: "trisa",
  postcode: "postCode",
  customerNumber: "customerNumber",
  rootCase: "camel",
  vasps: "nested",
  lists: "always",
  transliteration: "upper",
  required: ["originator", "beneficiary", "originatingVASP", "beneficiaryVASP"],
  confidence: "high",
};
