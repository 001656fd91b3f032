/** What the treasury's two forms of the list have in common: which digital currency address is listed, and whose it is. */
import { squeezeText } from "../../../domain/text.js";
import type { XmlAttributes, XmlListener } from "./xml-reader.js";

/** A digital currency address as the treasury lists it. */
export interface Listed {
  /** The treasury's own code of the asset: `XBT`. */
  readonly code: string;
  /** As published; "" where the file names the asset and no address. */
  readonly address: string;
  /** Of an entity; "" for everyone else. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly programs: readonly string[];
}

/** What a whole file says. */
export interface Reading {
  /** The day of publication, as written `YYYY-MM-DD`; not yet known to be one. */
  readonly date: string;
  readonly listed: readonly Listed[];
}

/** A form of the list, while it is read. Its functions throw a SyntaxError that repeats nothing of the file. */
export interface ListForm extends XmlListener {
  /** Addresses so far. */
  count(): number;
  /** Once the file is over. */
  reading(): Reading;
}

/** What is done at the elements that matter, by their paths; all others are passed over. */
export interface Steps {
  readonly open?: Readonly<Record<string, (attributes: XmlAttributes) => void>>;
  readonly close?: Readonly<Record<string, (text: string) => void>>;
}

export function listenerOf(...steps: readonly Steps[]): XmlListener {
  const opens = new Map(steps.flatMap(({ open = {} }) => Object.entries(open)));
  const closes = new Map(steps.flatMap(({ close = {} }) => Object.entries(close)));
  return {
    open: (path, attributes) => opens.get(path)?.(attributes),
    close: (path, text) => closes.get(path)?.(text),
  };
}

/**
 * What a label such as `Digital Currency Address - XBT` names; undefined for the label of anything else. Read loosely: with a
 * label in other words the address would be passed over, while with a code that nobody knows its format still tells.
 */
export function assetCodeOf(label: string): string | undefined {
  const found = /\b(?:digital|virtual) (?:currency|asset)s?\b(?: address(?:es)?\b)?[\s\p{Pd}:]*(.*)$/iu.exec(
    squeezeText(label),
  );
  return found ? found[1] || "unknown" : undefined;
}
