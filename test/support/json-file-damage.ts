/** Small directories on the disk, damage to their files, and what an opening makes of it. */
import { join } from "node:path";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { type JsonFileOptions, jsonFileStorage } from "../../src/json-file.js";
import { type FolderImage, imageOf, namesWith, putImage, withFile } from "./folder-image.js";
import { everythingIn, type LifeStep, statesOfLife } from "./json-file-life.js";
import { addressUpdate, individual, streamOf, vasp } from "./storage-records.js";
import { temporaryFolder } from "./temporary-folder.js";

export const NAME = "directory.json";

/** A directory as a process that was killed leaves it: a snapshot, and a journal with what came after. */
export interface Directory {
  readonly options: JsonFileOptions;
  readonly image: FolderImage;
  /** The name of the journal's file. */
  readonly journal: string;
  /** What was stored after each step. */
  readonly states: readonly string[];
  /** How many steps are in the snapshot. */
  readonly folded: number;
}

/** Few steps with few bytes, for damage to every one of them. */
const shortLife: readonly LifeStep[] = [
  ({ accounts }) => accounts.insert(individual("a1", { name_first: "Zoë" })),
  ({ vasps }) => vasps.load(streamOf([vasp("v1"), vasp("v2", { summary: "]}}" })])),
  ({ addresses }) => addresses.save(addressUpdate("x1")),
  ({ vasps }) => vasps.load(streamOf([vasp("v2", { summary: "Ω" }), vasp("v3")])),
  ({ addresses }) => addresses.link("tezos", "x1", "a1"),
];

/** Lives through the first steps, is closed, and through the others, each acknowledged before the next. */
export async function directoryOf(options: JsonFileOptions, folded = 2, steps = shortLife): Promise<Directory> {
  const folder = await temporaryFolder();
  const path = join(folder, NAME);
  const first = jsonFileStorage(path, options);
  for (const step of steps.slice(0, folded)) await step(first);
  await first.close();
  const second = jsonFileStorage(path, options);
  for (const step of steps.slice(folded)) await step(second);
  const image = await imageOf(folder);
  await second.close();
  const [journal = "none"] = namesWith(image, ".journal.");
  return { options, image, journal, states: await statesOfLife(steps), folded };
}

/**
 * What an opening of this image in that folder comes to: `refused` with nothing touched, or the number of the state that
 * it shows, with a word if a repair was told; `missing`, if who only reads finds no file; or, in capitals, what must never be.
 */
async function verdictIn(folder: string, { options, states }: Directory, image: FolderImage, readOnly: boolean) {
  let repairs = 0;
  const onRecovered = (): void => {
    repairs += 1;
  };
  const storage = jsonFileStorage(join(folder, NAME), { ...options, readOnly, onRecovered });
  const verdict = await everythingIn(storage).then(
    (text) => {
      const state = states.indexOf(text);
      return state === -1 ? "ANOTHER STATE" : `${state}${repairs === 0 ? "" : " recovered"}`;
    },
    (error: unknown) => {
      const code = error instanceof ComplianceError ? error.code : String(error);
      if (readOnly && code === "storage_unavailable" && !image.has(NAME)) return "missing";
      return /^storage_(corrupt|key_wrong)$/.test(code) ? "refused" : `ANOTHER FAILURE ${code}`;
    },
  );
  const isTouched = (readOnly || verdict === "refused") && !isSame(image, await imageOf(folder));
  await storage.close();
  return isTouched ? `${verdict} TOUCHED` : verdict;
}

function isSame(image: FolderImage, other: FolderImage): boolean {
  return image.size === other.size && [...image].every(([name, bytes]) => other.get(name)?.equals(bytes));
}

/** What this image comes to for who only reads it, and then for who writes; and what that leaves. */
export async function verdictOn(
  directory: Directory,
  image: FolderImage,
): Promise<{ readonly seen: string; readonly opened: string; readonly left: FolderImage }> {
  const folder = await temporaryFolder();
  await putImage(folder, image);
  const seen = await verdictIn(folder, directory, image, true);
  const opened = await verdictIn(folder, directory, image, false);
  return { seen, opened, left: await imageOf(folder) };
}

/** Openings at the same time, each in a folder of its own. */
const LANES = 4;

/** What each damage of one file comes to, by its label. The other files stay. */
export async function verdictsOn(
  directory: Directory,
  name: string,
  damages: Iterable<readonly [label: string, bytes: Buffer]>,
): Promise<ReadonlyMap<string, string>> {
  const verdicts = new Map<string, string>();
  const left = damages[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    const folder = await temporaryFolder();
    for (let next = left.next(); !next.done; next = left.next()) {
      const [label, bytes] = next.value;
      const image = withFile(directory.image, name, bytes);
      await putImage(folder, image);
      verdicts.set(label, await verdictIn(folder, directory, image, false));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return verdicts;
}

/** The bytes of one file of the image. */
export function fileOf(image: FolderImage, name: string): Buffer {
  const bytes = image.get(name);
  if (bytes === undefined) throw new Error("the directory has no such file");
  return bytes;
}
