/** The word lists of BIP-39 in ten languages. Only a bundle that imports this file has them. */
import { wordlist as czech } from "@scure/bip39/wordlists/czech.js";
import { wordlist as english } from "@scure/bip39/wordlists/english.js";
import { wordlist as french } from "@scure/bip39/wordlists/french.js";
import { wordlist as italian } from "@scure/bip39/wordlists/italian.js";
import { wordlist as japanese } from "@scure/bip39/wordlists/japanese.js";
import { wordlist as korean } from "@scure/bip39/wordlists/korean.js";
import { wordlist as portuguese } from "@scure/bip39/wordlists/portuguese.js";
import { wordlist as simplifiedChinese } from "@scure/bip39/wordlists/simplified-chinese.js";
import { wordlist as spanish } from "@scure/bip39/wordlists/spanish.js";
import { wordlist as traditionalChinese } from "@scure/bip39/wordlists/traditional-chinese.js";
import { foldText } from "../text.js";
import { hasRun, wordsOf } from "./recovery-phrase.js";

const wordLists = [
  ...[english, spanish, french, italian, portuguese, czech],
  ...[japanese, korean, simplifiedChinese, traditionalChinese],
];

let sets: readonly ReadonlySet<string>[] | undefined;

/** Folded, because accents are often missing. Made at the first text, because a program may never see one. */
function foldedLists(): readonly ReadonlySet<string>[] {
  sets ??= wordLists.map((words) => new Set(wordsOf(foldText(words.join(" ")))));
  return sets;
}

/** Of twelve words in a row, one may be mistyped: the rest is quickly guessed. */
const ERRORS = 1;

/**
 * Returns whether a text is, or contains, a recovery phrase of BIP-39: twelve words in a row of one of its ten lists, of
 * which one may be wrong. The checksum does not count, because other standards use the same lists: Algorand, Electrum,
 * TON. Words are separated by spaces or punctuation, also in Chinese.
 *
 * Pass it to `createCompliance`, `parseTransfer` or `parseAddress`. Without it, phrases are found by their form.
 *
 * @param text - any text, for example a memo
 * @returns true for a secret; never throws
 * @example
 * const compliance = createCompliance({ storage: memoryStorage(), isRecoveryPhrase });
 */
export function isRecoveryPhrase(text: string): boolean {
  if (typeof text !== "string") return false;
  const words = wordsOf(foldText(text));
  return foldedLists().some((list) => {
    const isWord = words.map((word) => list.has(word));
    return hasRun(isWord, ERRORS);
  });
}
