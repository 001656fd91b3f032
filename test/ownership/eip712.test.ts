/** EIP-712: the example of the standard, viem over drawn types and values, and all that has no digest. */
import { bytesToHex } from "@noble/hashes/utils.js";
import fc, { type GeneratorValue } from "fast-check";
import { hashTypedData } from "viem";
import { describe, expect, test } from "vitest";
import { typedDataDigest } from "../../src/ownership/eip712.js";
import { evmMessages } from "../../src/ownership/evm.js";
import { verifySignature } from "../../src/ownership.js";
import { runs } from "../support/runs.js";

const digestOf = (text: string) => {
  const digest = typedDataDigest(text);
  return typeof digest === "object" ? `0x${bytesToHex(digest)}` : digest;
};

/** Its types of typed data hold only for literals. */
const digestOfViem = (typedData: object) => hashTypedData(typedData as never);

/** The example of the request `eth_signTypedData`. */
const mail = {
  types: {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ],
    Person: [
      { name: "name", type: "string" },
      { name: "wallet", type: "address" },
    ],
    Mail: [
      { name: "from", type: "Person" },
      { name: "to", type: "Person" },
      { name: "contents", type: "string" },
    ],
  },
  primaryType: "Mail",
  domain: {
    name: "Ether Mail",
    version: "1",
    chainId: 1,
    verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
  },
  message: {
    from: { name: "Cow", wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
    to: { name: "Bob", wallet: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
    contents: "Hello, Bob!",
  },
};

describe("the example of EIP-712", () => {
  const text = JSON.stringify(mail);

  test("has the digest of its contract", () => {
    expect(digestOf(text)).toBe("0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2");
    expect(digestOf(JSON.stringify(mail, undefined, 2))).toBe(digestOf(text));
  });

  test("is proved by its signature", () => {
    const verdict = verifySignature(evmMessages, {
      address: mail.message.from.wallet,
      text,
      signature:
        "0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c",
    });
    expect(verdict).toEqual({ status: "proved", format: "eip-712" });
  });
});

test("has the digest of viem, over drawn types and values", () => {
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const { text, typedData } = drawnTypedData(draw);
      expect(digestOf(text)).toBe(digestOfViem(typedData));
    }),
    { numRuns: runs(500) },
  );
});

test("has no digest that viem does not have, for drawn types and values with one changed character", () => {
  fc.assert(
    fc.property(fc.gen(), fc.nat(), fc.constantFrom(..."01x\"'[]{},:aB-. $"), (draw, place, character) => {
      const { text } = drawnTypedData(draw);
      const at = place % text.length;
      const changed = text.slice(0, at) + character + text.slice(at + 1);
      const digest = digestOf(changed);
      if (digest?.startsWith("0x")) expect(digest).toBe(digestOfViem(JSON.parse(changed)));
    }),
    { numRuns: runs(1_000) },
  );
});

test("has the digest of viem for a struct that refers to itself", () => {
  const types = {
    EIP712Domain: [{ name: "chainId", type: "uint256" }],
    Person: [
      { name: "name", type: "string" },
      { name: "friends", type: "Person[]" },
    ],
  };
  const message = { name: "Cow", friends: [{ name: "Bob", friends: [] }] };
  const typedData = { types, primaryType: "Person", domain: { chainId: 1 }, message };
  expect(digestOf(JSON.stringify(typedData))).toBe(digestOfViem(typedData));
});

/** The example with a struct of one member, whose type and value are those. */
function withValue(type: string, value: unknown): string {
  const types = { EIP712Domain: mail.types.EIP712Domain, Mail: [{ name: "value", type }] };
  return JSON.stringify({ ...mail, types, message: { value } });
}

