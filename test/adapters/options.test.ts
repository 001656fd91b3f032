/** What every adapter of `vaspkit/providers` does with options that cannot be right: it refuses them at once. */
import { describe, expect, it } from "vitest";
import * as providers from "../../src/providers.js";
import { noFunction, optionRows } from "../support/adapter-options.js";
import { CANARY, isLeaked, ownWords, personalNames, throwing } from "../support/canaries.js";
import { streamed } from "../support/ofac/files.js";
import { listedBitcoin } from "../support/ofac/list.js";
import { sdnXml } from "../support/ofac/sdn-file.js";
import { failureOf, thrownBy } from "../support/outcomes.js";

const file = sdnXml([{ type: "Entity", name: "Example Exchange", addresses: [["XBT", listedBitcoin]] }]);

describe("the options of every adapter", () => {
  it("are looked at here", () => {
    // These take no options of that kind: see their own tests, and below.
    const others = ["balancesByChain", "parseOfacList", "screenWith"];
    expect([...Object.keys(optionRows), ...others].sort()).toEqual(Object.keys(providers).sort());
  });

  describe.each(Object.entries(optionRows))("%s", (name, { make, least, wrong }) => {
    const refused = (options: unknown): string => {
      const error = thrownBy(() => make(options), "configuration_invalid");
      expect(error.cause).toBeUndefined();
      expect(isLeaked(ownWords(error))).toBe(false);
      return error.message;
    };

    it("may be the least there must be, or undefined beside that", () => {
      const nothing = Object.fromEntries(Object.keys(wrong).map((option) => [option, undefined]));
      expect(make(least)).toBeTypeOf("object");
      expect(make({ ...nothing, ...least })).toBeTypeOf("object");
    });

    it("are known by name: another one is refused with all there are", () => {
      for (const option of ["maxage", "tokn", "timeoutMS", "constructor", "__proto__"]) {
        const [which, known = ""] = refused({ ...least, [option]: undefined }).split("; ");
        expect(which).toBe(`${name} has no option "${option}"`);
        expect(known).toMatch(/^its options are [\w, ]+\.$/);
        expect(known.match(/\w+/g)).toEqual(expect.arrayContaining(Object.keys(wrong)));
      }
      for (const personal of personalNames) {
        expect(refused({ ...least, [personal]: 1 })).toContain(`${name} has no option of that name; `);
      }
    });

    it("must be an object", () => {
      const given = [null, [], [least], "options", 7, true, () => least, new Map(), Promise.resolve(least)];
      for (const options of least === undefined ? given : [undefined, ...given]) {
        expect(refused(options)).toContain(`${name} takes an object of options`);
      }
    });

    it("must not throw when they are read", () => {
      const proxy = new Proxy({}, { ownKeys: () => Reflect.get(throwing({}, "a"), "a") });
      for (const options of [throwing(least, "fetch"), proxy]) expect(refused(options)).toContain("that can be read");
    });

    it.each(Object.entries(wrong))("have a %s that can be right", (option, values) => {
      for (const value of values) expect(refused({ ...least, [option]: value })).toMatch(new RegExp(option, "i"));
    });
  });

  it("are read once, so that what was checked is what is used", () => {
    let reads = 0;
    const get = (): string => {
      reads += 1;
      return "k";
    };
    providers.trm(Object.defineProperty({ key: "" }, "key", { enumerable: true, get }));
    expect(reads).toBe(1);
  });

  it("need a key that is there, and say so when it is not", () => {
    for (const key of [undefined, ""]) {
      const { message } = thrownBy(() => optionRows["trm"]?.make({ key }), "configuration_invalid");
      expect(message).toMatch(/^key is missing\. /);
    }
    const { message } = thrownBy(() => providers.trm({ key: `${CANARY}\n` }), "configuration_invalid");
    expect(message).toContain("Remove spaces and line breaks");
    expect(isLeaked(message)).toBe(false);
  });

  it("of ofacList may be beside all that a publication has", async () => {
    const published = await providers.parseOfacList(streamed(file));
    const { screen } = providers.ofacList({ ...published, maxAgeMs: 36_500 * 24 * 60 * 60 * 1000 });
    expect(await screen({ chain: "bitcoin", address: listedBitcoin })).toMatchObject([{ risk_ratio: 100 }]);
  });
});

describe("the options of parseOfacList", () => {
  const refused = async (options: unknown): Promise<string> =>
    // What a caller without types may give.
    (await failureOf(providers.parseOfacList(streamed(file), options as object), "configuration_invalid")).message;

  it.each([null, [], 7, new AbortController(), new AbortController().signal, Promise.resolve({})])(
    "must be an object of them, not %s",
    async (options) => expect(await refused(options)).toContain("parseOfacList "),
  );

  it("are known by name", async () => {
    expect(await refused({ maxbytes: 7 })).toBe(
      'parseOfacList has no option "maxbytes"; its options are chains, maxBytes, signal, onProgress.',
    );
  });

  it.each([
    ["maxBytes", [null, "100", 100n]],
    ["signal", [null, {}, new AbortController()]],
    ["onProgress", noFunction],
    ["chains", [null, [], {}, ["tron"]]],
  ] as const)("have a %s that can be right", async (option, values) => {
    for (const value of values) expect(await refused({ [option]: value })).toContain(option);
  });
});

describe("what else is given in place of options", () => {
  it("is refused by balancesByChain", () => {
    for (const sources of [undefined, null, [], "bitcoin", new Map(), throwing({}, "bitcoin"), { bitcoin: 7 }]) {
      // As above.
      thrownBy(() => providers.balancesByChain(sources as object), "configuration_invalid");
    }
  });
});
