/** Reads a document by the tables of schema.ts, in one pass. */
import { hasOnlyProperties } from "../domain/options.js";
import { type Copy, checkConstraints } from "./constraints.js";
import { type ComponentName, type Element, schema } from "./schema.js";
import type { DocumentState } from "./state.js";
import { readValue } from "./texts.js";

/** An element by one of its names. */
interface NamedElement {
  readonly element: Element;
  /** Whether each edition has this name. */
  readonly in2020: boolean;
  readonly in2023: boolean;
}

interface CompiledComponent {
  readonly name: ComponentName;
  /** Elements whose absence is reported, in their order. */
  readonly expected: readonly Element[];
  readonly byName: ReadonlyMap<string, NamedElement>;
  /** By {@link folded} names. */
  readonly byFoldedName: ReadonlyMap<string, NamedElement>;
}

let compiled: Readonly<Record<string, CompiledComponent>> | undefined;

/** Built at the first call, so that importing this module runs nothing. */
function componentOf(name: ComponentName): CompiledComponent {
  compiled ??= Object.fromEntries(
    Object.entries(schema()).map(([each, elements]) => [each, compile(each as ComponentName, elements)]),
  );
  return compiled[name] as CompiledComponent;
}

function compile(name: ComponentName, elements: readonly Element[]): CompiledComponent {
  const byName = new Map<string, NamedElement>();
  for (const element of elements) {
    for (const each of [...element.names["2020"], ...element.names["2023"]]) {
      byName.set(each, {
        element,
        in2020: element.names["2020"].includes(each),
        in2023: element.names["2023"].includes(each),
      });
    }
  }
  const byFoldedName = new Map<string, NamedElement>();
  for (const [each, { element, in2020, in2023 }] of byName) {
    // Names that differ only by their plural say nothing about the edition.
    const other = byFoldedName.get(folded(each));
    const isIn2020 = in2020 || other?.in2020 === true;
    byFoldedName.set(folded(each), { element, in2020: isIn2020, in2023: in2023 || other?.in2023 === true });
  }
  const expected = elements.filter((element) => element.isRequired || element.name === TOWN);
  return { name, expected, byName, byFoldedName };
}

