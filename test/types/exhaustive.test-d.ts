/** A `switch` over a code is exhaustive: it does not compile until it has every new code. */
import { describe, expectTypeOf, it } from "vitest";
import type { TransferKind } from "../../src/index.js";

function partOfKind(kind: TransferKind): "hosted" | "self-hosted" {
  switch (kind) {
    case "vasp_to_vasp":
      return "hosted";
    case "withdrawal_to_self_hosted":
    case "deposit_from_self_hosted":
      return "self-hosted";
    default:
      return kind satisfies never;
  }
}

describe("an exhaustive switch", () => {
  it("compiles over every kind of transfer; public-api.test-d.ts has the unions of codes", () => {
    expectTypeOf(partOfKind).parameter(0).toEqualTypeOf<TransferKind>();
  });

  it("does not compile while a code is forgotten", () => {
    const forgetful = (code: "storage_locked" | "storage_closed"): string => {
      if (code === "storage_locked") return code;
      // @ts-expect-error storage_closed is left
      return code satisfies never;
    };
    expectTypeOf(forgetful).returns.toEqualTypeOf<string>();
  });
});
