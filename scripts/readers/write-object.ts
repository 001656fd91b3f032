/** Writes the function that reads one type of object. */
import { operandsOf } from "../../src/domain/input/faults.js";
import { tokensOf } from "../../src/domain/input/json-pointer.js";
import { isFormat } from "./compile-schema.js";
import type { RowOf, RuleTable, SchemaNode } from "./schema.js";

/** The file that a function is in. */
interface File {
  import(module: string, name: string): string;
  constant(name: string, value: string): string;
  setOf(node: SchemaNode): string | undefined;
  functionOf(node: SchemaNode, nullIsAbsent: boolean, inner: readonly string[]): string;
}

/** What rules need besides values, by the name of a property. */
interface Needs {
  /** Properties whose position is needed. */
  readonly positions: ReadonlySet<string>;
  /** Properties of a nested object whose positions are needed. */
  readonly inner: ReadonlyMap<string, readonly string[]>;
  /** Nested objects whose end is needed, because a rule may be about an absent property of them. */
  readonly ends: ReadonlySet<string>;
}

const FAULTS = "src/domain/input/faults";
const VALUES = "src/domain/input/read-values";
const TEXTS = "src/domain/input/text-rules";

export function writeObject(
  name: string,
  node: SchemaNode,
  nullIsAbsent: boolean,
  inner: readonly string[],
  file: File,
): string {
  const properties = Object.values({ ...node.properties });
  const needs = needsOf(node, inner);
  const value = (property: SchemaNode): string => writeCase(property, node, { nullIsAbsent, needs, file });
  const missing = properties.filter(({ isRequired }) => isRequired);
  for (const helper of ["addUnknownProperty", "addWrongValue", "stopAt"]) file.import(FAULTS, helper);
  for (const helper of ["type Properties", "MAX_VALUES", "sourceOf", "throwTooMany"]) file.import(VALUES, helper);
  if (missing.length > 0) file.import(FAULTS, "addMissing");
  file.import("src/domain/input/read-state", "type ReadState");
  return `function ${name}(given: unknown, at: number, state: ReadState): Properties | null {
    if (typeof given !== "object" || given === null) return addWrongValue(given, at, state);
    const start = state.values;
    ${properties.map((property) => `let ${local(property)}: ${property.properties ? "Properties | null | undefined" : "unknown"};`).join("\n")}
    ${[...needs.positions].map((property) => `let ${property}_at = 0;`).join("\n")}
    ${[...needs.inner].flatMap(([outer, names]) => names.map((each) => `let ${outer}_${each}_at = 0;`)).join("\n")}
    ${[...needs.ends].map((outer) => `let ${outer}_end = 0;`).join("\n")}
    let property: string | undefined;
    try {
      const source = sourceOf(given, at, state);
      if (source === undefined) return addWrongValue(given, at, state);
      const hasOwn = Object.prototype.hasOwnProperty;
      for (const name in source) {
        if (!hasOwn.call(source, name)) continue;
        property = name;
        state.values += 1;
        if (state.values > MAX_VALUES) throwTooMany();
        const value = source[name];
        property = undefined;
        if (value === undefined${nullIsAbsent ? " || value === null" : ""}) continue;
        switch (name) {
          ${properties.map(value).join("\n")}
          default:
            addUnknownProperty(name, at, state, start);
        }
      }
    } catch (error) {
      stopAt(at, property, state);
      throw error;
    }
    ${missing.map((property) => `if (${local(property)} === undefined) addMissing(${place(property, node)}, state);`).join("\n")}
    ${writeRules(node, file)}
    ${writeFacts(node, file)}
    ${inner.map((each, index) => `state.inner[${index}] = ${each}_at;`).join("\n")}
    ${writeCopy(properties, file)}
  }`;
}

/** Names of the function's own variables. */
const RESERVED = /^(given|at|state|start|property|source|name|value|copy|inherited)$|_(at|end|given)$/;

/** Returns the variable of a property. */
function local({ name }: Pick<SchemaNode, "name">): string {
  if (/\W/.test(name)) throw new TypeError(`No variable can be named ${name}. Rename the property.`);
  return RESERVED.test(name) ? `${name}_given` : name;
}

/** Returns the number of a place, relative to the object. */
function place(node: SchemaNode, object: SchemaNode): string {
  const offset = node.number - object.number;
  return offset === 0 ? "at" : `at + ${offset}`;
}

function needsOf(node: SchemaNode, ofOuter: readonly string[]): Needs {
  const positions = new Set(ofOuter);
  const inner = new Map<string, readonly string[]>();
  const targets = node.rules.map(({ rule }) => rule.path);
  const presences = node.rules.flatMap(({ rule }) => rule.of.filter((operand) => operand.endsWith("?")));
  const nested = presences.filter((operand) => operand.includes("/")).map((operand) => `/${operand.slice(0, -1)}`);
  for (const path of [...targets, ...nested]) {
    const [name, below, ...more] = tokensOf(path);
    if (more.length > 0) throw new TypeError(`No rule can be about ${path}: it is too deep.`);
    if (name !== undefined && below !== undefined && below !== "0") {
      inner.set(name, [...new Set([...(inner.get(name) ?? []), below])]);
    } else if (name !== undefined) positions.add(name);
  }
  const ends = new Set([...inner.keys()].filter((name) => targets.some((path) => path.startsWith(`/${name}/`))));
  return { positions, inner, ends };
}

