import { expect, it } from "vitest";
import { newExchange } from "../../src/domain/exchanges/apply.js";
import { twoSides } from "../support/trp-sides.js";

it("a VASP has a standing over more exchanges than a page", async () => {
  const { originator } = await twoSides();
  const at = new Date().toISOString().replace("Z", "+00:00");
  const count = 1_001;
  for (let index = 0; index < count; index += 1) {
    const subject = { transfer_id: `W-${index}`, side: "originator", vasp_id: "V-B", account: null } as const;
    await originator.storage.exchanges.save({ ...newExchange(subject, at), revision: 1 });
  }
  expect(await originator.compliance.vasps.standing("V-B")).toMatchObject({ transfers: count, rejected: 0 });
  expect(await originator.compliance.vasps.standing("V-O")).toMatchObject({ transfers: 0 });
});
