/** `toIvms101`: fields, issues at our fields, and losses. */
import { describe, expect, it } from "vitest";
import type { Transfer } from "../../src/index.js";
import { fromIvms101, type Ivms101ProfileName, ivms101Profiles, parseIvms101, toIvms101 } from "../../src/ivms101.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { betweenVasps } from "../support/ivms101-transfers.js";

const today = "2024-01-01";
const editions = ["2020", "2023"] as const;
const address = {
  address_type: "HOME",
  address_line: `${"Street ".repeat(20)}1`,
  address_city: "Wien",
  address_postcode: "1010",
  address_country_code: "AT",
} as const;
const individual = {
  account_type: "individual",
  account_category: "customer",
  customer_id: "C1",
  email: "canary@example.com",
  address,
  individual: {
    individual_name: { name_type: "LEGL", name_first: "Anna", name_middle: "Maria", name_last: "Wu" },
    individual_localname: { name_type: "LEGL", name_last: "吴" },
    date_of_birth: "1990-02-25",
    place_of_birth: "Graz",
    residence_country: "AT",
  },
} as const;
const entity = {
  account_type: "entity",
  account_category: "non-customer",
  entity: {
    entity_name: { name_type: "LEGL", name_legal: "ABC Limited", name_business: "ABC" },
    registration_country: "DE",
  },
  national_id: { national_id_type: "LEIX", national_id: "529900T8BM49AURSDO55" },
} as const;
const transfer: Transfer = {
  ...betweenVasps,
  amount: "1.5",
  currency: "EUR",
  originator_account: individual,
  beneficiary_account: entity,
  originator_vasp: {
    vasp_id: "V1",
    name_legal: "One Exchange",
    address_street_name: "Main Street",
    address_street_no: "1",
    address_city: "Wien",
    address_country_code: "AT",
  },
  beneficiary_vasp: { vasp_id: "V2", name_legal: "Two Exchange", address_country_code: "DE" },
};

