/** Arbitraries of names of people and companies in many scripts. All of them are made up. */
import * as fc from "fast-check";
import { shrinkingChoice, text } from "./text.js";

/** How names of a script are composed. */
interface Naming {
  /** Names shrink to the first ones. */
  readonly parts: readonly string[];
  /** Texts before a part. */
  readonly particles: readonly string[];
  /** Texts between two parts. */
  readonly joints: readonly string[];
}

const plain = [" ", "-"] as const;

const namings: readonly Naming[] = [
  {
    // Names of one letter too. Each accent both as one code point and as a combining mark.
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
  // Right-to-left, with and without vowel points.
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

/** Draws one to four parts of one script. All parts are drawn the same way, so a name can shrink to any of them. */
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
  // A filter instead of minLength, with which a second part would remain when shrinking.
  return fc
    .array(part, { maxLength: 4 })
    .filter((drawn) => drawn.length > 0)
    .map((drawn) =>
      drawn.map(({ joint, particle, part }, index) => (index === 0 ? "" : joint) + particle + part).join(""),
    );
}

const person: fc.Arbitrary<string> = fc.oneof({ withCrossShrink: true }, ...namings.map(partsOf));

/** Draws names near the maximal length: one name repeated. */
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

/** Draws mostly likely names, for readable counterexamples, and sometimes any other text. */
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

/** Draws names of persons, or parts of them. */
export function name(): fc.Arbitrary<string> {
  return anyName;
}

/** Draws names of companies. */
export function companyName(): fc.Arbitrary<string> {
  return anyCompanyName;
}
