/** The text that a wallet signs: Sign in with X (CAIP-122), in the form of EIP-4361. */
import type { SignInRequest } from "./method.js";

/**
 * Writes the text to sign, with line feeds and without one at the end. Pure: it checks nothing, so no value may have a line
 * break. Without a statement, the text has two blank lines after the address, as the grammar of EIP-4361 says.
 *
 * @param accountOf - the chain's name in the first line: "Ethereum"
 * @example
 * signInText(request, "Ethereum"); // "example.com wants you to sign in with your Ethereum account:\n0x…"
 */
export function signInText(request: SignInRequest, accountOf: string): string {
  const { domain, address, statement, uri, chain_id, nonce, issued, expires, request_id } = request;
  return [
    `${domain} wants you to sign in with your ${accountOf} account:`,
    address,
    "",
    ...(statement === "" ? [] : [statement]),
    "",
    `URI: ${uri}`,
    "Version: 1",
    `Chain ID: ${chainIdLine(chain_id)}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issued}`,
    `Expiration Time: ${expires}`,
    `Request ID: ${request_id}`,
  ].join("\n");
}

/** EIP-4361 has only digits here. CAIP-122 has no rule for the line, and a reference alone is ambiguous between chains. */
function chainIdLine(chainId: string): string {
  return chainId.startsWith("eip155:") ? chainId.slice("eip155:".length) : chainId;
}
