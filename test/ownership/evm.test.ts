/** Ethereum and compatible chains: EIP-191, EIP-712, EIP-2098, and the signatures of contracts. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { hashMessage, verifyMessage, verifyTypedData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { avalanche } from "../../src/domain/chains/further/avalanche.js";
import { arbitrum, base, bsc, ethereumClassic, optimism } from "../../src/domain/chains/further/evm.js";
import { ethereum, polygon, xdc } from "../../src/domain/chains/networks/evm.js";
import { signInText } from "../../src/domain/ownership/sign-in-text.js";
import { evmMessages } from "../../src/ownership/evm.js";
import { verifySignature } from "../../src/ownership.js";
import { signDigest, signInRequest } from "../support/ownership/evm-wallets.js";
import { type SiweFields, siweText } from "../support/ownership/siwe-text.js";
import { runs } from "../support/runs.js";
import siwe from "./vectors/siwe-signatures.json" with { type: "json" };

const key = new Uint8Array(32).fill(7);
const account = privateKeyToAccount(`0x${bytesToHex(key)}`);
const text = "Show that you control this wallet.";
const signature = signDigest(hexToBytes(hashMessage(text).slice(2)), key);
const otherSignature = signDigest(hexToBytes(hashMessage(`${text}!`).slice(2)), key);
const typedData = evmMessages.compose?.(signInRequest, "typed_data").text ?? "";

const verdictOf = (given: object) =>
  verifySignature(evmMessages, { address: account.address, text, signature, ...given } as never);
const provedAs = (format: string) => ({ status: "proved", format });
const contractWallet = { status: "inconclusive", reason: "contract_wallet" };
const refusedAs = (reason: string) => ({ status: "refused", reason });

describe("the signatures of siwe", () => {
  type Vector = SiweFields & { readonly signature: string };
  const verdictOfVector = (vector: Vector) =>
    verifySignature(evmMessages, { address: vector.address, text: siweText(vector), signature: vector.signature });

  test.each(Object.entries<Vector>(siwe.verification_positive))("proves %s", (_, vector) => {
    expect(verdictOfVector(vector)).toEqual(provedAs("eip-191"));
  });

  // The key of the address did sign these. What is wrong is a time, a domain or a nonce: text that a stored challenge
  // compares with the text that was composed.
  const wrongContent = [
    "expired message",
    "domain binding",
    "custom time",
    "custom nonce",
    "not yet valid",
    "invalid notBefore",
    "invalid expirationTime",
  ];
  const negative = Object.entries<Vector>(siwe.verification_negative);

  test.each(negative.filter(([name]) => wrongContent.includes(name)))("proves the signature of: %s", (_, vector) => {
    expect(verdictOfVector(vector)).toEqual(provedAs("eip-191"));
  });

  const wrongSignature: Readonly<Record<string, object>> = {
    // A hex digit is missing.
    "malformed signature": refusedAs("signature_malformed"),
    "wrong signature": contractWallet,
    // The vector lacks a line that was signed: see the next test.
    "invalid issuedAt": contractWallet,
  };

  test.each(negative.filter(([name]) => !wrongContent.includes(name)))("does not prove: %s", (name, vector) => {
    expect(verdictOfVector(vector)).toMatchObject(wrongSignature[name] ?? {});
    expect(wrongSignature).toHaveProperty(name);
  });

  test("proves the signature of: invalid issuedAt, with the expiry that was signed", () => {
    const { expirationTime } = siwe.verification_negative["domain binding"];
    const verdict = verdictOfVector({ ...siwe.verification_negative["invalid issuedAt"], expirationTime });
    expect(verdict).toEqual(provedAs("eip-191"));
  });

  test.each(Object.entries(siwe.eip1271))("leaves a contract of %s to its chain", (_, vector) => {
    const [, address = ""] = vector.message.split("\n");
    const verdict = verifySignature(evmMessages, { address, text: vector.message, signature: vector.signature });
    expect(verdict).toMatchObject(contractWallet);
  });
});

describe("the examples of EIP-2098", () => {
  const signer = privateKeyToAccount("0x1234567890123456789012345678901234567890123456789012345678901234");

  test.each([
    [
      "Hello World",
      "0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b907e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064",
    ],
    [
      "It's a small(er) world",
      "0x9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76939c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793",
    ],
  ])("%s", (message, compact) => {
    expect(verdictOf({ address: signer.address, text: message, signature: compact })).toEqual(provedAs("eip-191"));
    expect(verdictOf({ address: signer.address, text: `${message}.`, signature: compact })).toMatchObject(
      contractWallet,
    );
  });
});

describe("forms of a signature", () => {
  const withLast = (byte: number) => signature.slice(0, -2) + byte.toString(16).padStart(2, "0");
  const recovery = Number.parseInt(signature.slice(-2), 16) - 27;

  test.each([
    ["27 or 28", signature],
    ["0 or 1", withLast(recovery)],
    ["no 0x", signature.slice(2)],
    ["upper case", `0x${signature.slice(2).toUpperCase()}`],
  ])("proves: %s", (_, given) => {
    expect(verdictOf({ signature: given })).toEqual(provedAs("eip-191"));
  });

  test("proves a signature with high s, as viem does", async () => {
    const r = signature.slice(2, 66);
    const s = (secp256k1.Point.Fn.ORDER - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
    const high = `0x${r}${s}${(28 - recovery).toString(16)}` as const;
    expect(verdictOf({ signature: high })).toEqual(provedAs("eip-191"));
    expect(await verifyMessage({ address: account.address, message: text, signature: high })).toBe(true);
  });

  test("refuses every other last byte", () => {
    for (let byte = 0; byte < 256; byte += 1) {
      if ([0, 1, 27, 28].includes(byte)) continue;
      expect(verdictOf({ signature: withLast(byte) })).toMatchObject(refusedAs("signature_malformed"));
    }
  });

  test.each([
    ["no hex", "signature"],
    ["half a byte", signature.slice(0, -1)],
    ["base64", Buffer.from(signature.slice(2), "hex").toString("base64")],
    ["white space", `${signature}\n`],
    ["0X", signature.replace("0x", "0X")],
  ])("refuses: %s", (_, given) => {
    expect(verdictOf({ signature: given })).toMatchObject(refusedAs("signature_malformed"));
  });

  test.each([
    ["r and s of zero", `0x${"00".repeat(64)}1b`],
    ["r that is no coordinate", `0x${"00".repeat(31)}05${signature.slice(66)}`],
    ["s of the order", `${signature.slice(0, 66)}${secp256k1.Point.Fn.ORDER.toString(16)}1b`],
    ["64 zero bytes", `0x${"00".repeat(64)}`],
  ])("refuses what no key signs: %s", (_, given) => {
    expect(verdictOf({ signature: given })).toMatchObject(refusedAs("signature_wrong"));
  });

  test.each([
    ["none (Safe, stored on the chain)", "0x"],
    ["two owners", signature + otherSignature.slice(2)],
    ["66 bytes", `${signature}02`],
    ["63 bytes", signature.slice(0, -4)],
    ["EIP-6492", `${"0x".padEnd(2 + 64 * 9, "0")}${"6492".repeat(16)}`],
  ])("leaves the length of a contract's signature to the chain: %s", (_, given) => {
    expect(verdictOf({ signature: given })).toMatchObject(contractWallet);
    expect(verdictOf({ signature: given, format: "eip-191" })).toMatchObject(contractWallet);
  });

  test("leaves the signature of another key to the chain", () => {
    const verdict = verdictOf({ signature: otherSignature });
    expect(verdict).toMatchObject({ ...contractWallet, what_to_do: expect.stringContaining("transfer") });
  });
});

describe("formats", () => {
  const typedSignature = account.signTypedData(JSON.parse(typedData));
  const messageSignature = account.signMessage({ message: typedData });
  // Without a chain id.
  const unclear = typedData.replace(',{"name":"chainId","type":"uint256"}', "").replace(',"chainId":1', "");

  test("tries typed data as both formats, each on its own", async () => {
    const typed = { text: typedData, signature: await typedSignature };
    const message = { text: typedData, signature: await messageSignature };
    expect(verdictOf(typed)).toEqual(provedAs("eip-712"));
    expect(verdictOf(message)).toEqual(provedAs("eip-191"));
    expect(verdictOf({ ...typed, format: "eip-712" })).toEqual(provedAs("eip-712"));
    expect(verdictOf({ ...message, format: "eip-191" })).toEqual(provedAs("eip-191"));
    expect(verdictOf({ ...typed, format: "eip-191" })).toMatchObject(contractWallet);
    expect(verdictOf({ ...message, format: "eip-712" })).toMatchObject(contractWallet);
  });

  test("proves only the text of typed data without one clear digest", async () => {
    const message = { text: unclear, signature: await account.signMessage({ message: unclear }) };
    const typed = { text: unclear, signature: await account.signTypedData(JSON.parse(unclear)) };
    expect(verdictOf(message)).toEqual(provedAs("eip-191"));
    expect(verdictOf(typed)).toMatchObject(refusedAs("text_malformed"));
    expect(verdictOf({ ...message, format: "eip-712" })).toMatchObject(refusedAs("text_malformed"));
  });

  test.each(["text", ` ${typedData}`, `${typedData}\n`, "{}", `[${typedData}]`])(
    "refuses a text that is no typed data for the format eip-712",
    (given) => {
      expect(verdictOf({ text: given, format: "eip-712" })).toMatchObject(refusedAs("text_malformed"));
    },
  );

  test("refuses a format of another chain", () => {
    expect(verdictOf({ format: "tip-191" })).toMatchObject(refusedAs("format_unknown"));
  });
});

describe("addresses", () => {
  test.each([
    ["lower case", account.address.toLowerCase()],
    ["XDC", account.address.replace("0x", "xdc")],
  ])("proves: %s", (_, address) => {
    expect(verdictOf({ address })).toEqual(provedAs("eip-191"));
  });

  const ledgers = ["X", "P"].map((letter) => `${letter}-avax1tnuesf6cqwnjw7fxjyk7lhch0vhf0v95wj5jvy`);

  test.each(ledgers)("leaves another ledger of Avalanche undecided: %s", (address) => {
    expect(verdictOf({ address })).toMatchObject({ status: "inconclusive", reason: "scheme_unknown" });
  });

  test("parses addresses as the modules of the chains", () => {
    const modules = [ethereum, polygon, xdc, bsc, base, arbitrum, optimism, ethereumClassic, avalanche];
    expect(modules.map(({ name }) => name)).toEqual(Object.keys(evmMessages.chains));
    for (const module of modules) expect(evmMessages.parse(account.address)).toEqual(module.parse(account.address));
    for (const ledger of ledgers) expect(evmMessages.parse(ledger)).toEqual(avalanche.parse(ledger));
  });
});

describe("texts to sign", () => {
  const request = { ...signInRequest, address: account.address, chain: "base", chain_id: "eip155:8453" };

  test("a message is that of EIP-4361, and proved when it is signed", async () => {
    const message = evmMessages.compose?.(request, "message");
    expect(message).toEqual({ text: signInText(request, "Ethereum") });
    const signed = await account.signMessage({ message: message?.text ?? "" });
    expect(verdictOf({ ...message, signature: signed })).toEqual(provedAs("eip-191"));
  });

  test("typed data has the fields of the request, and is proved when it is signed", async () => {
    const typed = evmMessages.compose?.(request, "typed_data");
    const data = JSON.parse(typed?.text ?? "");
    expect(data).toMatchObject({
      primaryType: "SignIn",
      domain: { name: "vasp.example", version: "1", chainId: 8453 },
      message: {
        domain: request.domain,
        account: request.address,
        statement: request.statement,
        uri: request.uri,
        nonce: request.nonce,
        issuedAt: request.issued,
        expirationTime: request.expires,
        requestId: request.request_id,
      },
    });
    expect(verdictOf({ ...typed, signature: await account.signTypedData(data) })).toEqual(provedAs("eip-712"));
  });
});

describe("viem", () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(([first]) => first !== 0 && first !== 0xff);
  const anyText = fc.string({ unit: "grapheme", maxLength: 200 });

  /** The signature, and one with another bit. */
  function bothOf(signed: string, place: number): readonly `0x${string}`[] {
    const bytes = hexToBytes(signed.slice(2));
    const bit = place % (8 * bytes.length);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return [signed as `0x${string}`, `0x${bytesToHex(bytes)}`];
  }

  test("agrees about messages", async () => {
    await fc.assert(
      fc.asyncProperty(seed, anyText, fc.nat(), async (drawn, message, place) => {
        const wallet = privateKeyToAccount(`0x${bytesToHex(drawn)}`);
        const { address } = wallet;
        for (const given of bothOf(await wallet.signMessage({ message }), place)) {
          const isValid = await verifyMessage({ address, message, signature: given }).catch(() => false);
          const verdict = verdictOf({ address, text: message, signature: given, format: "eip-191" });
          expect(verdict.status === "proved").toBe(isValid);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  test("agrees about typed data", async () => {
    await fc.assert(
      fc.asyncProperty(seed, anyText, fc.nat(), async (drawn, statement, place) => {
        const wallet = privateKeyToAccount(`0x${bytesToHex(drawn)}`);
        const { address } = wallet;
        const { text: typed = "" } =
          evmMessages.compose?.({ ...signInRequest, address, statement }, "typed_data") ?? {};
        const data = JSON.parse(typed);
        for (const given of bothOf(await wallet.signTypedData(data), place)) {
          const isValid = await verifyTypedData({ address, signature: given, ...data }).catch(() => false);
          const verdict = verdictOf({ address, text: typed, signature: given });
          expect(verdict.status === "proved").toBe(isValid);
        }
      }),
      { numRuns: runs(50) },
    );
  });
});
