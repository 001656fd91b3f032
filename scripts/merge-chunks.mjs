/**
 * Merges the ESM files of dist/. The builder writes one file for each set of entry points that share code, and Node takes
 * almost a millisecond to load each of them.
 */
import { readdirSync, rmSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { rollup } from "rollup";

/**
 * Rewrites the `.js` files of a folder. What `index.js` loads becomes three files: `decimals`, which imports decimal.js;
 * `base`, which that needs; and `core`. Marks top-level values as pure, so that a bundle of one function leaves out the
 * rest of a file.
 *
 * @param {string} folder An absolute path.
 * @param {readonly string[]} entries Names of the entry points: `"http"`.
 */
export async function mergeChunks(folder, entries) {
  const index = join(folder, "index.js");
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}.js`)])),
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    // The builder has removed unused code already.
    treeshake: false,
    plugins: [{ name: "pure-values", transform: withPureValues }],
    // For example files that import each other.
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  for (const file of readdirSync(folder)) if (file.endsWith(".js")) rmSync(join(folder, file));
  await bundle.write({
    dir: folder,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // Without it, each entry point loads the chunks of its chunks first, which changes the order of modules.
    hoistTransitiveImports: false,
    manualChunks: (id, { getModuleIds, getModuleInfo }) => {
      const importsOf = (file) => getModuleInfo(file)?.importedIds ?? [];
      const decimals = [...getModuleIds()].find((file) => importsOf(file).includes("decimal.js"));
      if (id === index || !filesOf(index, importsOf).has(id)) return undefined;
      if (id === decimals) return "decimals";
      return filesOf(decimals, importsOf).has(id) ? "base" : "core";
    },
  });
}

/**
 * Returns a file and all files that it loads.
 *
 * @param {string} file
 * @param {(file: string) => readonly string[]} importsOf
 * @returns {Set<string>}
 */
function filesOf(file, importsOf, found = new Set()) {
  if (!found.has(file)) for (const imported of importsOf(file)) filesOf(imported, importsOf, found.add(file));
  return found.add(file);
}

/** Expressions that bundlers remove by themselves if nothing uses them. In a call, a class would lose its name. */
const droppable = /^(?:(?:ArrowFunction|Class|Function)Expression|Literal|Identifier)$/;

/**
 * Returns the code with each top-level value in a call that is marked as pure. The package declares that no module has side
 * effects (`sideEffects`), but bundlers apply that to whole files only.
 *
 * @this {import("rollup").TransformPluginContext}
 * @param {string} code
 */
function withPureValues(code) {
  const values = this.parse(code)
    .body.map((statement) => (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement))
    .filter((statement) => statement?.type === "VariableDeclaration")
    .flatMap(({ declarations }) => declarations)
    .filter(({ id, init }) => id.type === "Identifier" && init !== null && !droppable.test(init.type))
    .map(({ init }) => init);
  let marked = code;
  for (const { start, end } of values.reverse()) {
    marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
  }
  return { code: marked, map: null };
}
