/** Texts of the vectors of siwe, which have fewer lines than ours, or others. */
import { signInText } from "../../../src/domain/ownership/sign-in-text.js";

/** Fields of a message, as siwe names them. */
export interface SiweFields {
  readonly domain: string;
  readonly address: string;
  readonly statement?: string;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
}

/** Returns our text without the lines of absent fields, and with the line of `notBefore`, which ours never has. */
export function siweText(fields: SiweFields): string {
  const { domain, address, statement = "", uri, chainId, nonce, issuedAt, expirationTime, notBefore } = fields;
  const text = signInText(
    {
      domain,
      uri,
      chain: "ethereum",
      chain_id: `eip155:${chainId}`,
      address,
      statement,
      nonce,
      issued: issuedAt,
      expires: expirationTime ?? "absent",
      request_id: "absent",
    },
    "Ethereum",
  );
  const lines = text.split("\n").filter((line) => !/^(?:Expiration Time|Request ID): absent$/.test(line));
  return [...lines, ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`])].join("\n");
}
