/** An invalid neighbour: a valid input that is broken in exactly one way, at one place. */
import * as fc from "fast-check";
import type { IssueCode } from "../../domain/issue.js";
import { type Place, placesOf, replacedAt } from "./document.js";
import type { InputKind } from "./kinds.js";

/**
 * An input with exactly one issue.
 *
 * @example
 * const { input, code, path }: Invalid<"not_a_country"> = …;
 * parseAccount(input); // { ok: false, issues: [{ code, path, … }] }
 */
export interface Invalid<C extends IssueCode = IssueCode> {
  readonly input: unknown;
  /** The code of the one issue. */
  readonly code: C;
  /** Where the one issue points: a JSON Pointer into the input; "" is the whole. */
  readonly path: string;
}

/** For each code of `C` the inputs that it is the one issue of. */
export type InvalidByCode<C extends IssueCode> = { readonly [K in C]: fc.Arbitrary<Invalid<K>> };

/** A valid input, and what it is. */
interface Whole {
  readonly document: object;
  readonly kind: InputKind;
}

/** Where and how to break a valid input. */
export interface Break {
  /** The places that can be broken this way. Inputs without one are not used. */
  readonly at: (place: Place, whole: Whole) => boolean;
  /** The broken input, and where the issue points if that is not the place itself. */
  readonly change: (whole: Whole, place: Place) => { readonly input: unknown; readonly path?: string };
}

/** For each code of `C` the ways to come by it. */
export type BreaksByCode<C extends IssueCode> = { readonly [K in C]: fc.Arbitrary<Break> };

/** Neighbours of the kind: a valid input, one of its places, one change. Some inputs of the kind must have such a place. */
export function broken<C extends IssueCode>(
  code: C,
  kind: InputKind,
  breaks: fc.Arbitrary<Break>,
): fc.Arbitrary<Invalid<C>> {
  return fc
    .tuple(kind.valid(), fc.nat(), breaks)
    .map(([document, pick, { at, change }]) => {
      const whole = { document, kind };
      const places = placesOf(document).filter((place) => at(place, whole));
      const place = places[pick % places.length];
      return place && printable({ code, path: place.path, ...change(whole, place) });
    })
    .filter((invalid) => invalid !== undefined);
}

/** The neighbours of the kind by code. */
export function brokenBy<C extends IssueCode>(kind: InputKind, breaks: BreaksByCode<C>): InvalidByCode<C> {
  const codes = Object.keys(breaks) as C[]; // Object.keys loses the type of the keys.
  const made = codes.map((code) => [code, broken(code, kind, breaks[code])] as const);
  // By its type fromEntries loses which code goes with which neighbours.
  return Object.freeze(Object.fromEntries(made)) as InvalidByCode<C>;
}

/** fast-check prints what it draws, and cannot print what throws when it is looked at. */
function printable<C extends IssueCode>(invalid: Invalid<C>): Invalid<C> {
  if (invalid.code !== "unreadable") return invalid;
  return { ...invalid, [fc.toStringMethod]: () => `an input that is unreadable at "${invalid.path}"` } as Invalid<C>;
}

/** Another value at a place of that kind. */
export function replacing(at: Break["at"], values: fc.Arbitrary<unknown>): fc.Arbitrary<Break> {
  return values.map((value) => ({
    at,
    change: ({ document }, { path }) => ({ input: replacedAt(document, path, value) }),
  }));
}

/** A place whose member has one of the names. */
export function named(...names: readonly string[]): Break["at"] {
  return ({ name }) => names.includes(name);
}

/** The whole input. */
export function whole({ path }: Place): boolean {
  return path === "";
}
