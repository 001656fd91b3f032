/** The tables of a JSON file that somebody else may be writing: looked at before each call, never locked or changed. */
import { basename } from "node:path";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { TableHost } from "../table-storage.js";
import type { Tables } from "../tables.js";
import { asFailure, type FileSystem, systemCode } from "./file-system.js";
import type { FileOptions } from "./options.js";
import { readAll, refreshed, type View } from "./read-view.js";

/** The host of the file at that absolute path. */
export function readingHost(path: string, fs: FileSystem, options: FileOptions): TableHost {
  const name = basename(path);
  let view: View | undefined;
  let looking: Promise<unknown> = Promise.resolve();
  let next: Promise<Tables> | undefined;

  const look = async (): Promise<Tables> => {
    try {
      view = (view && (await refreshed(view, fs, options))) ?? (await readAll(path, fs, options));
      return view.tables;
    } catch (error) {
      // What was put until then may be a part of what is there.
      view = undefined;
      throw systemCode(error) === "ENOENT" ? missing(name, error) : asFailure(name, error);
    }
  };
  return {
    // Who comes while a look is under way needs one that begins later: whatever was acknowledged before must be seen.
    // All who come meanwhile share it.
    tables: () => {
      next ??= looking.then(() => {
        next = undefined;
        const result = look();
        looking = result.catch(() => undefined);
        return result;
      });
      return next;
    },
    change: async () => {
      throw new ComplianceError(
        "storage_read_only",
        `The file "${name}" was opened with readOnly, so it is not changed. Make changes by the storage that writes it.`,
      );
    },
    release: async () => {
      await looking;
      view = undefined;
    },
  };
}

function missing(name: string, cause: unknown): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `There is no file "${name}" (ENOENT), and a storage with readOnly creates none: let the storage that writes it be ` +
      "opened first, or correct the path.",
    { cause },
  );
}
