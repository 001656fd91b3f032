/** Recovery phrases as a memo or as an address: by their form, by the checksum of Monero, and by the word lists. */
import { crc32 } from "node:zlib";
import { entropyToMnemonic } from "@scure/bip39";
import { wordlist as czech } from "@scure/bip39/wordlists/czech.js";
import { wordlist as english } from "@scure/bip39/wordlists/english.js";
import { wordlist as french } from "@scure/bip39/wordlists/french.js";
import { wordlist as italian } from "@scure/bip39/wordlists/italian.js";
import { wordlist as japanese } from "@scure/bip39/wordlists/japanese.js";
import { wordlist as korean } from "@scure/bip39/wordlists/korean.js";
import { wordlist as portuguese } from "@scure/bip39/wordlists/portuguese.js";
import { wordlist as simplifiedChinese } from "@scure/bip39/wordlists/simplified-chinese.js";
import { wordlist as spanish } from "@scure/bip39/wordlists/spanish.js";
import { wordlist as traditionalChinese } from "@scure/bip39/wordlists/traditional-chinese.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikePhrase } from "../../../src/domain/chains/recovery-phrase.js";
import { createCompliance, memoryStorage, parseAddress, parseTransfer } from "../../../src/index.js";
import { isRecoveryPhrase } from "../../../src/recovery-phrases.js";
import { memos } from "../../support/memos.js";
import { runs } from "../../support/runs.js";
import { vaspToVasp } from "../../support/samples.js";

/** Valid phrases of 12 to 24 words, with their checksum. */
function phrase(words: readonly string[]): fc.Arbitrary<string> {
  return fc
    .constantFrom(16, 20, 24, 28, 32)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    .map((entropy) => entropyToMnemonic(entropy, [...words]));
}

/** Ways in which people write down a phrase. */
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.normalize("NFC"),
  (text) => `  ${text}\n`,
  (text) => text.toUpperCase(),
  (text) => text.split(/\s/).join(", "),
  (text) => text.split(/\s/).join("\n"),
  (text) => text.split(/\s/).join("-"),
  (text) => text.replaceAll(/\s/g, "\u3000"),
  (text) =>
    text
      .split(/\s/)
      .map((word, index) => `${index + 1}. ${word}`)
      .join(" "),
];
const writing = fc.constantFrom(...writings);

/** Which of the words the checksum of Monero selects, with the CRC-32 of Node. */
function selected(words: readonly string[], prefix: number): number {
  const prefixes = words.map((word) => [...word].slice(0, prefix).join(""));
  return crc32(prefixes.join("")) % words.length;
}

/** A vector of Monero's own tests. */
const ofMonero =
  "velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden nitrogen anvil fewest avoid batch vials washing fences goat unquoted";

