/** Properties of the addresses of `vaspkit/chains`, from independent encoders, and of other texts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as exported from "../../src/chains.js";
import { specifiedChains } from "../../src/domain/chains/registry.js";
import { codePoint } from "../support/arbitraries/code-point.js";
import { messageWith, readWith } from "../support/chain-modules.js";
import { furtherFormats } from "../support/further-addresses/formats.js";
import { runs } from "../support/runs.js";

const modules = [...new Set(furtherFormats.map(({ module }) => module))];

describe("the samples", () => {
  it("have every further chain", () => {
    const all = Object.values(exported).flatMap((each) => (typeof each === "object" && "parse" in each ? [each] : []));
    const further = all.filter(({ name }) => !specifiedChains.has(name));
    expect(further.length).toBeGreaterThan(20);
    expect(further.filter((each) => !modules.includes(each)).map(({ name }) => name)).toEqual([]);
  });

  it("have every format of every chain", () => {
    for (const { name, formats } of modules) {
      const sampled = furtherFormats.filter(({ module }) => module.name === name).map(({ format }) => format);
      expect(sampled, name).toEqual(formats);
    }
  });
});

describe.each(furtherFormats)("$module.name: $format", ({ module, format, addresses }) => {
  it("is parsed, and its canonical form is parsed as itself", () => {
    const property = fc.property(addresses, ({ text, ...parsed }) => {
      expect(readWith(module, text)).toEqual({ ...parsed, format });
      expect(readWith(module, parsed.canonical)).toMatchObject({ canonical: parsed.canonical });
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("with a character less, more, or outside ASCII has an issue that repeats no part of it", () => {
    const spoilt = addresses.chain(({ text }) =>
      fc
        .tuple(fc.nat(text.length - 1), fc.constantFrom("", " ", "\n", "\u212a", "!"))
        .map(([at, odd]) => text.slice(0, at) + odd + (odd === "" ? "" : text.slice(at))),
    );
    const property = fc.property(spoilt, (text) => {
      const message = messageWith(module, text);
      expect(message === "").toBe(typeof readWith(module, text) === "object");
      for (let at = 0; at + 10 <= text.length; at += 1) expect(message).not.toContain(text.slice(at, at + 10));
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

describe.each(furtherFormats.filter(({ isChecked }) => isChecked))(
  "$module.name: $format with one other character",
  ({ module, addresses }) => {
    it("is rejected, or the same destination in another spelling", () => {
      const mistyped = addresses.chain(({ text, canonical }) => {
        const letters = [...new Set(text), "0", "1", "a", "Q", "é"];
        return fc
          .tuple(fc.nat(text.length - 1), fc.constantFrom(...letters))
          .map(([at, letter]) => ({ canonical, changed: text.slice(0, at) + letter + text.slice(at + 1) }));
      });
      const property = fc.property(mistyped, ({ canonical, changed }) => {
        const read = readWith(module, changed);
        if (typeof read === "object") expect(read.canonical).toBe(canonical);
      });
      fc.assert(property, { numRuns: runs(600) });
    });
  },
);

describe("any text", () => {
  const starts = ["", "0x", "0:", "addr1", "cosmos1", "0.0.", "1", "E", "Ae2", "f1", "u1", "kaspa:", "S", "4"];

  it.each(modules)("$name: has one issue for a megabyte, at once", (module) => {
    for (const start of starts) {
      for (const letter of ["q", "\u{1f600}"]) {
        expect(typeof readWith(module, start + letter.repeat(1_000_000 / letter.length))).toBe("string");
      }
    }
  });

  it.each(modules)("$name: is an address or has one issue, and never throws", (module) => {
    const ofModule = fc.oneof(...furtherFormats.filter((each) => each.module === module).map((each) => each.addresses));
    const text = fc.oneof(
      fc.string({ unit: codePoint, maxLength: 120 }),
      fc
        .tuple(fc.constantFrom(...starts), fc.string({ unit: "grapheme-ascii", maxLength: 120 }))
        .map((all) => all.join("")),
      fc.tuple(ofModule, ofModule, fc.nat(60)).map(([a, b, at]) => a.text.slice(0, at) + b.text.slice(at)),
    );
    const property = fc.property(text, (given) => {
      const read = readWith(module, given);
      if (typeof read === "object")
        expect(readWith(module, read.canonical)).toMatchObject({ canonical: read.canonical });
      else expect(read).toMatch(/^address_[a-z_]+$/);
    });
    fc.assert(property, { numRuns: runs(300) });
  });
});
