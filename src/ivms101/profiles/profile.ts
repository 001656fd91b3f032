/** What differs between the documents that counterparties read. */

/** Names of the profiles. */
export type Ivms101ProfileName = "standard" | "trisa" | "trp" | "notabene-v2" | "code" | "gtr" | "21-analytics";

/** How a counterparty spells a document. Each one also follows the edition that you choose. */
export interface Ivms101Profile {
  readonly name: Ivms101ProfileName;
  /** Spelling of the postal code: the documents have both. */
  readonly postcode: "postcode" | "postCode";
  /** Name of a legal person's customer number in the 2020 edition, which has both. */
  readonly customerNumber: "customerIdentification" | "customerNumber";
  /** Case of the entities: `originator` or `Originator`. */
  readonly rootCase: "camel" | "pascal";
  /** Whether a VASP is in `originatingVASP.originatingVASP`, or flat in `originatingVASP`. */
  readonly vasps: "nested" | "flat";
  /** Whether a list of one item is written as that item. */
  readonly lists: "always" | "single";
  /** Case of the codes of transliteration. */
  readonly transliteration: "lower" | "upper";
  /** Entities without which the counterparty refuses a document, and writing it is an issue. */
  readonly required: readonly ("originator" | "beneficiary" | "originatingVASP" | "beneficiaryVASP")[];
  /** How well the profile is confirmed by what the counterparty publishes. */
  readonly confidence: "high" | "medium" | "low";
}
