/** The option `ownership` of `createCompliance`. */
import { type ComplianceError, readSafely } from "../domain/compliance-error.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { checkedOptions, configurationInvalid, isDuration } from "../domain/options.js";
import { own } from "../domain/own.js";
import type { OwnershipMethod } from "../domain/ownership/method.js";
import { isOwnershipMethod } from "../domain/ownership/verify.js";
import type { ContractSignatures } from "../ports/contract-signatures.js";

/**
 * Options for proofs of ownership.
 *
 * @example
 * createCompliance({ storage, ownership: { domain: "exchange.example", methods: [bitcoinMessages, evmMessages], maxAgeMs } });
 */
export interface OwnershipOptions {
  /** Host of the website where the customer signs, with a port where it has one. Wallets show it. */
  readonly domain: string;
  /** Methods of `vaspkit/ownership`, at most one for each chain. */
  readonly methods: readonly OwnershipMethod[];
  /** How long a proof counts, in milliseconds. Counsel decides it. */
  readonly maxAgeMs: DurationMs;
  /**
   * The page where the customer signs.
   *
   * @default `https://` and the domain
   */
  readonly uri?: string | undefined;
  /**
   * What the customer confirms: one line of printable ASCII, without personal data.
   *
   * @default "I confirm that I control this address. Signing sends no transaction."
   */
  readonly statement?: string | undefined;
  /**
   * Answers for contract wallets, from your node.
   *
   * @default signatures of contract wallets are inconclusive
   */
  readonly contractSignatures?: ContractSignatures | undefined;
}

/** The options after checks, with their defaults. */
export interface CheckedOwnership {
  readonly domain: string;
  readonly uri: string;
  readonly statement: string;
  readonly maxAgeMs: DurationMs;
  /** Methods by the names of their chains. */
  readonly methods: ReadonlyMap<string, OwnershipMethod>;
  readonly contractSignatures: ContractSignatures | undefined;
}

const kinds = {
  domain: "text",
  methods: "checked",
  maxAgeMs: "checked",
  uri: "text",
  statement: "text",
  contractSignatures: "function",
} as const;

/** A host with an optional port, as browsers write it. */
const DOMAIN = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[1-9][0-9]{0,4})?$/;
const URI_TEXT = /^https?:\/\/[!-~]{1,1000}$/;
const STATEMENT = /^[!-~](?:[ -~]{0,498}[!-~])?$/;

/** @throws ComplianceError `configuration_invalid` */
export function checkedOwnership(given: OwnershipOptions): CheckedOwnership {
  const options = checkedOptions("The option ownership of createCompliance", given, kinds);
  const { domain, maxAgeMs, uri = `https://${domain}`, statement = STATEMENT_BY_DEFAULT } = options;
  if (typeof domain !== "string" || !DOMAIN.test(domain)) {
    throw invalid('needs a domain: a host in lower case, such as "exchange.example"');
  }
  if (!URI_TEXT.test(uri)) throw invalid("needs an http or https address as uri");
  if (!STATEMENT.test(statement)) throw invalid("needs one line of 1 to 500 printable ASCII characters as statement");
  if (!isDuration(maxAgeMs, 1)) throw invalid("needs whole milliseconds above 0, at most 100 years, as maxAgeMs");
  const methods = readSafely(
    () => methodsByChain(options.methods),
    () => invalid("needs methods of vaspkit/ownership, such as [evmMessages], at most one for each chain"),
  );
  return Object.freeze({
    ...{ domain, uri, statement, maxAgeMs, methods },
    contractSignatures: own(options, "contractSignatures"),
  });
}

const STATEMENT_BY_DEFAULT = "I confirm that I control this address. Signing sends no transaction.";

/** @throws an error for something else than methods */
function methodsByChain(methods: readonly OwnershipMethod[]): ReadonlyMap<string, OwnershipMethod> {
  const byChain = new Map<string, OwnershipMethod>();
  if (!(Array.isArray(methods) && methods.length > 0 && methods.every(isOwnershipMethod))) throw new Error("none");
  for (const method of methods) {
    for (const chain of Object.keys(method.chains)) {
      if (byChain.has(chain)) throw new Error("two");
      byChain.set(chain, method);
    }
  }
  return byChain;
}

function invalid(what: string): ComplianceError {
  return configurationInvalid(`The option ownership of createCompliance ${what}.`);
}
