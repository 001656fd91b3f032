/** The verdicts of other libraries on the ten further chains that are used most. */
import { getCoderByCoinName } from "@ensdomains/address-encoder";
import { Address } from "@ton/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrum, avalanche, base, bsc, cardano, cosmos, hedera, optimism, ton, tron } from "../../src/chains.js";
import type { ChainModule } from "../../src/index.js";
import { type AddressSample, addressFormats, bytes } from "../../src/testing/arbitraries/address.js";
import { bytesOf, toBase58Check, toHex } from "../../src/testing/arbitraries/encode-address.js";
import { readWith } from "../support/chain-modules.js";
import { toBech32 } from "../support/further-addresses/encoders.js";
import { furtherFormats } from "../support/further-addresses/formats.js";
import { runs } from "../support/runs.js";

/** Returns the bytes that a library reads as text; throws for a text that it refuses. */
type Peer = (text: string) => string;

function ens(coin: "ada" | "arb1" | "atom" | "avax" | "avaxc" | "base" | "bsc" | "hbar" | "op" | "trx"): Peer {
  const { decode } = getCoderByCoinName(coin);
  return (text) => toHex(decode(text));
}

const tonCore: Peer = (text) =>
  (text.includes(":") ? Address.parseRaw(text) : Address.parseFriendly(text).address).toRawString();

interface Row {
  readonly module: ChainModule;
  readonly format: string;
  readonly addresses: fc.Arbitrary<AddressSample>;
  readonly peer: Peer;
  /** The library does not know the format. */
  readonly isUnknown?: boolean;
  /** Wrong texts that the library accepts: it verifies less. */
  readonly isLax?: (text: string) => boolean;
  /** First character that may change. Before it, the library takes the text for CBOR and may allocate without limit. */
  readonly from?: number;
}

const key = bytes(20);
const asIs = (texts: fc.Arbitrary<string>) => texts.map((text) => ({ text, canonical: text }));

function formatsOf(
  module: ChainModule,
  peer: Peer,
  differences: Readonly<Record<string, Pick<Row, "isUnknown" | "isLax" | "from">>>,
): readonly Row[] {
  const formats = furtherFormats.filter((each) => each.module === module);
  return formats.map(({ format, addresses }) => ({ module, format, addresses, peer, ...differences[format] }));
}

function evm(module: ChainModule, peer: Peer): readonly Row[] {
  return Object.entries(addressFormats.ethereum).map(([format, addresses]) => ({ module, format, addresses, peer }));
}

const lax = { isLax: () => true };
const laxAlphabet = { isLax: (text: string) => /[+/]/.test(text) && /[_-]/.test(text) };
const unknown = { isUnknown: true };

const rows: readonly Row[] = [
  { module: tron, format: "base58", addresses: asIs(key.map((hash) => toBase58Check([0x41], hash))), peer: ens("trx") },
  {
    module: tron,
    format: "hex",
    addresses: key.map((hash) => ({ text: `41${toHex(hash)}`, canonical: toBase58Check([0x41], hash) })),
    peer: ens("trx"),
    ...unknown,
  },
  ...evm(bsc, ens("bsc")),
  ...evm(base, ens("base")),
  ...evm(arbitrum, ens("arb1")),
  ...evm(optimism, ens("op")),
  ...evm(avalanche, ens("avaxc")),
  ...["X", "P"].map((letter) => ({
    module: avalanche,
    format: `${letter.toLowerCase()}-chain`,
    addresses: asIs(key.map((hash) => `${letter}-${toBech32("avax", hash)}`)),
    peer: ens("avax"),
    // It ignores the letter, which decides the ledger.
    isLax: (text: string) => !/^[XP]-/.test(text),
  })),
  // It reads a mixture of base64 and base64url. Its parser of the raw form checks neither the workchain nor the digits.
  ...formatsOf(ton, tonCore, { bounceable: laxAlphabet, "non-bounceable": laxAlphabet, raw: lax }),
  ...formatsOf(cardano, ens("ada"), {
    base: { from: 5 },
    pointer: { from: 5 },
    enterprise: { from: 5 },
    stake: { ...unknown, from: 1000 },
    byron: { from: 1000 },
  }),
  ...formatsOf(cosmos, ens("atom"), {}),
  // It converts each part to a number, and checks neither its size nor its spelling.
  ...formatsOf(hedera, ens("hbar"), {
    "account-id": lax,
    "account-id-checksum": { ...unknown, ...lax },
    "long-zero": unknown,
    "evm-alias": unknown,
    "key-alias": unknown,
  }),
];

function isAccepted(peer: Peer, text: string): boolean {
  try {
    return peer(text) !== "";
  } catch {
    return false;
  }
}

describe.each(rows)("$module.name: $format", ({ module, addresses, peer, isUnknown = false, isLax, from = 0 }) => {
  it(`is accepted by vaspkit, and ${isUnknown ? "not " : ""}by the other library`, () => {
    const property = fc.property(addresses, ({ text, canonical }) => {
      expect(readWith(module, text)).toMatchObject({ canonical });
      expect(isAccepted(peer, text)).toBe(!isUnknown);
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("with one other character has the same verdict, unless the other library verifies less", () => {
    const letters = fc.constantFrom(..."019AZazQq2+-_.");
    const property = fc.property(addresses, fc.nat(), letters, ({ text }, where, letter) => {
      const at = where % text.length;
      const changed = text.slice(0, at) + letter + text.slice(at + 1);
      if (at < from) return;
      const [ours, theirs] = [typeof readWith(module, changed) === "object", isAccepted(peer, changed)];
      if (!isUnknown && !isLax?.(changed)) expect(theirs, "the other library").toBe(ours);
      if (ours && !isUnknown) expect(theirs, "the other library").toBe(true);
    });
    fc.assert(property, { numRuns: runs(300) });
  });
});

describe("texts that the other library accepts, and vaspkit does not", () => {
  it.each([
    ["a version of bitcoin", tron, ens("trx"), toBase58Check([0x00], new Uint8Array(20))],
    ["a hash of 19 bytes", tron, ens("trx"), toBase58Check([0x41], new Uint8Array(19))],
    ["21 bytes", cosmos, ens("atom"), toBech32("cosmos", new Uint8Array(21))],
    ["a test network in the header", cardano, ens("ada"), toBech32("addr", bytesOf([0x60], new Uint8Array(28)))],
    ["a hash of 27 bytes", cardano, ens("ada"), toBech32("addr", bytesOf([0x61], new Uint8Array(27)))],
    ["another ledger", avalanche, ens("avax"), `C-${toBech32("avax", new Uint8Array(20))}`],
    ["another workchain", ton, tonCore, `7:${"0".repeat(64)}`],
    ["a test network's flag", ton, tonCore, "kQCyTR95veiN5OMMjjcpb43Y9WyeE-GuOZMu8rl0XCyU-bMS"],
    ["a leading zero", hedera, ens("hbar"), "0.0.0123"],
  ])("%s", (_, module, peer, text) => {
    expect(isAccepted(peer, text)).toBe(true);
    expect(typeof readWith(module, text)).toBe("string");
  });
});
