/**
 * EIP-712: digests of typed data, the JSON text that `eth_signTypedData_v4` receives. What wallets read in different ways
 * has no digest here: unknown or missing members, types that nothing uses, rounded numbers, texts for booleans.
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { isAddressIssue } from "../domain/chains/address-issues.js";
import { parseHex } from "../domain/chains/encodings/hex.js";
import { readJsonText } from "../domain/json-text.js";
import { isWellFormed } from "../domain/text.js";

/** Limits of the time that hashing takes. JSON text is at most 32 levels deep. */
const MAX_VALUES = 1_000;
const MAX_STRUCTS = 64;

const MEMBERS: readonly string[] = ["types", "primaryType", "domain", "message"];
const DOMAIN = "EIP712Domain";
/** The fields of a domain, in any order. */
const domainFields: readonly string[] = [
  "string name",
  "string version",
  "uint256 chainId",
  "address verifyingContract",
  "bytes32 salt",
];

/** A member of a struct. */
interface Member {
  readonly name: string;
  readonly type: string;
}

/** The members of each struct, in their order. */
type Structs = ReadonlyMap<string, readonly Member[]>;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the digest that a wallet signs for typed data. Never throws.
 *
 * @returns 32 bytes, "malformed" for typed data without one clear digest or without a chain id, undefined for another text
 */
export function typedDataDigest(text: string): Uint8Array | "malformed" | undefined {
  // White space around the text would make another text with the same digest.
  if (!text.startsWith("{") || !text.endsWith("}")) return undefined;
  const read = readJsonText(text, { maxValues: MAX_VALUES, exact: { at: "everywhere", read: integerOrNothing } });
  if (!read.ok) return read.fault !== "not_json" && text.includes('"primaryType"') ? "malformed" : undefined;
  const data = read.value as JsonObject;
  if (!MEMBERS.every((name) => Object.hasOwn(data, name))) return undefined;
  try {
    return digestOf(data);
  } catch {
    return "malformed";
  }
}

/** Fractions, exponents, -0 and what `JSON.parse` rounds have no value, so that no type accepts them. */
function integerOrNothing(literal: string): number | undefined {
  const number = Number(literal);
  return Number.isSafeInteger(number) && String(number) === literal ? number : undefined;
}

function digestOf(data: JsonObject): Uint8Array {
  requireMembers(data, MEMBERS);
  const { types, primaryType, domain, message } = data as Readonly<Record<"primaryType", string>> & JsonObject;
  const structs = structsOf(objectOf(types));
  requireThat(structs.has(primaryType) && primaryType !== DOMAIN);
  const fields = (structs.get(DOMAIN) ?? []).map(declarationOf);
  requireThat(fields.includes("uint256 chainId") && fields.every((field) => domainFields.includes(field)));
  // The digest covers no other types.
  requireThat(structs.size === usedBy(structs, [DOMAIN, primaryType]).size);
  const encoder = new Encoder(structs);
  return keccak_256(
    concatBytes(Uint8Array.of(0x19, 0x01), encoder.struct(DOMAIN, domain), encoder.struct(primaryType, message)),
  );
}

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
/** Some implementations read a struct with such a name as the atomic type. */
const RESERVED = /^(?:address|bool|string|bytes\d*|u?int\d*)$/;

function structsOf(types: JsonObject): Structs {
  const names = Object.keys(types);
  requireThat(names.length <= MAX_STRUCTS && names.every((name) => IDENTIFIER.test(name) && !RESERVED.test(name)));
  const structs = new Map(names.map((name) => [name, arrayOf(types[name]).map(memberOf)]));
  for (const members of structs.values()) {
    requireThat(new Set(members.map(({ name }) => name)).size === members.length);
    requireThat(members.every(({ type }) => structs.has(baseOf(type)) || isAtomic(baseOf(type))));
  }
  return structs;
}

function memberOf(value: unknown): Member {
  const member = objectOf(value);
  requireMembers(member, ["name", "type"]);
  const { name, type } = member;
  requireThat(typeof name === "string" && IDENTIFIER.test(name) && typeof type === "string" && ARRAYS.test(type));
  return { name, type } as Member;
}

function declarationOf({ name, type }: Member): string {
  return `${type} ${name}`;
}

/** A type, and how long its arrays are. A length of zero is none in Solidity. */
const ARRAYS = /^([^[\]]+)(?:\[(?:[1-9]\d{0,3})?\])*$/;

/** The type of the elements of all arrays. */
function baseOf(type: string): string {
  return type.replace(ARRAYS, "$1");
}

const BYTES = /^bytes([1-9]|[12]\d|3[0-2])$/;
const INTEGER = /^(u?)int([1-9]\d{0,2})$/;

