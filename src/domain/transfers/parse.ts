/** Parses transfers without the stored records (§2.9). */

import { transferReader } from "../../generated/transfer.reader.js";
import type { Chain, ChainModule } from "../chains/chain.js";
import { type ChainOptions, chainsOf } from "../chains/register.js";
import { readSafely } from "../compliance-error.js";
import { checkParseOptions, PARSE_OPTIONS, parseInput, unreadableOptions } from "../input/parse-input.js";
import type { ParseContext, ParsedAddresses, ParseOptions } from "../input/types.js";
import { bare } from "../own.js";
import type { Result } from "../result.js";
import type { TransferInput } from "./transfer.js";

/** Options of {@link parseTransfer}. */
export interface TransferParseOptions<C extends string = Chain> extends ParseOptions, ChainOptions<C> {}

/**
 * Parses a transfer by the rules of §2.9 that need no stored records. A party described directly follows the rules of accounts
 * (§2.2–2.6). With `chain`, both addresses must be addresses of it; without it, they must not be secret
 * keys or 64 hex digits. They stay as written, because they may contain a tag. Both can be one address only with different
 * tags.
 *
 * @param input - a value of any type, for example a request body
 * @param options - further country codes to accept, chains, and a test of recovery phrases. Chains are registered at each
 *   call; `transferSchema` of `vaspkit/http` registers them once
 * @returns the transfer as a plain copy with its defaults, or every issue in the order of the input
 * @throws ComplianceError `invalid_input` for invalid or misspelt options, `configuration_invalid` for faulty
 *   `chains` or `isRecoveryPhrase`
 * @example
 * const parsed = parseTransfer({
 *   originator_account_reference_id: "A-1",
 *   beneficiary_account: { account_type: "entity", entity: { … }, customer_id: "C-7" },
 *   originator_address: "bc1q…", beneficiary_address: "bc1p…", chain: "bitcoin",
 *   originator_vasp_id: "V-1", beneficiary_vasp_id: "V-2",
 * });
 */
export function parseTransfer<C extends string>(
  input: unknown,
  options: TransferParseOptions<C> & { readonly chains: readonly ChainModule<C>[] },
): Result<TransferInput<C>>;
/** Parses a transfer with the chains of the specification. */
export function parseTransfer(input: unknown, options?: TransferParseOptions): Result<TransferInput>;
// Inside, the names of registered chains have the type Chain.
export function parseTransfer(input: unknown, options?: TransferParseOptions): Result<TransferInput> {
  return parseTransferOn(input, options && transferContext("parseTransfer", options));
}

/**
 * Checks options of a parser of transfers, and registers their chains.
 *
 * @param parser - its name, which the message contains
 * @throws ComplianceError `invalid_input`, `configuration_invalid`
 */
export function transferContext(parser: string, options: TransferParseOptions): ParseContext {
  checkParseOptions(parser, options, { ...PARSE_OPTIONS, chains: true, isRecoveryPhrase: true });
  const chains = readSafely(() => chainsOf(options), unreadableOptions);
  // The cast: without chains, the options have none. They may be the index of Array.map.
  return chains === undefined ? (options as ParseContext) : { ...bare(options), chains };
}

/** {@link parseTransfer} with a clock. */
export function parseTransferOn(
  input: unknown,
  context?: ParseContext,
  parsed?: ParsedAddresses,
): Result<TransferInput> {
  // The rules check which properties exclude each other, so the value has the type.
  return parseInput(transferReader, input, context, parsed) as Result<TransferInput>;
}
