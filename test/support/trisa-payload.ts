/** Messages of TRISA's payload and of discovery: valid ones, and inputs with exactly one fault for every code. */
import fc from "fast-check";
import type { Result } from "../../src/index.js";
import {
  type JsonObject,
  parseTrisaError,
  parseTrisaPending,
  parseTrisaTransaction,
  parseTrpExtensions,
  parseTrpIdentity,
  parseTrpVersion,
  type TravelIssueCode,
  type TrisaError,
  type TrisaForm,
  type TrisaPending,
  type TrisaTransaction,
  toTrisaError,
  toTrisaPending,
  toTrisaTransaction,
  toTrpIdentity,
} from "../../src/ivms101.js";
import { lei } from "../../src/testing/arbitraries/codes.js";
import { replacedAt } from "../../src/testing/single-fault/document.js";
import type { FaultyTravelInput } from "./travel.js";
import { decimal, type TrisaPayloadCode } from "./trp.js";

const word = (): fc.Arbitrary<string> => fc.stringMatching(/^[a-zA-Z0-9]{1,40}$/);
const time = (): fc.Arbitrary<string> => fc.constantFrom("2024-03-29T16:50:30Z", "2021-11-12T09:05:19.335812-05:00");

/** Decimal text in normal form, also of more digits than a double has. */
const amount = (): fc.Arbitrary<string> =>
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(30)).map(([number, places]) => decimal(number, places));

/** Extra data that JSON keeps as it is. */
const extra = (): fc.Arbitrary<JsonObject> =>
  fc
    .dictionary(
      word().filter((name) => name !== "amount"),
      fc.oneof(word(), fc.integer(), fc.constantFrom(null, true, [], {}, ["a", 1])),
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    )
    .map((data) => data as JsonObject);

/** Draws transactions. */
export function transaction(): fc.Arbitrary<TrisaTransaction> {
  const texts = { txid: word(), originator: word(), beneficiary: word(), network: word(), asset_type: word() };
  return fc.record(
    { ...texts, tag: word(), timestamp: time(), extra: extra(), amount: amount() },
    { requiredKeys: ["amount"], noNullPrototype: true },
  );
}

/** Draws pending messages. */
export function pending(): fc.Arbitrary<TrisaPending> {
  const times = { received_at: time(), reply_not_after: time(), reply_not_before: time() };
  const texts = { envelope_id: fc.uuid(), received_by: word(), message: word() };
  return fc.record(
    { ...texts, ...times, extra: extra(), transaction: transaction() },
    { requiredKeys: [], noNullPrototype: true },
  );
}

/** Draws errors, also with codes that the table lacks. */
export function trisaError(): fc.Arbitrary<TrisaError> {
  const details = fc.constantFrom({}, { details: { "@type": "type.googleapis.com/example.Diff", paths: ["a"] } });
  return fc
    .tuple(fc.integer(), fc.oneof(word(), fc.constant("")), fc.boolean(), details)
    .map(([code, message, retry, more]) => ({ code, message, retry, ...more }));
}

/** Draws the values of `/version`, `/extensions` and `/identity`. */
export const discovery = {
  version: () => fc.record({ version: word(), vendor: word() }, { requiredKeys: ["version"], noNullPrototype: true }),
  extensions: () => fc.record({ required: fc.array(word()), supported: fc.array(word()) }, { noNullPrototype: true }),
  identity: () =>
    fc.record(
      { name: word(), lei: lei(), x509: word(), other: fc.constantFrom({ did: "did:web:a.example" }, { ids: [1] }) },
      { requiredKeys: ["name"], noNullPrototype: true },
    ),
};

