/** What every method shares: wrong arguments of verifySignature. */
import { describe, expect, it } from "vitest";
import { type SignedText, solanaMessages, verifySignature } from "../../src/ownership.js";
import { solanaWallet } from "../support/ownership/solana-wallet.js";

const wallet = solanaWallet.wallet(new Uint8Array(32).fill(7));
const signed: SignedText = { address: wallet.address, text: "text", ...wallet.sign("text") };
const hostile: unknown = new Proxy(
  {},
  {
    get: () => {
      throw new Error("Jane Doe");
    },
  },
);

describe("verifySignature", () => {
  it.each([
    ["nothing", undefined],
    ["a text", "solana"],
    ["a method without a function", { ...solanaMessages, verify: undefined }],
    ["a method without formats", { ...solanaMessages, formats: [] }],
    ["a method with a short nonce", { ...solanaMessages, nonceBytes: 8 }],
    ["a proxy that throws", hostile],
  ])("throws configuration_invalid for %s in place of a method", (_, method) => {
    expect(() => verifySignature(method as never, signed)).toThrow(
      expect.objectContaining({ code: "configuration_invalid" }),
    );
  });

  it.each([
    ["nothing", undefined],
    ["an unknown status", { status: "maybe" }],
    ["a format of another method", { status: "proved", format: "bip-322" }],
    ["a proxy that throws", hostile],
  ])("throws configuration_invalid for a method that returns %s", (_, verdict) => {
    const faulty = { ...solanaMessages, verify: () => verdict as never };
    expect(() => verifySignature(faulty, signed)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });

  it("refuses what a method throws, without its text", () => {
    const faulty = {
      ...solanaMessages,
      verify: () => {
        throw new Error("Jane Doe");
      },
    };
    const verdict = verifySignature(faulty, signed);
    expect(verdict).toMatchObject({ status: "refused", reason: "signature_malformed" });
    expect(JSON.stringify(verdict)).not.toContain("Jane");
  });

  it.each<[string, Partial<Record<keyof SignedText, unknown>>, string]>([
    ["no address", { address: undefined }, "address_invalid"],
    ["an address of another chain", { address: "0x52908400098527886E0F7030069857D2E4169EE7" }, "address_invalid"],
    ["an unknown format", { format: "bip-322" }, "format_unknown"],
    ["half a surrogate pair", { text: "\ud800" }, "text_malformed"],
    ["a text that is too long", { text: "a".repeat(10_001) }, "text_malformed"],
    ["no signature", { signature: "" }, "signature_malformed"],
    ["a signature that is too long", { signature: "a".repeat(10_001) }, "signature_malformed"],
    ["a signature that is longer than any secret", { signature: "a".repeat(1_001) }, "signature_malformed"],
    ["an address as signature", { signature: wallet.address }, "signature_malformed"],
    ["a public key that is no text", { public_key: 5 }, "public_key_malformed"],
    ["64 bytes as public key", { public_key: signed.signature }, "secret_key"],
    ["32 bytes in hex as signature", { signature: `0X${"ab".repeat(32)}` }, "secret_key"],
    ["33 bytes in hex as signature", { signature: `${"ab".repeat(32)}1b` }, "secret_key"],
    ["a key in JSON as signature", { signature: `{"privateKey":"0x${"ab".repeat(32)}"}` }, "secret_key"],
    ["32 bytes in base64 as signature", { signature: `${"Ab+/".repeat(10)}AAA=` }, "secret_key"],
    ["a key of Sui as signature", { signature: `suiprivkey1${"q".repeat(59)}` }, "secret_key"],
    ["a key of Aptos as signature", { signature: `ed25519-priv-0x${"ab".repeat(32)}` }, "secret_key"],
    ["a nonce that is no text", { nonce: {} }, "public_key_malformed"],
    [
      "a recovery phrase as public key",
      { public_key: "legal winner thank year wave sausage worth useful legal winner thank yellow" },
      "secret_key",
    ],
  ])("refuses %s", (_, more, reason) => {
    expect(verifySignature(solanaMessages, { ...signed, ...more } as never)).toMatchObject({
      status: "refused",
      reason,
    });
  });
});