describe("integers", () => {
  test.each([
    ["uint8", 255, "255", "0xff", "0x00FF"],
    ["int8", -128, "-128"],
    ["int8", 127, "127", "0x7f"],
    ["uint256", 0, "0", "0x0"],
    ["uint256", Number.MAX_SAFE_INTEGER, String(Number.MAX_SAFE_INTEGER), "0x1fffffffffffff"],
    ["uint256", String(2n ** 256n - 1n), `0x${"f".repeat(64)}`],
    ["int256", String(-(2n ** 255n))],
  ])("%s has one digest for each writing of a value", (type, ...values) => {
    const message = { value: BigInt(values[0] as string) };
    const types = { EIP712Domain: mail.types.EIP712Domain, Mail: [{ name: "value", type }] };
    const expected = digestOfViem({ ...mail, types, message });
    for (const value of values) expect(digestOf(withValue(type, value))).toBe(expected);
  });

  test.each([
    ["uint8", 256],
    ["uint8", "0x100"],
    ["uint8", -1],
    ["uint8", "-1"],
    ["int8", 128],
    ["int8", "0xff"],
    ["int8", -129],
    ["uint256", String(2n ** 256n)],
    ["uint256", `0x1${"0".repeat(64)}`],
    ["int256", String(2n ** 255n)],
    ["uint256", 1.5],
    ["uint256", ""],
    ["uint256", "0x"],
    ["uint256", "-0"],
    ["uint256", "-0x1"],
    ["uint256", "007"],
    ["uint256", "+1"],
    ["uint256", " 1"],
    ["uint256", "1e3"],
    ["uint256", "0X1"],
    ["uint256", "0b1"],
    ["uint256", true],
    ["uint256", null],
    ["uint256", [1]],
  ])("%s refuses %s", (type, value) => {
    expect(digestOf(withValue(type, value))).toBe("malformed");
  });

  test.each(["1.0", "1e0", "-0", "9007199254740992", "9007199254740993", "1e400"])(
    "refuses the number %s",
    (literal) => {
      expect(digestOf(withValue("uint256", 1))).toMatch(/^0x/);
      expect(digestOf(withValue("uint256", "here").replace('"here"', literal))).toBe("malformed");
    },
  );
});

describe("values that are not of their type", () => {
  const address = mail.message.from.wallet;

  test.each([
    ["bool", "true"],
    ["bool", 1],
    ["bool", null],
    ["string", 1],
    ["string", null],
    ["bytes", "00"],
    ["bytes", "0x0"],
    ["bytes", "0x0g"],
    ["bytes", []],
    ["bytes2", "0x01"],
    ["bytes2", "0x010203"],
    ["bytes32", "0x"],
    ["address", address.slice(0, -1)],
    ["address", address.slice(2)],
    ["address", `0x${address.slice(2).replace("C", "c")}`],
    ["address", 1],
    ["uint8[]", 1],
    ["uint8[]", { "0": 1 }],
    ["uint8[]", [256]],
    ["uint8[2]", [1]],
    ["uint8[2]", [1, 2, 3]],
    ["uint8[2][]", [[1]]],
    ["uint8[][2]", [[1]]],
  ])("%s refuses %j", (type, value) => {
    expect(digestOf(withValue(type, value))).toBe("malformed");
  });

  test("half of a surrogate pair has no bytes", () => {
    const text = withValue("string", "here").replace("here", "\\ud800");
    expect(digestOf(text)).toBe("malformed");
    expect(digestOf(text.replace("\\ud800", "\\ud83d\\ude00"))).toBe(digestOf(withValue("string", "😀")));
  });
});

