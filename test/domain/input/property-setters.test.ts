/** How members get into a copy. */
import { describe, expect, it } from "vitest";
import { namedSetters, setterOf } from "../../../src/domain/input/property-setters.js";

describe("the function that puts a member", () => {
  it.each(["website", "toString", "constructor", ...Object.keys(namedSetters)])("puts %s and nothing else", (name) => {
    const copy: Record<string, unknown> = {};
    setterOf(name)(copy, 5);
    expect(Object.entries(copy)).toEqual([[name, 5]]);
  });
});
