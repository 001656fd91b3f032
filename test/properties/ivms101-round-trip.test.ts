/** Round trips between transfers and payloads: what both sides can express, or a listed loss. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTransfer, parseVasp, type Transfer } from "../../src/index.js";
import {
  convertIvms101,
  fromIvms101,
  type Ivms101Loss,
  type Ivms101Payload,
  type Ivms101ProfileName,
  ivms101Profiles,
  parseIvms101,
  type ReadIvms101,
  toIvms101,
  type WrittenIvms101,
} from "../../src/ivms101.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { arbitraries } from "../../src/testing.js";
import { complete } from "../support/ivms101-complete.js";
import { writableTransfer } from "../support/ivms101-transfers.js";
import { share } from "../support/runs.js";

const today = "2024-01-01";
const editions = ["2020", "2023"] as const;
const profiles = Object.keys(ivms101Profiles) as Ivms101ProfileName[];

type Json = Record<string, unknown>;

/** Returns a copy in which a value is replaced; `undefined` removes it. */
function changed(value: unknown, tokens: readonly string[], change: (value: unknown) => unknown): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === token ? changed(item, rest, change) : item));
  return { ...(value as Json), [token]: changed((value as Json)[token], rest, change) };
}

/** Returns a copy without undefined values, empty objects and empty lists. */
function pruned(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const isKept = (each: unknown): boolean =>
    each !== undefined && (typeof each !== "object" || Object.keys(Object(each)).length > 0);
  if (Array.isArray(value)) return value.map(pruned).filter(isKept);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]) => [name, pruned(each)] as const)
      .filter(([, each]) => isKept(each)),
  );
}

const tokensOf = (path: string): string[] => path.split("/").slice(1);

/** Our parties and VASPs, without what `toIvms101` lost. */
function expectedParties(transfer: Transfer, { losses, omitted }: Pick<WrittenIvms101, "losses" | "omitted">): unknown {
  const { originator_account, beneficiary_account, originator_address, beneficiary_address } = transfer;
  const { originator_vasp, beneficiary_vasp } = transfer;
  const accounts = { originator_account, beneficiary_account, originator_address, beneficiary_address };
  let expected: unknown = { ...accounts, originator_vasp, beneficiary_vasp };
  for (const { path, code } of [...losses, ...omitted]) {
    const tokens = tokensOf(path);
    const joined = (value: unknown): unknown => {
      const { name_first, name_middle, ...name } = value as Json;
      return { ...name, name_first: [name_first, name_middle].filter((part) => part !== undefined).join(" ") };
    };
    expected =
      code === "joined" ? changed(expected, tokens.slice(0, -1), joined) : changed(expected, tokens, () => undefined);
  }
  return pruned(expected);
}

/** A payload without what `fromIvms101` lost. */
function expectedPayload(payload: unknown, losses: readonly Ivms101Loss[]): unknown {
  let expected = payload;
  for (const { path, code } of losses) {
    const isVaspType = /VASP.*\/addressType$/.test(path);
    const lost = (value: unknown): unknown => {
      if (code === "joined") return [(value as string[]).join(" ")];
      return isVaspType ? "GEOG" : undefined;
    };
    expected = changed(expected, tokensOf(path), lost);
  }
  return pruned(expected);
}

/** Joins lines, and sorts names: neither order nor division has a meaning. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(comparable);
    return items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === "addressLine" ? (each as string[]).join(" ") : comparable(each),
    ]),
  );
}

/** The payload as a document of the edition has it; undefined if it is invalid there. */
function payloadOf(drawn: object, edition: "2020" | "2023"): Ivms101Payload | undefined {
  const converted = convertIvms101(drawn, edition, { today });
  const parsed = parseIvms101(converted.ok && converted.value.document, { edition, today });
  return parsed.ok ? parsed.value.payload : undefined;
}

