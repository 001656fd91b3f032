/** The imports that the design allows: a table of rooms, and rules over the import graph. */
import type { Import, ImportGraph } from "./import-graph.js";

interface Room {
  /** Returns whether a module belongs to this room. The path is below src/. */
  readonly holds: (path: string) => boolean;
  /** Rooms that its modules may import from. */
  readonly mayImport: readonly string[];
  /** Packages that its modules may import. */
  readonly packages: readonly string[];
}

const entryPoints = [
  "audit.ts",
  "chains.ts",
  "http.ts",
  "index.ts",
  "ivms101.ts",
  "json-file.ts",
  "jurisdictions.ts",
  "openapi.ts",
  "ownership.ts",
  "providers.ts",
  "recovery-phrases.ts",
  "sql.ts",
  "storage.ts",
  "testing.ts",
  "trp.ts",
];

const below =
  (folder: string) =>
  (path: string): boolean =>
    path.startsWith(`${folder}/`);

/** domain ← ports ← operations ← compliance. Adapters import ports and domain; only entry points and http import adapters. */
const rooms: Readonly<Record<string, Room>> = {
  // A pack has a type of the domain and is frozen by it.
  reference: { holds: below("reference"), mayImport: ["reference", "domain"], packages: [] },
  // Readers and schemas import the rules and types that they are generated from.
  generated: { holds: below("generated"), mayImport: ["generated", "domain"], packages: [] },
  domain: {
    holds: below("domain"),
    mayImport: ["domain", "generated", "reference"],
    packages: ["decimal.js", "@scure/base", "@scure/bip39", "@noble/hashes"],
  },
  ports: { holds: below("ports"), mayImport: ["ports", "domain"], packages: [] },
  runtime: { holds: below("runtime"), mayImport: [], packages: [] },
  operations: {
    holds: below("operations"),
    mayImport: ["operations", "ports", "runtime", "domain", "generated"],
    packages: [],
  },
  compliance: {
    holds: (path) => path === "compliance.ts",
    mayImport: ["operations", "ports", "domain"],
    packages: [],
  },
  adapters: {
    holds: below("adapters"),
    mayImport: ["adapters", "ports", "runtime", "domain"],
    packages: ["lowdb", "saxes", "@scure/base", "@noble/hashes", "kysely"],
  },
  // Of the adapters, the reading of bodies within limits.
  http: {
    holds: below("http"),
    mayImport: ["http", "compliance", "operations", "adapters", "ports", "runtime", "domain", "generated"],
    packages: [],
  },
  ivms101: {
    holds: below("ivms101"),
    mayImport: ["ivms101", "domain", "reference"],
    packages: ["@scure/base", "@noble/hashes"],
  },
  ownership: {
    holds: below("ownership"),
    mayImport: ["ownership", "domain"],
    packages: ["@scure/base", "@scure/btc-signer", "@scure/sr25519", "@noble/curves", "@noble/hashes"],
  },
  // Of the adapters, requests and bodies within limits; of http, the reading of bodies.
  trp: {
    holds: below("trp"),
    mayImport: ["trp", "ivms101", "http", "compliance", "operations", "adapters", "ports", "domain"],
    packages: ["@scure/base", "@noble/hashes"],
  },
  testing: {
    holds: below("testing"),
    mayImport: ["testing", "ivms101", "ports", "domain"],
    packages: ["fast-check", "@scure/base", "@noble/hashes"],
  },
  "entry points": {
    holds: (path) => entryPoints.includes(path),
    mayImport: [
      "compliance",
      "operations",
      "adapters",
      "http",
      "ivms101",
      "ownership",
      "trp",
      "testing",
      "ports",
      "domain",
      "reference",
    ],
    packages: [],
  },
};

/** Packages that are bundled into `dist`, and so are no dependencies of the package. */
export const bundledPackages: readonly string[] = ["lowdb"];

/** A rule of the architecture. */
export interface ArchitectureRule {
  readonly name: string;
  /** Returns one line for each violation. */
  readonly violations: (graph: ImportGraph) => readonly string[];
}

