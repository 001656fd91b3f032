/** Schemas for web frameworks and form libraries: the parse functions behind Standard Schema v1 (standardschema.dev). */
import type { AccountDraft, AccountInput } from "../domain/accounts/account.js";
import { parseAccount } from "../domain/accounts/parse.js";
import type { AddressCreateRequest } from "../domain/addresses/address.js";
import { parseAddressCreate } from "../domain/addresses/parse.js";
import { pathOf } from "../domain/input/json-pointer.js";
import type { Issue } from "../domain/issue.js";
import { configurationInvalid } from "../domain/options.js";
import type { Result } from "../domain/result.js";
import { parseTransaction } from "../domain/thresholds/parse.js";
import type { AnyTransaction } from "../domain/thresholds/types.js";
import { parseTransfer } from "../domain/transfers/parse.js";
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
 * const formSchema = standardSchema<AccountDraft, AccountInput>((form) => parseAccount(form, { emptyIsAbsent: true }));
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
 * Schema of an account (§2.2–2.6), see `parseAccount`.
 *
 * @example
 * app.post("/customers", sValidator("json", accountSchema), async (context) => {
 *   const created = await compliance.accounts.create(context.req.valid("json"));
 *   return context.json(created, created.ok ? 201 : 422);
 * });
 */
export const accountSchema: StandardSchema<AccountDraft, AccountInput> = /* @__PURE__ */ standardSchema((input) =>
  parseAccount(input),
);

/** Schema of a VASP record (§2.7), see `parseVasp`. */
export const vaspSchema: StandardSchema<VaspDraft, Vasp> = /* @__PURE__ */ standardSchema((input) => parseVasp(input));

/** Schema of a transaction (§4.9), see `parseTransaction`. A number has the digits that JSON gave it. */
export const transactionSchema: StandardSchema<AnyTransaction, AnyTransaction> = /* @__PURE__ */ standardSchema(
  (input) => parseTransaction(input),
);

/** Schema of a transfer (§2.9) without the stored records, see `parseTransfer`. */
export const transferSchema: StandardSchema<TransferDraft, TransferInput> = /* @__PURE__ */ standardSchema((input) =>
  parseTransfer(input),
);

/** Schema of a request to create an address (§4.1). The output has the address in canonical form. */
export const addressCreateSchema: StandardSchema<AddressCreateRequest, AddressCreateRequest> =
  // The cast: a rule requires provider_name with scan_for_risk.
  /* @__PURE__ */ standardSchema((input) => parseAddressCreate(input) as Result<AddressCreateRequest>);
