/** Reads of a transfer that record which fields a document contains, and where. */
import { escapeToken } from "../domain/input/json-pointer.js";
import { linesOf } from "./address-lines.js";
import type { Ivms101Loss, Ivms101LossCode } from "./write.js";

/** A text with the pointer of our field. */
class Leaf {
  readonly text: string;
  readonly pointer: string | undefined;

  constructor(text: string, pointer: string | undefined) {
    this.text = text;
    this.pointer = pointer;
  }
}

/** A part of the document that is being built. Undefined parts are left out. */
export type BuiltNode = Leaf | readonly BuiltNode[] | { readonly [name: string]: BuiltNode } | undefined;

/** Results of checking, and fields that only repeat the VASP or mark a kind. They are no data of the parties. */
const DERIVED = new Set([
  ...["kind", "initiator_vasp_id", "addresses_checked", "requirements", "account_type", "name_type"],
  ...["originator_vasp_id", "beneficiary_vasp_id"],
  ...["originator_address_is_self_hosted", "beneficiary_address_is_self_hosted"],
]);
const ENVELOPE = new Set([
  ...["chain", "amount", "currency", "originator_country", "beneficiary_country"],
  ...["originator_tag", "beneficiary_tag"],
]);
const BIRTH = /\/(?:date|place)_of_birth$/;
const VASP_ADDRESS = /^\/(?:originator|beneficiary)_vasp\/address_/;

export class TransferSource {
  private readonly transfer: object;
  private readonly used = new Set<string>();
  private readonly joins: string[] = [];
  /** Our pointers, by those of the document. */
  private readonly places = new Map<string, string>([
    ["", ""],
    ["/originator", "/originator_account"],
    ["/beneficiary", "/beneficiary_account"],
    ["/originatingVASP", "/originator_vasp"],
    ["/beneficiaryVASP", "/beneficiary_vasp"],
  ]);

  constructor(transfer: object) {
    this.transfer = transfer;
  }

  /** Returns the own value at a place of the transfer. */
  private value(tokens: readonly string[]): unknown {
    let value: unknown = this.transfer;
    for (const token of tokens) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return undefined;
      value = Reflect.get(value, token);
    }
    return value;
  }

  has(...tokens: readonly string[]): boolean {
    return this.value(tokens) !== undefined;
  }

  is(expected: string, ...tokens: readonly string[]): boolean {
    return this.value(tokens) === expected;
  }

  isSelfHosted(side: "originator" | "beneficiary"): boolean {
    return this.value([`${side}_address_is_self_hosted`]) === true;
  }

  leaf(...tokens: readonly string[]): BuiltNode {
    const value = this.value(tokens);
    if (typeof value !== "string") return undefined;
    return new Leaf(value, this.use(tokens));
  }

  private use(tokens: readonly string[]): string {
    const pointer = pointerTo(tokens);
    this.used.add(pointer);
    return pointer;
  }

  constant(text: string): BuiltNode {
    return new Leaf(text, undefined);
  }

  /** Returns two texts joined by a space. */
  both(first: readonly string[], second: readonly string[]): BuiltNode {
    const texts = [first, second].filter((tokens) => typeof this.value(tokens) === "string");
    const [place] = texts;
    if (place === undefined) return undefined;
    for (const tokens of texts) this.use(tokens);
    if (typeof this.value(second) === "string") this.joins.push(pointerTo(second));
    return new Leaf(texts.map((tokens) => this.value(tokens)).join(" "), pointerTo(place));
  }

  /** Returns a text as lines, split at spaces. */
  lines(...tokens: readonly string[]): BuiltNode {
    const text = this.value(tokens);
    if (typeof text !== "string") return undefined;
    const pointer = this.use(tokens);
    return linesOf(text).map((line) => new Leaf(line, pointer));
  }

  /** Returns a list; undefined without items. */
  list(...items: readonly BuiltNode[]): BuiltNode {
    const present = items.filter((item) => item !== undefined);
    return present.length === 0 ? undefined : present;
  }

  /** Returns an object; undefined without members. */
  object(members: Readonly<Record<string, BuiltNode>>): BuiltNode {
    return Object.values(members).every((member) => member === undefined) ? undefined : members;
  }

  joined(first: BuiltNode, more: Readonly<Record<string, BuiltNode>>): BuiltNode {
    return { ...Object(first), ...more };
  }

  /** Returns plain data, and records where each field is in it. */
  build(node: BuiltNode, path = ""): unknown {
    if (node instanceof Leaf) {
      if (node.pointer !== undefined) this.places.set(path, node.pointer);
      return node.text;
    }
    if (node === undefined) return undefined;
    if (Array.isArray(node)) return node.map((item: BuiltNode, index) => this.build(item, `${path}/${index}`));
    const members = Object.entries(node).filter(([, member]) => member !== undefined);
    for (const [name] of members) this.placeParts(name, `${path}/${name}`);
    return Object.fromEntries(members.map(([name, member]) => [name, this.build(member, `${path}/${name}`)]));
  }

  private placeParts(name: string, path: string): void {
    const owner = this.pointerOf(path);
    if (!owner.endsWith("_account")) return;
    if (name === "geographicAddress") this.places.set(path, `${owner}/address`);
    if (name === "nationalIdentification") this.places.set(path, `${owner}/national_id`);
  }

  /** Returns our pointer for one into the document: that of the field, or of the nearest part around it. */
  pointerOf(path: string): string {
    // The names of 2020 that differ above a leaf.
    let place = path.replace(/^\/(originator|beneficiary)\/\1Persons/, "/$1/$1Person");
    for (;;) {
      const pointer = this.places.get(place);
      if (pointer !== undefined) return pointer;
      place = place.slice(0, place.lastIndexOf("/"));
    }
  }

  /** Returns every field that the document does not contain. */
  losses(): readonly Ivms101Loss[] {
    const joined = this.joins.map((pointer) => ({ pointer, code: "joined" as const }));
    return [...joined, ...this.unused(this.transfer, [])];
  }

  private unused(value: unknown, tokens: readonly string[]): readonly Ivms101Loss[] {
    const pointer = pointerTo(tokens);
    if (value === undefined || value === null || this.used.has(pointer) || DERIVED.has(tokens.at(-1) ?? "")) return [];
    const side = /^\/(originator|beneficiary)_vasp$/.exec(pointer)?.[1];
    if (side !== undefined && this.isSelfHosted(side as "originator")) return [{ pointer, code: "self_hosted" }];
    if (typeof value !== "object" || Array.isArray(value)) return [{ pointer, code: codeOf(pointer) }];
    return Object.entries(value).flatMap(([name, member]) => this.unused(member, [...tokens, name]));
  }
}

function codeOf(pointer: string): Ivms101LossCode {
  if (ENVELOPE.has(pointer.slice(1))) return "envelope";
  return BIRTH.test(pointer) || VASP_ADDRESS.test(pointer) ? "incomplete" : "no_place";
}

function pointerTo(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}
