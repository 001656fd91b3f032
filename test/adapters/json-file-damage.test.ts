/** A snapshot and a journal damaged at every byte: refused, or back to what was acknowledged before; never another state. */
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type JsonFileOptions, jsonFileStorage } from "../../src/json-file.js";
import { imageOf, putImage, withFile } from "../support/folder-image.js";
import { directoryOf, fileOf, NAME, verdictOn, verdictsOn } from "../support/json-file-damage.js";
import { everythingIn } from "../support/json-file-life.js";
import { runs } from "../support/runs.js";
import { individual, streamOf, vasp } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => 200 + index));
const LINE_FEED = 10;
const kinds: readonly (readonly [string, JsonFileOptions])[] = [
  ["plain", {}],
  ["encrypted", { encryption: { key: KEY } }],
];

/** Each changes one byte; what a byte may become is spread over the offsets, and over more of it with FC_RUNS. */
const flips: readonly ((byte: number) => number)[] = [
  (byte) => byte ^ 1,
  (byte) => byte ^ 0xff,
  (byte) => byte ^ 4,
  () => LINE_FEED,
  (byte) => byte ^ 0x20,
  () => 0,
  (byte) => byte ^ 0x80,
  (byte) => byte ^ 2,
  (byte) => byte ^ 0x10,
  () => 0x22,
  (byte) => byte ^ 8,
  (byte) => byte ^ 0x40,
  (byte) => (byte >= 0x30 && byte < 0x39 ? byte + 1 : byte ^ 3),
];

function* flipped(bytes: Buffer): Generator<readonly [string, Buffer]> {
  for (const [offset, byte] of bytes.entries()) {
    for (let turn = 0; turn < Math.min(runs(1), flips.length); turn += 1) {
      const changed = flips[(offset + turn) % flips.length]?.(byte) ?? byte;
      if (changed === byte) continue;
      const copy = Buffer.from(bytes);
      copy[offset] = changed;
      yield [`${offset}: ${byte} becomes ${changed}`, copy];
    }
  }
}

