/** An invalid neighbour: a valid input that is broken in exactly one way, at one place. */
import fc from "fast-check";
import type { Compliance } from "../../../src/index.js";
import type { Place } from "../document.js";
import { placesOf, replacedAt } from "../document.js";
import type { Subject } from "../subjects.js";

export interface Neighbour {
  readonly subject: Subject;
  readonly input: unknown;
  /** Where the one issue has to point. */
  readonly path: string;
  /** What must have happened before. Then parsing finds nothing: only the operation can. */
  readonly before?: (compliance: Compliance) => Promise<unknown>;
}

/** Where and how to break a valid input. */
export interface Break {
  /** The places that can be broken this way. Inputs without one are not used. */
  readonly at: (place: Place, document: object) => boolean;
  /** The broken input, and where the issue points if that is not the place itself. */
  readonly change: (document: object, place: Place) => { readonly input: unknown; readonly path?: string };
}

/** Neighbours of the subject: a valid input, one of its places, one change. */
export function broken(subject: Subject, breaks: fc.Arbitrary<Break>): fc.Arbitrary<Neighbour> {
  const valid = fc.oneof(subject.valid("any"), subject.valid("all"));
  return fc
    .tuple(valid, fc.nat(), breaks)
    .map(([document, pick, { at, change }]) => {
      const places = placesOf(document).filter((place) => at(place, document));
      const place = places[pick % places.length];
      return place && { subject, path: place.path, ...change(document, place) };
    })
    .filter((neighbour) => neighbour !== undefined);
}

/** Neighbours of any of the subjects. */
export function brokenAny(subjects: readonly Subject[], breaks: fc.Arbitrary<Break>): fc.Arbitrary<Neighbour> {
  return fc.oneof(...subjects.map((subject) => broken(subject, breaks)));
}

/** Another value at a place of that kind. */
export function replacing(at: Break["at"], values: fc.Arbitrary<unknown>): fc.Arbitrary<Break> {
  return values.map((value) => ({
    at,
    change: (document, { path }) => ({ input: replacedAt(document, path, value) }),
  }));
}

/** A place whose member has one of the names. */
export function named(...names: readonly string[]): Break["at"] {
  return ({ name }) => names.includes(name);
}

/** The pointer of the object that a place belongs to. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
