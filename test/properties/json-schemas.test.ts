/** The JSON Schemas accept what the parsers accept. What they cannot express is a closed list. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonSchemaName, jsonSchemas } from "../../src/http/json-schema.js";
import type { IssueCode } from "../../src/index.js";
import { schemaErrors } from "../support/json-schemas.js";
import { runs } from "../support/runs.js";
import { type SingleFaultInput, singleFaultInputs } from "../support/single-fault.js";
import {
  accountListSubject,
  accountPutSubject,
  accountSearchSubject,
  accountSubject,
  addressAssignSubject,
  addressCreateSubject,
  alertListSubject,
  alertReviewSubject,
  answerSubjects,
  byBirthSubject,
  challengeSubject,
  confirmSubject,
  decideSubject,
  eraseSubject,
  evaluationSubject,
  ownershipObserveSubject,
  ownershipVerifySubject,
  type Subject,
  subjects,
  transactionSubject,
  transferListSubject,
  transferReviewSubject,
  transferSubject,
  vaspListSubject,
  vaspSearchSubject,
  vaspSubject,
} from "../support/subjects.js";

const names = new Map<Subject, JsonSchemaName>([
  [accountSubject, "AccountDraft"],
  [accountPutSubject, "AccountDraft"],
  [byBirthSubject, "AccountDraft"],
  [vaspSubject, "VaspDraft"],
  [transferSubject, "TransferDraft"],
  [transactionSubject, "AnyTransaction"],
  [evaluationSubject, "EvaluationRequest"],
  [addressCreateSubject, "AddressCreateRequest"],
  [addressAssignSubject, "AddressAssignRequest"],
  [accountSearchSubject, "AccountSearchRequest"],
  [accountListSubject, "AccountListRequest"],
  [vaspSearchSubject, "VaspSearchRequest"],
  [vaspListSubject, "VaspListRequest"],
  [alertListSubject, "AlertListRequest"],
  [alertReviewSubject, "AlertReviewRequest"],
  [decideSubject, "TransferDecideRequest"],
  [confirmSubject, "TransferConfirmRequest"],
  [transferReviewSubject, "TransferReviewRequest"],
  [transferListSubject, "TransferListRequest"],
  [challengeSubject, "ChallengeRequest"],
  [ownershipVerifySubject, "OwnershipVerifyRequest"],
  [ownershipObserveSubject, "OwnershipObserveRequest"],
]);

function errorsOf(subject: Subject, input: unknown): readonly string[] {
  const name = names.get(subject);
  // The path of its route has its only input.
  if (subject === eraseSubject) return [];
  if (name === undefined) throw new TypeError(`${subject.name} has no schema; add it here`);
  try {
    return schemaErrors(name, input);
  } catch {
    return ["is unreadable"];
  }
}

/** Issues that some inputs have although the schema accepts them. docs/http.md says why. */
const inexpressible: ReadonlySet<IssueCode> = new Set<IssueCode>([
  "text_blank",
  "text_too_long",
  "text_malformed",
  "not_a_date",
  "not_a_timestamp",
  "not_an_lei",
  "not_a_registration_authority",
  "not_sent_to_itself",
  "same_address",
  "link_key_missing",
  "address_length",
  "address_characters",
  "address_checksum",
  "address_network",
  "address_other_network",
  "address_format",
  "address_secret_key",
  "tag_malformed",
  "tag_contradicts",
]);

describe("a JSON Schema", () => {
  it.each([...subjects, ...answerSubjects])("accepts every valid input: $name", (subject) => {
    const property = fc.property(fc.oneof(subject.valid("any"), subject.valid("all")), (input) => {
      expect(errorsOf(subject, input)).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(100) });
  });

  it("accepts countries that the caller adds", () => {
    const [official, added] = [jsonSchemas(), jsonSchemas({ countries: ["XK"] })];
    expect(JSON.stringify(official)).not.toContain('"XK"');
    expect(JSON.stringify(added.Vasp)).toContain('"XK"');
  });
});

// The map has exactly the issue codes: the compiler checks it.
const codes = Object.keys(singleFaultInputs) as IssueCode[];

/** Returns the inputs of a sample that the schema accepts. */
function acceptedOf(code: IssueCode, size: number): readonly SingleFaultInput[] {
  const sample = fc.sample(singleFaultInputs[code], size);
  return sample.filter(({ subject, input }) => errorsOf(subject, input).length === 0);
}

describe.each(codes)("a single-fault input with %s", (code) => {
  const size = runs(100);

  it("is rejected by the schema, unless a schema cannot express the rule or only stored records show the fault", () => {
    const accepted = acceptedOf(code, size);
    // Parsing finds nothing in an input that needs stored records, so the schema must accept it.
    const stored = fc.sample(singleFaultInputs[code], 1).some(({ before }) => before !== undefined);
    if (stored) expect(accepted).toHaveLength(size);
    // Few inputs of a code may be those that a schema cannot express.
    else if (inexpressible.has(code)) expect([...accepted, ...acceptedOf(code, 20 * size)]).not.toEqual([]);
    else expect(accepted).toEqual([]);
  });
});

it("docs/http.md lists the rules that a schema cannot express", () => {
  const page = readFileSync(new URL("../../docs/http.md", import.meta.url), "utf8");
  const [, table = ""] = page.split("## What a schema cannot express");
  const listed = [...table.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code);
  expect(new Set(listed)).toEqual(inexpressible);
});
