/** The option `emptyIsAbsent`. */
import { describe, expect, it } from "vitest";
import { parseAccount, parseTransaction, parseTransfer, parseVasp, type Result } from "../../../src/index.js";

/** As a form sends it: every field is there. */
const form = {
  reference_id: "A-1",
  account_type: "individual",
  account_category: "",
  customer_id: "",
  email: null,
  entity: null,
  individual: {
    individual_name: { name_type: "LEGL", name_first: "", name_middle: null, name_last: "Ruiz" },
    individual_localname: null,
    date_of_birth: "",
    nationality_country: "ES",
  },
  address: {
    address_type: "HOME",
    address_line: "Calle 1",
    address_city: "Madrid",
    address_region: "",
    address_country_code: "ES",
  },
  national_id: "",
};

const withoutEmpty = {
  reference_id: "A-1",
  account_type: "individual",
  individual: { individual_name: { name_type: "LEGL", name_last: "Ruiz" }, nationality_country: "ES" },
  address: { address_type: "HOME", address_line: "Calle 1", address_city: "Madrid", address_country_code: "ES" },
};

const options = { emptyIsAbsent: true };

function faultsOf(result: Result<unknown>): readonly string[] {
  return result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);
}

describe("emptyIsAbsent", () => {
  it("parses a form as if its empty fields were not there, at every depth", () => {
    expect(parseAccount(form, options)).toEqual(parseAccount(withoutEmpty));
  });

  it("leaves out an optional section whose properties are all empty", () => {
    const empty = { address_line: "", address_city: null, address_country_code: "" };
    const sections = {
      address: empty,
      national_id: { national_id_type: "", national_id: "" },
      entity: { entity_name: { name_type: "", name_legal: "" }, entity_localname: {} },
      customer_id: "C-1",
    };
    const { address: _, ...rest } = withoutEmpty;
    expect(parseAccount({ ...rest, ...sections }, options)).toEqual(parseAccount({ ...rest, customer_id: "C-1" }));
    expect(parseAccount({ ...rest, address: {}, customer_id: "C-1" }, options).ok).toBe(true);
    // Without the option, each of its properties is an issue.
    expect(faultsOf(parseAccount({ ...rest, ...sections }))).toContain("text_blank /address/address_line");
    expect(faultsOf(parseAccount({ ...rest, address: empty }, options))).toEqual(["identification_missing "]);
  });

  it.each([
    ["one that has a value", { address_city: "Madrid", address_country_code: "" }, "text_blank"],
    ["a misspelt property", { address_city: "", adress_line: "" }, "unknown_property"],
    ["an array", [], "wrong_type"],
    ["a map", new Map(), "wrong_type"],
  ])("keeps a section with %s", (_, address, code) => {
    const faults = faultsOf(parseAccount({ ...withoutEmpty, customer_id: "C-1", address }, options));
    expect(faults.some((fault) => fault.startsWith(`${code} /address`))).toBe(true);
  });

  it("keeps a section that cannot be read", () => {
    const address = {
      get address_city(): string {
        throw new Error("Madrid");
      },
    };
    expect(faultsOf(parseAccount({ ...withoutEmpty, address }, options))).toEqual(["unreadable /address/address_city"]);
  });

  it("keeps a required section", () => {
    const individual = { individual_name: { name_type: "", name_last: "" }, nationality_country: "ES" };
    expect(faultsOf(parseAccount({ ...withoutEmpty, individual }, options))).toEqual([
      "not_allowed /individual/individual_name/name_type",
      "text_blank /individual/individual_name/name_last",
    ]);
  });

  it("is off by default", () => {
    const faults = faultsOf(parseAccount(form));
    expect(faults).toContain("text_blank /customer_id");
    expect(faults).toContain("wrong_type /email");
    expect(faultsOf(parseAccount(form, { emptyIsAbsent: false }))).toEqual(faults);
    expect(faultsOf(parseAccount(form, { emptyIsAbsent: undefined }))).toEqual(faults);
  });

  it("applies to VASP records, transfers and transactions", () => {
    const vasp = { vasp_id: "V-1", name_legal: "Bank", website: "", summary: null };
    expect(parseVasp(vasp, options)).toEqual({ ok: true, value: { vasp_id: "V-1", name_legal: "Bank" } });
    const transaction = { transaction_id: "T-1", amount: "1", currency: "EUR", country: "" };
    expect(faultsOf(parseTransaction(transaction, options))).toEqual(["text_blank /country"]);
    const transfer = {
      originator_account: { ...withoutEmpty, customer_id: "", reference_id: undefined },
      originator_account_reference_id: "",
      beneficiary_account: null,
      beneficiary_account_reference_id: "A-2",
      chain: "",
    };
    const faults = faultsOf(parseTransfer(transfer, options));
    expect(faults.filter((fault) => /account|chain/.test(fault))).toEqual([]);
  });

  it.each([
    ["a required property", { ...withoutEmpty, reference_id: "" }, ["text_blank /reference_id"]],
    ["a required property that is null", { ...withoutEmpty, reference_id: null }, ["wrong_type /reference_id"]],
    ["an unknown property", { ...withoutEmpty, remark: "" }, ["unknown_property /remark"]],
    ["a blank optional property", { ...withoutEmpty, customer_id: " " }, ["text_blank /customer_id"]],
    ["what a rule requires", { ...withoutEmpty, address: "" }, ["identification_missing "]],
  ])("keeps the issue of %s", (_, input, faults) => {
    expect(faultsOf(parseAccount(input, options))).toEqual(faults);
  });

  it("keeps the issue of an empty item of an array", () => {
    const vasp = { vasp_id: "V-1", name_legal: "Bank", supported_protocols: ["TRP", ""] };
    expect(faultsOf(parseVasp(vasp, options))).toEqual(["text_blank /supported_protocols/1"]);
  });

  it("keeps the issue of an object in place of an array", () => {
    const vasp = { vasp_id: "V-1", name_legal: "Bank", supported_protocols: { 0: null } };
    expect(faultsOf(parseVasp(vasp, options))).toEqual(["wrong_type /supported_protocols"]);
  });

  it("reads each property once, and an inherited one never", () => {
    let reads = 0;
    const read = (): string => {
      reads += 1;
      return "";
    };
    const input = Object.create({ customer_id: "C-1" });
    Object.defineProperty(Object.assign(input, withoutEmpty), "email", { enumerable: true, get: read });
    expect(parseAccount(input, options)).toEqual(parseAccount(withoutEmpty));
    expect(reads).toBe(1);
  });

  it("ends with an issue for a getter that throws, and for too many empty properties", () => {
    const throwing = {
      ...withoutEmpty,
      get email(): string {
        throw new Error("zoe@example.com");
      },
    };
    expect(faultsOf(parseAccount(throwing, options))).toEqual(["unreadable /email"]);
    const many = Array.from({ length: 20 }, () => ({ ...form.individual.individual_name }));
    expect(faultsOf(parseAccount({ ...form, entity: many }, options))).toContain("wrong_type /entity");
  });

  it("must be true or false", () => {
    // @ts-expect-error a text
    expect(() => parseAccount(form, { emptyIsAbsent: "false" })).toThrow("emptyIsAbsent must be true or false");
  });
});

