/** Every issue of an input comes at once, once, in document order. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAddressCreate } from "../../src/domain/addresses/parse.js";
import { type PartyDraft, parseAccount, parseTransfer, parseVasp, type Result } from "../../src/index.js";
import { account, individualParty } from "../../src/testing/arbitraries/account.js";
import { transfer, vasp } from "../../src/testing/arbitraries/records.js";
import {
  addedAt,
  isRecord,
  nodesOf,
  parentOf,
  removedAt,
  replacedAt,
} from "../../src/testing/single-fault/document.js";
import { addressCreation } from "../support/arbitraries/address-request.js";
import { addressFaults, type Fault, individualFaults, transferFaults, vaspFaults } from "../support/faults.js";
import { runs } from "../support/runs.js";

function withFaults(document: unknown, faults: readonly Fault[]): unknown {
  return faults.reduce(
    (broken, { path, ...fault }) =>
      "value" in fault ? replacedAt(broken, path, fault.value) : removedAt(broken, path),
    document,
  );
}

/** The same members in another order, at every depth. */
function reordered(value: unknown, seed: number): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => ({ key, member, place: (key.length * 7 + seed) % 11 }));
  entries.sort((a, b) => a.place - b.place);
  return Object.fromEntries(entries.map(({ key, member }) => [key, reordered(member, seed)]));
}

/** Every pointer that an issue may have, as a reader meets them: an absent member after those of its object. */
function readingOrder(document: unknown, absent: readonly string[]): readonly string[] {
  const present = nodesOf(document).map(({ path }) => path);
  const order = [...present];
  for (const path of absent) {
    const parent = parentOf(path);
    const last = order.findLastIndex((other) => other === parent || other.startsWith(`${parent}/`));
    order.splice(last + 1, 0, path);
  }
  return order;
}

function checkFaults(
  parse: (input: unknown) => Result<unknown>,
  valid: fc.Arbitrary<object>,
  faults: readonly Fault[],
): void {
  fc.assert(
    fc.property(valid, fc.subarray([...faults], { minLength: 1 }), fc.nat(), (document, chosen, seed) => {
      const input = reordered(withFaults(document, chosen), seed);
      const absent = chosen.filter((fault) => !("value" in fault)).map(({ path }) => path);
      const order = readingOrder(input, absent);
      const expected = [...chosen].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
      const result = parse(input);
      const issues = result.ok ? [] : result.issues;
      // Several absent members of one object come in the order of the specification, which the next test looks at.
      const found = issues.map(({ code, path }) => ({ code, path, present: !absent.includes(path) }));
      const wanted = expected.map(({ code, path }) => ({ code, path, present: !absent.includes(path) }));
      expect(found.filter(({ present }) => present)).toEqual(wanted.filter(({ present }) => present));
      expect(new Set(found.map(({ code, path }) => `${code} ${path}`))).toEqual(
        new Set(wanted.map(({ code, path }) => `${code} ${path}`)),
      );
      expect(found).toHaveLength(chosen.length);
      for (const path of absent)
        expectLastOfItsObject(
          found.map((issue) => issue.path),
          path,
          absent,
        );
    }),
    { numRuns: runs(150) },
  );
}

/** No issue of a present member of the same object follows. */
function expectLastOfItsObject(paths: readonly string[], path: string, absent: readonly string[]): void {
  const following = paths.slice(paths.indexOf(path) + 1);
  const siblings = following.filter((other) => other.startsWith(`${parentOf(path)}/`));
  expect(siblings.filter((other) => !absent.includes(other))).toEqual([]);
}

describe("several faults in one input", () => {
  it("are all reported, in the order of the account's members", () => {
    const whole = individualParty("all").map((party) => ({ reference_id: "A-1", ...party }));
    checkFaults(parseAccount, whole, individualFaults);
  });

  it("are all reported, in the order of the VASP record's members", () => {
    // Without a type code, so that the national id need not fit it.
    checkFaults(
      parseVasp,
      vasp("all").map((record) => ({ ...record, national_id_type_code: "MISC" })),
      vaspFaults,
    );
  });

  it("are all reported, in the order of the members of a request to create an address", () => {
    checkFaults(parseAddressCreate, addressCreation("all"), addressFaults);
  });

  it("are all reported, in the order of the transfer's members, deep ones in their place", () => {
    const whole = fc
      .tuple(individualParty("all"), transfer({ which: "all", kinds: ["deposit_from_self_hosted"] }))
      .map(([party, route]) => ({
        ...withoutParties(route),
        originator_account: party,
        beneficiary_account: party,
      }));
    checkFaults(parseTransfer, whole, transferFaults);
  });
});

function withoutParties(route: object): object {
  const names = ["originator_account", "beneficiary_account"].flatMap((name) => [name, `${name}_reference_id`]);
  return Object.fromEntries(Object.entries(route).filter(([name]) => !names.includes(name)));
}

describe("a misspelt member", () => {
  it("is an issue beside the absent one, also where the number of members is right", () => {
    expect(pathsOf(parseVasp({ vasp_id: "V-1", name_legl: "Example AG" }))).toEqual(["/name_legl", "/name_legal"]);
    const individual = { individual_name: { name_type: "LEGL", name_lst: "Doe" } };
    const input = { reference_id: "A-1", account_type: "individual", individual, customer_id: "C-1" };
    expect(pathsOf(parseAccount(input))).toEqual([
      "/individual/individual_name/name_lst",
      "/individual/individual_name/name_last",
    ]);
  });
});

describe("absent members", () => {
  it("come in the order of the specification", () => {
    expect(pathsOf(parseAccount({ account_category: "customer" }))).toEqual(["/reference_id", "/account_type"]);
    expect(pathsOf(parseAccount({ account_type: "entity", address: {}, entity: {} }))).toEqual([
      "/address",
      "/address/address_type",
      "/address/address_city",
      "/address/address_country_code",
      "/entity/entity_name",
      "/reference_id",
    ]);
    expect(pathsOf(parseTransfer({}))).toEqual([
      "/originator_address",
      "/beneficiary_address",
      "/originator_vasp_id",
      "/beneficiary_vasp_id",
      "/originator_account",
      "/beneficiary_account",
    ]);
  });
});

function pathsOf(result: Result<unknown>): readonly string[] {
  return result.ok ? [] : result.issues.map(({ path }) => path);
}

describe("no issue comes twice", () => {
  it("not even when several names are unknown and none is safe to log", () => {
    const names = fc.uniqueArray(
      fc.string({ minLength: 1 }).map((name) => `${name} `),
      { minLength: 2, maxLength: 5 },
    );
    const place = fc.constantFrom("", "/individual", "/individual/individual_name");
    fc.assert(
      fc.property(account(), individualParty(), names, place, ({ reference_id }, party: PartyDraft, unknown, path) => {
        const input = unknown.reduce<unknown>((broken, name) => addedAt(broken, path, name, 1), {
          reference_id,
          ...party,
        });
        const result = parseAccount(input);
        expect(result.ok ? [] : result.issues.map((issue) => [issue.code, issue.path])).toEqual([
          ["unknown_property", path],
        ]);
      }),
      { numRuns: runs(50) },
    );
  });
});
