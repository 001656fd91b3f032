/** A sample of pollution.slow.test.ts, in this process. */
import { describe, expect, it } from "vitest";
import { answersOf, pollutions, whilePolluted } from "../support/pollution-answers.js";
import { outcomesOf, runMemory } from "../support/pollution-battery.js";

const answers = async () => answersOf(await outcomesOf(runMemory));

/** Read as an option, in a query, in a record, of an address, and of an error. */
const names = [
  "maxRateAge",
  "limit",
  "name_first",
  "screening",
  "is_self_hosted",
  "checksum",
  "issues",
  "customer_id",
  "params",
  "deliver",
  "asset",
  "prices",
  "disputed",
  "price",
];

/** Each name gets an accessor and one kind of value besides the text. */
const labels = ["function", "list", "true", "object", "null"];
const others = names.flatMap((name, index) => [
  [name, "accessor"],
  [name, labels[index % labels.length] ?? "true"],
]);

describe("a polluted Object.prototype", () => {
  it.each(names)("changes no answer by %s", async (name) => {
    const expected = await answers();
    const polluted = await whilePolluted(name, "polluted", answers);
    expect(polluted).toEqual(expected);
  });

  it.each(others)("changes no answer by %s = %s", async (name = "", label = "") => {
    const expected = await answers();
    const polluted = await whilePolluted(name, pollutions[label], answers);
    expect(polluted).toEqual(expected);
  });
});
