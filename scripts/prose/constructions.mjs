/** Constructions that make a text hard to read, each with what to write instead. Words for concepts: docs/glossary.md. */

/** @type {readonly (readonly [pattern: RegExp, advice: string])[]} */
export const constructions = [
  [/\bby and by\b/i, 'Write "gradually".'],
  [/\b(?:whoever|whosoever)\b/i, "Name the reader or the program."],
  [/\bnobody\b/i, "Name who or what is meant."],
  [/\bmend(?:s|ed|ing)?\b/i, 'Write "fix".'],
  [/\bsuch as programmers give\b/i, "Describe the names."],
  [/, for (?:it|he|she|they|this|that|these|those|there|what|only|no|not|otherwise) /i, 'Write "because".'],
  [
    /\bthat is told\b|\bis told\b|\bwhat .{0,20}\btold\b|\bcan be told\b|\bto tell (?:of|apart)\b/i,
    'Write "reported".',
  ],
  [/\btells\b/i, 'Code does not tell: write "reports", "returns" or "shows".'],
  [/\bknows\b/i, 'Code does not know: write "supports", "contains" or "has".'],
  [/\basks\b|\bis asked\b|\bare asked\b/i, 'Code does not ask: write "requests", "reads" or "calls".'],
  [/\bwants\b/i, 'Code does not want: write "needs" or "expects".'],
  [/\bobey(?:s|ed|ing)?\b/i, 'Write "follows", "satisfies" or "is valid".'],
  [/\bforgiv(?:e|es|en|ing)\b/i, 'Write "ignores" or "accepts".'],
  [/\b(?:stands|stood)\b(?! for\b)/i, 'Code does not stand: write "is", "is in" or "contains".'],
  [/\banswers\b(?=\s+(?:is|with|a|an|the|what|whether|that)\b)/i, 'Write "returns".'],
  [/\bbe it\b/i, 'Write "whether".'],
  [/\bthe like\b|\band so forth\b/i, "Name the items."],
  [/\bupon\b/i, 'Write "on".'],
  [
    /\b(?:wherein|whereby|thereby|thereof|hence|thus|yet another|lest|save for|save by|save that|nor does|none of which)\b/i,
    "Use a plain word.",
  ],
  [/\b(?:anew|at once again|once and again|on end|to and fro)\b/i, 'Use a plain word, such as "again".'],
  [/\bcannot but\b|\bneed not\b/i, "Use a plain verb."],
  [/\blaid (?:out|down) in\b|\bis laid\b/i, 'Write "is in" or "is defined in".'],
  [/\b(?:one's|oneself)\b/i, 'Write "your" or "its".'],
];