describe("types", () => {
  test.each([
    "uint",
    "int",
    "uint7",
    "uint0",
    "uint08",
    "uint264",
    "int1",
    "bytes0",
    "bytes33",
    "bytes01",
    "byte",
    "fixed",
    "ufixed128x18",
    "function",
    "Unknown",
    "Mail",
    "",
    " uint8",
    "uint8 ",
    "uint8[0]",
    "uint8[01]",
    "uint8[-1]",
    "uint8[",
    "uint8]",
    "uint8[1]x",
    "[]",
    "toString",
    "__proto__",
  ])("refuses a value of the type %j", (type) => {
    for (const value of [1, "0x01", [], {}]) expect(digestOf(withValue(type, value))).toBe("malformed");
  });

  const member = { name: "contents", type: "string" };

  test.each<[string, object]>([
    ["a member twice", { Mail: [member, { ...member, type: "bytes" }] }],
    ["a declaration without a type", { Mail: [{ name: "contents" }] }],
    ["a declaration with more", { Mail: [{ ...member, indexed: true }] }],
    ["a declaration that is a text", { Mail: ["string contents"] }],
    ["a name that is none", { Mail: [{ ...member, name: "contents,uint8 x" }] }],
    ["an empty name", { Mail: [{ ...member, name: "" }] }],
    ["a name that is a number", { Mail: [{ ...member, name: 1 }] }],
    ["a type that is a number", { Mail: [{ ...member, type: 1 }] }],
    ["members that are no list", { Mail: { 0: member } }],
    ["no primary type", { Post: [member] }],
    ["a type that nothing uses", { Mail: [member], Person: [member] }],
    ["a struct with the name of an atomic type", { Mail: [member, { name: "x", type: "bytes33" }], bytes33: [] }],
    ["a struct with the name of an array", { Mail: [member, { name: "x", type: "Post[]" }], "Post[]": [] }],
    ["a struct with a name that is none", { Mail: [member, { name: "x", type: "Post Office" }], "Post Office": [] }],
    ["an unknown field of the domain", { Mail: [member], EIP712Domain: [...domainWith("string", "httpOrigin")] }],
    ["another type of chainId", { Mail: [member], EIP712Domain: [{ name: "chainId", type: "uint64" }] }],
  ])("refuses %s", (_, types) => {
    const message = { contents: "Hello, Bob!" };
    const text = JSON.stringify({ ...mail, message, types: { EIP712Domain: mail.types.EIP712Domain, ...types } });
    expect(digestOf(text)).toBe("malformed");
    expect(
      digestOf(JSON.stringify({ ...mail, message, types: { ...mail.types, Mail: [member], ...noPerson } })),
    ).toMatch(/^0x/);
  });

  test("refuses too many structs", () => {
    const names = Array.from({ length: 70 }, (_, index) => `Post${index}`);
    const structs = (count: number) => ({
      EIP712Domain: mail.types.EIP712Domain,
      ...Object.fromEntries(names.slice(0, count).map((name) => [name, []])),
      Mail: names.slice(0, count).map((name) => ({ name, type: name })),
    });
    const message = (count: number) => Object.fromEntries(names.slice(0, count).map((name) => [name, {}]));
    const textOf = (count: number) => JSON.stringify({ ...mail, types: structs(count), message: message(count) });
    expect(digestOf(textOf(62))).toMatch(/^0x/);
    expect(digestOf(textOf(63))).toBe("malformed");
  });
});

const noPerson = { Person: undefined };

function domainWith(type: string, name: string): readonly object[] {
  return [...mail.types.EIP712Domain, { name, type }];
}

describe("members", () => {
  const { from, to, contents } = mail.message;
  const { types, domain } = mail;
  const withoutDomainType = { Mail: types.Mail, Person: types.Person };
  const withoutChainId = { ...types, EIP712Domain: types.EIP712Domain.filter(({ name }) => name !== "chainId") };
  const { chainId: _chainId, ...domainWithoutChainId } = domain;

  test.each<[string, object]>([
    ["a missing member", { message: { from, to } }],
    ["an unknown member", { message: { from, to, contents, more: "" } }],
    ["a member with another name", { message: { from, to, content: contents } }],
    ["a missing member of a nested struct", { message: { from: { name: "Cow" }, to, contents } }],
    ["a struct of null", { message: { from: null, to, contents } }],
    ["a struct that is a list", { message: { from: ["Cow", from.wallet], to, contents } }],
    ["a message of null", { message: null }],
    ["a domain of null", { domain: null }],
    ["types of null", { types: null }],
    ["types that are a list", { types: [] }],
    ["an unknown member beside the message", { more: {} }],
    ["an unknown primary type", { primaryType: "Post" }],
    ["a primary type of another kind", { primaryType: ["Mail"] }],
    ["a primary type that every object has", { primaryType: "toString" }],
    ["the domain as primary type", { primaryType: "EIP712Domain", message: domain }],
    ["a domain without its type", { types: withoutDomainType }],
    ["a domain without chainId", { types: withoutChainId, domain: domainWithoutChainId }],
    ["a chainId that has no type", { types: withoutChainId }],
    ["a chainId that is not there", { domain: domainWithoutChainId }],
    ["a chainId in a text of words", { domain: { ...domain, chainId: "one" } }],
    ["an unknown field of the domain", { domain: { ...domain, salt: `0x${"00".repeat(32)}` } }],
  ])("refuses %s", (_, given) => {
    expect(digestOf(JSON.stringify({ ...mail, ...given }))).toBe("malformed");
  });

  test("the fields of a domain may have another order", () => {
    const reversed = { ...types, EIP712Domain: types.EIP712Domain.toReversed() };
    const typedData = { ...mail, types: reversed };
    expect(digestOf(JSON.stringify(typedData))).toBe(digestOfViem(typedData));
    expect(digestOf(JSON.stringify(typedData))).not.toBe(digestOf(JSON.stringify(mail)));
  });

  test("a name of Object.prototype is a name like any other", () => {
    for (const name of ["constructor", "toString", "__proto__"]) {
      const [renamed, missing] = [
        withValue("string", "Bob"),
        withValue("string", "Bob").replace('"value":', '"x":'),
      ].map((text) => text.replaceAll('"value"', `"${name}"`));
      expect(digestOf(renamed ?? "")).toMatch(/^0x/);
      expect(digestOf(missing ?? "")).toBe("malformed");
    }
  });
});

