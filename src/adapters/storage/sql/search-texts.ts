/**
 * How the texts that a search looks at stand in one column, so that the database can find and rank by looking for
 * parts of a text alone (`matchRank`): each text between START and END, and WORD before each beginning of a word in it
 * but the first. A term that is marked in the same way then matches
 *
 * - a whole text (rank 0) where START term END stands,
 * - the beginning of a text (1) where START term stands,
 * - the beginning of a word (2) where WORD term stands,
 * - inside a word (3) where the term stands and none of these.
 *
 * What marks is no character that a name or an address can have (design: strings). The port takes others too: whatever
 * marks here, NUL and halves of surrogate pairs are written as ESCAPE and four characters that stand nowhere else, so
 * that no part of a text seems to be there that is not.
 */

const WORD = "\u0001";
const START = "\u0002";
const END = "\u0003";
const ESCAPE = "\u0004";
/** U+0010 to U+001F are the hexadecimal digits of an escape. */
const DIGIT_ZERO = 0x10;

/** A position after something that is neither letter nor number, as `matchRank` sees it; not the first one. */
const WORD_BEGINNING = /(?<=[^\p{L}\p{N}])(?!^)/gu;
const PLAIN = /^[ !-~]*$/;
const PLAIN_WORD_BEGINNING = /(?<=[^a-zA-Z0-9])(?!^)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stand unescaped.
const RESERVED = /[\u0000-\u0004\u0010-\u001f\p{Surrogate}]/gu;

/** The texts as one column holds them. */
export function markedTexts(texts: readonly string[]): string {
  return texts.map((text) => `${START}${marked(text)}${END}`).join("");
}

/** What to look for: the term alone finds every match, and the others in turn say how good it is. */
export interface MarkedTerm {
  readonly anywhere: string;
  readonly whole: string;
  readonly beginning: string;
  readonly word: string;
}

/** The term as it stands in a column. */
export function markedTerm(term: string): MarkedTerm {
  const anywhere = marked(term);
  return {
    anywhere,
    whole: `${START}${anywhere}${END}`,
    beginning: `${START}${anywhere}`,
    word: `${WORD}${anywhere}`,
  };
}

/** Whether a database can be asked for it: a column holds no halves of surrogate pairs, and matches no half of one. */
export function isWellFormed(term: string): boolean {
  return !/\p{Surrogate}/u.test(term);
}

function marked(text: string): string {
  if (PLAIN.test(text)) return betweenWords(text, PLAIN_WORD_BEGINNING);
  return betweenWords(text, WORD_BEGINNING);
}

/** Every character escaped where it must be, and WORD wherever a word begins. */
function betweenWords(text: string, beginning: RegExp): string {
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

/** The pattern of LIKE that matches wherever the part stands; a backslash escapes. */
export function likePattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}

/** At most so many trigrams are asked for: enough to leave few rows, which are looked at themselves. */
const MAX_TRIGRAMS = 24;

/** What an FTS5 table of trigrams is asked for, so that no match is missed; undefined: too short for that. */
export function trigramQuery(part: string): string | undefined {
  const characters = [...part];
  const trigrams = characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`);
  const asked = [...new Set(trigrams)].slice(0, MAX_TRIGRAMS);
  if (asked.length === 0) return undefined;
  return asked.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
}
