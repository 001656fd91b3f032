/** The lines of issues in the playground. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { lineIn, linesOf } from "../../docs/.vitepress/theme/tools/json-lines.js";

it("finds names, items, escapes, and what a missing property is missing in", () => {
  const text = '{\n"a/b": [1, {\n"~": "x, ]}"},\n"y"],\n"c": {}\n}';
  const lines = ["", "/a~1b", "/a~1b/1", "/a~1b/1/~0", "/a~1b/2", "/c", "/c/d/e", "/z"].map((path) =>
    lineIn(linesOf(text), path),
  );
  expect(lines).toEqual([1, 2, 2, 3, 4, 5, 5, 1]);
});

it("finds a marker anywhere", () => {
  const around = fc.array(fc.oneof(fc.string(), fc.nat()).map((key) => (typeof key === "number" ? key % 4 : key)));
  fc.assert(
    fc.property(around, fc.jsonValue(), (keys, other) => {
      let value: unknown = "MARKER";
      for (const key of keys.toReversed()) {
        value = typeof key === "number" ? [...Array(key).fill(other), value] : { before: other, [key]: value };
      }
      const path = keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
      const text = JSON.stringify(value, null, 1);
      const line = text.split("\n").findIndex((each) => each.includes('"MARKER"'));
      fc.pre(text.split('"MARKER"').length === 2);
      expect(lineIn(linesOf(text), path)).toBe(line + 1);
    }),
  );
});
