/**
 * The comments of everything that users see. The names and types are in api/vaspkit.api.md, which CI compares. One program
 * serves all entry points, because it takes seconds.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const { exports } = JSON.parse(readFileSync(pathOf("../../package.json"), "utf8"));

/** `./json-file` is written in src/json-file.ts, and `.` in src/index.ts. */
const entryPoints = Object.keys(exports)
  .filter((name) => name !== "./package.json")
  .map((name) => pathOf(`../../src/${name.slice(2) || "index"}.ts`));

describe("the public names", () => {
  it("are documented: @returns of every function, @default of every option, which also accepts undefined", () => {
    const { config } = ts.readConfigFile(pathOf("../../tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, pathOf("../.."));
    const program = ts.createProgram(entryPoints, options);
    const checker = program.getTypeChecker();
    const symbols = new Set(
      entryPoints.flatMap((path) => exportsOf(program, path)).map((each) => resolved(each, checker)),
    );
    const lacking = [...symbols].flatMap((symbol) => [
      ...(symbol.getDocumentationComment(checker).length > 0 ? [] : [`${symbol.name} has no doc comment`]),
      ...functionsWithoutReturns(symbol, checker),
      ...optionsWithoutDefault(symbol, checker),
    ]);
    expect(lacking).toEqual([]);
    // The compiler reads the types of every package that the entry points import.
  }, 60_000);
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

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
