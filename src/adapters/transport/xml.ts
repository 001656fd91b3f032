/** A strict XML reader for documents in pieces. Its memory does not grow with the document. */
import { SaxesParser } from "saxes";
import { bare, own } from "../../domain/own.js";

/** The attributes of an element, by name. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements of a document. A path has the local names from the root: `/sdnList/sdnEntry/uid`. */
export interface XmlListener {
  open?(path: string, attributes: XmlAttributes): void;
  /** `text` is the trimmed text of the element; "" when it has child elements. */
  close?(path: string, text: string): void;
}

/** Reads a document in pieces of any length. */
export interface XmlReader {
  write(piece: string): void;
  /** Ends the document, which must be complete. */
  end(): void;
}

// The documents read here are nine elements deep, and their longest text has a few thousand characters. These limits
// keep the parser's memory at a little more than a mebibyte.
const maxDepth = 64;
const maxCharactersWithoutTag = 1024 * 1024;
const pieceLength = 64 * 1024;

/**
 * Creates a strict reader of XML 1.0 and 1.1. Document types are errors, because they make XML expand, fetch or hide
 * content. So are all entities except the five of XML itself. Processing instructions are ignored.
 *
 * @param settings `allowsComments`: ignores comments, which are errors otherwise
 * @throws SyntaxError when the document is not well-formed, ends early, has a document type, is deeper than 64 elements,
 *   or has a mebibyte without a tag. The message has the position only.
 */
export function xmlReader(listener: XmlListener, settings: { readonly allowsComments?: boolean } = {}): XmlReader {
  const { open, close } = bare(listener);
  const parser = new SaxesParser(bare({}));
  const fault = (problem: string): SyntaxError =>
    new SyntaxError(`${problem} (line ${parser.line}, column ${parser.column})`);
  let path = "";
  let depth = 0;
  let text = "";
  let hasElements = false;
  let sinceTag = 0;

  // The parser's own message repeats names and characters of the document.
  parser.on("error", () => {
    throw fault("it is not well-formed XML");
  });
  parser.on("doctype", () => {
    throw fault("it has a document type");
  });
  if (own(settings, "allowsComments") !== true) {
    parser.on("comment", () => {
      throw fault("it has a comment");
    });
  }
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw fault(`it is deeper than ${maxDepth} elements`);
    path += `/${localName(name)}`;
    text = "";
    hasElements = false;
    sinceTag = 0;
    open?.(path, attributes);
  });
  parser.on("closetag", ({ name }) => {
    close?.(path, hasElements ? "" : text.trim());
    depth -= 1;
    path = path.slice(0, -localName(name).length - 1);
    hasElements = true;
    sinceTag = 0;
  });
  const addText = (more: string): void => {
    text += more;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);

  return {
    write: (piece) => {
      for (let at = 0; at < piece.length; at += pieceLength) {
        const part = piece.slice(at, at + pieceLength);
        sinceTag += part.length;
        parser.write(part);
        if (sinceTag > maxCharactersWithoutTag) throw fault("it has a mebibyte of text without a tag");
      }
    },
    end: () => void parser.close(),
  };
}

/** Prefixes and namespaces are the publisher's choice. OFAC's namespace changed in May 2024. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
