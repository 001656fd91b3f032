/** Schemas for web frameworks and form libraries: the parse functions behind Standard Schema v1 (standardschema.dev). */
import type { AccountDraft, AccountInput } from "../domain/accounts/account.js";
import { parseAccount } from "../domain/accounts/parse.js";
import type { AddressCreateRequest } from "../domain/addresses/address.js";
import { parseAddressCreate } from "../domain/addresses/parse.js";
import type { ChainModule } from "../domain/chains/chain.js";
import { type ChainOptions, chainsOf } from "../domain/chains/register.js";
import { pathOf } from "../domain/input/json-pointer.js";
import type { ParseOptions } from "../domain/input/types.js";
import type { Issue } from "../domain/issue.js";
import { checkedOptions, configurationInvalid } from "../domain/options.js";
import type { Result } from "../domain/result.js";
import { parseTransaction } from "../domain/thresholds/parse.js";
import type { AnyTransaction } from "../domain/thresholds/types.js";
import { parseTransferOn, type TransferParseOptions, transferContext } from "../domain/transfers/parse.js";
import type { TransferDraft, TransferInput } from "../domain/transfers/transfer.js";
import { parseVasp } from "../domain/vasps/parse.js";
import type { Vasp, VaspDraft } from "../domain/vasps/vasp.js";

/** A schema of Standard Schema v1, as `StandardSchemaV1` of `@standard-schema/spec` describes it. */
export interface StandardSchema<Input, Output> {
  /** What libraries call. */
  readonly "~standard": {
    /** Of the standard. */
    readonly version: 1;
    readonly vendor: "vaspkit";
    /** Returns a copy with defaults, or every issue. Never throws. */
    readonly validate: (value: unknown) => StandardResult<Output>;
    /** Only for the compiler. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What `validate` of a {@link StandardSchema} returns. Without `issues` it has a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** An {@link Issue} with its place as property names and indices, as `pathOf` returns it. */
export interface StandardIssue extends Omit<Issue, "path"> {
  readonly path: readonly string[];
}

/**
 * Creates a schema from a parse function.
 *
 * @param parse - a function that returns a value or issues and never throws
 * @returns A schema with the input type `Input` and the output type `Output`.
 * @throws ComplianceError `configuration_invalid` when `parse` is not a function.
 * @example
 * // A form sends empty texts for empty fields.
 * const formSchema = standardSchema<Record<string, unknown>, AccountInput>((form) =>
 *   parseAccount(form, { emptyIsAbsent: true }),
 * );
 */
export function standardSchema<Input, Output>(
  parse: (input: unknown) => Result<Output>,
): StandardSchema<Input, Output> {
  if (typeof parse !== "function") {
    throw configurationInvalid("standardSchema takes a parse function, for example parseAccount.");
  }
  const validate = (value: unknown): StandardResult<Output> => {
    const parsed = parse(value);
    if (parsed.ok) return { value: parsed.value };
    return { issues: parsed.issues.map((issue) => ({ ...issue, path: pathOf(issue) })) };
  };
  return Object.freeze({ "~standard": Object.freeze({ version: 1, vendor: "vaspkit", validate } as const) });
}

/**
 * Returns the schema of an account (§2.2–2.6), see `parseAccount`.
 *
 * @param options - those of `parseAccount`
 * @returns A frozen schema.
 * @throws ComplianceError `invalid_input` for invalid or misspelt options
 * @example
 * app.post("/customers", sValidator("json", accountSchema()), async (context) => {
 *   const created = await compliance.accounts.create(context.req.valid("json"));
 *   return context.json(created, created.ok ? 201 : 422);
 * });
 */
export function accountSchema(options?: ParseOptions): StandardSchema<AccountDraft, AccountInput> {
  return schemaOf((input) => parseAccount(input, options));
}

/**
 * Returns the schema of a VASP record (§2.7), see `parseVasp`.
 *
 * @param options - those of `parseVasp`
 * @returns A frozen schema.
 * @throws ComplianceError `invalid_input` for invalid or misspelt options
 */
export function vaspSchema(options?: ParseOptions): StandardSchema<VaspDraft, Vasp> {
  return schemaOf((input) => parseVasp(input, options));
}

/**
 * Returns the schema of a transaction (§4.9), see `parseTransaction`. A number has the digits that JSON gave it.
 *
 * @param options - those of `parseTransaction`
 * @returns A frozen schema.
 * @throws ComplianceError `invalid_input` for invalid or misspelt options
 */
export function transactionSchema(options?: ParseOptions): StandardSchema<AnyTransaction, AnyTransaction> {
  return schemaOf((input) => parseTransaction(input, options));
}

/**
 * Returns the schema of a transfer (§2.9) without the stored records, see `parseTransfer`. Registers its chains once.
 *
 * @param options - those of `parseTransfer`
 * @returns A frozen schema.
 * @throws ComplianceError `invalid_input` for invalid or misspelt options, `configuration_invalid` for invalid chains
 * @example
 * const schema = transferSchema({ chains: [...defaultChains, tron] });
 */
export function transferSchema<C extends string>(
  options: TransferParseOptions<C> & { readonly chains: readonly ChainModule<C>[] },
): StandardSchema<TransferDraft<C>, TransferInput<C>>;
/** Returns the schema of a transfer with the chains of the specification. */
export function transferSchema(options?: TransferParseOptions): StandardSchema<TransferDraft, TransferInput>;
export function transferSchema(options?: TransferParseOptions): StandardSchema<TransferDraft, TransferInput> {
  const context = options && transferContext("transferSchema", options);
  return schemaOf((input) => parseTransferOn(input, context));
}

const NAMES = { chains: "checked", isRecoveryPhrase: "function" } as const;

/**
 * Returns the schema of a request to create an address (§4.1). The output has the address in canonical form.
 *
 * @param options - chains, and a test of recovery phrases
 * @returns A frozen schema.
 * @throws ComplianceError `configuration_invalid` for an invalid option
 */
export function addressCreateSchema<C extends string>(
  options: ChainOptions<C> & { readonly chains: readonly ChainModule<C>[] },
): StandardSchema<AddressCreateRequest<C>, AddressCreateRequest<C>>;
/** Returns the schema of a request to create an address on a chain of the specification. */
export function addressCreateSchema(options?: ChainOptions): StandardSchema<AddressCreateRequest, AddressCreateRequest>;
export function addressCreateSchema(
  options: ChainOptions = {},
): StandardSchema<AddressCreateRequest, AddressCreateRequest> {
  const chains = chainsOf(checkedOptions("addressCreateSchema", options, NAMES));
  // The cast: a rule requires provider_name with scan_for_risk.
  return schemaOf((input) => parseAddressCreate(input, chains) as Result<AddressCreateRequest>);
}

/** Returns the schema of a parse function with options, which are invalid for every input or for none. */
function schemaOf<Input, Output>(parse: (input: unknown) => Result<Output>): StandardSchema<Input, Output> {
  parse(undefined);
  return standardSchema(parse);
}
