import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { parseOfacList } from "../../../../src/providers.js";
import { advancedXml } from "../../../support/ofac/advanced-file.js";
import { listOf2024 } from "../../../support/ofac/files.js";
import type { Party } from "../../../support/ofac/party.js";

const megabyte = 1_000_000;

/** The advanced file with all its 654 addresses, blown up to over `bytes` bytes with people who have none. */
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

/** What is alive: the garbage is collected first. */
function aliveBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("a file of over 100 MB", () => {
  it("is read in a few megabytes of memory", async () => {
    const before = aliveBytes();
    let most = 0;
    let next = 10 * megabyte;
    let read = 0;
    const { entries, unplaced } = await parseOfacList(longList(110 * megabyte), {
      onProgress: ({ bytes }) => {
        read = bytes;
        if (bytes < next) return;
        next += 10 * megabyte;
        most = Math.max(most, aliveBytes() - before);
      },
    });
    expect(read).toBeGreaterThan(110 * megabyte);
    expect(next).toBeGreaterThan(110 * megabyte);
    expect(entries.length + unplaced.length).toBe(654);
    expect(most / megabyte).toBeLessThan(8);
  }, 120_000);
});