export const architectureRules: readonly ArchitectureRule[] = [
  {
    name: "every module belongs to a room",
    violations: ({ modules }) => modules.filter((path) => roomOf(path) === undefined),
  },
  {
    name: "every relative import leads to a module of src/",
    violations: ({ modules, imports }) => linesOf(imports.filter(({ own, to }) => own && !modules.includes(to))),
  },
  {
    name: "a room imports only from the rooms of its list",
    violations: ({ imports }) => linesOf(imports.filter((each) => each.own && !isAllowedRoom(each))),
  },
  {
    name: "a room imports only the packages of its list",
    violations: ({ imports }) => linesOf(imports.filter((each) => isPackage(each) && !isAllowedPackage(each))),
  },
  {
    name: "lowdb and kysely are imported by the storage of that name only, Node by these and by encryption",
    violations: ({ imports }) =>
      linesOf(
        imports.filter(
          ({ from, to, own }) =>
            (to === "lowdb" && !isStorage("json-file", from)) ||
            (packageOf(to) === "kysely" && !isStorage("sql", from)) ||
            (isNode({ own, to }) && !["json-file", "sql", "encryption"].some((name) => isStorage(name, from))),
        ),
      ),
  },
  {
    name: "the entry points that run anywhere import nothing of Node, not even a type",
    violations: (graph) =>
      [
        "chains.ts",
        "http.ts",
        "index.ts",
        "ivms101.ts",
        "jurisdictions.ts",
        "providers.ts",
        "recovery-phrases.ts",
        "storage.ts",
        "testing.ts",
        "trp.ts",
      ].flatMap((entry) => {
        const reached = reachableFrom(entry, graph);
        return linesOf(graph.imports.filter((each) => reached.has(each.from) && isNode(each)));
      }),
  },
  { name: "modules have no circular imports, type imports included", violations: cyclesOf },
];

/** Optional peers, which the users of an entry point install. */
export const peerPackages: readonly string[] = ["fast-check", "kysely"];

/** Returns the names of all packages that are needed at run time, sorted. */
export function runtimePackages({ imports }: ImportGraph): readonly string[] {
  const needed = imports.filter((each) => !each.typeOnly && isPackage(each)).map(({ to }) => packageOf(to));
  return [...new Set(needed)].sort();
}

function roomOf(path: string): readonly [name: string, room: Room] | undefined {
  return Object.entries(rooms).find(([, { holds }]) => holds(path));
}

function isAllowedRoom({ from, to }: Import): boolean {
  const target = roomOf(to)?.[0];
  return target !== undefined && (roomOf(from)?.[1].mayImport.includes(target) ?? false);
}

function isAllowedPackage({ from, to }: Import): boolean {
  return roomOf(from)?.[1].packages.includes(packageOf(to)) ?? false;
}

function isPackage(each: Import): boolean {
  return !each.own && !isNode(each);
}

function isNode({ own, to }: Pick<Import, "own" | "to">): boolean {
  return !own && to.startsWith("node:");
}

function isStorage(name: string, path: string): boolean {
  return [`${name}.ts`, `adapters/storage/${name}.ts`].includes(path) || path.startsWith(`adapters/storage/${name}/`);
}

/** Returns the package of a specifier: `@scope/name/part` → `@scope/name`, `name/part` → `name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function reachableFrom(start: string, { imports }: ImportGraph): ReadonlySet<string> {
  const reached = new Set([start]);
  // Iterating a set also visits what is added meanwhile.
  for (const module of reached) {
    for (const { from, to, own } of imports) if (own && from === module) reached.add(to);
  }
  return reached;
}

/** Returns each module that reaches itself. Types count too: a reader follows them like any other import. */
function cyclesOf({ modules, imports }: ImportGraph): readonly string[] {
  let rest = imports.filter(({ own }) => own);
  // Without the modules that import nothing, again and again, only cycles and what leads to them are left.
  for (let length = -1; length !== rest.length; ) {
    length = rest.length;
    const importing = new Set(rest.map(({ from }) => from));
    rest = rest.filter(({ to }) => importing.has(to));
  }
  return linesOf(rest.filter(({ from, to }) => reachableFrom(to, { modules, imports: rest }).has(from)));
}

function linesOf(imports: readonly Import[]): readonly string[] {
  return imports.map(({ from, to }) => `${from} imports ${to}`);
}