function written(given: Transfer, edition: "2020" | "2023", profile: Ivms101ProfileName = "standard") {
  const result = toIvms101(given, { edition, profile, today });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

function issuesOf(given: Transfer) {
  return editions.map((edition) => {
    const result = toIvms101(given, { edition, today });
    return result.ok ? [] : result.issues.map(({ code, path, clause }) => `${code} ${path} ${clause}`);
  });
}

it("names what is missing in a draft, which has no accounts", () => {
  const { originator_account: _, beneficiary_account: __, ...draft } = transfer;
  const issues = ["required /originator_account IVMS101.2020", "required /beneficiary_account IVMS101.2020"];
  expect(issuesOf(draft as Transfer)[0]).toEqual(issues);
});

it("says that only 2023 has long accounts", () => {
  const long: Transfer = { ...transfer, beneficiary_address: "a".repeat(101) };
  expect(toIvms101(long, { edition: "2023", today }).ok).toBe(true);
  const result = toIvms101(long, { edition: "2020", today });
  const message = expect.stringContaining("Write the 2023 edition");
  expect(result.ok || result.issues).toEqual([
    expect.objectContaining({ code: "text_too_long", path: "/beneficiary_address", message }),
  ]);
});

it.each(["trisa", "gtr"] as const)("needs both VASPs with the profile %s", (profile) => {
  const selfHosted: Transfer = {
    ...transfer,
    kind: "withdrawal_to_self_hosted",
    beneficiary_address_is_self_hosted: true,
  };
  for (const edition of editions) {
    const result = toIvms101(selfHosted, { edition, profile, today });
    const issue = { code: "required", path: "/beneficiary_vasp", clause: `IVMS101 profile ${profile}` };
    expect(result.ok || result.issues).toEqual([expect.objectContaining(issue)]);
    expect(toIvms101(selfHosted, { edition, profile: "trp", today }).ok).toBe(true);
  }
});

describe.each(editions)("edition %s", (edition) => {
  it("is a valid document with every field that has an element", () => {
    const { document } = written(transfer, edition);
    const parsed = parseIvms101(document, { edition, today });
    expect(parsed.ok).toBe(true);
    const text = JSON.stringify(document);
    for (const part of ["Anna Maria", "吴", "Graz", "Address1", "Address2", "ABC Limited", "One Exchange", "1010"]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("canary");
  });

  it("lists every other field, without a value: as a loss, or as omitted if no message has it", () => {
    const { losses, omitted } = written(transfer, edition);
    expect(losses.map(({ path, code }) => `${code} ${path}`).toSorted()).toEqual([
      "incomplete /beneficiary_vasp/address_country_code",
      "joined /originator_account/individual/individual_name/name_middle",
    ]);
    expect(omitted.map(({ path, code }) => `${code} ${path}`).toSorted()).toEqual([
      "envelope /amount",
      "envelope /currency",
      "no_element /beneficiary_account/account_category",
      "no_element /beneficiary_vasp/vasp_id",
      "no_element /originator_account/account_category",
      "no_element /originator_account/email",
      "no_element /originator_vasp/vasp_id",
    ]);
  });

  it("has no losses for a complete transfer", () => {
    const { name_middle: _, ...individual_name } = individual.individual.individual_name;
    const complete: Transfer = {
      ...transfer,
      chain: "bitcoin",
      originator_tag: "1",
      originator_country: "AT",
      originator_account_reference_id: "A-1",
      originator_account: {
        ...individual,
        individual: { ...individual.individual, individual_name, nationality_country: "AT" },
      },
      beneficiary_vasp: { ...transfer.originator_vasp, vasp_id: "V2", website: "https://two.example" },
    };
    expect(written(complete, edition).losses).toEqual([]);
  });

  it("lists a field that it does not know as a loss", () => {
    const { losses, omitted } = written({ ...transfer, passport_scan: "x" } as Transfer, edition);
    expect(losses).toContainEqual({ path: "/passport_scan", code: "no_place" });
    expect(omitted.map(({ path }) => path)).not.toContain("/passport_scan");
  });

  it.each(Object.keys(ivms101Profiles) as Ivms101ProfileName[])("is read back when written as %s", (profile) => {
    const own = parseIvms101(written(transfer, edition).document, { edition, today });
    const read = parseIvms101(written(transfer, edition, profile).document, { edition, mode: "tolerant", today });
    expect(read.ok && read.value.payload).toEqual(own.ok && own.value.payload);
  });

  it("splits an address line at spaces", () => {
    const parsed = parseIvms101(written(transfer, edition).document, { edition, today });
    const person = parsed.ok ? parsed.value.payload.originator?.originatorPerson[0] : undefined;
    const lines = person?.naturalPerson?.geographicAddress?.[0]?.addressLine ?? [];
    expect(lines.length).toBe(3);
    expect(lines.join(" ")).toBe(address.address_line);
  });

  it.each([
    ["at the end of a full line", `${"a".repeat(69)} `],
    ["after a full line", `${"a".repeat(70)}  b`],
    ["before a full line", `a  ${"b".repeat(70)}`],
    ["that would be a line of its own", `${"a".repeat(35)} ${"b".repeat(34)} `],
  ])("keeps a space too many %s", (_, address_line) => {
    const spaced = replacedAt(transfer, "/originator_account/address/address_line", address_line) as Transfer;
    const read = fromIvms101(written(spaced, edition).document, { today });
    expect(read.ok && read.value.parties.originator_account?.address?.address_line).toBe(address_line);
  });

  it("never throws, and repeats no value in issues", () => {
    for (const { path } of nodesOf(transfer)) {
      for (const value of [null, {}, [[]], "Canary\n吴"]) {
        // A checked transfer has another form: a caller without types may pass anything.
        const mutated = replacedAt(transfer, path, value) as Transfer;
        const result = toIvms101(mutated, { edition, today });
        expect(JSON.stringify(result.ok ? [result.value.losses, result.value.omitted] : result.issues)).not.toContain(
          "Canary",
        );
      }
    }
  });
});

it("reports C4 at the account of an entity identified only by a HOME address", () => {
  const { national_id, ...unidentified } = entity;
  expect(national_id).toBeDefined();
  expect(issuesOf({ ...transfer, originator_account: { ...unidentified, address } })).toEqual([
    ["ivms101_c4 /originator_account IVMS101.2020 C4"],
    ["ivms101_c4 /originator_account IVMS101.2023 C4"],
  ]);
});

it("points to fields that are too long", () => {
  const long = { ...individual, customer_id: "1".repeat(51), address: { ...address, address_city: "W".repeat(36) } };
  expect(issuesOf({ ...transfer, originator_account: long })[0]?.toSorted()).toEqual([
    "text_too_long /originator_account/address/address_city IVMS101.2020 Address",
    "text_too_long /originator_account/customer_id IVMS101.2020 NaturalPerson",
  ]);
});

it("leaves out the VASP of a self-hosted side, and a lone date of birth", () => {
  const { place_of_birth, ...lone } = individual.individual;
  expect(place_of_birth).toBe("Graz");
  const { document, losses, omitted } = written(
    {
      ...transfer,
      beneficiary_address_is_self_hosted: true,
      originator_account: { ...individual, individual: lone },
    },
    "2023",
  );
  expect(document.beneficiaryVASP).toBeUndefined();
  expect(omitted).toContainEqual({ path: "/beneficiary_vasp", code: "self_hosted" });
  expect(losses).toContainEqual({ path: "/originator_account/individual/date_of_birth", code: "incomplete" });
});

describe("hostile transfers and options", () => {
  it("a getter that throws, in what is written or in what is lost, is the issue unreadable", () => {
    const throwing = (name: string): Transfer =>
      Object.defineProperty({ ...transfer }, name, {
        enumerable: true,
        get: () => {
          throw new Error("Xq7Kanarienvogel");
        },
      });
    for (const name of ["originator_account", "beneficiary_vasp", "chain", "email"]) {
      const result = toIvms101(throwing(name), { edition: "2023", today });
      expect(result.ok ? [] : result.issues).toMatchObject([{ code: "unreadable", path: "" }]);
      expect(JSON.stringify(result)).not.toContain("Kanarienvogel");
    }
  });

  it.each([
    ["no options", undefined],
    ["another edition", { edition: "2021" }],
    ["another profile", { edition: "2023", profile: "constructor" }],
    ["another option", { edition: "2023", editon: "2020" }],
  ])("%s: invalid_input", (_, options) => {
    expect(() => toIvms101(transfer, options as never)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });
});
