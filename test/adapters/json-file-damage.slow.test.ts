/** Damage at every byte of a snapshot and a journal: rejected, or an earlier acknowledged state, never another state. */
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type JsonFileOptions, jsonFileStorage } from "../../src/json-file.js";
import { type FolderImage, imageOf, putImage, withFile } from "../support/folder-image.js";
import { everythingIn } from "../support/json-file.js";
import { type Directory, directoryOf, fileOf, NAME, verdictOn, verdictsOn } from "../support/json-file-damage.js";
import { isFullRun } from "../support/runs.js";
import { individual, streamOf, vasp } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => 200 + index));
const LINE_FEED = 10;
/** `npm test` samples the offsets. */
const STRIDE = isFullRun ? 1 : 151;

/** Returns whether this offset is tested: the last ones always are. */
const isTested = (offset: number, length: number): boolean => offset % STRIDE === 0 || offset > length - 3;

const kinds: readonly (readonly [string, JsonFileOptions])[] = [
  ["plain", {}],
  ["encrypted", { encryption: { key: KEY } }],
];

const toggling = (bits: number) => (byte: number) => byte ^ bits;

/** Each changes one byte. They take turns over the offsets. */
const flips: readonly ((byte: number) => number)[] = [
  ...[1, 0xff, 4, 0x20, 0x80, 2, 0x10, 8, 0x40].map(toggling),
  ...[LINE_FEED, 0, 0x22].map((byte) => () => byte),
  (byte) => (byte >= 0x30 && byte < 0x39 ? byte + 1 : byte ^ 3),
];

function* flipped(bytes: Buffer): Generator<readonly [string, Buffer]> {
  for (const [offset, byte] of bytes.entries()) {
    const changed = flips[offset % flips.length]?.(byte) ?? byte;
    if (changed === byte || !isTested(offset, bytes.length)) continue;
    const copy = Buffer.from(bytes);
    copy[offset] = changed;
    yield [`${offset}: ${byte} becomes ${changed}`, copy];
  }
}

function* cut(bytes: Buffer): Generator<readonly [string, Buffer]> {
  for (let length = 0; length < bytes.length; length += 1) {
    if (isTested(length, bytes.length)) yield [String(length), bytes.subarray(0, length)];
  }
}

