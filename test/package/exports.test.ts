/**
 * The public names, entry point by entry point: a name that comes or goes shows in the diff of exported-names.txt. The
 * generated pages docs/reference*.md list the same names. One program serves all tests, because it takes seconds.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { publicProgram, referencePages } from "../../scripts/generate-api-reference.mjs";

const { exports } = JSON.parse(readFileSync(pathOf("../../package.json"), "utf8"));

/** `./json-file` is written in src/json-file.ts, and `.` in src/index.ts. */
const entryPoints = Object.keys(exports)
  .filter((name) => name !== "./package.json")
  .map((name) => [name.replace(/^\./, "vaspkit"), pathOf(`../../src/${name.slice(2) || "index"}.ts`)] as const);

describe("the public names", () => {
  const program = publicProgram();

  it("are those of exported-names.txt (`npx vitest run test/package -u` after a wanted change)", async () => {
    const text = entryPoints.map(([name, path]) => `${name}\n${exportedNames(program, path).join("\n")}\n`).join("\n");
    await expect(text).toMatchFileSnapshot("./exported-names.txt");
    // The compiler reads the types of every package that the entry points import.
  }, 60_000);

  it("are documented: @returns of every function, @default of every option, which also accepts undefined", () => {
    const checker = program.getTypeChecker();
    const symbols = new Set(
      entryPoints.flatMap(([, path]) => exportsOf(program, path)).map((each) => resolved(each, checker)),
    );
    const lacking = [...symbols].flatMap((symbol) => [
      ...functionsWithoutReturns(symbol, checker),
      ...optionsWithoutDefault(symbol, checker),
    ]);
    expect(lacking).toEqual([]);
  });

  it("are listed by docs/reference*.md (node scripts/generate-api-reference.mjs)", () => {
    for (const { file, text } of referencePages(program)) {
      expect(text, file).toBe(readFileSync(pathOf(`../../${file}`), "utf8"));
      expect(text.length, file).toBeLessThanOrEqual(15_000);
    }
  });
});

function exportsOf(program: ts.Program, path: string): readonly ts.Symbol[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${path} is not a module.`);
  return checker.getExportsOfModule(module);
}

function functionsWithoutReturns(symbol: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  if (!(symbol.flags & ts.SymbolFlags.Function) || tagsOf(symbol, checker).includes("returns")) return [];
  return [`${symbol.name} has no @returns`];
}

function optionsWithoutDefault(symbol: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  if (!(symbol.flags & ts.SymbolFlags.Interface) || !/(Options|Request)$/.test(symbol.name)) return [];
  const optional = checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .filter(({ flags }) => flags & ts.SymbolFlags.Optional);
  return optional.flatMap((option) => {
    const name = `${symbol.name}.${option.name}`;
    const declaration = option.declarations?.find(ts.isPropertySignature);
    const acceptsUndefined = declaration === undefined || /\bundefined\b/.test(declaration.type?.getText() ?? "");
    return [
      ...(tagsOf(option, checker).includes("default") ? [] : [`${name} has no @default`]),
      ...(acceptsUndefined ? [] : [`${name} does not accept undefined`]),
    ];
  });
}

function tagsOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  return symbol.getJsDocTags(checker).map(({ name }) => name);
}

/** `  value parseAccount`, `  type Account`, `  value and type ComplianceError`, sorted by name. */
function exportedNames(program: ts.Program, path: string): readonly string[] {
  const checker = program.getTypeChecker();
  return exportsOf(program, path)
    .map((symbol) => [symbol.name, kindOf(resolved(symbol, checker))] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, kind]) => `  ${kind} ${name}`);
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function kindOf({ flags }: ts.Symbol): string {
  const kinds = [flags & ts.SymbolFlags.Value ? "value" : "", flags & ts.SymbolFlags.Type ? "type" : ""];
  return kinds.filter((kind) => kind !== "").join(" and ") || "unresolved";
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
