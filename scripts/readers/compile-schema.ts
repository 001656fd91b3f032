/** Compiles an input schema into a tree of nodes. */
import { pointerOf, tokensOf } from "../../src/domain/input/json-pointer.js";
import type { Expected } from "../../src/domain/input/read-state.js";
import type { FormatRule, Rule } from "../../src/domain/input/types.js";
import { type InputSchema, type JsonSchema, type RuleTable, type SchemaNode, withoutTypeArguments } from "./schema.js";

const compiled = new WeakMap<InputSchema, SchemaNode>();

/** Returns the tree of the schema, always the same object for the same schema. */
export function compileSchema(schema: InputSchema): SchemaNode {
  const found = compiled.get(schema);
  if (found !== undefined) return found;
  const shape = withoutTypeArguments(schema.shape);
  const [json = {}] = shape.schemas;
  const position = { name: "", subject: `The ${schema.record}`, label: schema.record, tokens: [], isRequired: true };
  const root = new Compiler({ ...schema, shape }).compileNode(json, position);
  for (const table of schema.rules) attachRules(table, root);
  compiled.set(schema, root);
  return root;
}

/** Returns the node and everything below it, in the order of their numbers. */
export function nodesBelow(node: SchemaNode): readonly SchemaNode[] {
  const below = [...Object.values({ ...node.properties }), ...(node.item === undefined ? [] : [node.item])];
  return [node, ...below.flatMap(nodesBelow)];
}

interface Position {
  readonly name: string;
  readonly subject: string;
  /** Name of an object here in messages about its properties: `account address`. */
  readonly label: string;
  readonly tokens: readonly string[];
  readonly isRequired: boolean;
}

class Compiler {
  readonly #schema: InputSchema;
  #count = 0;

  constructor(schema: InputSchema) {
    this.#schema = schema;
  }

  compileNode(json: JsonSchema, position: Position): SchemaNode {
    const { name, subject, tokens, isRequired } = position;
    const resolved = this.#resolveReference(json);
    const options = resolved.oneOf ?? [resolved];
    const constants = options.flatMap((option) => (option.const === undefined ? [] : [option.const]));
    const types = options.flatMap((option) => (option.const === undefined ? [option.type] : []));
    if (constants.length > 0 && types.length > 0) throw new TypeError(`${subject} is both of a type and a constant.`);
    const path = pointerOf(tokens);
    const number = this.#count;
    this.#count += 1;
    return {
      name,
      typeName: json.$ref?.split("/").at(-1) ?? "",
      number,
      path,
      subject,
      clause: clauseAt(this.#schema, path),
      expected: describeExpected(resolved),
      // typia writes texts as constants and names of types only.
      params: (constants.length > 0 ? { allowed: constants } : { types }) as Expected,
      isRequired,
      isText: types.includes("string"),
      mayBeEmpty: this.#schema.mayBeEmpty?.includes(name) ?? false,
      default: tokens.length > 0 ? this.#schema.defaults?.[name] : undefined,
      constants: constants.length > 0 ? new Set(constants) : undefined,
      types: types.filter((type) => type === "number" || type === "boolean" || type === "null"),
      properties: this.#compileProperties(resolved, position),
      item: resolved.items === undefined ? undefined : this.#compileItem(resolved.items, position),
      formats: [],
      rules: [],
    };
  }

  #compileProperties({ properties, required = [] }: JsonSchema, { label, tokens }: Position): SchemaNode["properties"] {
    if (properties === undefined) return undefined;
    const nodes: Record<string, SchemaNode> = Object.create(null);
    for (const [name, json] of Object.entries(properties)) {
      nodes[name] = this.compileNode(json, {
        name,
        subject: `${name} of the ${label}`,
        label: this.#schema.labels?.[name] ?? `${this.#schema.record} ${name}`,
        tokens: [...tokens, name],
        isRequired: required.includes(name),
      });
    }
    return nodes;
  }

  #compileItem(items: unknown, { name, subject, label, tokens }: Position): SchemaNode {
    const inSentence = subject.charAt(0).toLowerCase() + subject.slice(1);
    const each = this.#schema.labels?.[name] ?? `item of ${inSentence}`;
    const position = { name, subject: `Each ${each}`, label, tokens: [...tokens, "0"], isRequired: true };
    // `items` is a schema wherever our types have arrays; typia's type also allows a boolean.
    return this.compileNode(items as JsonSchema, position);
  }

  #resolveReference(json: JsonSchema): JsonSchema {
    const { schemas } = this.#schema.shape.components;
    return (json.$ref && schemas?.[json.$ref.slice("#/components/schemas/".length)]) || json;
  }
}

/** Returns the node at a pointer. */
export function nodeAt(root: SchemaNode, pointer: string): SchemaNode {
  let node: SchemaNode | undefined = root;
  for (const token of tokensOf(pointer)) node = token === "0" ? node?.item : node?.properties?.[token];
  if (node === undefined) throw new TypeError(`The schema has no place "${pointer}". Fix its rules.`);
  return node;
}

/** Adds the rules of a table to the nodes that they are about. */
function attachRules(table: RuleTable, root: SchemaNode): void {
  const node = nodeAt(root, table.at);
  for (const [index, rule] of table.rows.entries()) {
    for (const place of [rule.path, ...rule.of.map((operand) => `/${operand.replace("?", "")}`)]) {
      nodeAt(root, table.at + place);
    }
    if (isFormat(rule)) nodeAt(root, table.at + rule.path).formats.push({ rule, table, index });
    node.rules.push({ rule, table, index });
  }
}

export function isFormat(rule: Rule): rule is FormatRule {
  return "format" in rule;
}

/** Returns the clause of a place of the input. */
export function clauseAt({ clauses }: InputSchema, path: string): string {
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
