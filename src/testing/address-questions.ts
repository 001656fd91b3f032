/** What is asked about addresses while laws run, and that the questions cannot be at fault themselves. */
import { parseAddress } from "../domain/chains/parse.js";
import type { AddressQuery } from "../ports/risk-provider.js";
import { type Blame, wrongSubject } from "./subject.js";

/** Addresses to ask about. */
export interface AddressQuestions {
  readonly known: readonly AddressQuery[];
  readonly unsupported?: readonly AddressQuery[];
}

/** @throws ComplianceError `invalid_input`, with nothing of what is wrong but its place. */
export function checkQuestions({ known, unsupported = [] }: AddressQuestions, blame: Blame): void {
  checkQueries("known", known, blame);
  if (known.length === 0) {
    const message = `known must have at least one address that the ${blame.part} knows, without which no law says anything`;
    throw wrongSubject(message, blame);
  }
  checkQueries("unsupported", unsupported, blame);
}

/** An address that is none would be refused by everybody, which would look like a fault of who is asked, or like a merit. */
function checkQueries(name: keyof AddressQuestions, queries: readonly AddressQuery[], blame: Blame): void {
  if (!Array.isArray(queries)) throw wrongSubject(`${name} must be an array of { chain, address }`, blame);
  const wrong = queries.findIndex((query) => !parseAddress(query?.chain, query?.address).ok);
  if (wrong === -1) return;
  const message = `${name}[${wrong}] must be { chain, address } with an address of that chain; see parseAddress`;
  throw wrongSubject(message, blame);
}

/** The address with the slips that people make, as far as they are no addresses any more; empty is the last one. */
export function misspellings({ chain, address }: AddressQuery): readonly AddressQuery[] {
  const middle = Math.floor(address.length / 2);
  const slips = [
    address.slice(0, -1),
    address.slice(1),
    address + address.slice(-1),
    address.slice(0, middle) + address.charAt(middle + 1) + address.charAt(middle) + address.slice(middle + 2),
    ` ${address}`,
    `${address}!`,
    "",
  ];
  return slips.filter((text) => !parseAddress(chain, text).ok).map((text) => ({ chain, address: text }));
}
