/** The generated pages docs/reference*.md. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { referencePages } from "../../scripts/generate-api-reference.mjs";

it("docs/reference*.md list the exports as they are (node scripts/generate-api-reference.mjs)", () => {
  for (const { file, text } of referencePages()) {
    expect(text, file).toBe(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
    expect(text.length, file).toBeLessThanOrEqual(15_000);
  }
}, 60_000);
