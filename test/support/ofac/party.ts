/** Somebody on the treasury's sanctions list, and what its files have in common. */

/** Somebody on the list. */
export interface Party {
  readonly type: "Entity" | "Individual" | "Vessel";
  /** Of an individual the last name. */
  readonly name: string;
  readonly firstName?: string;
  readonly aliases?: readonly string[];
  readonly programs?: readonly string[];
  readonly addresses: readonly (readonly [code: string, address: string])[];
}

/** What of a file may be another way. */
export interface FileOptions {
  /** `YYYY-MM-DD`. */
  readonly date?: string;
  readonly namespace?: string;
}

/** Writes one of the two files. */
export type WriteFile = (parties: readonly Party[], options?: FileOptions) => string;

/** Where the treasury publishes; its namespaces are named after it. */
export const exportsUrl = "https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports";

/** Text as it stands in XML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