function* cut(bytes: Buffer): Generator<readonly [string, Buffer]> {
  for (let length = 0; length < bytes.length; length += 1) yield [String(length), bytes.subarray(0, length)];
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
  it("has what the tests below take for granted: a snapshot, and a journal with a line for each later change", async () => {
    const directory = await directoryOf(options);
    const { image, journal, states, folded } = directory;
    expect([...image.keys()]).toEqual([NAME, journal]);
    expect(linesOf(fileOf(image, journal))).toHaveLength(1 + states.length - 1 - folded);
    expect(new Set(states).size).toBe(states.length);
    const last = String(states.length - 1);
    expect(await verdictOn(directory, image)).toMatchObject({ seen: last, opened: last });
  });

  it("with any one byte of its snapshot changed is refused", async () => {
    const directory = await directoryOf(options);
    const verdicts = await verdictsOn(directory, NAME, flipped(fileOf(directory.image, NAME)));
    expect(verdicts.size).toBeGreaterThan(500);
    expect(othersThan(["refused"], verdicts)).toEqual([]);
  });

  it("with its snapshot cut at any length is refused", async () => {
    const directory = await directoryOf(options);
    const verdicts = await verdictsOn(directory, NAME, cut(fileOf(directory.image, NAME)));
    expect(verdicts.size).toBeGreaterThan(500);
    expect(othersThan(["refused"], verdicts)).toEqual([]);
  });

  it("with any one byte of its journal changed is refused; a last line that looks torn is dropped", async () => {
    const directory = await directoryOf(options);
    const bytes = fileOf(directory.image, directory.journal);
    const verdicts = await verdictsOn(directory, directory.journal, flipped(bytes));
    const last = directory.states.length - 1;
    const lines = linesOf(bytes);
    const startOfLast = bytes.length - (lines.at(-1)?.length ?? 0);
    expect(verdicts.size).toBeGreaterThan(500);
    const wrong = [...verdicts].filter(([label, verdict]) => {
      if (verdict === "refused") return false;
      const [, offset, , changed] = label.match(/^([0-9]+): ([0-9]+) becomes ([0-9]+)$/)?.map(Number) ?? [];
      // The LF before the last line belongs to it: a zero there makes both lines one that looks torn.
      const looksTorn = Number(offset) >= startOfLast - 1 && (changed === 0 || offset === bytes.length - 1);
      return !(looksTorn && isRecovery(verdict, last - 2, last - 1));
    });
    expect(wrong).toEqual([]);
    expect([...verdicts.values()]).toContain(`${last - 1} recovered`);
  });

  it("with its journal cut at any length holds exactly the changes of the whole lines that are left", async () => {
    const directory = await directoryOf(options);
    const bytes = fileOf(directory.image, directory.journal);
    const verdicts = await verdictsOn(directory, directory.journal, cut(bytes));
    const firstLine = bytes.indexOf(LINE_FEED) + 1;
    const wrong = [...verdicts].filter(([label, verdict]) => {
      const length = Number(label);
      // A journal is put in place with its first line: one without was damaged otherwise than by a torn write.
      if (length < firstLine) return verdict !== "refused";
      const whole = bytes.subarray(0, length).filter((byte) => byte === LINE_FEED).length - 1;
      const isTorn = bytes[length - 1] !== LINE_FEED;
      return verdict !== `${directory.folded + whole}${isTorn ? " recovered" : ""}`;
    });
    expect(wrong).toEqual([]);
  });

  it("is the same to who only reads, whatever its journal lost", async () => {
    const directory = await directoryOf(options);
    const bytes = fileOf(directory.image, directory.journal);
    for (let length = 0; length < bytes.length; length += 13) {
      const { seen, opened } = await verdictOn(
        directory,
        withFile(directory.image, directory.journal, bytes.subarray(0, length)),
      );
      expect(opened, `cut to ${length}`).toMatch(/^(refused|\d+( recovered)?)$/);
      // Who only reads repairs nothing, and tells of none.
      expect(seen, `cut to ${length}`).toBe(opened.replace(" recovered", ""));
    }
  });

  it("that was recovered stays as it was recovered", async () => {
    const directory = await directoryOf(options);
    const { image, journal, states } = directory;
    const torn = withFile(image, journal, fileOf(image, journal).subarray(0, -1));
    const before = String(states.length - 2);
    const { seen, opened, left } = await verdictOn(directory, torn);
    expect([seen, opened]).toEqual([before, `${before} recovered`]);
    expect(await verdictOn(directory, left)).toMatchObject({ seen: before, opened: before });
  });

  it("that was recovered takes changes, of which nothing torn is left when it is killed again", async () => {
    const directory = await directoryOf(options);
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

  it("with lines of its journal removed, doubled or swapped is refused", async () => {
    const directory = await directoryOf(options);
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

  it("with bytes behind its journal drops them when they are no line, and is refused when they are one of others", async () => {
    const directory = await directoryOf(options);
    const other = await directoryOf(options);
    const [bytes, foreign] = [directory, other].map(({ image, journal }) => fileOf(image, journal));
    if (bytes === undefined || foreign === undefined) throw new Error("two directories have two journals");
    const behind = (more: Buffer): Buffer => Buffer.concat([bytes, more]);
    const last = directory.states.length - 1;
    const verdicts = await verdictsOn(directory, directory.journal, [
      ["zero bytes, as a file system may leave them", behind(Buffer.alloc(512))],
      ["half a line", behind(Buffer.from('{"sum":"'))],
      ["a line of another journal", behind(linesOf(foreign).at(-1) ?? Buffer.alloc(0))],
      ["another journal", behind(foreign)],
    ]);
    expect(Object.fromEntries(verdicts)).toEqual({
      "zero bytes, as a file system may leave them": `${last} recovered`,
      "half a line": `${last} recovered`,
      "a line of another journal": "refused",
      "another journal": "refused",
    });
  });

  it("with a journal, a snapshot or a line of another directory is refused", async () => {
    const directory = await directoryOf(options);
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

  it("that lost its snapshot is refused while a journal is there, and is not begun anew", async () => {
    const directory = await directoryOf(options);
    const { seen, opened } = await verdictOn(directory, withFile(directory.image, NAME, undefined));
    expect([seen, opened]).toEqual(["refused", "refused"]);
  });

  it("that lost its journal shows what is in its file, and is refused when the journal has another number", async () => {
    const directory = await directoryOf(options);
    const { image, journal, folded } = directory;
    const before = String(folded);
    expect(await verdictOn(directory, withFile(image, journal, undefined))).toMatchObject({
      seen: before,
      opened: before,
    });
    const number = Number(journal.split(".").at(-1));
    for (const other of [0, number - 1, number + 1, number + 7]) {
      const renamed = withFile(image, journal, undefined);
      const { seen, opened } = await verdictOn(
        directory,
        withFile(renamed, `${NAME}.journal.${other}`, fileOf(image, journal)),
      );
      // No journal has the number 0, so that file is nobody's; any other is one that connects to nothing.
      const expected = other === 0 ? before : "refused";
      expect([seen, opened], `number ${other}`).toEqual([expected, expected]);
    }
  });

  it("put together of two moments of its life is refused, or shows what was acknowledged", async () => {
    // The later moment: closed, with all in the file, and one more change in the next journal.
    const directory = await directoryOf(options, 3);
    const { left } = await verdictOn(directory, directory.image);
    const folder = await temporaryFolder();
    await putImage(folder, left);
    const storage = jsonFileStorage(join(folder, NAME), options);
    await storage.accounts.insert(individual("a9"));
    const later = await imageOf(folder);
    const last = await everythingIn(storage);
    await storage.close();
    const moments = [directory.image, left, later];
    const known = { ...directory, states: [...directory.states, last] };
    expect(new Set(moments.flatMap((image) => [...image.keys()])).size).toBe(3);
    for (const [index, image] of moments.entries()) {
      for (const other of moments) {
        for (const name of new Set([...image.keys(), ...other.keys()])) {
          const { seen, opened } = await verdictOn(known, withFile(image, name, other.get(name)));
          expect(opened, `moment ${index}, ${name}`).toMatch(/^(refused|\d+( recovered)?)$/);
          const isThere = withFile(image, name, other.get(name)).has(NAME) || opened === "refused";
          // Who only reads repairs nothing and begins nothing, and is as strict.
          expect(seen, `moment ${index}, ${name}, read only`).toBe(
            isThere ? opened.replace(" recovered", "") : "missing",
          );
        }
      }
    }
  });
});

function othersThan(allowed: readonly string[], verdicts: ReadonlyMap<string, string>): readonly unknown[] {
  return [...verdicts].filter(([, verdict]) => !allowed.includes(verdict)).slice(0, 20);
}

function isRecovery(verdict: string, ...states: readonly number[]): boolean {
  return states.some((state) => verdict === `${state} recovered`);
}
