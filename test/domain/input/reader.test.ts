/** What is read of an input, and where reading ends; that it gives what separate steps give is a property. */
import { describe, expect, it } from "vitest";
import { parseInput } from "../../../src/domain/input/parse-input.js";
import { accountReader } from "../../../src/generated/account.reader.js";
import { parseAccount, parseVasp } from "../../../src/index.js";
import { faultsOf } from "../../support/outcomes.js";

const vasp = { vasp_id: "V-1", name_legal: "Example AG" };

const individual = { individual_name: { name_type: "LEGL", name_last: "Doe" } };
const party = { reference_id: "A-1", account_type: "individual", individual };

function thrower(): never {
  throw new Error("private");
}

function withGetter(target: object, name: string, get: () => unknown): object {
  return Object.defineProperty(target, name, { get, enumerable: true });
}

describe("a plain copy", () => {
  it("has own enumerable members only, and no undefined ones", () => {
    const source = Object.create({ website: "behind" });
    Object.assign(source, vasp, { lei: undefined, website: undefined, [Symbol("hidden")]: 3 });
    Object.defineProperty(source, "protocols", { value: 4, enumerable: false });
    expect(parseVasp(source)).toStrictEqual({ ok: true, value: vasp });
  });

  it("reads every member once", () => {
    const read: string[] = [];
    const source = new Proxy(
      { ...vasp, supported_protocols: ["TRP"] },
      {
        get: (target, name) => {
          read.push(String(name));
          return Reflect.get(target, name);
        },
      },
    );
    expect(parseVasp(source).ok).toBe(true);
    expect(read).toEqual(["vasp_id", "name_legal", "supported_protocols"]);
  });

  it("does not look into what no clause describes", () => {
    const strange = withGetter({}, "inner", thrower);
    expect(faultsOf(parseVasp({ ...vasp, strange, website: strange, supported_protocols: strange }))).toEqual([
      ["unknown_property", "/strange", "2.7"],
      ["wrong_type", "/website", "2.7"],
      ["wrong_type", "/supported_protocols", "2.7"],
    ]);
    expect(faultsOf(parseVasp({ ...vasp, website: [strange] }))).toEqual([["wrong_type", "/website", "2.7"]]);
  });

  it("has an own __proto__ as a stranger like any other, in its place", () => {
    const source = JSON.parse(
      '{"vasp_id":5,"__proto__":{"name_legal":"behind"},"website":5,"name_legal":"Example AG"}',
    );
    const faults = [
      ["wrong_type", "/vasp_id", "2.7"],
      ["unknown_property", "/__proto__", "2.7"],
      ["wrong_type", "/website", "2.7"],
    ];
    expect(faultsOf(parseVasp(source))).toEqual(faults);
    const ofClass = new (class Form {
      readonly vasp_id = 5;
    })();
    for (const [name, value] of Object.entries(source)) {
      Object.defineProperty(ofClass, name, { value, enumerable: true });
    }
    expect(faultsOf(parseVasp(ofClass))).toEqual(faults);
  });
});

describe("where an input cannot be read", () => {
  it.each([
    ["a member", withGetter({ ...vasp }, "website", thrower), "/website"],
    ["a member of an object of a class", withGetter(Object.assign(new Map(), vasp), "website", thrower), "/website"],
    ["a member whose name may not be told", withGetter({ ...vasp }, "Jane Doe", thrower), ""],
    ["an item", { ...vasp, supported_protocols: withGetter(["TRP", "TRP"], "1", thrower) }, "/supported_protocols/1"],
    ["the names of an object", new Proxy({}, { ownKeys: thrower }), ""],
  ])("is told: %s", (_, input, path) => {
    expect(faultsOf(parseVasp(input))).toEqual([["unreadable", path, "2.7"]]);
  });

  it("is reported within an object, and after an object that was readable", () => {
    const account = { reference_id: "A-1", account_type: "individual", customer_id: "C-1" };
    const individual_name = { name_type: "LEGL", name_last: "Doe" };
    const within = { ...account, individual: withGetter({ individual_name }, "date_of_birth", thrower) };
    expect(faultsOf(parseAccount(within))).toEqual([["unreadable", "/individual/date_of_birth", "2.3"]]);
    const after = withGetter({ ...account, individual: { individual_name } }, "email", thrower);
    expect(faultsOf(parseAccount(after))).toEqual([["unreadable", "/email", "2.2"]]);
  });
});

