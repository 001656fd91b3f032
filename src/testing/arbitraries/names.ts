/** Names as people and firms have them: many scripts, particles, one-letter parts, right-to-left, combining marks, long ones. */
import * as fc from "fast-check";
import { shrinkingChoice, text } from "./text.js";

/** How names of a script are put together. All of them are made up. */
interface Naming {
  /** Names shrink to those that stand first. */
  readonly parts: readonly string[];
  /** What may stand before a part, or between two. */
  readonly particles: readonly string[];
  readonly joints: readonly string[];
}

const plain = [" ", "-"] as const;

const namings: readonly Naming[] = [
  {
    // One letter alone is a whole name; each accent once in one code point and once as a mark of its own.
    parts: [
      "A",
      "O",
      "Y",
      "Ó",
      "Ana",
      "Zoë",
      "Zoe\u0308",
      "José",
      "Jose\u0301",
      "O’Neill",
      "D'Arcy",
      "MacAodh",
      "Nuñez",
    ],
    particles: [
      "van der ",
      "de la ",
      "von ",
      "di ",
      "af ",
      "da ",
      "’t ",
      "Mc",
      "St. ",
      "al-",
      "el ",
      "bin ",
      "bint ",
      "ibn ",
    ],
    joints: [" ", "-", " y ", " e ", " i ", "’"],
  },
  {
    parts: [
      "Łukasz",
      "Đặng",
      "Nguyễn",
      "Ngô\u0301",
      "İpek",
      "ışık",
      "Þóra",
      "Ægir",
      "Øyvind",
      "Åsa",
      "Strauß",
      "Štěpán",
      "Țăran",
    ],
    particles: ["z ", "ur ", "på ", "Đỗ "],
    joints: plain,
  },
  {
    parts: ["Я", "Зоя", "Щукин", "Йосиф", "И\u0306ванов", "Ґудзь", "Ђорђе"],
    particles: ["ибн ", "де "],
    joints: plain,
  },
  { parts: ["Ώ", "Ζωή", "Νίκος", "Παππάς", "Άννα"], particles: ["του "], joints: plain },
  // Right to left, with and without vowel points.
  { parts: ["ليلى", "مُحَمَّد", "نور", "یاسمین", "ع"], particles: ["ال", "بن ", "أبو ", "آل "], joints: plain },
  { parts: ["נועה", "דָּוִד", "צ׳רלי", "א"], particles: ["בן ", "בת ", "אבו "], joints: [" ", "־"] },
  { parts: ["आशा", "कृष्ण", "প্রিয়া", "அருண்", "K."], particles: ["श्री "], joints: plain },
  {
    parts: ["王", "小明", "歐陽", "髙橋", "さくら", "ジョン", "김", "서연", "ㄱ"],
    particles: ["老"],
    joints: ["", " ", "・", "　"],
  },
  { parts: ["ณัฐ", "สมชาย", "သီရိ", "គីមហេង"], particles: ["ณ "], joints: plain },
  { parts: ["Արամ", "გიორგი", "አበበ", "ⵜⵉⵣⵉⵔⵉ"], particles: ["Տեր-"], joints: plain },
];

/** One to four parts in one script. All parts are drawn alike, so that any of them may be the one that is left. */
function partsOf({ parts, particles, joints }: Naming): fc.Arbitrary<string> {
  const part = fc.record({
    joint: shrinkingChoice(...joints),
    particle: fc.oneof(
      { withCrossShrink: true },
      { weight: 3, arbitrary: fc.constant("") },
      shrinkingChoice(...particles),
    ),
    part: shrinkingChoice(...parts),
  });
  // Not by minLength: an array of at least one part would keep a second one as it shrinks.
  return fc
    .array(part, { maxLength: 4 })
    .filter((drawn) => drawn.length > 0)
    .map((drawn) =>
      drawn.map(({ joint, particle, part }, index) => (index === 0 ? "" : joint) + particle + part).join(""),
    );
}

const person: fc.Arbitrary<string> = fc.oneof({ withCrossShrink: true }, ...namings.map(partsOf));

/** As long as a text may be, or nearly: the same name over and over. */
const longName: fc.Arbitrary<string> = fc
  .tuple(person, fc.integer({ min: 1, max: 1_000 }))
  .map(([part, length]) =>
    Array.from({ length: Math.max(1, Math.floor(length / (part.length + 1))) }, () => part).join(" "),
  );

const legalForms = [
  "",
  " AG",
  " & Co. KG",
  ", S.A. de C.V.",
  " Sp. z o.o.",
  " Pte. Ltd.",
  " A/S",
  " Oy",
  " (EU) B.V.",
  "株式会社",
  " ООО",
  " ش.م.م",
] as const;

const company: fc.Arbitrary<string> = fc.tuple(person, fc.constantFrom(...legalForms)).map((texts) => texts.join(""));

/** Mostly what looks like a name, so that a counterexample can be read; any text may be a name too. */
function mostly(likely: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 7, arbitrary: likely },
    { weight: 2, arbitrary: text() },
    { weight: 1, arbitrary: longName },
  );
}

const anyName = mostly(person);
const anyCompanyName = mostly(company);

/** The name of a person, or a part of one. */
export function name(): fc.Arbitrary<string> {
  return anyName;
}

/** The name of a firm. */
export function companyName(): fc.Arbitrary<string> {
  return anyCompanyName;
}
