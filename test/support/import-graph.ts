/** The real import graph of src/: what every module imports, re-exports, imports as a type or imports on demand. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** `to` is a path below src/ for one of our modules, otherwise the specifier as written: `"node:fs"`, `"decimal.js"`. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly own: boolean;
  /** Gone after compilation: `import type`, `export type … from`, `import("…")` in a type. */
  readonly typeOnly: boolean;
}

/** Every module of src/ (paths below it, with `/`) and every import among and out of them. */
export interface ImportGraph {
  readonly modules: readonly string[];
  readonly imports: readonly Import[];
}

/** The graph of the modules below a folder of TypeScript sources. */
export function readImportGraph(folder: URL): ImportGraph {
  const root = fileURLToPath(folder);
  const modules = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"))
    .sort();
  const texts = modules.map((path) => [path, readFileSync(posix.join(root, path), "utf8")] as const);
  return { modules, imports: texts.flatMap(([path, text]) => importsOf(path, text)) };
}

/** The imports of one module, given its path below src/ and its text. */
export function importsOf(from: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean): void => {
    // A computed specifier cannot be followed; it is kept under a name that no rule allows.
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
