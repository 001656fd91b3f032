import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ComplianceErrorCode } from "../../../../src/index.js";
import {
  type ByteStream,
  type OfacPublication,
  type ParseOfacListOptions,
  parseOfacList,
} from "../../../../src/providers.js";
import { CANARY, isLeaked } from "../../../support/canaries.js";
import { bothForms, streamed } from "../../../support/ofac/files.js";
import type { FileOptions, Party, WriteFile } from "../../../support/ofac/party.js";
import { failureOf } from "../../../support/outcomes.js";
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

  it("is parsed for its addresses, its date and its form", async () => {
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

  it("returns names of entities only, and nothing about persons", async () => {
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
        const inOrder = cuts.sort((a, b) => a - b);
        expect(await read(file, inOrder)).toEqual(expected);
      }),
      { numRuns: runs(50) },
    );
  });

  it("keeps every address, in its order: each code of one address, and one that two parties have", async () => {
    const ofOne = ["ETH", "USDC", "ETH"].map((code) => [code, hex] as const);
    const shared: Party[] = [
      { type: "Entity", name: "One", addresses: ofOne },
      { type: "Entity", name: "Two", addresses: [["ETH", hex]] },
    ];
    const { entries, count } = await published(shared);
    expect(entries.map(({ code, name }) => `${code} ${name}`)).toEqual(["ETH One", "USDC One", "ETH One", "ETH Two"]);
    expect(count).toBe(4);
  });

  it("may have an unknown code: its address is placed by its format, or unplaced", async () => {
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
  ])("may have another label: %j", async (label, code) => {
    const file = write([{ type: "Entity", name: "New", addresses: [["XBT", p2pkh]] }]);
    const { entries } = await parseOfacList(streamed(file.replaceAll("Digital Currency Address - XBT", label)));
    expect(entries.map((each) => [each.code, each.address])).toEqual([[code, p2pkh]]);
  });

  it("reports its progress", async () => {
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
  it("have the same result for the same list", async () => {
    const [classic, advanced] = await Promise.all(
      bothForms.map(([, write]: readonly [string, WriteFile]) => read(write(parties))),
    );
    const sorted = (list: OfacPublication | undefined) =>
      list?.entries.map((entry) => ({ ...entry, aliases: [...entry.aliases].sort() }));
    expect(sorted(classic)).toEqual(sorted(advanced));
    expect(classic?.unplaced).toEqual(advanced?.unplaced);
  });
});

const party: Party = {
  type: "Entity",
  name: "Crème Exchange",
  addresses: [["XBT", "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h"]],
};
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The message of the failure; neither it nor a cause repeats anything of the file. */
async function messageOf(
  stream: ByteStream,
  code: ComplianceErrorCode,
  options?: ParseOfacListOptions,
): Promise<string> {
  const error = await failureOf(parseOfacList(stream, options), code);
  expect(isLeaked(`${error.stack} ${error.cause instanceof Error ? error.cause.stack : error.cause}`)).toBe(false);
  return error.message;
}

const unreadable = (content: string | Uint8Array): Promise<string> =>
  messageOf(streamed(content), "provider_unreadable");

/** Throws when there was nothing to replace, so that no test passes by changing nothing. */
function changed(file: string, from: string | RegExp, to: string): string {
  const other = file.replace(from, () => to);
  if (other === file) throw new Error("the file does not hold what the test wants to replace");
  return other;
}

describe("what is not the treasury's list", () => {
  it.each([
    ["nothing", ""],
    ["white space", " \n "],
    ["text", `${CANARY} not found`],
    ["JSON", `{"${CANARY}": []}`],
    ["a page", `<!DOCTYPE html><html><body>${CANARY}<br></body></html>`],
    ["a page that is XML", `<html><body>${CANARY}</body></html>`],
    ["another feed", `<?xml version="1.0"?><rss version="0.92"><channel><title>${CANARY}</title></channel></rss>`],
    ["the answer of a proxy", `<Error><Code>${CANARY}</Code></Error>`],
    ["a root of that name deeper inside", `<${CANARY}><sdnList/></${CANARY}>`],
    ["a list of nothing", "<sdnList/>"],
    ["a packed file", Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0)],
  ])("is unreadable, never an empty list: %s", async (_, content) => {
    expect(await unreadable(content)).toContain("Download it again");
  });
});

