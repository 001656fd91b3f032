/** Small directories, damage to their files, and the outcome of opening them. */
import { join } from "node:path";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { type JsonFileOptions, jsonFileStorage } from "../../src/json-file.js";
import { type FolderImage, imageOf, namesWith, putImage, withFile } from "./folder-image.js";
import { everythingIn, type LifeStep, statesOfLife } from "./json-file.js";
import { addressUpdate, individual, linkUpdate, streamOf, vasp } from "./storage-records.js";
import { temporaryFolder } from "./temporary-folder.js";

export const NAME = "directory.json";

/** A directory as a killed process leaves it: a snapshot, and a journal with the later changes. */
export interface Directory {
  readonly options: JsonFileOptions;
  readonly image: FolderImage;
  /** The name of the journal. */
  readonly journal: string;
  /** Everything stored after each step. */
  readonly states: readonly string[];
  /** How many steps are in the snapshot. */
  readonly merged: number;
}

/** Few steps with few bytes, so that every byte can be damaged. */
const shortLife: readonly LifeStep[] = [
  ({ accounts }) => accounts.insert(individual("a1", { name_first: "Zoë" })),
  ({ vasps }) => vasps.load(streamOf([vasp("v1"), vasp("v2", { summary: "]}}" })])),
  ({ addresses }) => addresses.save(addressUpdate("x1")),
  ({ vasps }) => vasps.load(streamOf([vasp("v2", { summary: "Ω" }), vasp("v3")])),
  ({ addresses }) => addresses.update(linkUpdate("x1", "a1")),
];

/** Creates a directory: makes the first steps, closes it, and makes the others. */
export async function directoryOf(options: JsonFileOptions, merged = 2, steps = shortLife): Promise<Directory> {
  const folder = await temporaryFolder();
  const path = join(folder, NAME);
  const first = jsonFileStorage(path, options);
  for (const step of steps.slice(0, merged)) await step(first);
  await first.close();
  const second = jsonFileStorage(path, options);
  for (const step of steps.slice(merged)) await step(second);
  const image = await imageOf(folder);
  await second.close();
  const [journal = "none"] = namesWith(image, ".journal.");
  return { options, image, journal, states: await statesOfLife(steps), merged };
}

/**
 * Opens the image in that folder. Returns `refused` if it was rejected unchanged, the number of the state that it shows,
 * with `recovered` after a repair, or `missing` if readOnly finds no file. Capitals mark what must never happen.
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

/** Opens the image with readOnly, then for writing. Returns both outcomes, and the files afterwards. */
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

/** How many openings run concurrently, each in its own folder. */
const LANES = 4;

/** Returns the outcome of each damage of one file, by its label. */
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

/** Returns the bytes of one file of the image. */
export function fileOf(image: FolderImage, name: string): Buffer {
  const bytes = image.get(name);
  if (bytes === undefined) throw new Error("the directory has no such file");
  return bytes;
}