function expectValid({ parties, vasps }: ReadIvms101): void {
  const addresses = { originator_address: "A1", beneficiary_address: "A2" };
  const ids = { originator_vasp_id: "V1", beneficiary_vasp_id: "V2" };
  const transfer = parseTransfer({ ...addresses, ...parties, ...ids });
  // A document may have one account number on both sides.
  expect(transfer.ok ? [] : transfer.issues.map(({ code }) => code)).toEqual(transfer.ok ? [] : ["same_address"]);
  for (const vasp of Object.values(vasps)) expect(parseVasp({ vasp_id: "V", ...vasp })).toMatchObject({ ok: true });
}

/** Everything that `toIvms101` reads. It leaves out the VASP of a self-hosted side. */
function transferOf({ parties, vasps }: ReadIvms101): Transfer {
  const originator_address_is_self_hosted = vasps.originator_vasp === undefined;
  const beneficiary_address_is_self_hosted = vasps.beneficiary_vasp === undefined;
  const hosting = { originator_address_is_self_hosted, beneficiary_address_is_self_hosted };
  return { ...parties, ...vasps, ...hosting } as unknown as Transfer;
}

/** The address of a VASP is not written without street and number. */
function withoutPartialAddresses(payload: unknown, losses: readonly Ivms101Loss[]): unknown {
  let expected = payload;
  for (const { path } of losses) {
    const side = /^\/(originator|beneficiary)_vasp\/address_/.exec(path)?.[1];
    if (side === undefined) continue;
    const entity = side === "originator" ? "originatingVASP" : "beneficiaryVASP";
    expected = changed(expected, [entity, entity, "legalPerson", "geographicAddress"], () => undefined);
  }
  return expected;
}

describe.each(editions)("edition %s", (edition) => {
  it("gives back the parties and VASPs of a transfer, with any profile", () => {
    fc.assert(
      fc.property(writableTransfer(), fc.constantFrom(...profiles), (transfer, profile) => {
        const written = toIvms101(transfer, { edition, profile, today });
        if (!written.ok) {
          const isMissing = ivms101Profiles[profile].required.some((name) => name === "beneficiaryVASP");
          const allowed = transfer.beneficiary_address_is_self_hosted && isMissing ? ["required"] : [];
          for (const { code } of written.issues) expect([...allowed, "text_too_long"]).toContain(code);
          return;
        }
        const read = fromIvms101(written.value.document, { today });
        if (!read.ok) throw new Error(JSON.stringify(read.issues));
        expect(read.value.losses).toEqual([]);
        const { parties, vasps } = read.value;
        expect({ ...parties, ...vasps }).toEqual(expectedParties(transfer, written.value));
      }),
    );
  });

  it("gives back a payload without the listed losses, and valid parties", () => {
    let compared = 0;
    fc.assert(
      fc.property(arbitraries.ivms101(), (drawn) => {
        const payload = payloadOf(drawn, edition);
        fc.pre(payload !== undefined);
        const read = fromIvms101(payload, { today });
        if (!read.ok) {
          for (const { code } of read.issues) expect(["text_blank", "identification_missing"]).toContain(code);
          return;
        }
        expectValid(read.value);
        const written = toIvms101(transferOf(read.value), { edition, today });
        if (!written.ok) {
          // Only an address of another type than GEOG is left.
          expect(new Set(written.issues.map(({ code }) => code))).toEqual(new Set(["ivms101_c4"]));
          return;
        }
        const { document, losses } = written.value;
        const expected = withoutPartialAddresses(expectedPayload(payload, read.value.losses), losses);
        const again = parseIvms101(document, { edition, today });
        expect(comparable(pruned(again.ok && again.value.payload))).toEqual(comparable(pruned(expected)));
        compared += 1;
      }),
    );
    expect(compared).toBeGreaterThan(10);
  });

  it("never throws, whatever a value is replaced with, and repeats no value", () => {
    for (const { path } of share(nodesOf(complete(edition)))) {
      for (const value of [null, {}, [[]], " ", "Canary\n吴", 7]) {
        const read = fromIvms101(replacedAt(complete(edition), path, value), { today });
        const told = read.ok ? [read.value.losses, read.value.notes] : read.issues;
        expect(JSON.stringify(told)).not.toContain("Canary");
      }
    }
  });
});

it("never throws for any JSON value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(typeof fromIvms101(value, { today }).ok).toBe("boolean");
    }),
  );
});
