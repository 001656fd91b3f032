/** How `addresses.create` is carried out, beside what it is asked for. */
import { ComplianceError } from "../domain/compliance-error.js";
import { checkOptionNames } from "../domain/options.js";
import type { CallerSignal } from "../ports/risk-provider.js";

/** How a creation is carried out. */
export interface AddressCreateOptions {
  /** When it aborts, the creation rejects with `aborted`, and nothing is stored. */
  readonly signal?: CallerSignal;
  /** false: the source given as `balances` is not asked, so that its failure cannot stand in the way. Default true. */
  readonly balance?: boolean;
}

/**
 * Callers without types: the controller in place of its signal, or a misspelt name, is the likely slip.
 *
 * @throws ComplianceError `invalid_input`.
 */
export function readCreateOptions(given: AddressCreateOptions | undefined): {
  readonly signal: AbortSignal | undefined;
  readonly balance: boolean;
} {
  const options = given ?? {};
  checkOptionNames("addresses.create", options, names, { fail: invalid });
  const { signal, balance = true } = options;
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw invalid("signal must be an AbortSignal, for example controller.signal.");
  }
  if (typeof balance !== "boolean") throw invalid("balance must be true or false.");
  return { signal, balance };
}

const names = { signal: true, balance: true } as const satisfies Record<keyof AddressCreateOptions, true>;

function invalid(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}