/** Returns a name without case (of ASCII), underscores and plural: `geographic_addresses` is `geographicaddress`. */
function folded(name: string): string {
  const plain = name.replaceAll("_", "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (plain.endsWith("sses")) return plain.slice(0, -2);
  return plain.endsWith("s") && !plain.endsWith("ss") ? plain.slice(0, -1) : plain;
}

/** Reads a component. Returns null if the value is no object. */
export function readComponent(name: ComponentName, given: unknown, state: DocumentState, isFlat = false): Copy | null {
  if (typeof given !== "object" || given === null || !hasOnlyProperties(given)) {
    state.addIssue("wrong_type", name, `${name} must be an object.`);
    return null;
  }
  const component = componentOf(name);
  const copy: Record<string, unknown> = {};
  const wasOriginator = state.isOriginator;
  if (name === "Originator") state.isOriginator = true;
  for (const key of Object.keys(given)) {
    // The document lacks the level of a flat entity.
    if (!isFlat) state.enter(key);
    readElement(key, Reflect.get(given, key), component, copy, state);
    if (isFlat) state.setPlace(copy, key, []);
    else state.leave();
  }
  addMissing(component, copy, state);
  checkComponent(name, copy, state);
  state.isOriginator = wasOriginator;
  return copy;
}

function checkComponent(name: ComponentName, copy: Copy, state: DocumentState): void {
  checkConstraints(name as "Address", copy, state);
  if (name === "Person" && Object.hasOwn(copy, "naturalPerson") === Object.hasOwn(copy, "legalPerson")) {
    state.addIssue("ivms101_person", name, "A person has exactly one of naturalPerson and legalPerson.");
  }
  if (!state.isOriginator) return;
  if (name === "NaturalPerson") checkConstraints("OriginatorNatural", copy, state);
  if (name === "LegalPerson") checkConstraints("OriginatorLegal", copy, state);
}

/** Reads one property into the copy. Its name is the last token of the place. */
function readElement(
  key: string,
  given: unknown,
  component: CompiledComponent,
  copy: Record<string, unknown>,
  state: DocumentState,
): void {
  const named = component.byName.get(key) ?? (state.isTolerant ? respelled(key, component, state) : undefined);
  if (named === undefined) {
    addUnknown(component, state);
    return;
  }
  const { element } = named;
  if (given === undefined) return;
  if (state.isTolerant && isEmpty(given) && !element.isRequired) {
    state.addNote("empty_element", "The element is empty. It was read as absent.");
    return;
  }
  if (!named.in2020 || !named.in2023) addForeign(named, component, state);
  const { value, tokens } = readMany(element, given, component, state);
  if (value !== undefined) store(element.name, value, [key, ...tokens], component, copy, state);
}

/** Stores a value of the document, and where the document has it. */
function store(
  name: string,
  value: unknown,
  tokens: readonly (string | number)[],
  component: CompiledComponent,
  copy: Record<string, unknown>,
  state: DocumentState,
): void {
  if (Object.hasOwn(copy, name)) {
    addRepeated(copy[name], value, component, state);
    return;
  }
  set(copy, name, value);
  if (tokens[0] !== name || tokens.length > 1) state.setPlace(copy, name, tokens);
}

/** Without calling a setter that other code added to `Object.prototype`. */
function set(copy: Record<string, unknown>, name: string, value: unknown): void {
  if (name in copy) Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
  else copy[name] = value;
}

function respelled(key: string, component: CompiledComponent, state: DocumentState): NamedElement | undefined {
  const named = key.length > 64 ? undefined : component.byFoldedName.get(folded(key));
  if (named !== undefined) {
    state.addNote(
      "element_spelling",
      `The element has another spelling than ${named.element.name}. It was read as that.`,
    );
  }
  return named;
}

function addUnknown({ name, byName }: CompiledComponent, state: DocumentState): void {
  if (state.isTolerant) state.addNote("unknown_element", `${name} has no such element. It was ignored.`);
  else {
    const message = `${name} has no such element. Check its spelling, or remove it.`;
    state.addIssue("unknown_property", name, message, { allowed: [...byName.keys()] });
  }
}

/** A name of one edition: evidence, and a fault if the document is of the other one. */
function addForeign({ element, in2020 }: NamedElement, { name }: CompiledComponent, state: DocumentState): void {
  const edition = in2020 ? "2023" : "2020";
  if (element.text !== "version") state.foreign[edition] += 1;
  state.addEditionFault(
    { edition, note: "other_edition", isWarning: false },
    {
      code: "ivms101_edition",
      clause: name,
      message: `The element is not part of the ${edition} edition. Use the names of one edition.`,
    },
  );
}

function addRepeated(first: unknown, second: unknown, { name }: CompiledComponent, state: DocumentState): void {
  if (state.isTolerant && JSON.stringify(first) === JSON.stringify(second)) {
    state.addNote("repeated_element", "The element repeats another spelling of itself. It was read once.");
  } else state.addIssue("ivms101_repeated", name, "The element has two spellings in this component. Remove one.");
}

function isEmpty(given: unknown): boolean {
  return given === null || given === "" || (Array.isArray(given) && given.length === 0);
}

interface ReadElement {
  /** Undefined for an empty list; null for a faulty value. */
  readonly value: unknown;
  /** Tokens from the property to the value, if it is inside of a list. */
  readonly tokens: readonly number[];
}

function readMany(element: Element, given: unknown, component: CompiledComponent, state: DocumentState): ReadElement {
  if (element.most === 1) return readSingle(element, given, component, state);
  if (Array.isArray(given)) return { value: readList(element, given, component, state), tokens: [] };
  if (state.isTolerant && typeof given === (element.component ? "object" : "string")) {
    state.addNote("single_for_list", "The element is a list. The single value was read as a list of one.");
    return { value: [readOne(element, given, component, state)], tokens: [] };
  }
  state.addIssue("wrong_type", component.name, `${element.name} must be a list.`);
  return { value: null, tokens: [] };
}

function readList(
  element: Element,
  given: readonly unknown[],
  component: CompiledComponent,
  state: DocumentState,
): unknown[] | null | undefined {
  const length = Number(given.length);
  if (length === 0) {
    if (!element.isRequired) return undefined;
    state.addIssue("required", component.name, `${element.name} must have at least one item.`);
    return null;
  }
  if (length > element.most) {
    const message = `${element.name} must have at most ${element.most} items.`;
    state.addIssue("out_of_range", component.name, message, { max: element.most });
  }
  const copy: unknown[] = [];
  for (let index = 0; index < length; index += 1) {
    state.enter(index);
    copy.push(readOne(element, given[index], component, state));
    state.leave();
  }
  return copy;
}

function readSingle(element: Element, given: unknown, component: CompiledComponent, state: DocumentState): ReadElement {
  // A transfer path without the level of its entity is a list.
  if (state.isTolerant && element.component !== "TransferPath" && Array.isArray(given) && given.length === 1) {
    state.addNote("list_for_single", "The element is a single value. It was read from a list of one.");
    state.enter(0);
    const value = readOne(element, given[0], component, state);
    state.leave();
    return { value, tokens: [0] };
  }
  return { value: readOne(element, given, component, state), tokens: [] };
}

function readOne(element: Element, given: unknown, component: CompiledComponent, state: DocumentState): unknown {
  if (element.component === undefined) return readValue(given, element, component.name, state);
  const flat = state.isTolerant ? flattened(element.component, given, state) : undefined;
  return readComponent(element.component, flat ?? given, state, flat !== undefined);
}

const PERSON = /^(natural|legal)_?person$/i;

/** Returns an entity with its one element, where the document leaves out the level of the entity. */
function flattened(name: ComponentName, given: unknown, state: DocumentState): object | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const isFlat =
    name === "TransferPath"
      ? Array.isArray(given)
      : name === "OriginatingVASP" || name === "BeneficiaryVASP"
        ? Object.keys(given).some((key) => PERSON.test(key))
        : false;
  if (!isFlat) return undefined;
  state.addNote("flat_entity", `The document leaves out the level of ${name}. It was added.`);
  return { [`${name[0]?.toLowerCase()}${name.slice(1)}`]: given };
}

const TOWN = "townName";

/** Reports the required elements that are absent, after everything else in the component. */
function addMissing({ name, expected }: CompiledComponent, copy: Copy, state: DocumentState): void {
  for (const element of expected) {
    if (Object.hasOwn(copy, element.name)) continue;
    if (element.name === TOWN) addTownNote(state);
    if (!element.isRequired) continue;
    const code = "required";
    const message = `${name} needs ${namesOf(element)}.`;
    if (element.text === "version") {
      state.addEditionFault(
        { edition: "2023", note: "edition_assumed", isWarning: false },
        { code, clause: name, message },
      );
    } else state.addIssue(code, name, message);
  }
}

/** Returns the name of an element, and the one of 2020 if it differs: the edition may be known only at the end. */
function namesOf({ name, names }: Element): string {
  const [in2020] = names["2020"];
  return in2020 === undefined || in2020 === name ? name : `${name} (in the 2020 edition ${in2020})`;
}

/** The documents contradict themselves: their table requires a town, their text does not. */
function addTownNote(state: DocumentState): void {
  state.addNote("town_missing", "The address has no townName. Some recipients require it.");
}
