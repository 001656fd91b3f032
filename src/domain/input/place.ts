/**
 * A grammar as a tree of places: one for each member that an input may have, with all that is known of it. It is made from
 * the shape's schema and the rows of the rules when the grammar is first used, so that importing this runs nothing.
 */
import type { InputSchema } from "./grammar.js";
import { pointerOf, tokensOf } from "./pointer.js";
import { type Put, putOf } from "./put.js";
import type { Rule, RuleGroup, TextFormat } from "./rule.js";
import type { Schema } from "./shape.js";

/** A place of a document. All places are made alike: engines then read them fastest. */
export interface SchemaNode {
  /** What to call it in a sentence: `email`, `The input`, `Each of rule_codes`. */
  readonly name: string;
  /** Its pointer, with 0 for the index of an item: `/email`, `/rule_codes/0`. Nothing for the whole. */
  readonly path: string;
  /** Puts a value here into the copy of the object. */
  readonly put: Put;
  /** The clause that describes it. */
  readonly clause: string;
  /** What stands here when all is right: `text`, `one of HOME, BIZZ, GEOG`. */
  readonly noun: string;
  readonly isRequired: boolean;
  /** Whether any text may stand here, if it is sound. */
  readonly isText: boolean;
  readonly mayBeEmpty: boolean;
  /** The only values that may stand here, but for those of `types`. */
  readonly codes: ReadonlySet<unknown> | undefined;
  /** What else may stand here: `number`, `boolean`, `null`. */
  readonly types: readonly unknown[];
  /** Where an object stands: its members by name. It has no prototype, so that no name is found but theirs. */
  readonly members: Readonly<Record<string, SchemaNode>> | undefined;
  /** The members that are required, in the order of the type. */
  readonly required: readonly SchemaNode[];
  /** Where an array may stand: each of its items. */
  readonly item: SchemaNode | undefined;
  /** What the text here must be. */
  readonly forms: TextFormat[];
  /** Whether one of the forms says of a text that it is sound. */
  isSoundByForm: boolean;
  /** The rows about the object here that are more than the form of one text. */
  readonly rows: Rule<never>[];
}

/** A grammar, ready for use. */
export interface CompiledSchema {
  readonly root: SchemaNode;
  /** Rules that are no rows at a place of the tree, and so need the whole document. */
  readonly otherRules: readonly RuleGroup[];
  /** The tokens of each place's path. */
  readonly tokens: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<object, CompiledSchema>();

/** The places of a grammar, always the same. */
export function compileSchema(grammar: InputSchema<unknown>): CompiledSchema {
  const found = known.get(grammar);
  if (found !== undefined) return found;
  const made = makePlaces(grammar);
  known.set(grammar, made);
  return made;
}

function makePlaces(grammar: InputSchema<unknown>): CompiledSchema {
  const [schema = {}] = grammar.shape.schemas;
  const root = placeOf(schema, { name: "The input", tokens: [], isRequired: true }, grammar);
  const otherRules = grammar.rules.filter((group) => !isPlaced(group, root));
  return { root, otherRules, tokens: new Map(tokensBelow(root, [])) };
}

function tokensBelow(
  { path, members }: SchemaNode,
  tokens: readonly string[],
): readonly (readonly [string, typeof tokens])[] {
  const nested = Object.entries({ ...members }).flatMap(([name, member]) => tokensBelow(member, [...tokens, name]));
  return [[path, tokens], ...nested];
}

interface Position {
  readonly name: string;
  /** Names from the whole to here; an item of an array has the index 0. */
  readonly tokens: readonly string[];
  readonly isRequired: boolean;
}

function placeOf(of: Schema, { name, tokens, isRequired }: Position, grammar: InputSchema<unknown>): SchemaNode {
  const schema = resolved(of, grammar);
  const options = schema.oneOf ?? [schema];
  const codes = options.flatMap((option) => (option.const === undefined ? [] : [option.const]));
  const types = options.flatMap((option) => (option.const === undefined ? [option.type] : []));
  const path = pointerOf(tokens);
  const members = membersOf(schema, tokens, grammar);
  return {
    name,
    path,
    put: putOf(tokens.at(-1) ?? ""),
    clause: clauseAt(grammar, path),
    noun: nounOf(schema),
    isRequired,
    isText: types.includes("string"),
    mayBeEmpty: grammar.mayBeEmpty?.includes(name) ?? false,
    codes: codes.length > 0 ? new Set(codes) : undefined,
    types: types.filter((type) => type === "number" || type === "boolean" || type === "null"),
    members,
    required: Object.values({ ...members }).filter((member) => member.isRequired),
    item: schema.items === undefined ? undefined : itemOf(schema.items, name, tokens, grammar),
    forms: [],
    isSoundByForm: false,
    rows: [],
  };
}

function membersOf(
  { properties, required = [] }: Schema,
  tokens: readonly string[],
  grammar: InputSchema<unknown>,
): SchemaNode["members"] {
  if (properties === undefined) return undefined;
  const members: Record<string, SchemaNode> = Object.create(null);
  for (const [name, of] of Object.entries(properties)) {
    members[name] = placeOf(of, { name, tokens: [...tokens, name], isRequired: required.includes(name) }, grammar);
  }
  return members;
}

function itemOf(items: unknown, name: string, tokens: readonly string[], grammar: InputSchema<unknown>): SchemaNode {
  // The cast: `items` is a schema wherever our shapes have arrays; typia's type also allows for a boolean.
  return placeOf(items as Schema, { name: `Each of ${name}`, tokens: [...tokens, "0"], isRequired: true }, grammar);
}

function resolved(of: Schema, { shape }: InputSchema<unknown>): Schema {
  return (of.$ref && shape.components.schemas?.[of.$ref.slice("#/components/schemas/".length)]) || of;
}

/** Whether the rows of the group could be put where they belong; then they are there. */
function isPlaced({ table }: RuleGroup, root: SchemaNode): boolean {
  if (table === undefined) return false;
  const place = tokensOf(table.at).reduce<SchemaNode | undefined>((parent, name) => parent?.members?.[name], root);
  if (place === undefined) throw new TypeError(`The rules at "${table.at}" are of no place of the shape.`);
  for (const row of table.rows) {
    const ofText = row.form && place.members?.[row.form.member];
    if (row.form === undefined || ofText === undefined) place.rows.push(row);
    else {
      ofText.forms.push(row.form);
      ofText.isSoundByForm ||= row.form.skipsTextRules;
    }
  }
  return true;
}

/** The clause of the place: the longest matching prefix counts, and "" comes first. */
export function clauseAt({ clauses }: InputSchema<unknown>, path: string): string {
  let found = "";
  for (const [prefix, clause] of clauses) {
    if (path === prefix || path.startsWith(`${prefix}/`)) found = clause;
  }
  return found;
}

/** A sentence lists no more values than a person reads. */
const MOST_LISTED = 20;

const nouns: ReadonlyMap<unknown, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "an array"],
  ["object", "an object"],
  ["null", "null"],
]);

function nounOf({ oneOf, type, const: code }: Schema): string {
  if (oneOf === undefined) return code === undefined ? `${nouns.get(type)}` : `${code}`;
  const codes = oneOf.filter((option) => option.const !== undefined).map((option) => option.const);
  if (codes.length > MOST_LISTED) return `one of ${codes.length} values, such as ${codes[0]}`;
  return codes.length > 0 ? `one of ${codes.join(", ")}` : oneOf.map(nounOf).join(" or ");
}