const codesOf = (tag: string, options?: Parameters<typeof parseTransfer>[1]): readonly string[] => {
  const parsed = parseTransfer({ ...vaspToVasp, beneficiary_tag: tag }, options);
  return parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${path} ${code}`);
};

describe("a memo, without word lists", () => {
  it("is refused if it is a phrase of BIP-39 in English", () => {
    const property = fc.property(phrase(english), writing, (text, write) => {
      expect(looksLikePhrase(write(text))).toBe(true);
    });
    fc.assert(property, { numRuns: runs(1_000) });
  });

  it("is refused if it is one with an introduction, or with a typing error", () => {
    const property = fc.property(phrase(english), fc.nat(), (text, at) => {
      const words = text.split(" ");
      fc.pre(words.length < 20);
      expect(looksLikePhrase(`The seed: ${text}`)).toBe(true);
      expect(looksLikePhrase(words.with(at % words.length, "abandn").join(" "))).toBe(true);
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("is refused after a short word, or with one inside", () => {
    const text = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    for (const memo of [`my seed is ${text}`, `${text} OK`]) {
      expect(codesOf(memo), memo).toEqual(["/beneficiary_tag address_secret_key"]);
    }
  });

  it("is accepted if it is an ordinary sentence", () => {
    expect(memos.filter((memo) => looksLikePhrase(memo) || isRecoveryPhrase(memo))).toEqual([]);
    expect(memos.flatMap((memo) => codesOf(memo))).toEqual([]);
    expect(memos.flatMap((memo) => codesOf(memo, { isRecoveryPhrase }))).toEqual([]);
  });

  it.each([
    "please send this payment back when you can because they never got any order",
    "rent march april may june july august plus heating water garage parking deposit",
  ])("is accepted if twelve short words in a row have one of a sentence: %s", (memo) => {
    expect(looksLikePhrase(memo)).toBe(false);
  });

  it("is accepted if it is part of a sentence of these memos", () => {
    const words = memos.map((memo) => memo.split(" "));
    const property = fc.property(fc.constantFrom(...words), fc.constantFrom(...words), (first, second) => {
      const memo = [...first.slice(3), ...second.slice(0, 8)].join(" ");
      expect(looksLikePhrase(memo) || isRecoveryPhrase(memo)).toBe(false);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("is accepted with eleven words of a list, and refused with twelve", () => {
    expect(looksLikePhrase("abandon ".repeat(11))).toBe(false);
    expect(looksLikePhrase("abandon ".repeat(12))).toBe(true);
    expect(looksLikePhrase("abandon ".repeat(25))).toBe(true);
    expect(looksLikePhrase("abandon ".repeat(26))).toBe(false);
    expect(looksLikePhrase(`${"abandon ".repeat(12)}${" ".repeat(1_000)}`)).toBe(false);
  });
});

describe("a phrase of Monero", () => {
  it("is not found in a mistyped address, whose digits part its letters", () => {
    const mistyped =
      "ltcmweb1qqqqqqqqqqqqqqes7qqqq fsqqqqqq9qqqqqqqy6qqz9qqqq8qqqy7qqqre7qqqqq0qkh7qqq8qqryq9qqqqqqq9qqqqqqqqqqqqqqqqqqquwfdha";
    expect(looksLikePhrase(mistyped)).toBe(false);
  });

  it("is found by its checksum, in every writing", () => {
    for (const write of writings) expect(looksLikePhrase(write(ofMonero))).toBe(true);
    expect(codesOf(ofMonero)).toEqual(["/beneficiary_tag address_secret_key"]);
  });

  it.each([
    ["accents", ["académie", "bétonner", "capuché", "défaite", "éblouir"]],
    // The lists in German have capitals, which the checksum counts. People also write a phrase in lower case.
    ["capitals", ["Abakus", "Brücke", "Fußbad", "gäckern", "Dreieck"]],
  ])("with %s is found with the last words of the checksum, and with no other: no list proves it", (_, words) => {
    const all = Array.from({ length: 24 }, (_, index) => String(words[index % words.length]));
    const lower = all.map((word) => word.toLowerCase());
    const right = [all, lower].flatMap((each) => [3, 4].map((prefix) => all[selected(each, prefix)]));
    const found = words.filter((last) => looksLikePhrase([...all, last].join(" ")));
    expect(new Set(found)).toEqual(new Set(right));
    expect(looksLikePhrase(all.join(" "))).toBe(false);
  });

  it("is no text of two words repeated", () => {
    for (const words of [["ablaze"], ["ablaze", "benches"]]) {
      for (const count of [12, 24]) {
        const repeated = Array.from({ length: count }, (_, index) => words[index % words.length]);
        for (const last of words)
          expect(looksLikePhrase([...repeated, last, "é"].slice(0, -1).join("-ß "))).toBe(false);
      }
    }
  });

  it("is found in the languages whose prefixes have one, three or four characters, with 13 or 25 words", () => {
    // The words of no list of Monero are needed: the checksum is over their prefixes.
    const languages = [
      ["的", "一", "是", "在", "不", "了", "有", "和"],
      ["ablaze", "benches", "cactuses", "dolphins", "eclipse"],
      ["académie", "bétonner", "capuche", "défaite", "éblouir"],
      ["абзац", "абонент", "абсурд", "авангард", "адрес"],
    ];
    for (const words of languages) {
      const property = fc.property(
        fc
          .constantFrom(9, 21)
          .chain((count) => fc.array(fc.constantFrom(...words), { minLength: count, maxLength: count }))
          .map((more) => [...words.slice(0, 3), ...more]),
        (drawn) => {
          const found = drawn.filter((last) => looksLikePhrase([...drawn, last].join(" ")));
          // One of them is the checksum.
          expect(found.length).toBeGreaterThan(0);
        },
      );
      fc.assert(property, { numRuns: runs(100) });
    }
  });
});

const lists: Readonly<Record<string, readonly string[]>> = {
  english,
  spanish,
  french,
  italian,
  portuguese,
  czech,
  japanese,
  korean,
  simplifiedChinese,
  traditionalChinese,
};

describe("with the word lists", () => {
  it.each(Object.entries(lists))("every phrase in %s is refused, in every writing", (_, words) => {
    const property = fc.property(phrase(words), writing, (text, write) => {
      expect(isRecoveryPhrase(write(text))).toBe(true);
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it.each(Object.entries(lists))("a phrase in %s with an error or within a sentence is refused", (_, words) => {
    const property = fc.property(phrase(words), fc.nat(), (text, at) => {
      const mistyped = text.split(/\s/);
      expect(isRecoveryPhrase(mistyped.with(at % mistyped.length, "xyzzy").join(" "))).toBe(true);
      expect(isRecoveryPhrase(`my seed is ${text} thank you`)).toBe(true);
    });
    fc.assert(property, { numRuns: runs(100) });
  });

  it("no accents are needed", () => {
    expect(isRecoveryPhrase("ábaco ".repeat(12))).toBe(true);
    expect(isRecoveryPhrase("abaco ".repeat(12))).toBe(true);
  });

  it("eleven words are accepted, and other values than text", () => {
    expect(isRecoveryPhrase("ábaco ".repeat(11))).toBe(false);
    expect(isRecoveryPhrase("")).toBe(false);
    expect(isRecoveryPhrase(undefined as never)).toBe(false);
  });

  it("Chinese words without spaces are not found", () => {
    expect(isRecoveryPhrase("的一是在不了有和人这中大")).toBe(false);
    expect(isRecoveryPhrase([..."的一是在不了有和人这中大"].join(" "))).toBe(true);
  });
});

const inSpanish = `${"ábaco ".repeat(11)}abierto`;
const inJapanese = `${"あいこくしん\u3000".repeat(11)}あおぞら`;

describe("the option isRecoveryPhrase", () => {
  const secret = expect.objectContaining({ code: "address_secret_key" });

  it.each([inSpanish, inJapanese])("of parseTransfer refuses a memo and an address: %s", (text) => {
    expect(codesOf(text)).toEqual([]);
    expect(codesOf(text, { isRecoveryPhrase })).toEqual(["/beneficiary_tag address_secret_key"]);
    const parsed = parseTransfer({ ...vaspToVasp, originator_address: text }, { isRecoveryPhrase });
    expect(parsed).toMatchObject({ issues: [{ code: "address_secret_key", path: "/originator_address" }] });
  });

  it.each([inSpanish, inJapanese])("of parseAddress names it: %s", (text) => {
    expect(parseAddress("bitcoin", text)).not.toMatchObject({ issues: [secret] });
    expect(parseAddress("bitcoin", text, { isRecoveryPhrase })).toMatchObject({ issues: [secret] });
    expect(parseAddress("bitcoin", text, {})).toEqual(parseAddress("bitcoin", text));
  });

  it("of createCompliance reaches every operation, also with chains", async () => {
    for (const chains of [undefined, []]) {
      const options = chains && { chains: (await import("../../../src/chains.js")).defaultChains };
      const compliance = createCompliance({ storage: memoryStorage(), isRecoveryPhrase, ...options });
      const address = await compliance.addresses.create({ chain: "bitcoin", address: inSpanish });
      expect(address).toMatchObject({ issues: [secret] });
      const transfer = await compliance.transfers.check({ ...vaspToVasp, beneficiary_tag: inSpanish });
      expect(transfer).toMatchObject({ issues: expect.arrayContaining([secret]) });
      expect(await compliance.addresses.accountOf("stellar", inSpanish, inSpanish)).toBeUndefined();
    }
  });

  it.each([
    ["no function", 5],
    [
      "a function that throws",
      () => {
        throw new Error(inSpanish);
      },
    ],
    ["a promise", async () => true],
    ["a rejected promise", () => Promise.reject(new Error(inSpanish))],
  ])("is configuration_invalid with %s", (_, given) => {
    // A caller without types passes it.
    const test = given as never;
    const invalid = expect.objectContaining({ code: "configuration_invalid" });
    expect(() => codesOf("memo", { isRecoveryPhrase: test })).toThrow(invalid);
    expect(() => parseAddress("bitcoin", inSpanish, { isRecoveryPhrase: test })).toThrow(invalid);
    expect(() => codesOf(inSpanish, { isRecoveryPhrase: test })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("ábaco") }),
    );
  });

  it.each([null, 5, ["x"], { isRecoveryPhrases: isRecoveryPhrase }])("of parseAddress is its only one: %j", (given) => {
    // A caller without types passes it.
    expect(() => parseAddress("bitcoin", "memo", given as never)).toThrow(
      expect.objectContaining({ code: "configuration_invalid" }),
    );
  });

  it("is read once from options of a class, and refused if it cannot be read", () => {
    class Options {
      get isRecoveryPhrase() {
        return isRecoveryPhrase;
      }
    }
    expect(codesOf(inSpanish, new Options())).toEqual(["/beneficiary_tag address_secret_key"]);
    const unreadable = Object.defineProperty({}, "isRecoveryPhrase", {
      enumerable: true,
      get: () => {
        throw new Error(inSpanish);
      },
    });
    expect(() => codesOf("memo", unreadable)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });
});

describe("a phrase as an address", () => {
  it.each([ofMonero, `${"abandon ".repeat(11)}about`])("is named on every chain: %s", (text) => {
    for (const chain of ["bitcoin", "ethereum", "near", "stellar"] as const) {
      expect(parseAddress(chain, text)).toMatchObject({ issues: [{ code: "address_secret_key" }] });
    }
  });
});
