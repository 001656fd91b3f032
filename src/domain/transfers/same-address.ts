/** Whether both sides of a transfer have the same address (§2.9). */
import { type AddressContext, parsedOnce } from "../addresses/address.rules.js";
import { isAddressIssue } from "../chains/address-issues.js";
import type { ParsedAddress, RegisteredChains } from "../chains/chain.js";
import { parseWith } from "../chains/module.js";
import { tagOf } from "../chains/parse.js";
import { specifiedChains } from "../chains/registry.js";

/** An address as it is written, and the tag beside it. */
interface Side {
  readonly text: string;
  readonly tag: string | undefined;
}

/**
 * Returns whether two addresses are one, in any spelling, without different tags. Customers who share an address have
 * different tags, beside the address or in it. Without a chain, one chain on which both are the same is enough.
 *
 * @param chain - undefined: any registered chain
 * @throws ComplianceError `configuration_invalid` for a faulty module of a caller
 */
export function isSameAddress(chain: string | undefined, one: Side, other: Side, context: AddressContext): boolean {
  if (chain === undefined) return isSameText(one, other) || isSameOnAny(one, other, context.chains ?? specifiedChains);
  const parsed = parsedOnce(chain, one.text, context);
  const second = parsed.ok ? parsedOnce(chain, other.text, context) : parsed;
  return parsed.ok && second.ok && isSame(parsed.value, second.value, one, other);
}

function isSameText(one: Side, other: Side): boolean {
  return one.text === other.text && one.tag === other.tag;
}

function isSameOnAny(one: Side, other: Side, chains: RegisteredChains): boolean {
  for (const module of chains.values()) {
    const parsed = parseWith(module, one.text);
    if (isAddressIssue(parsed)) continue;
    const second = parseWith(module, other.text);
    if (isAddressIssue(second)) continue;
    const { name } = module;
    if (isSame({ chain: name, ...parsed }, { chain: name, ...second }, one, other)) return true;
  }
  return false;
}

function isSame(parsed: ParsedAddress<string>, second: ParsedAddress<string>, one: Side, other: Side): boolean {
  return parsed.canonical === second.canonical && (one.tag ?? tagOf(parsed)) === (other.tag ?? tagOf(second));
}
