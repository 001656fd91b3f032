/** Reads the treasury's own file of the sanctions list for the digital currency addresses in it. */

import { ComplianceError } from "../../../domain/compliance-error.js";
import { isCalendarDate } from "../../../domain/identifiers/date.js";
import { checkedOptions, configurationInvalid } from "../../../domain/options.js";
import type { CallerSignal } from "../../../ports/risk-provider.js";
import { type ByteStream, textOf } from "./byte-stream.js";
import type { OfacEntry, OfacUnplaced } from "./entry.js";
import type { Listed, ListForm, Reading } from "./list-form.js";
import { placementOf } from "./placement.js";
import { advancedRoot, sdnAdvancedForm } from "./sdn-advanced-xml.js";
import { sdnForm, sdnRoot } from "./sdn-xml.js";
import { type XmlReader, xmlReader } from "./xml-reader.js";

/** What {@link parseOfacList} can be told. Every property is optional. */
export interface ParseOfacListOptions {
  /** Default 1 GiB. The advanced form has some 120 MB. */
  readonly maxBytes?: number;
  /** Ends the reading early: it rejects with `aborted`. */
  readonly signal?: CallerSignal;
  /** Is told after each piece of the stream how far the reading is. What it throws ends the reading. */
  readonly onProgress?: (progress: OfacProgress) => void;
}

/** How far the reading of a list is. */
export interface OfacProgress {
  /** Bytes read. */
  readonly bytes: number;
  /** Digital currency addresses found. */
  readonly entries: number;
}

/** What a file of the list says, as {@link ofacList} takes it. Plain data, fit for JSON. */
export interface OfacPublication {
  /** The addresses that can be screened, in the order of the file. */
  readonly entries: readonly OfacEntry[];
  /** The addresses that cannot, and why. */
  readonly unplaced: readonly OfacUnplaced[];
  /** The day on which the treasury published the file, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Which of the treasury's two files it was. */
  readonly source: "SDN.XML" | "SDN_ADVANCED.XML";
  /** Digital currency addresses in the file: entries and unplaced. */
  readonly count: number;
}

type Source = Pick<OfacPublication, "source">;

const gibibyte = 1024 ** 3;

/**
 * The digital currency addresses of the list of the Office of Foreign Assets Control (OFAC) of the US Department of the
 * Treasury, out of a file as the treasury publishes it, unpacked: `SDN.XML`, or `SDN_ADVANCED.XML`, which has the same list
 * and is four times as long. Both are below `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/`,
 * without a key. The file is read as it comes in; beside what is found in it, a little more than a mebibyte is held.
 *
 * **No address is passed over.** One that lies on none of the fourteen chains is in `unplaced`, with the reason. A code that
 * vaspkit has not heard of is placed by the format of its address, where that tells the chain. White space and zero-width
 * characters within an address are not counted as part of it; `address` has them all the same.
 *
 * **Of the holders** it gives the names of entities. Names of individuals are read over and not kept.
 *
 * Not checked: a signature, for there is none; fetch the file over https. That the elements of both forms stand where they
 * are looked for was seen in public readers and samples of the files of 2023 to 2026, not in the schemas themselves.
 *
 * @throws ComplianceError `provider_unreadable` when the file is anything else, cut short, of no date, or has no digital
 *   currency address at all: never an empty list. `provider_oversized`, `provider_unreachable` (the stream broke off),
 *   `aborted`; `invalid_input` when `stream` is none; `configuration_invalid` for an option that cannot be right.
 * @example
 * const published = await parseOfacList(createReadStream("SDN.XML"));
 * const compliance = createCompliance({ storage, riskProviders: { OFAC: ofacList(published) } });
 */
export async function parseOfacList(stream: ByteStream, options: ParseOfacListOptions = {}): Promise<OfacPublication> {
  const { maxBytes, signal, onProgress } = readOptions(options);
  const list = listReader();
  for await (const { text, bytes } of textOf(stream, { maxBytes, signal })) {
    readably(() => list.write(text));
    onProgress?.({ bytes, entries: list.count() });
  }
  return readably(() => {
    list.end();
    return toPublication(list.reading());
  });
}

function readOptions(given: ParseOfacListOptions): ParseOfacListOptions & { readonly maxBytes: number } {
  const known = { maxBytes: "checked", signal: "checked", onProgress: "function" } as const;
  const { maxBytes = gibibyte, ...options } = checkedOptions("parseOfacList", given, known);
  // NaN is no limit either, but not a way around it: nothing is within it.
  if (typeof maxBytes !== "number") throw configurationInvalid("maxBytes must be a number of bytes.");
  const { signal } = options;
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw configurationInvalid("signal must be an AbortSignal, for example controller.signal.");
  }
  return { ...options, maxBytes };
}

/** An {@link XmlReader} of a list whose form its root element tells. */
interface ListReader extends XmlReader {
  count(): number;
  reading(): Reading & Source;
}

function listReader(): ListReader {
  let form: (ListForm & Source) | undefined;
  const reader = xmlReader({
    open: (path, attributes) => {
      form ??= formOf(path);
      form.open(path, attributes);
    },
    close: (path, text) => form?.close(path, text),
  });
  return {
    ...reader,
    count: () => form?.count() ?? 0,
    reading: () => {
      if (form === undefined) throw new SyntaxError("it is empty");
      return { ...form.reading(), source: form.source };
    },
  };
}

function formOf(root: string): ListForm & Source {
  if (root === `/${sdnRoot}`) return { ...sdnForm(), source: "SDN.XML" };
  if (root === `/${advancedRoot}`) return { ...sdnAdvancedForm(), source: "SDN_ADVANCED.XML" };
  throw new SyntaxError(`its root element is neither ${sdnRoot} nor ${advancedRoot}`);
}

function toPublication({ date, listed, source }: Reading & Source): OfacPublication {
  if (!isCalendarDate(date)) throw new SyntaxError("it has no date of publication");
  if (listed.length === 0)
    throw new SyntaxError("it has no digital currency address, which the list has had since 2018");
  const entries: OfacEntry[] = [];
  const unplaced: OfacUnplaced[] = [];
  for (const each of listed) {
    const placement = placementOf(each.code, each.address);
    if (typeof placement === "string") unplaced.push(toUnplaced(each, placement));
    else entries.push({ ...each, chains: placement.owner.chains });
  }
  return { entries, unplaced, asOf: date, source, count: listed.length };
}

function toUnplaced({ code, address }: Listed, reason: OfacUnplaced["reason"]): OfacUnplaced {
  return { code, address, reason };
}

/** What is wrong with the file, said as a failure. The cause says where, and repeats nothing of it. */
function readably<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = `This is not the treasury's SDN.XML or SDN_ADVANCED.XML: ${cause.message}; download the file again.`;
    throw new ComplianceError("provider_unreadable", message, { cause });
  }
}
