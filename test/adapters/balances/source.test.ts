import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDecimalText } from "../../../src/adapters/balances/source.js";
import { chains } from "../../../src/domain/chains/registry.js";
import { isDecimalText } from "../../../src/domain/decimal-text.js";
import { chainNames } from "../../../src/testing/arbitraries/address.js";
import { withPoint } from "../../../src/testing/rational.js";
import { runs } from "../../support/runs.js";

const shortest = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

describe("minor units as decimal text", () => {
  it.each(chainNames)("have the decimals of %s, and no digit more or less, up to 256 bits", (chain) => {
    const property = fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (units) => {
      const balance = toDecimalText(units, chains[chain].decimals);
      expect(balance).toBe(shortest(withPoint(units, chains[chain].decimals)));
      expect(isDecimalText(balance)).toBe(true);
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("keep the zeros that count, and no others", () => {
    expect(toDecimalText(0n, 8)).toBe("0");
    expect(toDecimalText(1n, 24)).toBe("0.000000000000000000000001");
    expect(toDecimalText(100_000_000n, 8)).toBe("1");
    expect(toDecimalText(1_050n, 2)).toBe("10.5");
    expect(toDecimalText(7_000n, 0)).toBe("7000");
  });
});
