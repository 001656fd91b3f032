/** What the rows of the field tables of §2 have in common, as tests. */
import { expect, it } from "vitest";
import type { Result } from "../../src/index.js";
import { faultsOf, without, withValue } from "./outcomes.js";

/** A field table: how its object is parsed, a valid document with every field of it, where in it, and the clause. */
export interface FieldTable {
  readonly parse: (input: unknown) => Result<unknown>;
  readonly sample: object;
  /** JSON Pointer of the object that the table describes; "" is the document. */
  readonly at: string;
  readonly rule: string;
  /** Whether null counts as absent (§2.7). */
  readonly nullIsAbsent?: true;
}

/** Required rows. The sample must be valid but for what is taken away. */
export function itRequires({ parse, sample, at, rule }: FieldTable, ...fields: readonly string[]): void {
  it.each(fields)("%s: required", (field) => {
    const path = `${at}/${field}`;
    expect(faultsOf(parse(sample))).toEqual([]);
    expect(faultsOf(parse(without(sample, path)))).toEqual([["required", path, rule]]);
  });
}

/** Optional rows: may be left out, or be undefined, which is the same; then they are absent from the value. */
export function itAllowsToOmit({ parse, sample, at }: FieldTable, ...fields: readonly string[]): void {
  it.each(fields)("%s: may be left out", (field) => {
    const path = `${at}/${field}`;
    const omitted = without(sample, path);
    expect(parse(omitted)).toStrictEqual({ ok: true, value: omitted });
    const parent = (document: object): object => {
      const tokens = path.split("/").slice(1, -1);
      return tokens.reduce<object>((found, token) => Object(Reflect.get(found, token)), document);
    };
    const undefinedThere = structuredClone(sample);
    Reflect.set(parent(undefinedThere), field, undefined);
    expect(parse(undefinedThere)).toStrictEqual({ ok: true, value: omitted });
  });
}

const notText: readonly unknown[] = [5, true, {}, ["x"]];

/** Rows of free text (design: strings): any text that shows something, kept as given. */
export function itIsText({ parse, sample, at, rule, nullIsAbsent }: FieldTable, ...fields: readonly string[]): void {
  it.each(fields)("%s: text, kept as given", (field) => {
    const path = `${at}/${field}`;
    const given = withValue(sample, path, " Ünïcode “text” 漢字 🙂 ");
    expect(parse(given)).toStrictEqual({ ok: true, value: given });
    expect(faultsOf(parse(withValue(sample, path, " ")))).toEqual([["text_blank", path, rule]]);
    expect(faultsOf(parse(withValue(sample, path, "a".repeat(1001))))).toEqual([["text_too_long", path, rule]]);
    itIsRejected(parse, sample, path, rule, nullIsAbsent ? notText : [null, ...notText], "wrong_type");
  });
}

/** Rows with a closed list of values. */
export function itIsOneOf(
  { parse, sample, at, rule, nullIsAbsent }: FieldTable,
  field: string,
  allowed: readonly string[],
  others: readonly string[],
): void {
  const path = `${at}/${field}`;
  it.each(allowed)(`${field}: may be %s`, (value) => {
    const given = withValue(sample, path, value);
    expect(parse(given)).toStrictEqual({ ok: true, value: given });
  });
  it(`${field}: nothing else`, () => {
    itIsRejected(parse, sample, path, rule, others, "not_allowed");
    itIsRejected(parse, sample, path, rule, nullIsAbsent ? [5, [allowed[0]]] : [null, 5, [allowed[0]]], "wrong_type");
  });
}

/** Rows of countries (design: officially assigned ISO 3166-1 alpha-2, upper case). */
export function itIsACountry(
  table: Omit<FieldTable, "parse"> & { readonly parse: (input: unknown, options?: Options) => Result<unknown> },
  ...fields: readonly string[]
): void {
  const { parse, sample, at, rule, nullIsAbsent } = table;
  it.each(fields)("%s: ISO 3166-1 alpha-2", (field) => {
    const path = `${at}/${field}`;
    for (const country of ["DE", "SG", "AX", "BQ", "SS"]) {
      const given = withValue(sample, path, country);
      expect(parse(given)).toStrictEqual({ ok: true, value: given });
    }
    const others = ["UK", "EU", "de", "DEU", "276", "D", "ZZ", "XK", "AN", " DE", "Germany"];
    itIsRejected(parse, sample, path, rule, others, "not_a_country");
    itIsRejected(parse, sample, path, rule, nullIsAbsent ? notText : [null, ...notText], "wrong_type");
    const kosovo = withValue(sample, path, "XK");
    expect(parse(kosovo, { countries: ["XK"] })).toStrictEqual({ ok: true, value: kosovo });
  });
}

interface Options {
  readonly countries?: readonly string[];
}

function itIsRejected(
  parse: FieldTable["parse"],
  sample: object,
  path: string,
  rule: string,
  values: readonly unknown[],
  code: string,
): void {
  for (const value of values) {
    expect(faultsOf(parse(withValue(sample, path, value))), JSON.stringify(value)).toEqual([[code, path, rule]]);
  }
}
