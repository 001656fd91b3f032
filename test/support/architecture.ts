/** Which imports the design allows, as a table of rooms and a few laws over the import graph. */
import type { Import, ImportGraph } from "./import-graph.js";

interface Room {
  /** Whether a module, named by its path below src/, belongs to this room. */
  readonly holds: (path: string) => boolean;
  /** The rooms that its modules may import from. */
  readonly knows: readonly string[];
  /** The packages that its modules may import. */
  readonly packages: readonly string[];
}

const entryPoints = ["index.ts", "json-file.ts", "providers.ts", "sql.ts", "storage.ts", "testing.ts"];

const below =
  (folder: string) =>
  (path: string): boolean =>
    path.startsWith(`${folder}/`);

/** domain ← ports ← operations ← compliance; adapters know ports and domain; only entry points know adapters. */
const rooms: Readonly<Record<string, Room>> = {
  reference: { holds: below("reference"), knows: [], packages: [] },
  domain: {
    holds: below("domain"),
    knows: ["domain", "reference"],
    packages: ["decimal.js", "typia", "@scure/base", "@noble/hashes"],
  },
  ports: { holds: below("ports"), knows: ["ports", "domain"], packages: [] },
  operations: { holds: below("operations"), knows: ["operations", "ports", "domain"], packages: [] },
  compliance: {
    holds: (path) => path === "compliance.ts",
    knows: ["operations", "ports", "domain"],
    packages: [],
  },
  adapters: {
    holds: below("adapters"),
    knows: ["adapters", "ports", "domain"],
    packages: ["lowdb", "lossless-json", "saxes", "@scure/base", "@noble/hashes", "kysely"],
  },
  testing: {
    holds: below("testing"),
    knows: ["testing", "ports", "domain"],
    packages: ["fast-check", "@scure/base", "@noble/hashes"],
  },
  "entry points": {
    holds: (path) => entryPoints.includes(path),
    knows: ["compliance", "operations", "adapters", "testing", "ports", "domain"],
    packages: [],
  },
};

/** The packages at run time that are written into `dist`, and so are not dependencies of whoever installs vaspkit. */
export const bundledPackages: readonly string[] = ["lowdb", "typia"];

/** A law of the architecture: what breaks it, one line each. */
export interface ArchitectureLaw {
  readonly name: string;
  readonly brokenBy: (graph: ImportGraph) => readonly string[];
}

export const architectureLaws: readonly ArchitectureLaw[] = [
  {
    name: "every module belongs to a room",
    brokenBy: ({ modules }) => modules.filter((path) => roomOf(path) === undefined),
  },
  {
    name: "every relative import leads to a module of src/",
    brokenBy: ({ modules, imports }) => said(imports.filter(({ own, to }) => own && !modules.includes(to))),
  },
  {
    name: "a room imports only from the rooms that it may know",
    brokenBy: ({ imports }) => said(imports.filter((each) => each.own && !mayKnow(each))),
  },
  {
    name: "a room imports only the packages that it may use",
    brokenBy: ({ imports }) => said(imports.filter((each) => isPackage(each) && !mayUse(each))),
  },
  {
    name: "typia appears in shape files only",
    brokenBy: ({ imports }) => said(imports.filter(({ from, to }) => to === "typia" && !from.endsWith(".shape.ts"))),
  },
  {
    name: "lowdb and kysely appear in the storage of that name only, Node in these and in encryption",
    brokenBy: ({ imports }) =>
      said(
        imports.filter(
          ({ from, to, own }) =>
            (to === "lowdb" && !isStorage("json-file", from)) ||
            (packageOf(to) === "kysely" && !isStorage("sql", from)) ||
            (isNode({ own, to }) && !["json-file", "sql", "encryption"].some((name) => isStorage(name, from))),
        ),
      ),
  },
  {
    name: "the core, the providers and the laws reach nothing of Node, not even in a type",
    brokenBy: (graph) =>
      ["index.ts", "providers.ts", "storage.ts", "testing.ts"].flatMap((entry) => {
        const reached = reachableFrom(entry, graph);
        return said(graph.imports.filter((each) => reached.has(each.from) && isNode(each)));
      }),
  },
  { name: "modules do not import each other in a circle at run time", brokenBy: circlesOf },
];

/** The packages that whoever uses an entry point brings along: optional peers. */
export const peerPackages: readonly string[] = ["fast-check", "kysely"];

/** The names of all packages that are needed at run time, sorted. */
export function runtimePackages({ imports }: ImportGraph): readonly string[] {
  const needed = imports.filter((each) => !each.typeOnly && isPackage(each)).map(({ to }) => packageOf(to));
  return [...new Set(needed)].sort();
}

function roomOf(path: string): readonly [name: string, room: Room] | undefined {
  return Object.entries(rooms).find(([, { holds }]) => holds(path));
}

function mayKnow({ from, to }: Import): boolean {
  const target = roomOf(to)?.[0];
  return target !== undefined && (roomOf(from)?.[1].knows.includes(target) ?? false);
}

function mayUse({ from, to }: Import): boolean {
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

/** `@scope/name/part` → `@scope/name`, `name/part` → `name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function reachableFrom(start: string, { imports }: ImportGraph): ReadonlySet<string> {
  const reached = new Set([start]);
  // A set that grows while it is walked is walked to its end: each module once.
  for (const module of reached) {
    for (const { from, to, own } of imports) if (own && from === module) reached.add(to);
  }
  return reached;
}

function circlesOf({ modules, imports }: ImportGraph): readonly string[] {
  const running = imports.filter(({ typeOnly }) => !typeOnly);
  return modules.filter((module) =>
    running
      .filter(({ from, own }) => own && from === module)
      .some(({ to }) => reachableFrom(to, { modules, imports: running }).has(module)),
  );
}

function said(imports: readonly Import[]): readonly string[] {
  return imports.map(({ from, to }) => `${from} imports ${to}`);
}
