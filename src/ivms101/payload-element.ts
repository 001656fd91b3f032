/** The elements of a payload, each read once. They record which of them our fields contain. */
import { isSafeText } from "../domain/input/text-rules.js";
import { linesOf } from "./address-lines.js";
import type { Ivms101Loss, Ivms101LossCode } from "./write.js";

/** Names of our fields, with those of elements. */
export type FieldNames = Readonly<Record<string, string>>;

/** Elements of countries, for which IVMS101 has the code XX. */
const COUNTRY = /^country(?:Of\w+)?$/;

/** An element of a parsed payload. An absent one has no value. */
export class PayloadElement {
  /** Its pointer. It has element names and indexes only, so no token is escaped. */
  readonly path: string;
  readonly value: unknown;
  /** Its text, if the rules of our fields allow it. */
  readonly text: string | undefined;
  private readonly parent: PayloadElement | undefined;
  private readonly children = new Map<string, PayloadElement>();
  private isUsed = false;
  private code: Ivms101LossCode | undefined;

  constructor(value: unknown, name = "", parent?: PayloadElement) {
    this.value = value;
    this.parent = parent;
    this.path = parent === undefined ? "" : `${parent.path}/${name}`;
    const isAllowed = typeof value === "string" && isSafeText(value) && !(value === "XX" && COUNTRY.test(name));
    this.text = isAllowed ? value : undefined;
  }

  /** Returns the element inside of this one, through each name. */
  at(...names: readonly string[]): PayloadElement {
    return names.reduce<PayloadElement>((element, name) => element.child(name), this);
  }

  private child(name: string): PayloadElement {
    const known = this.children.get(name);
    if (known !== undefined) return known;
    const value: unknown = Object.hasOwn(Object(this.value), name) ? Reflect.get(Object(this.value), name) : undefined;
    const child = new PayloadElement(value, name, this);
    this.children.set(name, child);
    return child;
  }

  isPresent(): boolean {
    return this.value !== undefined;
  }

  /** Returns the items of a list. */
  items(): readonly PayloadElement[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.child(String(index))) : [];
  }

  /** Returns the text for a field of ours. Another text than the rules of our fields allow is a loss. */
  take(): string | undefined {
    if (this.text === undefined) this.lose("not_allowed");
    else this.use();
    return this.text;
  }

  /** Returns our fields of a component. */
  fields(names: FieldNames): Readonly<Record<string, string>> {
    return present(Object.fromEntries(Object.entries(names).map(([ours, name]) => [ours, this.child(name).take()])));
  }

  /** Returns the lines of an address as one text, without using them. */
  line(): string | undefined {
    const line = this.items()
      .map(({ value }) => value)
      .join(" ");
    return isSafeText(line) ? line : undefined;
  }

  /** Returns the lines of an address as one text. It is a loss if they are not split again in the same way. */
  takeLine(): string | undefined {
    const line = this.line();
    if (line === undefined) return undefined;
    for (const each of this.items()) each.use();
    if (JSON.stringify(linesOf(line)) !== JSON.stringify(this.value)) this.lose("joined");
    return line;
  }

  /** Records that our fields contain this element, and so a part of all around it. */
  use(): void {
    this.isUsed = true;
    this.parent?.use();
  }

  /** Sets the code of the loss of this element. */
  lose(code: Ivms101LossCode): void {
    this.code = code;
  }

  /** Returns every element that was not used, the highest one if nothing in it was used, and those that were joined. */
  losses(): readonly Ivms101Loss[] {
    const names = typeof this.value === "object" && this.value !== null ? Object.keys(this.value) : undefined;
    if (names?.length === 0) return [];
    if (!this.isUsed && this.parent !== undefined) return [{ path: this.path, code: this.lossCode(names) }];
    const joined = this.code === undefined ? [] : [{ path: this.path, code: this.code }];
    return [...joined, ...(names ?? []).flatMap((name) => this.child(name).losses())];
  }

  /** Returns the code of its first part that has one: of the address in a list of addresses. */
  private lossCode(names: readonly string[] = []): Ivms101LossCode {
    const codes = [this.code, ...names.map((name) => this.child(name).code)];
    return codes.find((code) => code !== undefined) ?? "no_place";
  }
}

/** Returns an object without its undefined properties. */
export function present<T extends object>(value: T): { [K in keyof T]: NonNullable<T[K]> } {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // Object.fromEntries loses the types of the properties.
  return Object.fromEntries(members) as { [K in keyof T]: NonNullable<T[K]> };
}
