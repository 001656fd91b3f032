/** Reads XML that comes in pieces: strictly, and in memory that does not grow with the document. */
import { SaxesParser } from "saxes";

/** The attributes of an element, by name. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Who is told of elements. A path is of local names from the root on, such as `/sdnList/sdnEntry/uid`. */
export interface XmlListener {
  open(path: string, attributes: XmlAttributes): void;
  /** `text` is what stands in the element, without white space around it; "" when there are elements in it. */
  close(path: string, text: string): void;
}

/** Takes a document in pieces of any length. Throws what {@link xmlReader} says. */
export interface XmlReader {
  write(piece: string): void;
  /** The document is over: it must be whole. */
  end(): void;
}

// The forms that are read here are nine deep, and their longest text has a few thousand characters. With these limits the
// parser holds a little more than a mebibyte, whatever it is given.
const maxDepth = 64;
const maxCharactersWithoutTag = 1024 * 1024;
const pieceLength = 64 * 1024;

/**
 * A strict reader of XML 1.0 and 1.1. Document types are refused, and with them every entity but the five of XML itself:
 * they are how XML is made to expand, fetch or hide things. Comments and processing instructions are passed over.
 *
 * @throws SyntaxError from `write` and `end` when the document is not well-formed, ends early, has a document type, is
 *   deeper than 64 elements, or has a mebibyte without a tag. Its message says where, and repeats nothing of the text.
 */
export function xmlReader(listener: XmlListener): XmlReader {
  const parser = new SaxesParser();
  const fault = (what: string): SyntaxError =>
    new SyntaxError(`${what} (line ${parser.line}, column ${parser.column})`);
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
    throw fault("it has a document type, which is refused");
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw fault(`it is deeper than ${maxDepth} elements`);
    path += `/${localName(name)}`;
    text = "";
    hasElements = false;
    sinceTag = 0;
    listener.open(path, attributes);
  });
  parser.on("closetag", ({ name }) => {
    listener.close(path, hasElements ? "" : text.trim());
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

/** Prefixes are the publisher's choice, and so is the namespace: it was another one until May 2024. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
