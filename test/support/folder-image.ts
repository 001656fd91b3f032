/** The files of a folder in memory, to compare, damage and restore. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Files by name, without lock files. */
export type FolderImage = ReadonlyMap<string, Buffer>;

export async function imageOf(folder: string): Promise<FolderImage> {
  for (;;) {
    // A temporary file may be renamed between the two steps.
    const image = await readImage(folder).catch((error) =>
      error.code === "ENOENT" ? undefined : Promise.reject(error),
    );
    if (image !== undefined) return image;
  }
}

async function readImage(folder: string): Promise<FolderImage> {
  const names = (await readdir(folder)).filter((name) => !name.includes(".lock.")).sort();
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const));
  return new Map(files);
}

/** Makes the folder contain exactly these files. */
export async function putImage(folder: string, image: FolderImage): Promise<void> {
  const extra = (await readdir(folder)).filter((name) => !image.has(name));
  await Promise.all(extra.map((name) => rm(join(folder, name), { recursive: true })));
  for (const [name, bytes] of image) await writeFile(join(folder, name), bytes, { mode: 0o600 });
}

/** Returns the image with other bytes in one file; undefined removes the file. */
export function withFile(image: FolderImage, name: string, bytes: Buffer | undefined): FolderImage {
  const changed = new Map(image);
  if (bytes === undefined) changed.delete(name);
  else changed.set(name, bytes);
  return changed;
}

/** Returns the names that contain `part`. */
export function namesWith(image: FolderImage, part: string): readonly string[] {
  return [...image.keys()].filter((name) => name.includes(part));
}
