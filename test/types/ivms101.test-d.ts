/** IVMS101: what is read fits what operations take. */

import { assertType, describe, expectTypeOf, it } from "vitest";
import type { PartyDraft, Result, TransferDraft, VaspDraft } from "../../src/index.js";
import { fromIvms101, type Ivms101IssueCode, type Ivms101Vasps, type ReadIvms101 } from "../../src/ivms101.js";

describe("fromIvms101", () => {
  it("accepts any value and returns a result", () => {
    expectTypeOf(fromIvms101).parameter(0).toEqualTypeOf<unknown>();
    expectTypeOf(fromIvms101).returns.toEqualTypeOf<Result<ReadIvms101, Ivms101IssueCode>>();
    // @ts-expect-error the edition is detected
    assertType(fromIvms101({}, { edition: "2020" }));
  });

  it("gives parts of a transfer, each of which may be absent", () => {
    expectTypeOf<ReadIvms101["parties"]["originator_account"]>().toEqualTypeOf<PartyDraft | undefined>();
    type Received = Required<ReadIvms101["parties"]> & { originator_vasp_id: string; beneficiary_vasp_id: string };
    expectTypeOf<Received>().toExtend<TransferDraft>();
    expectTypeOf<ReadIvms101["parties"]>().not.toExtend<TransferDraft>();
  });

  it("gives records of VASPs without their id", () => {
    type Read = NonNullable<Ivms101Vasps["originator_vasp"]>;
    expectTypeOf<Read & { vasp_id: string }>().toExtend<VaspDraft>();
    expectTypeOf<Read>().not.toExtend<VaspDraft>();
  });
});
