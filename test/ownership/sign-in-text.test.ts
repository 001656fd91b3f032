/** The text to sign: EIP-4361 for chains of `eip155`, CAIP-122 for others. */
import fc from "fast-check";
import { createSiweMessage } from "viem/siwe";
import { describe, expect, test } from "vitest";
import { signInText } from "../../src/domain/ownership/sign-in-text.js";
import { signInRequest } from "../support/ownership/evm-wallets.js";
import { type SiweFields, siweText } from "../support/ownership/siwe-text.js";
import { runs } from "../support/runs.js";
import messages from "./vectors/siwe-messages.json" with { type: "json" };

// The vectors have neither an expiry nor a request id, whose lines `siweText` leaves out.
describe("the messages of siwe", () => {
  const vectors = Object.entries<{ message: string; fields: SiweFields }>(messages.parsing_positive);

  test.each(vectors)("%s", (_, { message, fields }) => {
    expect(siweText(fields)).toBe(message);
  });
});

test("the whole text", () => {
  expect(signInText(signInRequest, "Ethereum")).toBe(
    [
      "vasp.example wants you to sign in with your Ethereum account:",
      "0x9D85ca56217D2bb651b00f15e694EB7E713637D4",
      "",
      "Show that you control this wallet.",
      "",
      "URI: https://vasp.example/wallets",
      "Version: 1",
      "Chain ID: 1",
      "Nonce: 00112233445566778899aabbccddeeff",
      "Issued At: 2026-11-27T12:00:00.000Z",
      "Expiration Time: 2026-11-27T12:10:00.000Z",
      "Request ID: a0b1c2d3",
    ].join("\n"),
  );
});

test("writes what viem writes", () => {
  const host = fc.domain();
  const time = fc.date({ min: new Date("2020-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
  const hex = fc.array(fc.constantFrom(..."0123456789abcdef"), { minLength: 8, maxLength: 32 });
  const statement = fc.string({ unit: fc.constantFrom(..."aZ0 .,:/-'") });
  fc.assert(
    fc.property(
      host,
      statement,
      hex,
      hex,
      time,
      time,
      fc.nat(),
      (domain, drawn, nonce, id, issued, expires, chainId) => {
        const request = {
          ...signInRequest,
          domain,
          uri: `https://${domain}/path?query=1#part`,
          chain_id: `eip155:${chainId}`,
          statement: drawn,
          nonce: nonce.join(""),
          request_id: id.join(""),
          issued: issued.toISOString(),
          expires: expires.toISOString(),
        };
        const written = createSiweMessage({
          address: signInRequest.address as `0x${string}`,
          chainId,
          domain,
          uri: request.uri,
          version: "1",
          nonce: request.nonce,
          requestId: request.request_id,
          issuedAt: issued,
          expirationTime: expires,
          ...(drawn !== "" && { statement: drawn }),
        });
        expect(signInText(request, "Ethereum")).toBe(written);
      },
    ),
    { numRuns: runs(200) },
  );
});

test("names the chain, and writes its whole CAIP-2 id", () => {
  const text = signInText({ ...signInRequest, chain_id: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" }, "Solana");
  expect(text).toMatch(/^vasp\.example wants you to sign in with your Solana account:\n/);
  expect(text).toContain("\nChain ID: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\n");
});
