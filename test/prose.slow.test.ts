import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "vaspkit-prose-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the faults of a text as `line: message`. */
function faultsOf(name: string, text: string): readonly string[] {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { stdout } = spawnSync(process.execPath, ["scripts/lint-prose.mjs", path], { encoding: "utf8" });
  const lines = stdout.trim().split("\n").slice(0, -1);
  return lines.map((line) => line.slice(line.indexOf(`${name}:`) + name.length + 1));
}

const long = `This sentence ${"is much too long and ".repeat(8)}ends here.`;

describe("the prose linter", () => {
  it("accepts plain sentences, and reads no code", () => {
    expect(faultsOf("plain.md", "# Title\n\nReturns the list. `nobody` knocks.\n\n```ts\nnobody();\n```\n")).toEqual(
      [],
    );
    expect(
      faultsOf("plain.ts", 'export const nobody = "laws";\n/** Returns `laws`. */\nexport const x = 1;\n'),
    ).toEqual([]);
  });

  it("reports long sentences, forbidden constructions and synonyms of the glossary by line", () => {
    const faults = faultsOf(
      "odd.md",
      `# Title\n\n${long}\n\nThe storage knows it.\n\n| a |\n| - |\n| a sealed file |\n`,
    );
    expect(faults).toEqual([
      expect.stringMatching(/^3: Sentence of \d+ characters/),
      expect.stringMatching(/^5: "knows"/),
      expect.stringMatching(/^9: "sealed": The glossary has "encrypt, decrypt"/),
    ]);
  });

  it("reads a phrase over two lines", () => {
    expect(faultsOf("lines.md", "It grows by\nand by.\n")).toEqual([expect.stringMatching(/^1: "by and by"/)]);
  });

  it("reads doc comments, line comments and messages of TypeScript", () => {
    const source = [
      "/**",
      " * Returns it.",
      " * @param x - the laws",
      " * @example nobody",
      " */",
      "export function f(x: string): never {",
      "  // it mends",
      '  throw new Error("Whoever reads this " + `needs it.`);',
      "}",
    ];
    const faults = faultsOf("comments.ts", source.join("\n"));
    expect(faults).toHaveLength(3);
    expect(faults[0]).toMatch(/^3: "laws"/);
    expect(faults[1]).toMatch(/^7: "mends"/);
    expect(faults[2]).toMatch(/^8: "Whoever"/);
  });
});