/** The lines, each with its LF. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start) + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

describe.each(kinds)("a %s directory", (_, options) => {
  let made: Promise<Directory> | undefined;
  /** Returns the same directory in all tests. Its files are in memory. */
  const shared = (): Promise<Directory> => {
    made ??= directoryOf(options);
    return made;
  };

  it("has a snapshot, and a journal with a line for each later change", async () => {
    const directory = await shared();
    const { image, journal, states, merged } = directory;
    expect([...image.keys()]).toEqual([NAME, journal]);
    expect(linesOf(fileOf(image, journal))).toHaveLength(1 + states.length - 1 - merged);
    expect(new Set(states).size).toBe(states.length);
    const last = String(states.length - 1);
    expect(await verdictOn(directory, image)).toMatchObject({ seen: last, opened: last });
  });

  it.each([
    ["any byte of its snapshot changed", flipped],
    ["its snapshot was cut at any length", cut],
  ])("is rejected if %s", async (_, damaged) => {
    const directory = await shared();
    const verdicts = await verdictsOn(directory, NAME, damaged(fileOf(directory.image, NAME)));
    expect(verdicts.size).toBeGreaterThan(500 / STRIDE);
    expect(othersThan(["refused"], verdicts)).toEqual([]);
  });

  it("is rejected if any byte of its journal changed, unless the last line looks torn and is dropped", async () => {
    const directory = await shared();
    const bytes = fileOf(directory.image, directory.journal);
    const verdicts = await verdictsOn(directory, directory.journal, flipped(bytes));
    const last = directory.states.length - 1;
    const lines = linesOf(bytes);
    const startOfLast = bytes.length - (lines.at(-1)?.length ?? 0);
    expect(verdicts.size).toBeGreaterThan(500 / STRIDE);
    const wrong = [...verdicts].filter(([label, verdict]) => {
      if (verdict === "refused") return false;
      const [, offset, , changed] = label.match(/^([0-9]+): ([0-9]+) becomes ([0-9]+)$/)?.map(Number) ?? [];
      // The LF before the last line belongs to it: a zero there makes both lines one that looks torn.
      const looksTorn = Number(offset) >= startOfLast - 1 && (changed === 0 || offset === bytes.length - 1);
      return !(looksTorn && [last - 2, last - 1].some((state) => verdict === `${state} recovered`));
    });
    expect(wrong).toEqual([]);
    expect([...verdicts.values()]).toContain(`${last - 1} recovered`);
  });

  it("holds exactly the changes of the complete lines if its journal was cut at any length", async () => {
    const directory = await shared();
    const bytes = fileOf(directory.image, directory.journal);
    const verdicts = await verdictsOn(directory, directory.journal, cut(bytes));
    const firstLine = bytes.indexOf(LINE_FEED) + 1;
    const wrong = [...verdicts].filter(([label, verdict]) => {
      const length = Number(label);
      // A journal is created with its first line, so a torn write cannot have cut that line.
      if (length < firstLine) return verdict !== "refused";
      const whole = bytes.subarray(0, length).filter((byte) => byte === LINE_FEED).length - 1;
      const isTorn = bytes[length - 1] !== LINE_FEED;
      return verdict !== `${directory.merged + whole}${isTorn ? " recovered" : ""}`;
    });
    expect(wrong).toEqual([]);
  });

  it("looks the same with readOnly, wherever its journal was cut", async () => {
    const directory = await shared();
    const bytes = fileOf(directory.image, directory.journal);
    for (let length = 0; length < bytes.length; length += isFullRun ? 13 : 311) {
      const image = withFile(directory.image, directory.journal, bytes.subarray(0, length));
      const { seen, opened } = await verdictOn(directory, image);
      expect(opened, `cut to ${length}`).toMatch(/^(refused|\d+( recovered)?)$/);
      // readOnly repairs nothing and reports no repair.
      expect(seen, `cut to ${length}`).toBe(opened.replace(" recovered", ""));
    }
  });

  it("keeps its state after a recovery", async () => {
    const directory = await shared();
    const { image, journal, states } = directory;
    const torn = withFile(image, journal, fileOf(image, journal).subarray(0, -1));
    const before = String(states.length - 2);
    const { seen, opened, left } = await verdictOn(directory, torn);
    expect([seen, opened]).toEqual([before, `${before} recovered`]);
    expect(await verdictOn(directory, left)).toMatchObject({ seen: before, opened: before });
  });

  it("accepts changes after a recovery, and is intact if it is killed again", async () => {
    const directory = await shared();
    const { image, journal, states } = directory;
    const folder = await temporaryFolder();
    await putImage(folder, withFile(image, journal, fileOf(image, journal).subarray(0, -1)));
    const storage = jsonFileStorage(join(folder, NAME), options);
    // A shorter line than the torn one.
    await storage.vasps.load(streamOf([vasp("v9")]));
    const known = { ...directory, states: [...states, await everythingIn(storage)] };
    const killed = await imageOf(folder);
    await storage.close();
    const last = String(states.length);
    expect(await verdictOn(known, killed)).toMatchObject({ seen: last, opened: last });
  });

  it("is rejected if lines of its journal were removed, repeated or swapped", async () => {
    const directory = await shared();
    const lines = linesOf(fileOf(directory.image, directory.journal));
    const damages: (readonly [string, Buffer])[] = [];
    for (const [index, line] of lines.entries()) {
      const others = lines.toSpliced(index, 1);
      if (index < lines.length - 1) damages.push([`${index} removed`, Buffer.concat(others)]);
      damages.push([`${index} doubled`, Buffer.concat(lines.toSpliced(index, 0, line))]);
      for (let to = 0; to < others.length; to += 1) {
        if (to !== index) damages.push([`${index} moved to ${to}`, Buffer.concat(others.toSpliced(to, 0, line))]);
      }
    }
    const verdicts = await verdictsOn(directory, directory.journal, damages);
    expect(othersThan(["refused"], verdicts)).toEqual([]);
  });

  it("drops bytes after its journal if they are no line, and is rejected if they are a line of another journal", async () => {
    const directory = await shared();
    const other = await directoryOf(options);
    const [bytes, foreign] = [directory, other].map(({ image, journal }) => fileOf(image, journal));
    if (bytes === undefined || foreign === undefined) throw new Error("two directories have two journals");
    const last = directory.states.length - 1;
    for (const [label, more, verdict] of [
      ["zero bytes, as a file system may leave them", Buffer.alloc(512), `${last} recovered`],
      ["half a line", Buffer.from('{"sum":"'), `${last} recovered`],
      ["a line of another journal", linesOf(foreign).at(-1) ?? Buffer.alloc(0), "refused"],
      ["another journal", foreign, "refused"],
    ] as const) {
      const verdicts = await verdictsOn(directory, directory.journal, [[label, Buffer.concat([bytes, more])]]);
      expect(verdicts.get(label), label).toBe(verdict);
    }
  });

  it("is rejected with a journal, a snapshot or a line of another directory", async () => {
    const directory = await shared();
    const other = await directoryOf(options);
    const { image, journal } = directory;
    const foreign = fileOf(other.image, other.journal);
    expect(journal).toBe(other.journal);
    const refused = { seen: "refused", opened: "refused" };
    expect(await verdictOn(directory, withFile(image, journal, foreign))).toMatchObject(refused);
    expect(await verdictOn(directory, withFile(image, NAME, fileOf(other.image, NAME)))).toMatchObject(refused);
    const [own, theirs] = [linesOf(fileOf(image, journal)), linesOf(foreign)];
    for (const [index, line] of theirs.slice(0, -1).entries()) {
      const mixed = Buffer.concat(own.toSpliced(index, 1, line));
      expect(await verdictOn(directory, withFile(image, journal, mixed)), `line ${index}`).toMatchObject(refused);
    }
  });

  it("is rejected without its snapshot, shows its file without its journal, and accepts no other number", async () => {
    const directory = await shared();
    const { image, journal, merged } = directory;
    const [refused, before] = ["refused", String(merged)].map((each) => ({ seen: each, opened: each }));
    expect(await verdictOn(directory, withFile(image, NAME, undefined))).toMatchObject({ ...refused });
    const alone = withFile(image, journal, undefined);
    expect(await verdictOn(directory, alone)).toMatchObject({ ...before });
    const number = Number(journal.split(".").at(-1));
    for (const other of [0, number - 1, number + 1, number + 7]) {
      const renamed = withFile(alone, `${NAME}.journal.${other}`, fileOf(image, journal));
      // No journal has the number 0, so that file is ignored. Any other number does not continue the file.
      const expected = other === 0 ? before : refused;
      expect(await verdictOn(directory, renamed), `number ${other}`).toMatchObject({ ...expected });
    }
  });

  it("made of files of two moments is rejected, or shows an acknowledged state", async () => {
    const directory = await directoryOf(options, 3);
    // The later moment: closed, with everything in the file, and one more change in the next journal.
    const { left } = await verdictOn(directory, directory.image);
    const folder = await temporaryFolder();
    await putImage(folder, left);
    const storage = jsonFileStorage(join(folder, NAME), options);
    await storage.accounts.insert(individual("a9"));
    const later = await imageOf(folder);
    const last = await everythingIn(storage);
    await storage.close();
    const moments = isFullRun ? [directory.image, left, later] : [directory.image, later];
    const known = { ...directory, states: [...directory.states, last] };
    expect(new Set(moments.flatMap((image) => [...image.keys()])).size).toBe(3);
    for (const [label, image] of mixed(moments)) {
      const { seen, opened } = await verdictOn(known, image);
      expect(opened, label).toMatch(/^(refused|\d+( recovered)?)$/);
      // readOnly repairs and creates nothing, and is as strict.
      const isReadable = image.has(NAME) || opened === "refused";
      expect(seen, `${label}, readOnly`).toBe(isReadable ? opened.replace(" recovered", "") : "missing");
    }
  });
});

/** Yields each image with each of its files replaced by that of each other image. */
function* mixed(images: readonly FolderImage[]): Generator<readonly [label: string, image: FolderImage]> {
  for (const [index, image] of images.entries()) {
    for (const other of images) {
      for (const name of new Set([...image.keys(), ...other.keys()])) {
        yield [`moment ${index}, ${name}`, withFile(image, name, other.get(name))];
      }
    }
  }
}

function othersThan(allowed: readonly string[], verdicts: ReadonlyMap<string, string>): readonly unknown[] {
  return [...verdicts].filter(([, verdict]) => !allowed.includes(verdict)).slice(0, 20);
}
