/** Parses the treasury's file of the sanctions list for its digital currency addresses. */
import type { Chain, ChainModule } from "../../../domain/chains/chain.js";
import { registerChains } from "../../../domain/chains/register.js";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { isDate } from "../../../domain/identifiers/date.js";
import { checkedOptions, configurationInvalid } from "../../../domain/options.js";
import type { CallerSignal } from "../../../ports/risk-provider.js";
import { xmlReader } from "../../transport/xml.js";
import { type ByteStream, textOf } from "./byte-stream.js";
import { type ListForm, listFormOf } from "./forms.js";
import { type Placer, placerOf, type UnplacedReason } from "./placement.js";

/** Options for {@link parseOfacList}. */
export interface ParseOfacListOptions<C extends string = never> {
  /** Modules of further chains to place addresses on, beside the fourteen. @default none */
  readonly chains?: readonly ChainModule<C>[] | undefined;
  /** The largest file in bytes. SDN_ADVANCED.XML has some 120 MB. @default 1 GiB */
  readonly maxBytes?: number | undefined;
  /** Ends the reading early with `aborted`. @default no signal */
  readonly signal?: CallerSignal | undefined;
  /** Called after each piece of the stream. An error that it throws ends the reading. @default none */
  readonly onProgress?: ((progress: OfacProgress) => void) | undefined;
}

/** The progress of {@link parseOfacList}. */
export interface OfacProgress {
  /** Bytes read. */
  readonly bytes: number;
  /** Digital currency addresses found. */
  readonly entries: number;
}

/** A digital currency address of the list (SDN: Specially Designated Nationals and Blocked Persons), as plain data. */
export interface OfacEntry<C extends string = Chain> {
  /** The treasury's code of the asset: `"XBT"` is bitcoin's. It is not a chain: `"USDT"` is on several. */
  readonly code: string;
  /** As published. It may have the form of another chain, so do not parse it for each of `chains`. */
  readonly address: string;
  /** The chains on which its key has an address. The entry is screened on all of them. */
  readonly chains: readonly C[];
  /** The name of an entity; "" for an individual or a ship, because names of people are personal data. */
  readonly name: string;
  /** Of an entity, in the order of the file, in any script. */
  readonly aliases: readonly string[];
  /** Codes of the sanctions programs: `["CYBER2"]`. */
  readonly programs: readonly string[];
}

/** A listed address that is on no supported chain. If you handle its asset, look it up elsewhere. */
export interface OfacUnplaced {
  readonly code: string;
  /** As published; "" where the list names the asset and no address. */
  readonly address: string;
  readonly reason: UnplacedReason;
}

/** The content of a file of the list, as {@link ofacList} takes it: plain data. */
export interface OfacPublication<C extends string = Chain> {
  /** The addresses that can be screened, in the order of the file. */
  readonly entries: readonly OfacEntry<C>[];
  /** The addresses that cannot be screened, with the reason. */
  readonly unplaced: readonly OfacUnplaced[];
  /** The day on which the treasury published the file, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** The form of the file. */
  readonly source: "SDN.XML" | "SDN_ADVANCED.XML";
  /** The number of digital currency addresses in the file: entries and unplaced. */
  readonly count: number;
}

/**
 * Parses the sanctions list of the US Treasury's Office of Foreign Assets Control (OFAC) from an unpacked file. The file
 * is `SDN.XML` or `SDN_ADVANCED.XML`, which is four times as long. Both are below
 * `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/`, without a key. The file is parsed as it
 * arrives, with a little more than a mebibyte of memory beside the result.
 *
 * No address is dropped. An address on no supported chain is in `unplaced`, with the reason. A code unknown to vaspkit is
 * placed by the format of its address. White space and zero-width characters within an address are ignored; `address`
 * keeps them. Of the holders the result has the names of entities, never those of individuals.
 *
 * The file has no signature, so download it over https. The places of its elements are known from public readers and
 * samples of 2023 to 2026, not from the schemas.
 *
 * @returns The addresses of the list, its date and its form.
 * @throws ComplianceError `provider_unreadable` for another or an incomplete file, without a date or without addresses. It
 *   never returns an empty list. Also `provider_oversized`, `provider_unreachable` (the stream broke off), `aborted`,
 *   `invalid_input` and `configuration_invalid`.
 * @example
 * const published = await parseOfacList(createReadStream("SDN.XML"));
 * const compliance = createCompliance({ storage, riskProviders: { OFAC: ofacList(published) } });
 */
export async function parseOfacList<C extends string = never>(
  stream: ByteStream,
  options: ParseOfacListOptions<C> = {},
): Promise<OfacPublication<Chain | C>> {
  const { maxBytes, signal, onProgress, chains } = listSettings(options);
  const { placementOf } = placerOf(chains === undefined ? undefined : registerChains(chains));
  let form: ListForm | undefined;
  const listener = {
    open: (path: string, attributes: Readonly<Record<string, string>>) => {
      form ??= listFormOf(path);
      form.open?.(path, attributes);
    },
    close: (path: string, text: string) => form?.close?.(path, text),
  };
  const reader = xmlReader(listener, { allowsComments: true });
  for await (const { text, bytes } of textOf(stream, { maxBytes, signal })) {
    readably(() => reader.write(text));
    onProgress?.({ bytes, entries: form?.count() ?? 0 });
  }
  return readably(() => {
    reader.end();
    // The placer has no other chains.
    return toPublication(form, placementOf) as OfacPublication<Chain | C>;
  });
}

function listSettings<C extends string>(
  options: ParseOfacListOptions<C>,
): ParseOfacListOptions<C> & { readonly maxBytes: number } {
  const kinds = { chains: "checked", maxBytes: "checked", signal: "signal", onProgress: "function" } as const;
  const { maxBytes = 1024 ** 3, ...others } = checkedOptions("parseOfacList", options, kinds);
  // NaN passes, and then no size is within the limit.
  if (typeof maxBytes !== "number") throw configurationInvalid("maxBytes must be a number of bytes.");
  return { ...others, maxBytes };
}

function toPublication(form: ListForm | undefined, placementOf: Placer["placementOf"]): OfacPublication<string> {
  if (form === undefined) throw new SyntaxError("it is empty");
  const { date, listed } = form.content();
  if (!isDate(date)) throw new SyntaxError("it has no date of publication");
  if (listed.length === 0)
    throw new SyntaxError("it has no digital currency address; the list has had some since 2018");
  const entries: OfacEntry<string>[] = [];
  const unplaced: OfacUnplaced[] = [];
  for (const each of listed) {
    const { code, address } = each;
    const placement = placementOf(code, address);
    if (typeof placement === "string") unplaced.push({ code, address, reason: placement });
    else entries.push({ ...each, chains: placement.owner.chains });
  }
  return { entries, unplaced, asOf: date, source: form.source, count: listed.length };
}

/** Turns a SyntaxError into `provider_unreadable`. */
function readably<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = `The file is not the treasury's SDN.XML or SDN_ADVANCED.XML: ${cause.message}. Download it again.`;
    throw new ComplianceError("provider_unreadable", message, { cause });
  }
}
