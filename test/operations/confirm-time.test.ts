/** `transfers.confirm` without a time, where the clock does not move or another process is ahead. */
import { describe, expect, it } from "vitest";
import { unwrap } from "../../src/index.js";
import { decided, deciding, NOW, WITHDRAWAL } from "../support/decision-samples.js";

async function decidedTwice() {
  const compliance = await deciding({}, { decisionMaxAgeMs: 60_000 });
  await decided(compliance, WITHDRAWAL, {});
  expect(await decided(compliance, WITHDRAWAL)).toMatchObject({ version: 2, decision: "execute" });
  return { ...compliance.transfers, wait: compliance.wait };
}

describe("an execution that is confirmed without a time", () => {
  it.each([0, -50, 60_000])("is permitted by the decision that is stored, at %i ms", async (ms) => {
    const { confirm, wait } = await decidedTwice();
    wait(ms);
    const { confirmations } = unwrap(await confirm("W-1", { outcome: "executed" }));
    expect(confirmations[0]?.executed_without_permission).toBe(false);
    expect(confirmations[0]?.executed_at).toBe(confirmations[0]?.confirmed_at);
  });

  it("is not permitted after decisionMaxAgeMs", async () => {
    const { confirm, wait } = await decidedTwice();
    wait(60_002); // the second version has the next millisecond
    const { confirmations } = unwrap(await confirm("W-1", { outcome: "executed" }));
    expect(confirmations[0]?.executed_without_permission).toBe(true);
  });

  it("is not permitted with a time before the decision", async () => {
    const { confirm, wait } = await decidedTwice();
    wait(1000);
    const executed_at = NOW.toISOString();
    const { confirmations } = unwrap(await confirm("W-1", { outcome: "executed", executed_at }));
    expect(confirmations[0]?.executed_without_permission).toBe(true);
  });
});
