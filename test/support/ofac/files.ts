/** Both files of the treasury as streams, and the addresses of a real list. */
import { readFileSync } from "node:fs";
import { advancedXml } from "./advanced-file.js";
import type { WriteFile } from "./party.js";
import { sdnXml } from "./sdn-file.js";

/** Both files, for tables of tests. */
export const bothForms: readonly (readonly [source: "SDN.XML" | "SDN_ADVANCED.XML", write: WriteFile])[] = [
  ["SDN.XML", sdnXml],
  ["SDN_ADVANCED.XML", advancedXml],
];

/** Bytes as a stream, in one piece or in as many as it is cut at. */
export async function* streamed(
  content: string | Uint8Array,
  cuts: readonly number[] = [],
): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  let start = 0;
  for (const cut of [...cuts, bytes.length]) {
    yield bytes.subarray(start, cut);
    start = cut;
  }
}

/** Every address of the list of 27 September 2024, with its code. */
export const listOf2024: readonly (readonly [code: string, address: string])[] = readFileSync(
  new URL("../fixtures/ofac-2024-09-27.txt", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [code = "", address = ""] = line.split(" ");
    return [code, address] as const;
  });
