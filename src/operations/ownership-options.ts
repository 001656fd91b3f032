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
   * The page where the customer signs, on the domain. With http only on `localhost` and `127.0.0.1`.
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

/** A host with an optional port: labels of at most 63 characters (RFC 1123). */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[1-9][0-9]{0,4})?$/;
const MAX_DOMAIN = 253;
/** What may follow the host in an address: path, query and fragment. */
const URI_REST = /^(?:[/?#][!-~]{0,1000})?$/;
const STATEMENT = /^[!-~](?:[ -~]{0,498}[!-~])?$/;

/** @throws ComplianceError `configuration_invalid` */
export function checkedOwnership(given: OwnershipOptions): CheckedOwnership {
  const options = checkedOptions("ownership", given, kinds);
  const { domain, maxAgeMs, uri = `https://${domain}`, statement = STATEMENT_BY_DEFAULT } = options;
  if (!isDomain(domain))
    throw invalid(
      'needs a domain as browsers write it: a host in lower case, in ASCII (Punycode), without a scheme or the port 443, such as "exchange.example"',
    );
  if (!isOnDomain(uri, domain))
    throw invalid(
      "needs a uri that starts with https:// and the domain, without spaces and at most 1,000 characters after it",
    );
  if (!STATEMENT.test(statement)) throw invalid("needs one line of 1 to 500 printable ASCII characters as statement");
  if (!isDuration(maxAgeMs, 1)) throw invalid("needs whole milliseconds above 0, at most 100 years, as maxAgeMs");
  const methods = readSafely(
    () => methodsByChain(options.methods),
    () => invalid("has methods that cannot be read"),
  );
  return Object.freeze({
    ...{ domain, uri, statement, maxAgeMs, methods },
    contractSignatures: own(options, "contractSignatures"),
  });
}

const STATEMENT_BY_DEFAULT = "I confirm that I control this address. Signing sends no transaction.";

function isDomain(domain: unknown): domain is string {
  return typeof domain === "string" && domain.length <= MAX_DOMAIN && DOMAIN.test(domain) && isAsWritten(domain);
}

/** Browsers write the port 443, and numbers that are an IPv4 address, in another way. Wallets then warn of another site. */
function isAsWritten(domain: string): boolean {
  try {
    return new URL(`https://${domain}`).host === domain;
  } catch {
    // A port that does not exist, numbers that are no IPv4 address, or malformed Punycode.
    return false;
  }
}

/** A page of another host would contradict the domain that the wallet shows. Without TLS only on the same machine. */
function isOnDomain(uri: string, domain: string): boolean {
  const isLocal = /^(?:localhost|127\.0\.0\.1)(?::|$)/.test(domain);
  const start = [`https://${domain}`, ...(isLocal ? [`http://${domain}`] : [])].find((each) => uri.startsWith(each));
  return start !== undefined && URI_REST.test(uri.slice(start.length));
}

/** @throws ComplianceError `configuration_invalid` for something else than methods, at most one for each chain */
function methodsByChain(methods: readonly OwnershipMethod[]): ReadonlyMap<string, OwnershipMethod> {
  const byChain = new Map<string, OwnershipMethod>();
  if (!(Array.isArray(methods) && methods.length > 0)) {
    throw invalid("needs at least one method of vaspkit/ownership, such as [evmMessages]");
  }
  for (const [index, method] of methods.entries()) {
    if (!isOwnershipMethod(method)) {
      throw invalid(`has something else than a method of vaspkit/ownership at methods[${index}]`);
    }
    for (const chain of Object.keys(method.chains)) {
      if (byChain.has(chain)) throw invalid(`has two methods for the chain ${chain}; remove one of them`);
      byChain.set(chain, method);
    }
  }
  return byChain;
}

function invalid(what: string): ComplianceError {
  return configurationInvalid(`The option ownership of createCompliance ${what}.`);
}