describe("options of the parsers", () => {
  const parsers = { parseAccount, parseVasp, parseTransaction, parseTransfer };

  it.each(Object.entries(parsers))("are refused by %s if they are misspelt", (name, parse) => {
    const misspelt = { countries: [], emptyIsAbsnt: true };
    const error = thrownBy(() => parse({}, misspelt));
    expect(error).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(
        `${name} has no option "emptyIsAbsnt"; its options are countries, emptyIsAbsent`,
      ),
    });
    // Only what an operation sets.
    expect(thrownBy(() => parse({}, { today: "2026-01-01" } as never))).toMatchObject({ code: "invalid_input" });
    const hostile = new Proxy({}, { ownKeys: () => expect.fail("zoe@example.com") });
    expect(thrownBy(() => parse({}, hostile))).toMatchObject({ message: expect.not.stringContaining("zoe") });
    expect(thrownBy(() => parse({}, null as never))).toMatchObject({ code: "invalid_input" });
  });

  it.each(Object.entries(parsers))("of %s are only their own, and the index of Array.map is none", (_, parse) => {
    const expected = parse({});
    Object.defineProperty(Object.prototype, "emptyIsAbsnt", {
      value: true,
      configurable: true,
      enumerable: true,
      writable: true,
    });
    try {
      expect(parse({}, { emptyIsAbsent: false })).toEqual(expected);
    } finally {
      Reflect.deleteProperty(Object.prototype, "emptyIsAbsnt");
    }
    expect([{}, {}].map(parse as (input: unknown) => Result<unknown>)).toEqual([expected, expected]);
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

/** The messages of the issues. */
function messagesOf(result: Result<unknown>): readonly string[] {
  return result.ok ? [] : result.issues.map(({ message }) => message);
}

describe("the message about a blank text", () => {
  it.each([
    ["required", parseAccount({ ...withoutEmpty, reference_id: "" }), "reference_id of the account must not be blank."],
    [
      "optional",
      parseAccount({ ...withoutEmpty, email: "" }),
      "email of the account must not be blank; leave it out if there is no value.",
    ],
    [
      "required by a rule",
      parseAccount({ ...withoutEmpty, address: { ...withoutEmpty.address, address_street_name: "" } }),
      "address_street_name of the account address must not be blank.",
    ],
    [
      "an item",
      parseVasp({ vasp_id: "V-1", name_legal: "Bank", supported_protocols: [" "] }),
      "Each item of supported_protocols of the VASP record must not be blank.",
    ],
  ])("says that it may be left out only if that is right: %s", (_, result, message) => {
    expect(messagesOf(result)).toEqual([message]);
  });
});

describe("the message about an amount", () => {
  const valid = { transaction_id: "T-1", currency: "EUR", country: "ES" };

  it.each([
    ["0100.50", "amount must not begin with a 0 before other digits: 100.50, not 0100.50."],
    ["00", "amount must not begin with a 0 before other digits: 100.50, not 0100.50."],
    ["007.", "amount must not begin with a 0 before other digits: 100.50, not 0100.50."],
    [".5", "amount needs a digit before the point: 0.5, not .5."],
    ["3000.", "amount needs a digit after the point, or no point: write 3000.00 or 3000."],
    ["1,234,567.89", "amount must not have separators: 3000.00, not 3,000.00."],
    [
      ".",
      "An amount given as text must be digits with at most one decimal point, such as 3000.00; 100 digits at most.",
    ],
    [
      "1e3",
      "An amount given as text must be digits with at most one decimal point, such as 3000.00; 100 digits at most.",
    ],
  ])("says what is wrong with %j", (amount, message) => {
    const result = parseTransaction({ ...valid, amount });
    expect(result).toMatchObject({ issues: [{ code: "amount_malformed", path: "/amount", message }] });
  });
});