/** Returns the body of a valid value. */
export function bodyOf(result: Result<JsonObject, TravelIssueCode>): JsonObject {
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

const CANARY = "Qzxv77";
const forms = fc.constantFrom<TrisaForm>("protojson", "compact");

type Run = FaultyTravelInput["run"];
const faulty = (run: Run): FaultyTravelInput => ({ run, canary: CANARY });

/** A received transaction with another value at a pointer, alone and in a pending message. */
const received = (at: string, ...values: readonly unknown[]): fc.Arbitrary<FaultyTravelInput> =>
  fc
    .tuple(transaction(), forms, fc.constantFrom(...values), fc.boolean())
    .map(([valid, form, value, isNested]) =>
      isNested
        ? faulty(() =>
            parseTrisaPending({ transaction: replacedAt(bodyOf(toTrisaTransaction(valid, "compact")), at, value) }),
          )
        : faulty(() => parseTrisaTransaction(replacedAt(bodyOf(toTrisaTransaction(valid, form)), at, value))),
    );

/** A transaction to send with another value at a pointer, alone and in a pending message. */
const sent = (at: string, ...values: readonly unknown[]): fc.Arbitrary<FaultyTravelInput> =>
  fc.tuple(transaction(), forms, fc.constantFrom(...values), fc.boolean()).map(([valid, form, value, isNested]) => {
    const changed = replacedAt(valid, at, value) as TrisaTransaction;
    return isNested
      ? faulty(() => toTrisaPending({ transaction: changed }, form))
      : faulty(() => toTrisaTransaction(changed, form));
  });

const waiting = (at: string, ...values: readonly unknown[]): fc.Arbitrary<FaultyTravelInput> =>
  fc
    .tuple(pending(), forms, fc.constantFrom(...values))
    .map(([valid, form, value]) =>
      faulty(() => parseTrisaPending(replacedAt(bodyOf(toTrisaPending(valid, form)), at, value))),
    );

const failed = (...errors: readonly unknown[]): fc.Arbitrary<FaultyTravelInput> =>
  fc.constantFrom(...errors).map((error) => faulty(() => parseTrisaError(error)));

const discovered = (parse: (body: unknown) => ReturnType<Run>, ...bodies: readonly unknown[]) =>
  fc.constantFrom(...bodies).map((body) => faulty(() => parse(body)));

const long = CANARY.repeat(200);

type Code =
  | TrisaPayloadCode
  | "unreadable"
  | "wrong_type"
  | "required"
  | "unknown_property"
  | "not_allowed"
  | "too_many_values"
  | "text_blank"
  | "text_too_long"
  | "out_of_range"
  | "amount_malformed";

/** Inputs with one fault for every code. A code without them does not compile. */
export const payloadFaults: { readonly [C in Code]: fc.Arbitrary<FaultyTravelInput> } = {
  unreadable: fc.oneof(
    received("/extra_json", `{"a":"${CANARY}`, CANARY, '{"a":1,"a":2}', "[".repeat(40)),
    failed(`{"code":153,"message":"${CANARY}`, { code: 10n }),
    discovered(parseTrpVersion, `{"version":"${CANARY}"`, { version: () => CANARY }),
  ),
  wrong_type: fc.oneof(
    received("/amount", true, [CANARY], null),
    received("/txid", 5, [CANARY]),
    received("/extra_json", 5, { a: CANARY }, `["${CANARY}"]`),
    sent("/amount", 5, null),
    sent("/extra", CANARY, [CANARY]),
    sent("/extra", { amount: [CANARY] }),
    waiting("/transaction", CANARY, [], 5),
    failed({ code: true }, { code: 1, message: 5 }, { code: 1, retry: CANARY }, { code: 1, details: CANARY }),
    discovered(parseTrpExtensions, { required: CANARY, supported: [] }, { required: [5], supported: [] }),
    discovered(parseTrpIdentity, { name: 5 }, { name: "a", lei: 5 }, { name: "a", x509: [CANARY] }),
    fc.constant(faulty(() => toTrisaError({ code: "MISSING_FIELDS", message: CANARY, retry: false } as never))),
    fc.constant(faulty(() => toTrpIdentity({ name: CANARY, other: CANARY } as never))),
  ),
  required: fc.oneof(
    received("/amount", undefined),
    failed({}, { message: "" }, { code: null, details: { a: CANARY } }),
    discovered(parseTrpVersion, { vendor: CANARY }),
    discovered(parseTrpExtensions, { required: [CANARY] }, { supported: [] }),
    discovered(parseTrpIdentity, { x509: CANARY }),
    fc.constant(faulty(() => toTrisaError({ message: CANARY, retry: false } as never))),
  ),
  unknown_property: fc.oneof(
    received("/extra", { a: CANARY }),
    sent("/extra_json", `{"a":"${CANARY}"}`),
    waiting(`/${CANARY} x`, 1),
    failed({ code: 1, [`${CANARY}@a.example`]: 1 }),
    discovered(parseTrpVersion, { version: "1", [`${CANARY} x`]: 1 }),
    discovered(parseTrpExtensions, { required: [], supported: [], [`${CANARY} x`]: 1 }),
    fc.constant(faulty(() => toTrpIdentity({ name: "a", other: { lei: CANARY } }))),
  ),
  not_allowed: fc.oneof(
    waiting("/@type", CANARY, null),
    failed({ code: CANARY }),
    transaction().map((valid) => faulty(() => toTrisaTransaction(valid, CANARY as TrisaForm))),
    pending().map((valid) => faulty(() => toTrisaPending(valid, CANARY as TrisaForm))),
  ),
  too_many_values: received("/extra_json", `{"a":[${"1,".repeat(10_000)}1]}`),
  text_blank: fc.oneof(
    received("/network", " "),
    discovered(parseTrpVersion, { version: "" }, { version: "1", vendor: " " }),
    discovered(parseTrpExtensions, { required: [""], supported: [] }),
  ),
  text_too_long: fc.oneof(
    received("/originator", long),
    waiting("/message", long.repeat(10)),
    failed({ code: 1, message: long.repeat(10) }),
    discovered(parseTrpIdentity, { name: long }, { name: "a", x509: long.repeat(100) }),
  ),
  out_of_range: failed({ code: 0.5 }, { code: 2 ** 31 }, { code: -(2 ** 31) - 1 }),
  amount_malformed: fc.oneof(
    received("/amount", -1, "-1", "", `1${CANARY}`, "1,000", "NaN", "Infinity", "007", 1e200, "1e999"),
    received("/extra_json", `{"amount":"${CANARY}"}`, '{"amount":-1}'),
    sent("/amount", "1e3", "-1", CANARY, "0".repeat(200)),
    sent("/extra", { amount: CANARY }),
  ),
  amount_contradicts: fc.oneof(
    received("/extra_json", `{"amount":"${"7".repeat(60)}","a":"${CANARY}"}`),
    sent("/extra", { amount: "7".repeat(60), a: CANARY }),
  ),
  not_a_timestamp: fc.oneof(
    received("/timestamp", CANARY, "2024-03-29", "2024-03-29T16:50:30", "2024-02-30T00:00:00Z"),
    waiting("/reply_not_after", "2024-13-01T00:00:00Z"),
  ),
  not_an_lei: fc.oneof(
    discovered(parseTrpIdentity, { name: "a", lei: CANARY }, { name: "a", lei: "506700GE1G29325QX364" }),
    fc.constant(faulty(() => toTrpIdentity({ name: "a", lei: CANARY }))),
  ),
};
