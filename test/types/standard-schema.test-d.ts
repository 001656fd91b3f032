/** Standard Schema: the types that libraries infer. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expectTypeOf, it } from "vitest";
import { defaultChains, tron } from "../../src/chains.js";
import {
  type accountSchema,
  addressCreateSchema,
  standardSchema,
  type transactionSchema,
  transferSchema,
  type vaspSchema,
} from "../../src/http/standard-schema.js";
import {
  type AccountDraft,
  type AccountInput,
  type AddressCreateRequest,
  type AnyTransaction,
  type Chain,
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
    expectTypeOf(inferred<ReturnType<typeof accountSchema>>).returns.toEqualTypeOf<[AccountDraft, AccountInput]>();
    expectTypeOf(inferred<ReturnType<typeof vaspSchema>>).returns.toEqualTypeOf<[VaspDraft, Vasp]>();
    expectTypeOf(inferred<ReturnType<typeof transferSchema>>).returns.toEqualTypeOf<[TransferDraft, TransferInput]>();
    expectTypeOf(inferred<ReturnType<typeof transactionSchema>>).returns.toEqualTypeOf<
      [AnyTransaction, AnyTransaction]
    >();
    expectTypeOf(inferred<ReturnType<typeof addressCreateSchema>>).returns.toEqualTypeOf<
      [AddressCreateRequest, AddressCreateRequest]
    >();
  });

  it("has the names of its chains", () => {
    const chains = [...defaultChains, tron];
    const schema = transferSchema({ chains });
    type Name = Chain | "tron";
    expectTypeOf(inferred<typeof schema>).returns.toEqualTypeOf<[TransferDraft<Name>, TransferInput<Name>]>();
    const create = addressCreateSchema({ chains });
    expectTypeOf(inferred<typeof create>).returns.toEqualTypeOf<
      [AddressCreateRequest<Name>, AddressCreateRequest<Name>]
    >();
  });

  it("of one's own infers its output", () => {
    const schema = standardSchema((input) => parseVasp(input, { emptyIsAbsent: true }));
    expectTypeOf(schema).toExtend<StandardSchemaV1<unknown, Vasp>>();
    expectTypeOf(inferred<typeof schema>).returns.toEqualTypeOf<[unknown, Vasp]>();
  });
});
