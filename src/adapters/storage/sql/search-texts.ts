/**
 * The searched texts of a record in one column (§4.5, §4.6), and the parts to look for in it.
 *
 * The column holds each text between START and END, with WORD before each word but the first. So the database can find and
 * rank by looking for parts of a text (`matchRank`). A term encoded in the same way matches
 *
 * - a whole text (rank 0) where START term END occurs,
 * - the beginning of a text (1) where START term occurs,
 * - the beginning of a word (2) where WORD term occurs,
 * - inside a word (3) where the term occurs and none of these.
 *
 * The markers are control characters, which no validated text contains. The port accepts others too: the markers, NUL and
 * lone surrogates within a text are written as ESCAPE and four characters that occur nowhere else.
 */
const WORD = "\u0001";
const START = "\u0002";
const END = "\u0003";
const ESCAPE = "\u0004";
/** U+0010 to U+001F are the hexadecimal digits of an escape. */
const DIGIT_ZERO = 0x10;

/** A position after a character that is neither letter nor number, as in `matchRank`, except the first position. */
const WORD_BEGINNING = /(?<=[^\p{L}\p{N}])(?!^)/gu;
const PLAIN = /^[ !-~]*$/;
const PLAIN_WORD_BEGINNING = /(?<=[^a-zA-Z0-9])(?!^)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be escaped.
const RESERVED = /[\u0000-\u0004\u0010-\u001f\p{Surrogate}]/gu;

/** Returns the content of the column for these texts. */
export function indexedTexts(texts: readonly string[]): string {
  return texts.map((text) => `${START}${encoded(text)}${END}`).join("");
}

/** The parts to look for: `anywhere` finds every match, the others in turn give its rank. */
export interface IndexedTerm {
  readonly anywhere: string;
  readonly whole: string;
  readonly beginning: string;
  readonly word: string;
}

/** Returns the encoded parts of a term. */
export function indexedTerm(term: string): IndexedTerm {
  const anywhere = encoded(term);
  return {
    anywhere,
    whole: `${START}${anywhere}${END}`,
    beginning: `${START}${anywhere}`,
    word: `${WORD}${anywhere}`,
  };
}

function encoded(text: string): string {
  if (PLAIN.test(text)) return markWords(text, PLAIN_WORD_BEGINNING);
  return markWords(text, WORD_BEGINNING);
}

/** Escapes the reserved characters and inserts WORD before each word. */
function markWords(text: string, beginning: RegExp): string {
  return text.split(beginning).map(escaped).join(WORD);
}

function escaped(part: string): string {
  return part.replace(RESERVED, (unit) => {
    const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
    return (
      ESCAPE + Array.from(digits, (digit) => String.fromCharCode(DIGIT_ZERO + Number.parseInt(digit, 16))).join("")
    );
  });
}

/** Returns the pattern of `like` that matches the part anywhere. A backslash escapes. */
export function likePattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The most trigrams in a query: enough to leave few rows, whose texts are then compared. */
const MAX_TRIGRAMS = 24;

/** Returns each three characters that follow each other, once. */
export function trigramsOf(part: string): readonly string[] {
  const characters = [...part];
  const trigrams = characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`);
  return [...new Set(trigrams)];
}

/** Returns the query of an FTS5 trigram table that finds every match; undefined if the part is too short. */
export function trigramQuery(part: string): string | undefined {
  const distinct = trigramsOf(part).slice(0, MAX_TRIGRAMS);
  if (distinct.length === 0) return undefined;
  return distinct.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
}
