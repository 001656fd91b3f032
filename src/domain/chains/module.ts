/** Chain modules that a caller passes: checked before use, and called so that a faulty one never gives an address. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { own } from "../own.js";
import { isAddressIssue, lengthIssue } from "./address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "./chain.js";

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

/**
 * Parses a text with the module of a caller.
 *
 * @param parse - in place of the module's own
 * @returns A copy of what the module returned.
 * @throws ComplianceError `configuration_invalid` if the module throws, or returns neither an address nor an issue.
 */
export function parseWith(
  module: ChainModule,
  text: string,
  parse: ChainModule["parse"] = (each) => module.parse(each),
): DecodedAddress | AddressIssue {
  if (text.length > MAX_TEXT) return lengthIssue(`at most ${MAX_TEXT} characters`);
  // What it throws is dropped, because it may contain the address.
  return readSafely(
    () => copyOf(parse(text), text),
    () =>
      new ComplianceError(
        "configuration_invalid",
        `parse of the chain module ${module.name} threw, or returned neither an address in its canonical form nor an issue. Correct the module.`,
      ),
  );
}

/** @throws an error for something else than an address or an issue */
function copyOf(returned: DecodedAddress | AddressIssue, text: string): DecodedAddress | AddressIssue {
  if (isAddressIssue(returned)) {
    const { code, message } = returned;
    // An issue must not repeat the address. A text of few characters may be part of a sentence by chance.
    check(
      CODE.test(code) && typeof message === "string" && message !== "" && !(text.length > 10 && message.includes(text)),
    );
    return { code, message };
  }
  const { canonical, format } = returned;
  const [tag, id] = [own(returned, "tag"), own(returned, "id")];
  for (const part of [canonical, format, id ?? "-"]) check(typeof part === "string" && PRINTABLE.test(part));
  check(tag === undefined || (Number.isSafeInteger(tag) && tag >= 0));
  return { canonical, format, ...(tag !== undefined && { tag }), ...(id !== undefined && { id }) };
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
