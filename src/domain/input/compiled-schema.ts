/** Compiles an input schema into a tree of nodes at its first use, so that importing a schema runs nothing. */
import { pointerOf, tokensOf } from "./json-pointer.js";
import { setterOf } from "./property-setters.js";
import type { CompiledSchema, InputSchema, JsonSchema, RuleGroup, SchemaNode } from "./types.js";

const compiled = new WeakMap<object, CompiledSchema>();

/** Returns the compiled schema, always the same object for the same schema. */
export function compileSchema(schema: InputSchema<unknown>): CompiledSchema {
  const found = compiled.get(schema);
  if (found !== undefined) return found;
  const [json = {}] = schema.shape.schemas;
  const subject = `The ${schema.record}`;
  const root = compileNode(json, { name: "", subject, label: schema.record, tokens: [], isRequired: true }, schema);
  const otherRules = schema.rules.filter((group) => !attachRules(group, root));
  const made = { root, otherRules, tokens: new Map(tokensBelow(root, [])) };
  compiled.set(schema, made);
  return made;
}

function tokensBelow(
  { path, properties }: SchemaNode,
  tokens: readonly string[],
): readonly (readonly [string, typeof tokens])[] {
  const nested = Object.entries({ ...properties }).flatMap(([name, node]) => tokensBelow(node, [...tokens, name]));
  return [[path, tokens], ...nested];
}

interface Position {
  readonly name: string;
  readonly subject: string;
  /** Name of an object here in messages about its properties: `account address`. */
  readonly label: string;
  readonly tokens: readonly string[];
  readonly isRequired: boolean;
}

function compileNode(json: JsonSchema, position: Position, schema: InputSchema<unknown>): SchemaNode {
  const { name, subject, tokens, isRequired } = position;
  const resolved = resolveReference(json, schema);
  const options = resolved.oneOf ?? [resolved];
  const constants = options.flatMap((option) => (option.const === undefined ? [] : [option.const]));
  const types = options.flatMap((option) => (option.const === undefined ? [option.type] : []));
  const path = pointerOf(tokens);
  const properties = compileProperties(resolved, position, schema);
  return {
    name,
    subject,
    path,
    set: setterOf(name),
    clause: clauseAt(schema, path),
    expected: describeExpected(resolved),
    params: constants.length > 0 ? { allowed: constants } : { types },
    isRequired,
    isText: types.includes("string"),
    mayBeEmpty: schema.mayBeEmpty?.includes(name) ?? false,
    constants: constants.length > 0 ? new Set(constants) : undefined,
    types: types.filter((type) => type === "number" || type === "boolean" || type === "null"),
    properties,
    required: Object.values({ ...properties }).filter((node) => node.isRequired),
    item: resolved.items === undefined ? undefined : compileItem(resolved.items, position, schema),
    formats: [],
    skipsTextRules: false,
    rules: [],
  };
}

function compileProperties(
  { properties, required = [] }: JsonSchema,
  { label, tokens }: Position,
  schema: InputSchema<unknown>,
): SchemaNode["properties"] {
  if (properties === undefined) return undefined;
  const nodes: Record<string, SchemaNode> = Object.create(null);
  for (const [name, json] of Object.entries(properties)) {
    const position = {
      name,
      subject: `${name} of the ${label}`,
      label: `${schema.record} ${name}`,
      tokens: [...tokens, name],
      isRequired: required.includes(name),
    };
    nodes[name] = compileNode(json, position, schema);
  }
  return nodes;
}

function compileItem(
  items: unknown,
  { name, subject, label, tokens }: Position,
  schema: InputSchema<unknown>,
): SchemaNode {
  const position = {
    name,
    subject: `Each item of ${lowerFirst(subject)}`,
    label,
    tokens: [...tokens, "0"],
    isRequired: true,
  };
  // `items` is a schema wherever our shapes have arrays; typia's type also allows a boolean.
  return compileNode(items as JsonSchema, position, schema);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function resolveReference(json: JsonSchema, { shape }: InputSchema<unknown>): JsonSchema {
  return (json.$ref && shape.components.schemas?.[json.$ref.slice("#/components/schemas/".length)]) || json;
}

/** Adds the rules of a table to the nodes that they are about. Returns false for a group without a table. */
function attachRules({ table }: RuleGroup, root: SchemaNode): boolean {
  if (table === undefined) return false;
  const node = tokensOf(table.at).reduce<SchemaNode | undefined>((parent, name) => parent?.properties?.[name], root);
  if (node === undefined) throw new TypeError(`The schema has no object at "${table.at}". Fix the place of its rules.`);
  for (const rule of table.rows) {
    const property = rule.format && node.properties?.[rule.format.property];
    if (rule.format === undefined || property === undefined) node.rules.push(rule);
    else {
      property.formats.push(rule.format);
      property.skipsTextRules ||= rule.format.skipsTextRules;
    }
  }
  return true;
}

/** Returns the clause of a place of the input. */
export function clauseAt({ clauses }: InputSchema<unknown>, path: string): string {
  let found = "";
  for (const [prefix, clause] of clauses) {
    if (path === prefix || path.startsWith(`${prefix}/`)) found = clause;
  }
  return found;
}

/** Most values that a message lists. */
const MAX_LISTED = 20;

const typeNames: ReadonlyMap<unknown, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "an array"],
  ["object", "an object"],
  ["null", "null"],
]);

function describeExpected({ oneOf, type, const: constant }: JsonSchema): string {
  if (oneOf === undefined) return constant === undefined ? `${typeNames.get(type)}` : `${constant}`;
  const constants = oneOf.filter((option) => option.const !== undefined).map((option) => option.const);
  if (constants.length > MAX_LISTED) return `one of ${constants.length} values, such as ${constants[0]}`;
  return constants.length > 0 ? `one of ${constants.join(", ")}` : oneOf.map(describeExpected).join(" or ");
}
