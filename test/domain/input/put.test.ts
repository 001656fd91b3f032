/** How members get into a copy. */
import { describe, expect, it } from "vitest";
import { named, putOf } from "../../../src/domain/input/put.js";

describe("the function that puts a member", () => {
  it.each(["website", "toString", "constructor", ...Object.keys(named)])("puts %s and nothing else", (name) => {
    const copy: Record<string, unknown> = {};
    putOf(name)(copy, 5);
    expect(Object.entries(copy)).toEqual([[name, 5]]);
  });
});