interface CaseOptions {
  readonly nullIsAbsent: boolean;
  readonly needs: Needs;
  readonly file: File;
}

function writeCase(property: SchemaNode, node: SchemaNode, { nullIsAbsent, needs, file }: CaseOptions): string {
  const { name, item } = property;
  const number = place(property, node);
  const lines = needs.positions.has(name) ? [`${name}_at = state.values;`] : [];
  const inner = needs.inner.get(name) ?? [];
  if (property.properties !== undefined) {
    lines.push(`${local(property)} = ${file.functionOf(property, nullIsAbsent, inner)}(value, ${number}, state);`);
    if (needs.ends.has(name)) lines.push(`${name}_end = state.values;`);
    lines.push(...inner.map((each, index) => `${name}_${each}_at = state.inner[${index}];`));
  } else if (item !== undefined) {
    file.import(VALUES, "readItems");
    lines.push(`${local(property)} = readItems(value, ${number}, state, ${readerOfItem(item, nullIsAbsent, file)});`);
  } else {
    lines.push(writeCheck(property, number, file), `${local(property)} = value;`);
  }
  return `case "${name}":\n${lines.join("\n")}\nbreak;`;
}

function readerOfItem(item: SchemaNode, nullIsAbsent: boolean, file: File): string {
  if (item.properties !== undefined) return file.functionOf(item, nullIsAbsent, []);
  if (item.isText) return file.import(VALUES, "readText");
  const check = writeCheck(item, "at", file);
  file.import("src/domain/input/read-state", "type ReadState");
  return `(value: unknown, at: number, state: ReadState) => {\n${check}\nreturn value;\n}`;
}

/** Returns the statement that checks a value which is neither object nor array. */
function writeCheck(property: SchemaNode, number: string, file: File): string {
  const { name, types, constants, isText } = property;
  const set = file.setOf(property);
  const others = types.map((type) => (type === "null" ? "value !== null" : `typeof value !== "${type}"`));
  // The option `chains` of createCompliance replaces the names of chains.
  if (set !== undefined) others.push(`!${name === "chain" ? `(state.context.chains ?? ${set})` : set}.has(value)`);
  else others.push(...[...(constants ?? [])].map((constant) => `value !== ${JSON.stringify(constant)}`));
  if (!isText) return `if (${others.join(" && ")}) ${file.import(FAULTS, "addWrongValue")}(value, ${number}, state);`;
  const { doubt, check } = writeTextCheck(property, number, file);
  const text = `typeof value !== "string" || ${doubt}`;
  return `if (${[...others, others.length > 0 ? `(${text})` : text].join(" && ")}) ${check};`;
}

function writeTextCheck(
  { formats, mayBeEmpty, path }: SchemaNode,
  number: string,
  file: File,
): { readonly doubt: string; readonly check: string } {
  const [format, ...more] = formats;
  if (more.length > 0 || (format !== undefined && mayBeEmpty)) throw new TypeError(`${path} has two formats.`);
  const unclear = (): string => `!${file.import(TEXTS, "isFineText")}(value)`;
  if (format === undefined) {
    const check = `${file.import(FAULTS, "checkText")}(value, ${number}, state)`;
    return { doubt: mayBeEmpty ? `(value !== "" && ${unclear()})` : unclear(), check };
  }
  const { rule, table, index } = format;
  const { skipsTextRules, isFine } = rule.format;
  file.import(table.module, table.name);
  const test = file.constant(
    constantOf(format),
    `${table.name}[${index}].format.matches; // ${rule.code} ${rule.path}`,
  );
  const mismatch = `!${test}(value, state.context)`;
  const check = `${file.import(FAULTS, "checkFormat")}(value, ${number}, state, ${test})`;
  if (isFine !== undefined) {
    const fine = file.constant(`${constantOf(format)}IsFine`, `${table.name}[${index}].format.isFine;`);
    return { doubt: `!${fine}(value)`, check };
  }
  return { doubt: skipsTextRules ? mismatch : `${unclear()} || ${mismatch}`, check };
}

/** Returns the statement that applies the rules about the object while no fault is known. */
function writeRules({ rules, properties }: SchemaNode, file: File): string {
  const others = rules.filter(({ rule }) => !isFormat(rule));
  if (others.length === 0) return "";
  const calls = others.map((row) => {
    const values = row.rule.of.map((operand) => writeOperand(operand, properties));
    return writeCondition(row, values, "state.context", file);
  });
  return `if (state.isValid && (${calls.join(" || ")})) state.isValid = false;`;
}

function constantOf({ table, index }: RowOf): string {
  return `${table.name.replace(/s$/, "")}${index}`;
}

