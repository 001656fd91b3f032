/** The bytes of a folder's files, to be looked at, damaged and put back. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Files by name, without those that announce a lock. */
export type FolderImage = ReadonlyMap<string, Buffer>;

export async function imageOf(folder: string): Promise<FolderImage> {
  const names = (await readdir(folder)).filter((name) => !name.includes(".lock.")).sort();
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const));
  return new Map(files);
}

/** Lets the folder hold these files and no other. */
export async function putImage(folder: string, image: FolderImage): Promise<void> {
  const extra = (await readdir(folder)).filter((name) => !image.has(name));
  await Promise.all(extra.map((name) => rm(join(folder, name), { recursive: true })));
  for (const [name, bytes] of image) await writeFile(join(folder, name), bytes, { mode: 0o600 });
}

/** The same image with one file of other bytes; without bytes, without that file. */
export function withFile(image: FolderImage, name: string, bytes: Buffer | undefined): FolderImage {
  const changed = new Map(image);
  if (bytes === undefined) changed.delete(name);
  else changed.set(name, bytes);
  return changed;
}

/** The names of the image's files that have `part` in them. */
export function namesWith(image: FolderImage, part: string): readonly string[] {
  return [...image.keys()].filter((name) => name.includes(part));
}