describe("texts", () => {
  const text = JSON.stringify(mail);

  test.each([
    ["no JSON", "{types primaryType domain message}"],
    ["half of the text", text.slice(0, -1)],
    ["white space before", ` ${text}`],
    ["white space after", `${text}\n`],
    ["a list", `[${text}]`],
    ["an object of another kind", "{}"],
    ["three of the four members", JSON.stringify({ ...mail, message: undefined })],
    ["members of the prototype", `{"__proto__":${text}}`],
    ["names twice in another object", '{"a":1,"a":2}'],
  ])("other texts are no typed data: %s", (_, given) => {
    expect(digestOf(given)).toBeUndefined();
  });

  test.each([
    ["a name twice", text.replace('"contents":"Hello, Bob!"', '"contents":"Hello!","contents":"Hello, Bob!"')],
    ["a name twice, once escaped", text.replace('"contents":"', '"c\\u006fntents":"x","contents":"')],
    ["the message twice", text.replace('"domain":{', '"message":{},"domain":{')],
    ["too deep", withValue(`uint8${"[]".repeat(40)}`, JSON.parse("[".repeat(40) + "]".repeat(40)))],
    ["too many values", withValue("uint8[]", new Array(1_000).fill(1))],
  ])("refuses %s", (_, given) => {
    expect(digestOf(given)).toBe("malformed");
  });

  test("takes little time for the most structs", () => {
    // Every struct refers to every other one.
    const names = Array.from({ length: 30 }, (_, index) => `S${index}`);
    const members = names.map((name) => ({ name, type: `${name}[]` }));
    const types = {
      EIP712Domain: mail.types.EIP712Domain,
      ...Object.fromEntries(names.map((name) => [name, members])),
      Mail: names.map((name) => ({ name, type: name })),
    };
    const empty = Object.fromEntries(names.map((name) => [name, []]));
    const message = Object.fromEntries(names.map((name) => [name, empty]));
    const start = performance.now();
    typedDataDigest(JSON.stringify({ ...mail, types, message }));
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

interface Drawn {
  /** As in JSON. */
  readonly json: unknown;
  /** As viem takes it: integers as bigint. */
  readonly viem: unknown;
}

/** Draws acyclic structs that are all used, and values of them. */
function drawnTypedData(draw: GeneratorValue): { text: string; typedData: object } {
  const count = draw(fc.integer, { min: 1, max: 4 });
  const names = draw(() => fc.uniqueArray(structName, { minLength: count, maxLength: count }));
  const structs = new Map<string, { name: string; type: string }[]>();
  for (const [index, name] of names.entries()) {
    const next = names.slice(index + 1, index + 2).map((each) => each + suffix(draw));
    const later = names.slice(index + 1).map((each) => each + suffix(draw));
    const anyType = fc.oneof(atomicType, fc.constantFrom(...later, "bool"));
    const drawnTypes = draw(() => fc.array(anyType, { maxLength: 3 }));
    const types = [...drawnTypes.map((type) => type + suffix(draw)), ...next];
    const members = draw(() => fc.uniqueArray(memberName, { minLength: types.length, maxLength: types.length }));
    structs.set(
      name,
      types.map((type, at) => ({ name: members[at] ?? "", type })),
    );
  }
  const domain = {
    ...(draw(fc.boolean) && { name: draw(fc.string, { unit: "grapheme" }) }),
    chainId: draw(fc.nat),
    ...(draw(fc.boolean) && { salt: `0x${bytesToHex(draw(fc.uint8Array, { minLength: 32, maxLength: 32 }))}` }),
  };
  const domainTypes: Readonly<Record<string, string>> = { name: "string", chainId: "uint256", salt: "bytes32" };
  const types = {
    EIP712Domain: Object.keys(domain).map((name) => ({ name, type: domainTypes[name] ?? "" })),
    ...Object.fromEntries(structs),
  };
  const [primaryType = ""] = [...structs.keys()];
  const value = drawnValue(draw, structs, primaryType);
  const typedData = { types, primaryType, domain };
  const text = JSON.stringify({ ...typedData, message: value.json });
  // Longer ones may have more values than the limit.
  fc.pre(text.length <= 2_500);
  return { text, typedData: { ...typedData, message: value.viem } };
}

const structName = fc.stringMatching(/^[A-Z][A-Za-z0-9_$]{0,6}$/);
const memberName = fc.stringMatching(/^[a-z_$][A-Za-z0-9_$]{0,6}$/);
const width = fc.integer({ min: 1, max: 32 });
const atomicType = fc.oneof(
  fc.constantFrom("address", "bool", "bytes", "string"),
  width.map((bytes) => `bytes${bytes}`),
  width.map((bytes) => `uint${8 * bytes}`),
  width.map((bytes) => `int${8 * bytes}`),
);

const suffixes = fc.constantFrom("", "", "", "[]", "[1]", "[2]", "[][2]", "[2][]");

function suffix(draw: GeneratorValue): string {
  return draw(() => suffixes);
}

function drawnValue(
  draw: GeneratorValue,
  structs: ReadonlyMap<string, readonly { name: string; type: string }[]>,
  type: string,
): Drawn {
  const members = structs.get(type);
  if (members !== undefined) {
    const values = members.map((member) => [member.name, drawnValue(draw, structs, member.type)] as const);
    return {
      json: Object.fromEntries(values.map(([name, { json }]) => [name, json])),
      viem: Object.fromEntries(values.map(([name, { viem }]) => [name, viem])),
    };
  }
  const array = /^(.*)\[(\d*)\]$/.exec(type);
  if (array === null) return drawnAtom(draw, type);
  const length = array[2] === "" ? draw(fc.nat, { max: 2 }) : Number(array[2]);
  const elements = Array.from({ length }, () => drawnValue(draw, structs, array[1] ?? ""));
  return { json: elements.map(({ json }) => json), viem: elements.map(({ viem }) => viem) };
}

function drawnAtom(draw: GeneratorValue, type: string): Drawn {
  const same = (value: unknown): Drawn => ({ json: value, viem: value });
  const bytes = (length: object) => `0x${bytesToHex(draw(fc.uint8Array, length))}`;
  if (type === "bool") return same(draw(fc.boolean));
  if (type === "string") return same(draw(fc.string, { unit: "grapheme" }));
  if (type === "address") return same(bytes({ minLength: 20, maxLength: 20 }));
  if (type === "bytes") return same(bytes({ maxLength: 40 }));
  const size = Number(/\d+$/.exec(type));
  if (type.startsWith("bytes")) return same(bytes({ minLength: size, maxLength: size }));
  const isSigned = type.startsWith("int");
  const range = isSigned
    ? { min: -(2n ** BigInt(size - 1)), max: 2n ** BigInt(size - 1) - 1n }
    : { min: 0n, max: 2n ** BigInt(size) - 1n };
  const value = draw(fc.bigInt, range);
  const isSafe = Number.isSafeInteger(Number(value));
  const isHex = value >= 0n && draw(fc.boolean);
  if (isHex) return { json: `0x${value.toString(16)}`, viem: value };
  return { json: isSafe && draw(fc.boolean) ? Number(value) : String(value), viem: value };
}
