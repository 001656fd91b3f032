/** Finds recovery phrases without a list of words: English ones by their form, those of Monero by their checksum. */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { crc32 } from "./encodings/crc32.js";

/** The fewest and most words of a phrase of BIP-39, of Algorand and of most wallets. */
const FEWEST = 12;
const MOST = 25;
/** The words of BIP-39 in English. Many of the other languages have this form as well. */
const WORD = /^[a-z]{3,8}$/;
/**
 * Frequent words of sentences, which no list of BIP-39 in any language has. In rows: English, German, French, Spanish,
 * Italian, Portuguese, Dutch, further languages.
 */
const IN_SENTENCES = new RegExp(
  [
    "^(?:the|and|for|your|our|are|was|were|with|from|has|had|not|but|his|their|would|could|did|does|than",
    "she|him|her|them|these|those|been|shall|should|may|might|cannot|which|while|who|whom|whose|why|how|here|some|each|every",
    "both|many|after|through|against|without|within|its|itself|out|down|too|yes|see|let|got|get|gave|take|took|made|said|says",
    "thanks|dear|regards|send|sent|pay|paid|invoice|money|wallet|euro|euros|dollars|sum|plus|less|new|last|back|birthday",
    "months|years|week|weeks|january|june|july|november|monday|tuesday|friday|saturday|sunday|four|five|nine|eleven",
    "und|der|die|das|den|dem|des|ein|eine|einen|ist|sind|nicht|mit|von|vom|zum|zur|auf|aus|bei|bis|wir|sie|ihr|ihre|bitte|danke",
    "les|une|est|pour|avec|dans|par|pas|que|qui|nous|vous|votre|notre|merci",
    "los|las|por|con|del|sin|sus|como|esta|nuestro|gracias",
    "gli|della|delle|per|che|non|nel|nella|questo|grazie",
    "uma|com|nos|pela|seu|sua",
    "het|een|voor|niet|zijn|aan|dat|deze|onze|naar|uit",
    "och|att|det|som|till|ikke|nie|jest|dla|oraz|pro|bir|ile|din|pentru|yang|dan|untuk|dari|dengan)$",
  ].join("|"),
);

/** Twelve words of one character. */
const MIN_LENGTH = 23;
/** As of every text of an input. */
const MAX_LENGTH = 1_000;

/** Returns whether a text is, or contains, a recovery phrase by its form or by the checksum of Monero. */
export function looksLikePhrase(text: string): boolean {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return false;
  const words = runsOfLetters(text.normalize("NFC"));
  const lower = words.map((word) => word.toLowerCase());
  // The German words of Monero begin with capitals, which its checksum counts.
  return hasPhraseForm(lower) || hasMoneroChecksum(lower) || hasMoneroChecksum(words);
}

/** Returns the runs of letters in lower case. Phrases are also numbered, separated by commas, or in capitals. */
export function wordsOf(text: string): readonly string[] {
  return runsOfLetters(text.normalize("NFC").toLowerCase());
}

/** Letters with a digit among them are no words, but part of an address. They stay as they are, so that they end a run. */
function runsOfLetters(text: string): readonly string[] {
  const runs = text.split(/[^\p{L}\p{M}\p{N}]+/u).map((run) => run.replace(/^\p{N}+|\p{N}+$/gu, ""));
  return runs.filter((word) => word !== "");
}

/** Whether a run of words is like those of BIP-39, and has no word of a sentence. */
function hasPhraseForm(words: readonly string[]): boolean {
  return words.length <= MOST && hasRun(words.map((word) => WORD.test(word) && !IN_SENTENCES.test(word)));
}

/**
 * Returns whether twelve items in a row are true.
 *
 * @param errors - how many of the twelve may be false
 */
export function hasRun(items: readonly boolean[], errors = 0): boolean {
  return items.some((_, at) => {
    const twelve = items.slice(at, at + FEWEST);
    return twelve.length === FEWEST && twelve.filter((isTrue) => !isTrue).length <= errors;
  });
}

/** Characters of a word that count, by language: Chinese, English, all others (monero, `src/mnemonics`). */
const PREFIXES = [1, 3, 4];

/**
 * Whether the last word repeats the one that the CRC-32 of all others selects (monero, `electrum-words.cpp`). It proves
 * a phrase of 25 words, or of 13 in MyMonero, in every language.
 */
function hasMoneroChecksum(words: readonly string[]): boolean {
  if (words.length !== 25 && words.length !== 13) return false;
  const letters = words.map((word) => [...word]);
  const [shortest, longest] = [Math.min, Math.max].map((of) => of(...letters.map(({ length }) => length)));
  return PREFIXES.some((length) => {
    // Chinese words have one character, those of the other lists three or more.
    if (length === 1 ? longest !== 1 : Number(shortest) < 3) return false;
    const prefixes = letters.map((word) => word.slice(0, length).join(""));
    // A text of two words repeated often has the checksum.
    if (new Set(prefixes).size < 3) return false;
    const last = prefixes.pop();
    const checksum = new DataView(crc32(utf8ToBytes(prefixes.join(""))).buffer).getUint32(0);
    return prefixes[checksum % prefixes.length] === last;
  });
}
