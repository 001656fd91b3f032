/** The daily file of the European Central Bank, and how to change it. */
import { readFileSync } from "node:fs";

/** The file of 28 June 2024: thirty currencies. */
export const ecbFile = readFileSync(new URL("./fixtures/eurofxref-daily.xml", import.meta.url), "utf8");

/** The file with the entry of one currency replaced by something else. */
export function withEntry(currency: string, replacement: string): string {
  return changed(new RegExp(`<Cube currency='${currency}' rate='[^']*'/>`), replacement);
}

/** The file with something replaced; throws when it was not there, so that no test passes by changing nothing. */
export function changed(from: string | RegExp, to: string): string {
  const file = ecbFile.replace(from, () => to);
  if (file === ecbFile) throw new Error("the file does not hold what the test wants to replace");
  return file;
}
