/** Chain modules that a caller passes: checked before use, and called so that a faulty one never gives an address. */
import { readSafely } from "../compliance-error.js";
import { configurationInvalid } from "../options.js";
import { own } from "../own.js";
import { isAddressIssue, lengthIssue } from "./address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "./chain.js";
import { chains, isChain } from "./registry.js";

/** Names are in keys of storages, URLs and messages. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Returns whether a value has what parsing needs of a module: a name and a function. */
export function isChainModule(value: unknown): value is ChainModule {
  try {
    const { name, parse } = Object(value);
    return typeof value === "object" && NAME.test(name) && typeof name === "string" && typeof parse === "function";
  } catch {
    // A proxy that throws.
    return false;
  }
}

const CODE = /^address_(?:characters|checksum|format|length|network|other_network|secret_key)$/;
/** A module of a caller may take long for long texts. Secret keys of Filecoin have up to 1,000 characters. */
const MAX_TEXT = 1_000;
const PRINTABLE = /^[!-~]{1,600}$/;

/** The one spelling of a tag, as in links. */
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,19})$/;

/**
 * Texts that no sentence contains, in the alphabets of most encodings. They show whether a message repeats the text,
 * whatever the words of the message are.
 */
const PROBES = [
  "qz7vxk2jw9mpd4ry8tfnh3xc6g",
  "Qz7vXk2Jw9mPd4Ry8TfNh3Xc6GQz7vXk2J",
  "0x9f3b7e51c8d2a60497be13f5d8c0a2e64b971f3d",
  "9f3b7e51c8d2a60497be13f5d8c0a2e64b971f3d7e51c8d2a60497be13f5d8c0",
  "73910482650193.572841",
  "qz7vxk2jw9:mpd4ry8tfnh3/xc6g",
];
/** A message must not contain so many characters of a probe in a row. */
const PART = 6;
/** A message with so many characters of a text in a row is replaced by another. Most words are shorter. */
const REPEATED = 8;

/**
 * Checks the module of a caller before it parses anything: its messages must not repeat the text.
 *
 * @throws ComplianceError `configuration_invalid`
 */
export function checkMessages({ name }: ChainModule, parse: ChainModule["parse"]): void {
  if (!PROBES.some((probe) => repeatsText(parse, probe))) return;
  throw configurationInvalid(
    `parse of the chain module ${name} returned an issue whose message repeats the text. Remove the text from its messages.`,
  );
}

function repeatsText(parse: ChainModule["parse"], probe: string): boolean {
  try {
    const returned = parse(probe);
    const message = isAddressIssue(returned) ? returned.message.toLowerCase() : "";
    const text = probe.toLowerCase();
    return sharesRun(message, text, PART);
  } catch {
    // Parsing reports every other fault.
    return false;
  }
}

/** Returns whether two texts have so many characters in a row in common. */
function sharesRun(message: string, text: string, length: number): boolean {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length)).some(
    (part) => message.includes(part),
  );
}

/** Returns whether a message repeats a part of the text, also in other case. Words of both in other case are none. */
function repeatsPart(message: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  return sharesRun(message, text, REPEATED) || words.some((word) => sharesRun(message.toLowerCase(), word, REPEATED));
}

/**
 * Parses a text with a module. What the module of a caller returns is checked.
 *
 * @param parse - in place of the module's own
 * @returns What a module of this library returned, or a copy of what another one returned.
 * @throws ComplianceError `configuration_invalid` if the module throws, or returns neither an address nor an issue.
 */
export function parseWith(
  module: ChainModule,
  text: string,
  parse: ChainModule["parse"] = (each) => module.parse(each),
): DecodedAddress | AddressIssue {
  if (text.length > MAX_TEXT) return lengthIssue(`at most ${MAX_TEXT} characters`);
  const { name } = module;
  // Frozen, and its messages are constant.
  if (isChain(name) && chains[name] === module) return parse(text);
  // What it throws is dropped, because it may contain the address.
  return readSafely(
    () => copyOf(parse(text), text, name),
    () =>
      configurationInvalid(
        `parse of the chain module ${name} threw, or returned neither an address in its canonical form nor an issue. Correct the module.`,
      ),
  );
}

/** @throws an error for something else than an address or an issue */
function copyOf(returned: DecodedAddress | AddressIssue, text: string, chain: string): DecodedAddress | AddressIssue {
  if (isAddressIssue(returned)) {
    const { code, message } = returned;
    check(CODE.test(code) && typeof message === "string" && message !== "");
    // An issue must not repeat the address. The text may also be words of the message: then this one is right as well.
    const isRepeated = text !== "" && (message.includes(text) || repeatsPart(message, text));
    return isRepeated ? { code, message: notOnChain(chain) } : { code, message };
  }
  const { canonical, format } = returned;
  const [tag, id] = [own(returned, "tag"), own(returned, "id")];
  for (const part of [canonical, format, id ?? "-"]) check(typeof part === "string" && PRINTABLE.test(part));
  check(tag === undefined || (typeof tag === "string" && WHOLE_NUMBER.test(tag)));
  return { canonical, format, ...(tag !== undefined && { tag }), ...(id !== undefined && { id }) };
}

function notOnChain(chain: string): string {
  return `The text is no wallet address of the chain ${chain}; copy the address again from its source.`;
}

/**
 * Returns a function that parses, and throws if the canonical form has another canonical form. Of two spellings of a
 * destination, each could be stored under its own key.
 */
export function fixedPoint(parse: ChainModule["parse"]): ChainModule["parse"] {
  return (text) => {
    const decoded = parse(text);
    if (isAddressIssue(decoded) || decoded.canonical === text) return decoded;
    const again = parse(decoded.canonical);
    if (!isAddressIssue(again) && again.canonical === decoded.canonical) return decoded;
    throw new TypeError("The canonical form has another canonical form.");
  };
}

function check(isValid: boolean): void {
  if (!isValid) throw new TypeError("invalid");
}