describe("a proxy that throws at one of its members", () => {
  it.each(["vasp_id", "name_legal", "website"])("is reported at the object if the getter of %s throws", (name) => {
    const getOwnPropertyDescriptor = (target: object, key: string | symbol): PropertyDescriptor | undefined =>
      key === name ? thrower() : Reflect.getOwnPropertyDescriptor(target, key);
    const proxy = new Proxy({ ...vasp, lei: undefined, website: "https://vasp.example" }, { getOwnPropertyDescriptor });
    expect(faultsOf(parseVasp(proxy))).toEqual([["unreadable", "", "2.7"]]);
  });

  it("is reported at the array if its length is not a number", () => {
    const length = { valueOf: thrower };
    const list = new Proxy([], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
    expect(faultsOf(parseVasp({ ...vasp, supported_protocols: list }))).toEqual([
      ["unreadable", "/supported_protocols", "2.7"],
    ]);
  });
});

describe("a map, a date or a promise", () => {
  it.each<[string, object]>([
    ["Map", new Map([["vasp_id", "V-1"]])],
    ["Date", new Date(0)],
    ["Promise", Promise.resolve(vasp)],
    ["Set", new Set(["V-1"])],
    ["Error", new Error("V-1")],
  ])("is of the wrong type, and no empty object: %s", (_, input) => {
    expect(faultsOf(parseVasp(input))).toEqual([["wrong_type", "", "2.7"]]);
    expect(faultsOf(parseVasp(input, { emptyIsAbsent: true }))).toEqual([["wrong_type", "", "2.7"]]);
  });
});

describe("a reader that is not generated right", () => {
  const account = { ...party, customer_id: "C-1", email: "nobody" };

  it("refuses the input if no rule repeats its doubt", () => {
    expect(faultsOf(parseInput({ ...accountReader, rules: [] }, account))).toEqual([["unreadable", "", "2.2"]]);
  });

  it("refuses the input if it throws", () => {
    expect(faultsOf(parseInput({ ...accountReader, read: thrower }, account))).toEqual([["unreadable", "", "2.2"]]);
  });
});

describe("a name that is not safe to log", () => {
  it("has its issue where the object around it stands, and so before that of a member", () => {
    expect(faultsOf(parseVasp({ vasp_id: 5, "Jane Doe": 1, name_legal: "AG", "John Doe": 1 }))).toEqual([
      ["unknown_property", "", "2.7"],
      ["wrong_type", "/vasp_id", "2.7"],
    ]);
  });

  it("silences no rule", () => {
    expect(faultsOf(parseAccount({ ...party, individual: { ...individual, "Jane Doe": 1 } }))).toEqual([
      ["identification_missing", "", "2.2.1"],
      ["unknown_property", "/individual", "2.3"],
    ]);
  });
});

describe("ten thousand values", () => {
  /** So many in all: the record, its three members, and protocols. */
  function recordOf(values: number): object {
    return { supported_protocols: Array.from({ length: values - 4 }, () => "TRP"), vasp_id: "V-1", name_legal: "AG" };
  }

  it("are not too many, wherever the last of them stands, and one more is", () => {
    const { supported_protocols, ...rest } = Object(recordOf(10_001));
    expect(parseVasp(recordOf(10_000)).ok).toBe(true);
    expect(faultsOf(parseVasp(recordOf(10_001)))).toEqual([["unreadable", "/name_legal", "2.7"]]);
    expect(faultsOf(parseVasp({ ...rest, supported_protocols }))).toEqual([
      ["unreadable", "/supported_protocols/9996", "2.7"],
    ]);
  });
});

describe("a member that all objects seem to have", () => {
  it("is none of the input's", () => {
    Object.defineProperty(Object.prototype, "website", { value: "behind", enumerable: true, configurable: true });
    const whole = parseVasp(vasp);
    const incomplete = parseVasp({ vasp_id: "V-1" });
    Reflect.deleteProperty(Object.prototype, "website");
    expect(whole).toStrictEqual({ ok: true, value: vasp });
    expect(incomplete.ok).toBe(false);
  });

  it("takes no fault away with the value", () => {
    const set = (): undefined => undefined;
    Object.defineProperty(Object.prototype, "email", { get: set, set, configurable: true });
    const spoilt = parseAccount({ ...party, customer_id: "C-1", email: "nobody" });
    Reflect.deleteProperty(Object.prototype, "email");
    expect(faultsOf(spoilt)).toEqual([["not_an_email", "/email", "2.2"]]);
  });

  it("is not read where prototypes never end", () => {
    const endless = (): object => new Proxy({ ...vasp }, { getPrototypeOf: endless });
    expect(parseVasp(endless())).toStrictEqual({ ok: true, value: vasp });
  });
});
