/** The import graph of src/: imports, re-exports, imports of types and dynamic imports. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** An import. `to` is a path below src/ for a module of ours, otherwise the specifier: `"node:fs"`, `"decimal.js"`. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly own: boolean;
  /** Removed by compilation: `import type`, `export type … from`, `import("…")` in a type. */
  readonly typeOnly: boolean;
}

/** Every module of src/ (paths below it, with `/`) and every import. */
export interface ImportGraph {
  readonly modules: readonly string[];
  readonly imports: readonly Import[];
}

/** Reads the graph of a folder of TypeScript sources. */
export function readImportGraph(folder: URL): ImportGraph {
  const root = fileURLToPath(folder);
  const modules = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"))
    .sort();
  const texts = modules.map((path) => [path, readFileSync(posix.join(root, path), "utf8")] as const);
  return { modules, imports: texts.flatMap(([path, text]) => importsOf(path, text)) };
}

/** Returns the imports of one module, given its path below src/ and its text. */
export function importsOf(from: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean): void => {
    // A computed specifier cannot be followed. It gets a name that no rule allows.
    const written = specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : "(computed)";
    const own = written.startsWith(".");
    const to = own ? posix.join(posix.dirname(from), written).replace(/\.js$/, ".ts") : written;
    found.push({ from, to, own, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, true);
    } else if (ts.isExternalModuleReference(node)) {
      add(node.expression, false);
    } else if (ts.isCallExpression(node) && isLoad(node.expression)) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true));
  return found;
}

function isLoad(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isIdentifier(callee) && ["require", "createRequire"].includes(callee.text);
}
