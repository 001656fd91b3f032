/** What a validator of accounts is to this benchmark. */
import type { Level } from "./validate-rules.js";

export interface Validator {
  readonly name: string;
  readonly level: Level;
  /** Whether it goes on after the first issue. */
  readonly finds: "all" | "first";
  /** Whether it gives a copy, with `account_category` filled in, or only says whether the caller's object is right. */
  readonly gives: "a copy" | "a verdict";
  readonly accepts: (input: unknown) => boolean;
  /** JSON Pointers of its issues: a missing member and an unknown one by their own. */
  readonly pathsOf: (input: unknown) => readonly string[];
}

/** The one that is ours. */
export const OURS = "vaspkit";

/** What to call it where its modes stand beside each other. */
export function labelOf({ name, finds }: Pick<Validator, "name" | "finds">): string {
  return finds === "all" ? name : `${name}, first issue`;
}

/** A JSON Pointer of names. */
export function pointer(names: readonly PropertyKey[]): string {
  return names.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