describe.each(bothForms)("a broken %s", (source, write) => {
  const file = write([party]);

  it("is unreadable wherever it ends early", async () => {
    const bytes = bytesOf(file.trimEnd());
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), (end) => unreadable(bytes.subarray(0, end)).then(() => undefined)),
      { numRuns: runs(100) },
    );
    await unreadable(bytes.subarray(0, -1));
    await parseOfacList(streamed(bytes));
  });

  it("is unreadable without an address, and without its elements where they belong", async () => {
    expect(await unreadable(write([]))).toContain("no digital currency address");
    expect(await unreadable(write([{ ...party, addresses: [] }]))).toContain("no digital currency address");
    const closes = file.lastIndexOf("</");
    const wrapped = `${file.slice(0, closes)}<${CANARY}/>${file.slice(closes)}`;
    await parseOfacList(streamed(wrapped));
    await unreadable(changed(file, /Digital Currency Address - XBT/, "Passport"));
  });

  it("is unreadable without a date, and with one that is none", async () => {
    const lost = changed(file, /<(?:Publish_Date|Year)>[^<]*/, "<Lost>");
    expect(await unreadable(changed(lost, /<\/(?:Publish_Date|Year)>/, "</Lost>"))).toContain("date");
    for (const date of ["2026-13-20", "2026-02-30", "0000-00-00"]) {
      expect(await unreadable(write([party], { date }))).toContain("date");
    }
  });

  it("is refused with a document type, however it is used", async () => {
    const root = source === "SDN.XML" ? "sdnList" : "Sanctions";
    for (const type of [
      `<!DOCTYPE ${root}>`,
      `<!DOCTYPE ${root} SYSTEM "https://${CANARY}.example/list.dtd">`,
      `<!DOCTYPE ${root} [<!ENTITY a "${CANARY}"><!ENTITY b "&a;&a;&a;">]>`,
    ]) {
      expect(await unreadable(changed(file, `<${root}`, `${type}<${root}`))).toContain("document type");
    }
    await unreadable(changed(file, "Crème", `&${CANARY};`));
  });

  it.each([
    // test/adapters/transport/xml.test.ts has the other faults of XML.
    ["a stray ampersand", "Crème", `${CANARY} & Co`],
    ["a control character", "Crème", `${CANARY}\u0001`],
    ["text behind its end", /$/, CANARY],
    ["another root behind its end", /$/, `<${CANARY}/>`],
  ])("is unreadable with %s", async (_, from, to) => {
    expect(await unreadable(changed(file, from, to))).toMatch(/line \d+, column \d+/);
  });

  it("is unreadable when it is not UTF-8", async () => {
    const latin1 = Uint8Array.from(file, (letter) => letter.charCodeAt(0));
    expect(await unreadable(latin1)).toContain("UTF-8");
    expect(await unreadable(Uint8Array.of(...bytesOf(file), 0xc3))).toContain("UTF-8");
    const utf16 = Uint8Array.from(file.split("").flatMap((letter) => [letter.charCodeAt(0), 0]));
    await unreadable(utf16);
  });

  it("is refused when it is deeper than any list", async () => {
    const deep = `${"<a>".repeat(100)}${"</a>".repeat(100)}`;
    expect(await unreadable(changed(file, "Crème", deep))).toContain("deeper");
    await parseOfacList(streamed(changed(file, "Crème", `${"<a>".repeat(20)}${"</a>".repeat(20)}`)));
  });

  it.each([
    ["text", "x".repeat(2_000_000)],
    ["a comment", `<!--${"x".repeat(2_000_000)}-->`],
    ["many comments", "<!--x-->y".repeat(200_000)],
    ["an attribute", `<a b="${"x".repeat(2_000_000)}"/>`],
    ["a CDATA section", `<![CDATA[${"x".repeat(2_000_000)}]]>`],
  ])("is refused with two megabytes of %s in one place", async (_, filler) => {
    expect(await unreadable(changed(file, "Crème", filler))).toContain("without a tag");
  });
});

describe("a broken SDN.XML", () => {
  const write = bothForms[0]?.[1] ?? (() => "");

  it("is unreadable with another number of entries than stated", async () => {
    const file = write([party, party]);
    expect(await unreadable(changed(file, "<Record_Count>2", "<Record_Count>3"))).toContain("number of entries");
    await parseOfacList(streamed(changed(file, /<Record_Count>.*<\/Record_Count>/, "")));
  });
});

describe("a broken SDN_ADVANCED.XML", () => {
  const write = bothForms[1]?.[1] ?? (() => "");

  it("is unreadable when a feature's type is not among its reference values", async () => {
    const file = write([party]);
    expect(await unreadable(changed(file, 'FeatureTypeID="500"', 'FeatureTypeID="501"'))).toContain("reference values");
    expect(await unreadable(changed(file, ' FeatureTypeID="500"', ""))).toContain("reference values");
  });

  it("still returns an asset without its address", async () => {
    const file = changed(write([party, party]), /<VersionDetail[^>]*>12Qt[^<]*<\/VersionDetail>/, "");
    const { entries, unplaced } = await parseOfacList(streamed(file));
    expect(entries).toHaveLength(1);
    expect(unplaced).toEqual([{ code: "XBT", address: "", reason: "unknown_format" }]);
  });

  it("returns no name when the holder is not stated to be an entity", async () => {
    for (const [from, to] of [
      [/PartySubTypeID="3"/, ""],
      [/PartySubTypeID="3"/, 'PartySubTypeID="99"'],
      [/ PartyTypeID="20"/, ""],
      [">Entity<", ">Entities<"],
    ] as const) {
      const { entries } = await parseOfacList(streamed(changed(write([party]), from, to)));
      expect(entries.map(({ name, aliases }) => [name, ...aliases])).toEqual([[""]]);
    }
  });
});