function writeOperand(operand: string, properties: SchemaNode["properties"]): string {
  const isPresence = operand.endsWith("?");
  const [name = "", below] = operand.replace("?", "").split("/");
  const property = properties?.[name];
  if (isPresence && property?.default !== undefined) throw new TypeError(`${name} is always present.`);
  const variable = local({ name });
  if (below === undefined) return isPresence ? `${variable} !== undefined` : variable;
  if (isPresence) return `${name}_${below}_at !== 0`;
  // An absent one would be looked for in the prototype.
  if (!property?.properties?.[below]?.isRequired) throw new TypeError(`${operand} must be required.`);
  return `${variable}?.["${below}"]`;
}

/** Returns the statement that stores what rules need once a fault was found. */
function writeFacts({ rules, properties }: SchemaNode, file: File): string {
  if (rules.length === 0) return "";
  const operands = operandsOf(rules.map(({ rule }) => rule)).map((operand) => writeOperand(operand, properties));
  const positions = rules.map(({ rule }) => writePosition(rule.path));
  return `if (!state.isValid) {
    ${file.import(FAULTS, "addObject")}(at, state, [${operands.join(", ")}], [${positions.join(", ")}], start);
  }`;
}

/** Returns the index of each operand of the rules of a table among the operands of all rules about the object. */
export function operandPlaces({ rules }: SchemaNode, table: RuleTable): readonly (readonly number[])[] {
  const operands = operandsOf(rules.map(({ rule }) => rule));
  return table.rows.map((rule) => rule.of.map((operand) => operands.indexOf(operand)));
}

/** Returns the function that finds the violated rules of a table among the rules about an object. */
export function writeFindBroken(name: string, { rules }: SchemaNode, table: RuleTable, file: File): string {
  if (table.rows.length > MAX_BITS) throw new TypeError(`${table.name} has more rules than a number has bits.`);
  const operands = operandsOf(rules.map(({ rule }) => rule));
  const lines = rules
    .filter((row) => row.table.name === table.name)
    .map((row) => {
      const bit = 1 << row.index;
      const values = row.rule.of.map((operand) => `operands[${operands.indexOf(operand)}]`);
      return `if ((skipped & ${bit}) === 0 && ${writeCondition(row, values, "context", file)}) broken |= ${bit};`;
    });
  const needsContext = lines.some((line) => line.includes("context"));
  if (needsContext) file.import("src/domain/input/types", "type RuleContext");
  const context = needsContext ? ", context: RuleContext" : "";
  return `function ${name}(operands: readonly unknown[], skipped: number${context}): number {
    let broken = 0;
    ${lines.join("\n")}
    return broken;
  }`;
}

const MAX_BITS = 31;

/** Returns the expression that is true for values that violate the rule. */
function writeCondition(row: RowOf, values: readonly string[], context: string, file: File): string {
  const { rule, table, index } = row;
  file.import(table.module, table.name);
  if (isFormat(rule) && rule.format.isFine === undefined) {
    const [value] = values;
    const matches = file.constant(
      constantOf(row),
      `${table.name}[${index}].format.matches; // ${rule.code} ${rule.path}`,
    );
    return `typeof ${value} === "string" && !${matches}(${value}, ${context})`;
  }
  const constant = `${constantOf(row)}${isFormat(rule) ? "IsViolated" : ""}`;
  const name = file.constant(constant, `${table.name}[${index}].isViolated; // ${rule.code} ${rule.path}`);
  return `${name}(${[...values, ...(rule.isViolated.length > values.length ? [context] : [])].join(", ")})`;
}

/** Position of a place, or minus the position of the end of its object. */
function writePosition(path: string): string {
  const [name, below] = tokensOf(path);
  if (name === undefined) return "start";
  if (below === undefined) return `${name}_at || -state.values`;
  return below === "0" ? `-${name}_at` : `${name}_${below}_at || -${name}_end`;
}

/** Returns the statements that make the copy: required properties and those with a default, then the other ones. */
function writeCopy(properties: readonly SchemaNode[], file: File): string {
  const always = properties.filter((property) => property.isRequired || property.default !== undefined);
  const members = always.map((property) => {
    const { name, default: fallback } = property;
    const variable = local(property);
    if (fallback !== undefined) return `${name}: ${variable} === undefined ? ${JSON.stringify(fallback)} : ${variable}`;
    return memberOf(name, variable);
  });
  const others = properties.filter((property) => !always.includes(property));
  const literal = `{ ${members.join(", ")} }`;
  if (others.length === 0) return `return ${literal};`;
  const names = others.map(({ name }) => name);
  return [
    `const copy: Record<string, unknown> = ${literal};`,
    "const inherited = Object.prototype;",
    `if (${names.map((name) => `"${name}" in inherited`).join(" || ")}) {`,
    `return ${file.import(VALUES, "withMembers")}(copy, { ${others.map((property) => memberOf(property.name, local(property))).join(", ")} });`,
    "}",
    ...others.map((property) => {
      const variable = local(property);
      return `if (${variable} !== undefined) copy["${property.name}"] = ${variable};`;
    }),
    "return copy;",
  ].join("\n");
}

function memberOf(name: string, variable: string): string {
  return name === variable ? name : `${name}: ${variable}`;
}

export function camelCase(text: string): string {
  return text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
