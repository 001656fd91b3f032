/** TRON: TIP-191. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { Trx, utils } from "tronweb";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { tronMessages } from "../../src/ownership/tron.js";
import { verifySignature } from "../../src/ownership.js";
import { runs } from "../support/runs.js";

const key = "07".repeat(32);
const address = String(utils.address.fromPrivateKey(key));
const text = "Show that you control this wallet.";
const signature = Trx.signMessageV2(text, key);

const verdictOf = (given: object) => verifySignature(tronMessages, { address, text, signature, ...given } as never);
const proved = { status: "proved", format: "tip-191" };
const refusedAs = (reason: string) => ({ status: "refused", reason });

describe("proves", () => {
  const recovery = Number.parseInt(signature.slice(-2), 16) - 27;

  test.each([
    ["the signature of the wallet", {}],
    ["an address in hex", { address: utils.address.toHex(address) }],
    ["a signature without 0x", { signature: signature.slice(2) }],
    ["a last byte of 0 or 1", { signature: `${signature.slice(0, -2)}0${recovery}` }],
    ["the format", { format: "tip-191" }],
  ])("%s", (_, given) => {
    expect(verdictOf(given)).toEqual(proved);
  });
});

test("leaves a valid signature of another key to the permissions of the account", () => {
  const other = Trx.signMessageV2(text, "08".repeat(32));
  expect(verdictOf({ signature: other })).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
  expect(verdictOf({ text: `${text}!` })).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
});

test("does not prove the text with the prefix of Ethereum", async () => {
  const signed = await privateKeyToAccount(`0x${key}`).signMessage({ message: text });
  expect(verdictOf({ signature: signed })).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
});

describe("refuses", () => {
  test.each([
    ["no hex", "signature", "signature_malformed"],
    ["no bytes", "0x", "signature_malformed"],
    ["66 bytes", `${signature}00`, "signature_malformed"],
    ["a last byte of 29", `${signature.slice(0, -2)}1d`, "signature_malformed"],
    ["what no key signs", `0x${"00".repeat(64)}1b`, "signature_wrong"],
  ])("%s", (_, given, reason) => {
    expect(verdictOf({ signature: given })).toMatchObject(refusedAs(reason));
  });

  test("an address of Ethereum, and a format of another chain", () => {
    expect(verdictOf({ address: `0x${"11".repeat(20)}` })).toMatchObject(refusedAs("address_invalid"));
    expect(verdictOf({ format: "eip-191" })).toMatchObject(refusedAs("format_unknown"));
  });
});

test("agrees with tronweb", () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(([first]) => first !== 0 && first !== 0xff);
  fc.assert(
    fc.property(seed, fc.string({ unit: "grapheme", maxLength: 200 }), fc.nat(), (drawn, message, place) => {
      const wallet = String(utils.address.fromPrivateKey(bytesToHex(drawn)));
      const signed = Trx.signMessageV2(message, bytesToHex(drawn));
      expect(Trx.verifyMessageV2(message, signed)).toBe(wallet);
      expect(verdictOf({ address: wallet, text: message, signature: signed })).toEqual(proved);

      const changed = hexToBytes(signed.slice(2));
      // Of the last byte, tronweb reads little more than the parity.
      const bit = place % 512;
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const given = `0x${bytesToHex(changed)}`;
      expect(signerOrNone(message, given)).not.toBe(wallet);
      expect(verdictOf({ address: wallet, text: message, signature: given }).status).not.toBe("proved");
    }),
    { numRuns: runs(50) },
  );
});

/** tronweb throws for r and s of no signature. */
function signerOrNone(message: string, signed: string): string {
  try {
    return String(Trx.verifyMessageV2(message, signed));
  } catch {
    return "";
  }
}
