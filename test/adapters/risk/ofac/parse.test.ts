import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OfacPublication, parseOfacList } from "../../../../src/providers.js";
import { bothForms, streamed } from "../../../support/ofac/files.js";
import type { FileOptions, Party, WriteFile } from "../../../support/ofac/party.js";
import { runs } from "../../../support/runs.js";

const p2pkh = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
const hex = "0x098B716B8Aaf21512996dC57EB0615e2383E2f96";
const tron = "TEAqwfMhXLaomXhZ8KeMhx3njGmQEDnsUR";

const exchange: Party = {
  type: "Entity",
  name: "Bread & Butter <Exchange>, S.R.O.",
  aliases: ["B&B", "ХЛЕБ"],
  programs: ["CYBER2", "RUSSIA-EO14024"],
  addresses: [
    ["XBT", p2pkh],
    ["USDT", tron],
  ],
};
const person: Party = {
  type: "Individual",
  name: "CANARYLAST",
  firstName: "Canaryfirst",
  aliases: ["CANARYALIAS"],
  programs: ["DPRK3"],
  addresses: [["ETH", hex]],
};
const ship: Party = { type: "Vessel", name: "CANARYSHIP", addresses: [["XBT", p2pkh]] };
const bystander: Party = { type: "Entity", name: "Nothing Listed", programs: ["SDGT"], addresses: [] };
const parties = [bystander, exchange, person, ship];

const read = (file: string | Uint8Array, cuts?: readonly number[]): Promise<OfacPublication> =>
  parseOfacList(streamed(file, cuts));

