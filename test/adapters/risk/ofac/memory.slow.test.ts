import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { parseOfacList } from "../../../../src/providers.js";
import { advancedXml } from "../../../support/ofac/advanced-file.js";
import { listOf2024 } from "../../../support/ofac/files.js";
import type { Party } from "../../../support/ofac/party.js";

const megabyte = 1_000_000;
/** Over 100 MB in `npm run test:all`. */
const size = (process.env["VASPKIT_TEST_ALL"] === "1" ? 110 : 15) * megabyte;

/** Yields the advanced file with all its 654 addresses, and over `bytes` bytes of people without an address. */
async function* longList(bytes: number): AsyncGenerator<Uint8Array> {
  const nobody: Party = { type: "Individual", name: "NOBODY", firstName: "No", aliases: ["N1", "N2"], addresses: [] };
  const holder: Party = { type: "Entity", name: "Everything", programs: ["CYBER2"], addresses: listOf2024 };
  const file = advancedXml([nobody, holder]);
  const [start, end] = ["<DistinctParties>\n", "    </DistinctParty>\n"].map(
    (mark) => file.indexOf(mark) + mark.length,
  );
  const people = file.slice(start, end).repeat(100);
  const encoder = new TextEncoder();
  yield encoder.encode(file.slice(0, start));
  for (let sent = 0; sent < bytes; sent += people.length) yield encoder.encode(people);
  yield encoder.encode(file.slice(end));
}

/** Returns the bytes in use after a garbage collection. */
function aliveBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("parseOfacList", () => {
  it("reads a long file in a few megabytes of memory", async () => {
    const before = aliveBytes();
    let most = 0;
    let next = 10 * megabyte;
    let read = 0;
    const { entries, unplaced } = await parseOfacList(longList(size), {
      onProgress: ({ bytes }) => {
        read = bytes;
        if (bytes < next) return;
        next += 10 * megabyte;
        most = Math.max(most, aliveBytes() - before);
      },
    });
    expect(read).toBeGreaterThan(size);
    expect(next).toBeGreaterThan(size);
    expect(entries.length + unplaced.length).toBe(654);
    expect(most / megabyte).toBeLessThan(8);
  }, 120_000);
});
