import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodedSecret, signatureOf } from "../../../src/adapters/risk/elliptic.js";
import { ownWords } from "../../support/canaries.js";
import { runs } from "../../support/runs.js";

// The samples of the vendor's documentation; the last row is one of our own, made with node:crypto.
const secret = "894f142d667e8cdaca6822ac173937af";
const timestamp = "1478692862000";

const analyses =
  '[{"customer_reference":"123456","subject":{"asset":"BTC","hash":"accf5c09cc027339a3beb2e28104ce9f406ecbbd29775b4a1a17ba213f1e035e","output_address":"15Hm2UEPaEuiAmgyNgd5mF3wugqLsYs3Wn","output_type":"address","type":"transaction"},"type":"source_of_funds"}]';
const wallet =
  '{"subject":{"asset":"holistic","blockchain":"holistic","type":"address","hash":"1BoatSLRHtKNngkdXEeobR76b53LETtpyT"},"type":"wallet_exposure","customer_reference":"cust-1"}';

describe("the signature of a request to Elliptic", () => {
  it.each([
    ["a body", "POST", "/v2/analyses", analyses, "65mQHB2o95lL3I+N/bZYwDC9p2YvNwsVDnXr8u72hUk="],
    ["no body, signed as {}", "GET", "/v2/customers", undefined, "cN9fRUqeT7UnwwpkBZaNmnwxKAPHkhytdXelfUVvxMI="],
    ["any case of method and path", "get", "/V2/Customers", undefined, "cN9fRUqeT7UnwwpkBZaNmnwxKAPHkhytdXelfUVvxMI="],
    ["a wallet", "POST", "/v2/wallet/synchronous", wallet, "3n9rlQQE8R0cqqUsa9KnNc9yF7vDRJAZfou284oy/hA="],
    // The usual bug gives another signature.
    ["an empty text", "GET", "/v2/customers", "", "aZF/gsTekMftEzlecHpRqmhxDeM4F9ZUKFulIa+wTCY="],
  ])("is the golden one: %s", (_, method, path, body, signature) => {
    expect(signatureOf(decodedSecret(secret), { timestamp, method, path, body })).toBe(signature);
  });

  it("is what node:crypto makes of any body", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
    const body = fc.string({ unit: "grapheme", maxLength: 200 });
    const property = fc.property(bytes, body, (key, text) => {
      const expected = createHmac("sha256", key).update(`${timestamp}POST/v2/wallet${text}`).digest("base64");
      expect(signatureOf(key, { timestamp, method: "POST", path: "/v2/wallet", body: text })).toBe(expected);
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

describe("the secret", () => {
  it("is decoded from base64: 32 characters of the sample are 24 bytes", () => {
    expect(decodedSecret(secret)).toHaveLength(24);
  });

  it.each(["canary-secret", "Y2FuYXJ5", "Y2FuYXJ5Lg", "Y2Fu YXJ5"])(
    "is refused when it is not, and not told: %s",
    (text) => {
      const broken = text === "Y2FuYXJ5" ? `${text}=` : text;
      let error: unknown;
      try {
        decodedSecret(broken);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ code: "configuration_invalid" });
      expect(error).not.toHaveProperty("cause");
      expect(ownWords(error)).not.toContain(broken);
    },
  );
});