describe.each(bothForms)("the treasury's %s", (source, write) => {
  const published = (list: readonly Party[] = parties, options?: FileOptions) => read(write(list, options));

  it("is read for its addresses, its date and what it is", async () => {
    expect(await published(parties, { date: "2026-11-09" })).toEqual({
      source,
      asOf: "2026-11-09",
      count: 4,
      entries: [
        {
          code: "XBT",
          address: p2pkh,
          chains: ["bitcoin", "bitcoin-cash"],
          name: "Bread & Butter <Exchange>, S.R.O.",
          aliases: expect.arrayContaining(["B&B", "ХЛЕБ"]),
          programs: ["CYBER2", "RUSSIA-EO14024"],
        },
        {
          code: "ETH",
          address: hex,
          chains: ["ethereum", "polygon", "xdc", "near"],
          name: "",
          aliases: [],
          programs: ["DPRK3"],
        },
        { code: "XBT", address: p2pkh, chains: ["bitcoin", "bitcoin-cash"], name: "", aliases: [], programs: [] },
      ],
      unplaced: [{ code: "USDT", address: tron, reason: "unknown_format" }],
    });
  });

  it("gives no name of anybody but entities, nor anything else of a person", async () => {
    expect(JSON.stringify(await published())).not.toMatch(/canary|X0000000|1961/i);
  });

  it("may have another namespace, or a prefix for it: it had another one until May 2024", async () => {
    const expected = await published();
    expect(await published(parties, { namespace: "http://tempuri.org/sdnList.xsd" })).toEqual(expected);
    expect(await published(parties, { namespace: "http://www.un.org/sanctions/1.0" })).toEqual(expected);
    const prefixed = write(parties).replace(/<(\/?)(?=[A-Za-z])/g, "<$1ofac:");
    expect(await read(prefixed.replace(" xmlns=", " xmlns:ofac="))).toEqual(expected);
  });

  it("may have a byte order mark, comments, CDATA, references and white space", async () => {
    const file = write(parties);
    const expected = await read(file);
    const spaced = file.replaceAll(p2pkh, `\r\n\t${p2pkh}\n  `).replace("B&amp;B", "<![CDATA[B&B]]>");
    const dressed = spaced
      .replace("Bread &amp; Butter &lt;Exchange>,", "Bread<!-- not & told --> &#38;\n      Butter &#x3C;Exchange&gt;,")
      .replace("<?xml", "\uFEFF<?xml")
      .replace(/(<(?:sdnList|Sanctions)\s)/, "<!-- a remark --><?and an=instruction?>$1");
    for (const made of ["\r\n\t", "CDATA", "not & told", "\uFEFF", "a remark"]) expect(dressed).toContain(made);
    expect(await read(dressed)).toEqual(expected);
    expect(await read(file.replaceAll("\n", "\r\n"))).toEqual(expected);
    expect(await read(file.replaceAll(/>\s+</g, "><"))).toEqual(expected);
  });

  it("is the same wherever the stream is cut", async () => {
    const file = new TextEncoder().encode(write(parties));
    const expected = await read(file);
    expect(await read(file, Array.from(file.keys()))).toEqual(expected);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(file.length), { maxLength: 20 }), async (cuts) => {
        expect(
          await read(
            file,
            cuts.sort((a, b) => a - b),
          ),
        ).toEqual(expected);
      }),
      { numRuns: runs(50) },
    );
  });

  it("keeps every address, in its order: each code of one address, and one that two parties have", async () => {
    const shared: Party[] = [
      {
        type: "Entity",
        name: "One",
        addresses: [
          ["ETH", hex],
          ["USDC", hex],
          ["ETH", hex],
        ],
      },
      { type: "Entity", name: "Two", addresses: [["ETH", hex]] },
    ];
    const { entries, count } = await published(shared);
    expect(entries.map(({ code, name }) => `${code} ${name}`)).toEqual(["ETH One", "USDC One", "ETH One", "ETH Two"]);
    expect(count).toBe(4);
  });

  it("may have a code that nobody has heard of: its address is placed by its format, or told", async () => {
    const addresses = [
      ["NEWCOIN", hex],
      ["NEWCOIN", "abc"],
      ["", p2pkh],
      ["XBT", ""],
    ] as const;
    const { entries, unplaced } = await published([{ type: "Entity", name: "New", addresses }]);
    expect(entries.map(({ code, chains }) => [code, ...chains])).toEqual([
      ["NEWCOIN", "ethereum", "polygon", "xdc", "near"],
      ["unknown", "bitcoin", "bitcoin-cash"],
    ]);
    expect(unplaced).toEqual([
      { code: "NEWCOIN", address: "abc", reason: "unknown_code" },
      { code: "XBT", address: "", reason: "unknown_format" },
    ]);
  });

  it.each([
    ["Digital  Currency\n      Address - XBT", "XBT"],
    ["Digital Currency\u00a0Address - XBT", "XBT"],
    ["Digital Currency Addresses: XBT", "XBT"],
    ["Digital Currency Address \u2013 XBT", "XBT"],
    ["Secondary Digital Currency Address - XBT", "XBT"],
    ["Digital Currency Wallet - XBT", "Wallet - XBT"],
    ["Virtual Currency - XBT", "XBT"],
    ["DIGITAL CURRENCY ADDRESS", "unknown"],
  ])("may label an address otherwise: %j", async (label, code) => {
    const file = write([{ type: "Entity", name: "New", addresses: [["XBT", p2pkh]] }]);
    const { entries } = await parseOfacList(streamed(file.replaceAll("Digital Currency Address - XBT", label)));
    expect(entries.map((each) => [each.code, each.address])).toEqual([[code, p2pkh]]);
  });

  it("tells how far its reading is", async () => {
    const file = new TextEncoder().encode(write(parties));
    const told: unknown[] = [];
    const onProgress = (progress: unknown) => void told.push(progress);
    await parseOfacList(streamed(file, [100, file.length - 5]), { onProgress });
    expect(told).toEqual([
      { bytes: 100, entries: 0 },
      { bytes: file.length - 5, entries: 4 },
      { bytes: file.length, entries: 4 },
      { bytes: file.length, entries: 4 },
    ]);
  });
});

describe("both files", () => {
  it("say the same of the same list", async () => {
    const [classic, advanced] = await Promise.all(
      bothForms.map(([, write]: readonly [string, WriteFile]) => read(write(parties))),
    );
    const sorted = (list: OfacPublication | undefined) =>
      list?.entries.map((entry) => ({ ...entry, aliases: [...entry.aliases].sort() }));
    expect(sorted(classic)).toEqual(sorted(advanced));
    expect(classic?.unplaced).toEqual(advanced?.unplaced);
  });
});
