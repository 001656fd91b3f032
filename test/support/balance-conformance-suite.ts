/** The checks of a balance source under vitest, for a source over a local server. */
import type { RequestListener } from "node:http";
import * as fc from "fast-check";
import type { Chain } from "../../src/domain/chains/chain.js";
import { chains } from "../../src/domain/chains/registry.js";
import type { BalanceSource } from "../../src/ports/balance-source.js";
import { type AddressSample, allAddressFormats, chainNames } from "../../src/testing/arbitraries/address.js";
import { withPoint } from "../../src/testing/rational.js";
import { balanceSourceConformance } from "../../src/testing.js";
import { describeServedChecks } from "./served-checks.js";
import type { SubjectOptions } from "./service-faults.js";

/** A source of one chain. */
export interface BalanceConformanceSubject {
  readonly chain: Chain;
  readonly make: (options: { readonly url: string } & Partial<SubjectOptions>) => BalanceSource;
  /** Serves the protocol, with the balances of canonical addresses in minor units. */
  readonly node: (holds: (address: string) => bigint) => RequestListener;
  readonly example: { readonly address: string };
  /** Formats of addresses without a balance. */
  readonly unknowable?: readonly string[];
}

/** Describes the checks for one source. */
export function balanceConformanceSuite(
  name: string,
  { chain, make, node, example, unknowable = [] }: BalanceConformanceSubject,
): void {
  const sampled = fc.sample(
    addressesOf(chain, (format) => !unknowable.includes(format)),
    3,
  );
  const known = [example.address, ...sampled.map(({ canonical }) => canonical)].map((address, index) => ({
    chain,
    address,
    units: BigInt(index) * 123_456_789n,
  }));
  const holdings = new Map(known.map(({ address, units }) => [address, units]));
  const others = chainNames.filter((each) => each !== chain).map((other) => oneOf(other));
  const checksAt = (url: string, failingUrl: string) =>
    balanceSourceConformance({
      source: () => make({ url: new URL(url).origin }),
      known: [...new Set(holdings.keys())].map((address) => ({
        chain,
        address,
        balance: withPoint(holdings.get(address) ?? 0n, chains[chain].decimals),
      })),
      unsupported: [...others, ...unknowable.map((hidden) => oneOf(chain, hidden))],
      failing: () => make({ url: new URL(failingUrl).origin }),
    });

  const service = node((address) => holdings.get(address) ?? 987_654_321n);
  describeServedChecks(`${name} on ${chain} keeps the checks of a balance source`, checksAt, service);
}

/** Some address of that chain and, where it is said, of that format, in canonical form. */
function oneOf(chain: Chain, wanted?: string): { readonly chain: Chain; readonly address: string } {
  const [written] = fc.sample(
    addressesOf(chain, (format) => wanted === undefined || format === wanted),
    1,
  );
  if (written === undefined) throw new Error("there is no address of that format");
  return { chain, address: written.canonical };
}

export function addressesOf(chain: Chain, isOf: (format: string) => boolean = () => true): fc.Arbitrary<AddressSample> {
  const formats = allAddressFormats.filter((each) => each.chain === chain && isOf(each.format));
  return fc.oneof(...formats.map(({ addresses }) => addresses));
}