function isAtomic(type: string): boolean {
  const bits = Number(INTEGER.exec(type)?.[2] ?? Number.NaN);
  return ["address", "bool", "bytes", "string"].includes(type) || BYTES.test(type) || (bits <= 256 && bits % 8 === 0);
}

/** Returns the structs, and all that they refer to. */
function usedBy(structs: Structs, names: readonly string[]): ReadonlySet<string> {
  const used = new Set(names);
  // A set iterates over what is added meanwhile.
  for (const name of used) {
    for (const { type } of structs.get(name) ?? []) if (structs.has(baseOf(type))) used.add(baseOf(type));
  }
  return used;
}

/** Hashes values of the structs. */
class Encoder {
  readonly #structs: Structs;
  readonly #typeHashes = new Map<string, Uint8Array>();

  constructor(structs: Structs) {
    this.#structs = structs;
  }

  /** `hashStruct` of EIP-712. */
  struct(name: string, value: unknown): Uint8Array {
    const members = this.#membersOf(name);
    const given = objectOf(value);
    const names = members.map((member) => member.name);
    requireMembers(given, names);
    const values = members.map((member) => this.#value(member.type, given[member.name]));
    return keccak_256(concatBytes(this.#typeHash(name), ...values));
  }

  #value(type: string, value: unknown): Uint8Array {
    const array = /^(.+)\[(\d*)\]$/.exec(type);
    if (array === null) return this.#structs.has(type) ? this.struct(type, value) : atomic(type, value);
    const [, elementType = "", length] = array;
    const elements = arrayOf(value);
    requireThat(length === "" || Number(length) === elements.length);
    return keccak_256(concatBytes(...elements.map((element) => this.#value(elementType, element))));
  }

  #typeHash(name: string): Uint8Array {
    const hash = this.#typeHashes.get(name) ?? keccak_256(utf8ToBytes(this.#encodeType(name)));
    this.#typeHashes.set(name, hash);
    return hash;
  }

  #encodeType(name: string): string {
    const [, ...others] = usedBy(this.#structs, [name]);
    const declared = [name, ...others.sort()].map((each) => `${each}(${this.#membersOf(each).map(declarationOf)})`);
    return declared.join("");
  }

  #membersOf(name: string): readonly Member[] {
    return this.#structs.get(name) ?? [];
  }
}

const HEX_BYTES = /^0x(?:[0-9A-Fa-f]{2})*$/;

/** Returns the 32 bytes of a value that is neither struct nor array. */
function atomic(type: string, value: unknown): Uint8Array {
  if (type === "bool") {
    requireThat(typeof value === "boolean");
    return word(value ? 1n : 0n);
  }
  if (INTEGER.test(type)) return integer(type, value);
  const text = textOf(value);
  if (type === "string") {
    // Half of a surrogate pair, written as an escape sequence, has no bytes in UTF-8.
    requireThat(isWellFormed(text));
    return keccak_256(utf8ToBytes(text));
  }
  if (type === "address") {
    requireThat(!isAddressIssue(parseHex(text)));
    return word(BigInt(text));
  }
  requireThat(HEX_BYTES.test(text));
  const bytes = hexToBytes(text.slice(2));
  if (type === "bytes") return keccak_256(bytes);
  requireThat(bytes.length === Number(BYTES.exec(type)?.[1]));
  return concatBytes(bytes, new Uint8Array(32 - bytes.length));
}

const INTEGER_TEXT = /^(?:0|-?[1-9]\d{0,77}|0x[0-9A-Fa-f]{1,64})$/;

function integer(type: string, value: unknown): Uint8Array {
  if (typeof value !== "number") requireThat(INTEGER_TEXT.test(textOf(value)));
  const given = BigInt(value as number | string);
  const [, unsigned, bits] = INTEGER.exec(type) ?? [];
  const fitted = unsigned === "u" ? BigInt.asUintN(Number(bits), given) : BigInt.asIntN(Number(bits), given);
  requireThat(fitted === given);
  return word(BigInt.asUintN(256, given));
}

function word(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, "0"));
}

function textOf(value: unknown): string {
  requireThat(typeof value === "string");
  return value as string;
}

function arrayOf(value: unknown): readonly unknown[] {
  requireThat(Array.isArray(value));
  return value as readonly unknown[];
}

function objectOf(value: unknown): JsonObject {
  requireThat(typeof value === "object" && value !== null && !Array.isArray(value));
  return value as JsonObject;
}

/** Requires these members and no other. */
function requireMembers(value: JsonObject, names: readonly string[]): void {
  requireThat(Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name)));
}

function requireThat(condition: boolean): void {
  if (!condition) throw new Error("malformed typed data");
}
