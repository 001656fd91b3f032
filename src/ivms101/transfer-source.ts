/** Reads of a transfer that record which fields a document contains, and where. */
import { escapeToken } from "../domain/input/json-pointer.js";
import { linesOf } from "./address-lines.js";
import type { LatinTexts } from "./latin-texts.js";
import type { Ivms101Loss, Ivms101Omission } from "./write.js";

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
  ...["kind", "initiator_vasp_id", "addresses_checked", "requirements", "price", "account_type", "name_type"],
  ...["originator_vasp_id", "beneficiary_vasp_id"],
  ...["originator_address_is_self_hosted", "beneficiary_address_is_self_hosted"],
]);
const ENVELOPE = new Set([
  ...["chain", "amount", "currency", "asset", "originator_country", "beneficiary_country"],
  ...["originator_tag", "beneficiary_tag"],
]);
/** Fields of accounts and VASPs that IVMS101 has no element of, or that C9 forbids. */
const NO_ELEMENT = new Set([
  ...["reference_id", "account_category", "email", "nationality_country", "created", "last_modified"],
  ...["vasp_id", "website", "summary", "supported_protocols", "national_id_issue_country"],
  ...["originator_account_reference_id", "beneficiary_account_reference_id"],
]);
const BIRTH = /\/(?:date|place)_of_birth$/;
const VASP_ADDRESS = /^\/(?:originator|beneficiary)_vasp\/address_/;

export class TransferSource {
  private readonly transfer: object;
  private readonly latinTexts: LatinTexts;
  private readonly used = new Set<string>();
  private readonly joins = new Set<string>();
  /** Our pointers, by those of the document. */
  private readonly places = new Map<string, string>([
    ["", ""],
    ["/originator", "/originator_account"],
    ["/beneficiary", "/beneficiary_account"],
    ["/originatingVASP", "/originator_vasp"],
    ["/beneficiaryVASP", "/beneficiary_vasp"],
  ]);

  constructor(transfer: object, latinTexts: LatinTexts) {
    this.transfer = transfer;
    this.latinTexts = latinTexts;
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

  /** Returns whether two places have the same value. */
  isSame(one: readonly string[], other: readonly string[]): boolean {
    return this.value(one) === this.value(other);
  }

  /** Returns a text as it is: a code, an identifier, or a local name. */
  leaf(...tokens: readonly string[]): BuiltNode {
    const value = this.value(tokens);
    if (typeof value !== "string") return undefined;
    return new Leaf(value, this.use(tokens));
  }

  /** Returns the Latin form of a text. */
  latin(...tokens: readonly string[]): BuiltNode {
    const value = this.value(tokens);
    if (typeof value !== "string") return undefined;
    const pointer = this.use(tokens);
    return new Leaf(this.latinTexts.of(value, pointer), pointer);
  }

  isTransliterated(...tokens: readonly string[]): boolean {
    return this.latinTexts.isTransliterated(pointerTo(tokens));
  }

  private use(tokens: readonly string[]): string {
    const pointer = pointerTo(tokens);
    this.used.add(pointer);
    return pointer;
  }

  constant(text: string): BuiltNode {
    return new Leaf(text, undefined);
  }

  /** Returns two texts joined by a space, at the place of the first one. The second one cannot be told apart again. */
  joined(first: BuiltNode, second: BuiltNode): BuiltNode {
    if (second instanceof Leaf && second.pointer !== undefined) this.joins.add(second.pointer);
    if (!(first instanceof Leaf && second instanceof Leaf)) return first ?? second;
    return new Leaf(`${first.text} ${second.text}`, first.pointer);
  }

  /** Returns the Latin form of a text as lines, split at spaces. */
  lines(...tokens: readonly string[]): BuiltNode {
    const whole = this.latin(...tokens);
    return whole instanceof Leaf ? linesOf(whole.text).map((line) => new Leaf(line, whole.pointer)) : undefined;
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

  withMembers(first: BuiltNode, more: Readonly<Record<string, BuiltNode>>): BuiltNode {
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

  /** Returns every field that the document does not contain: what is lost, and what no message has. */
  unwritten(): { readonly losses: readonly Ivms101Loss[]; readonly omitted: readonly Ivms101Omission[] } {
    const losses: Ivms101Loss[] = [
      ...this.latinTexts.pointers().map((path) => ({ path, code: "transliterated" as const })),
      ...[...this.joins].map((path) => ({ path, code: "joined" as const })),
    ];
    const omitted: Ivms101Omission[] = [];
    for (const path of this.unused(this.transfer, [])) {
      const omission = this.omissionAt(path);
      const isIncomplete = BIRTH.test(path) || VASP_ADDRESS.test(path);
      if (omission !== undefined) omitted.push({ path, code: omission });
      else losses.push({ path, code: isIncomplete ? "incomplete" : "no_place" });
    }
    return { losses, omitted };
  }

  /** Returns the pointers of fields that were not used. */
  private unused(value: unknown, tokens: readonly string[]): readonly string[] {
    const pointer = pointerTo(tokens);
    if (value === undefined || value === null || this.used.has(pointer) || DERIVED.has(tokens.at(-1) ?? "")) return [];
    const isLeaf = typeof value !== "object" || Array.isArray(value) || this.omissionAt(pointer) !== undefined;
    return isLeaf
      ? [pointer]
      : Object.entries(value).flatMap(([name, member]) => this.unused(member, [...tokens, name]));
  }

  private omissionAt(pointer: string): Ivms101Omission["code"] | undefined {
    const side = /^\/(originator|beneficiary)_vasp$/.exec(pointer)?.[1];
    if (side !== undefined) return this.isSelfHosted(side as "originator") ? "self_hosted" : undefined;
    if (ENVELOPE.has(pointer.slice(1))) return "envelope";
    return NO_ELEMENT.has(pointer.slice(pointer.lastIndexOf("/") + 1)) ? "no_element" : undefined;
  }
}

function pointerTo(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}
