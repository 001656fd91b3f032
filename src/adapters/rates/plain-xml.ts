/** A reader of plain XML: elements, attributes and text. What can hide something is refused, not interpreted. */

/** An element with its attributes and child elements. Text is dropped: no file that is read here keeps data in it. */
export interface XmlElement {
  /** With its prefix, as written. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
}

const declaration = /^<\?xml\s[^<>?]*\?>/;
const tag = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The root element of an XML document (XML 1.0, fifth edition).
 *
 * Document types, entities and references of any kind, CDATA sections, comments and processing instructions are
 * refused: a feed of plain figures needs none of them, and they are how XML is made to expand, fetch or hide things.
 * Takes time in proportion to the text, and no stack.
 *
 * @throws SyntaxError when the text is anything else, or ends early. Its message repeats nothing of the text.
 */
export function readPlainXml(text: string): XmlElement {
  const body = text.replace(declaration, "");
  if (/<[!?]|&/.test(body)) throw new SyntaxError("it has a document type, an entity, a comment or a CDATA section");
  // Stands above the root, so that the root has a parent like every other element.
  const top: OpenElement = { name: "", attributes: new Map(), children: [] };
  const open: OpenElement[] = [top];
  let end = 0;
  for (let at = body.indexOf("<"); at !== -1; at = body.indexOf("<", end)) {
    if (open.length === 1 && body.slice(end, at).trim() !== "") throw outsideRoot();
    tag.lastIndex = at;
    const parts = tag.exec(body);
    if (parts === null) throw new SyntaxError("it has a tag that is cut short or malformed");
    takeTag(parts, open);
    end = tag.lastIndex;
  }
  if (open.length !== 1) throw new SyntaxError("it ends before its last element does");
  const [root, ...others] = top.children;
  if (root === undefined || others.length > 0) throw new SyntaxError("it has not exactly one root element");
  if (body.slice(end).trim() !== "") throw outsideRoot();
  return root;
}

function outsideRoot(): SyntaxError {
  return new SyntaxError("it has text outside its root element");
}

/** Opens or closes an element: `open` holds those under way, the innermost last. */
function takeTag(parts: RegExpExecArray, open: OpenElement[]): void {
  const [, slash, name = "", attributes = "", emptySlash] = parts;
  if (slash === "/") {
    if (attributes !== "" || emptySlash === "/" || open.pop()?.name !== name) {
      throw new SyntaxError("it has an end tag that does not match its start tag");
    }
    return;
  }
  const element: OpenElement = { name, attributes: readAttributes(attributes), children: [] };
  open.at(-1)?.children.push(element);
  if (emptySlash !== "/") open.push(element);
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single = ""] of text.matchAll(attribute)) {
    if (attributes.has(name)) throw new SyntaxError("it has an element with the same attribute twice");
    attributes.set(name, double ?? single);
  }
  return attributes;
}
