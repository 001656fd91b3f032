/** Standard Schema: the types that libraries infer. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expectTypeOf, it } from "vitest";
import {
  type accountSchema,
  type addressCreateSchema,
  standardSchema,
  type transactionSchema,
  type transferSchema,
  type vaspSchema,
} from "../../src/http/standard-schema.js";
import {
  type AccountDraft,
  type AccountInput,
  type AddressCreateRequest,
  type AnyTransaction,
  parseVasp,
  type TransferDraft,
  type TransferInput,
  type Vasp,
  type VaspDraft,
} from "../../src/index.js";

/** What every library of the standard infers. */
function inferred<S extends StandardSchemaV1>(
  _schema: S,
): [StandardSchemaV1.InferInput<S>, StandardSchemaV1.InferOutput<S>] {
  throw new Error("compiled, not run");
}

describe("a schema", () => {
  it("has a draft as its input and the parsed record as its output", () => {
    expectTypeOf(inferred<typeof accountSchema>).returns.toEqualTypeOf<[AccountDraft, AccountInput]>();
    expectTypeOf(inferred<typeof vaspSchema>).returns.toEqualTypeOf<[VaspDraft, Vasp]>();
    expectTypeOf(inferred<typeof transferSchema>).returns.toEqualTypeOf<[TransferDraft, TransferInput]>();
    expectTypeOf(inferred<typeof transactionSchema>).returns.toEqualTypeOf<[AnyTransaction, AnyTransaction]>();
    expectTypeOf(inferred<typeof addressCreateSchema>).returns.toEqualTypeOf<
      [AddressCreateRequest, AddressCreateRequest]
    >();
  });

  it("of one's own infers its output", () => {
    const schema = standardSchema((input) => parseVasp(input, { emptyIsAbsent: true }));
    expectTypeOf(schema).toExtend<StandardSchemaV1<unknown, Vasp>>();
    expectTypeOf(inferred<typeof schema>).returns.toEqualTypeOf<[unknown, Vasp]>();
  });
});
