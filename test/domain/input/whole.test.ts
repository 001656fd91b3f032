/** What the fast path makes of objects that are not what they seem; that it agrees with the thorough one is a property. */
import { describe, expect, it } from "vitest";
import { parseVasp } from "../../../src/index.js";

describe("ten thousand values", () => {
  /** So many in all: the record, its three members, and protocols. */
  function recordOf(values: number): object {
    return { supported_protocols: Array.from({ length: values - 4 }, () => "TRP"), vasp_id: "V-1", name_legal: "AG" };
  }

  it("are not too many, wherever the last of them stands, and one more is", () => {
    const { supported_protocols, ...rest } = Object(recordOf(10_001));
    expect(parseVasp(recordOf(10_000)).ok).toBe(true);
    for (const large of [recordOf(10_001), { ...rest, supported_protocols }]) {
      expect(parseVasp(large)).toMatchObject({ ok: false, issues: [{ code: "unreadable" }] });
    }
  });
});

describe("a member that all objects seem to have", () => {
  it("is none of the input's", () => {
    const record = { vasp_id: "V-1", name_legal: "Example AG" };
    Object.defineProperty(Object.prototype, "website", { value: "behind", enumerable: true, configurable: true });
    const whole = parseVasp(record);
    const incomplete = parseVasp({ vasp_id: "V-1" });
    Reflect.deleteProperty(Object.prototype, "website");
    expect(whole).toStrictEqual({ ok: true, value: record });
    expect(incomplete.ok).toBe(false);
  });

  it("is not read where prototypes never end", () => {
    const endless = (): object => new Proxy({ vasp_id: "V-1", name_legal: "AG" }, { getPrototypeOf: endless });
    expect(parseVasp(endless())).toStrictEqual({ ok: true, value: { vasp_id: "V-1", name_legal: "AG" } });
  });
});
