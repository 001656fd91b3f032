/** Reads of a payload that record which elements our fields contain. */
import { isSafeText } from "../domain/input/text-rules.js";
import { linesOf } from "./address-lines.js";
import type { Ivms101Loss, Ivms101LossCode } from "./write.js";

/** Names of our fields, with those of elements. */
export type FieldNames = Readonly<Record<string, string>>;

/** Elements of countries, for which IVMS101 has the code XX. */
const COUNTRY = /\/country(?:Of\w+)?$/;

/** Pointers have element names and indexes only, so no token is escaped. */
export class PayloadSource {
  private readonly payload: object;
  /** Pointers of the elements that were used, and of all around them. */
  private readonly used = new Set<string>();
  private readonly codes = new Map<string, Ivms101LossCode>();
  private readonly joins: Ivms101Loss[] = [];

  constructor(payload: object) {
    this.payload = payload;
  }

  private value(path: string): unknown {
    let value: unknown = this.payload;
    for (const token of path.split("/").slice(1)) {
      if (!Object.hasOwn(Object(value), token)) return undefined;
      value = Reflect.get(Object(value), token);
    }
    return value;
  }

  has(path: string): boolean {
    return this.value(path) !== undefined;
  }

  is(path: string, expected: string): boolean {
    return this.value(path) === expected;
  }

  /** Returns the pointers of the items of a list. */
  items(path: string): readonly string[] {
    const list = this.value(path);
    return Array.isArray(list) ? list.map((_, index) => `${path}/${index}`) : [];
  }

  /** Returns a text that the rules of our fields allow, without using it. */
  allowed(path: string): string | undefined {
    const value = this.value(path);
    const isAllowed = typeof value === "string" && isSafeText(value) && !(value === "XX" && COUNTRY.test(path));
    return isAllowed ? value : undefined;
  }

  /** Returns a text that the rules of our fields allow. Another one is a loss. */
  text(path: string): string | undefined {
    const text = this.allowed(path);
    if (text === undefined) this.lose(path, "not_allowed");
    else this.use(path);
    return text;
  }

  /** Returns our fields of a component. */
  texts(path: string, names: FieldNames): Readonly<Record<string, string>> {
    return present(
      Object.fromEntries(Object.entries(names).map(([ours, name]) => [ours, this.text(`${path}/${name}`)])),
    );
  }

  /** Returns the lines of an address as one text, without using them. */
  lineAt(path: string): string | undefined {
    const line = this.items(path)
      .map((each) => this.value(each))
      .join(" ");
    return isSafeText(line) ? line : undefined;
  }

  /** Returns the lines of an address as one text. It is a loss if they are not split again in the same way. */
  line(path: string): string | undefined {
    const line = this.lineAt(path);
    if (line === undefined) return undefined;
    for (const each of this.items(path)) this.use(each);
    if (JSON.stringify(linesOf(line)) !== JSON.stringify(this.value(path))) {
      this.joins.push({ pointer: path, code: "joined" });
    }
    return line;
  }

  use(path: string): void {
    for (let each = path; each !== ""; each = each.slice(0, each.lastIndexOf("/"))) this.used.add(each);
  }

  /** Sets the code of an element that is not used. */
  lose(path: string, code: Ivms101LossCode): void {
    this.codes.set(path, code);
  }

  /** Returns every element that was not used: the highest one, if nothing in it was used. */
  losses(): readonly Ivms101Loss[] {
    return [...this.joins, ...Object.keys(this.payload).flatMap((name) => this.unused(`/${name}`))];
  }

  private unused(path: string): readonly Ivms101Loss[] {
    const value = this.value(path);
    const names = typeof value === "object" && value !== null ? Object.keys(value) : undefined;
    if (names?.length === 0) return [];
    if (!this.used.has(path)) return [{ pointer: path, code: this.codes.get(path) ?? "no_place" }];
    return (names ?? []).flatMap((name) => this.unused(`${path}/${name}`));
  }
}

/** Returns an object without its undefined properties. */
export function present<T extends object>(value: T): { [K in keyof T]: NonNullable<T[K]> } {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // Object.fromEntries loses the types of the properties.
  return Object.fromEntries(members) as { [K in keyof T]: NonNullable<T[K]> };
}
