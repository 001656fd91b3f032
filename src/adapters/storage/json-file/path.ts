/** The path of a storage's file: which paths can be one, and where they lead. */
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { type FileSystem, systemCode } from "./file-system.js";

/** How temporary files, lock files and journals are named (replace.ts, lock.ts, journal.ts): opening the file beside them may remove them. */
const OWN_NAME = /\.(?:(?:tmp|lock\..*)\.[0-9a-f]{16}|journal\.[0-9]+)$/s;

/** The absolute path. Throws `configuration_invalid` for what is no path, or one that {@link OWN_NAME} claims. */
export function checkedPath(given: string | URL): string {
  const path = pathOf(given);
  if (path === undefined || path === "") {
    throw invalid("jsonFileStorage needs the path of a file: a string that is not empty, or a local file: URL.");
  }
  return checkedName(resolve(path));
}

/** The file itself, so that replacing it never replaces a symbolic link to it. It need not exist, its folder must. */
export async function realPath(path: string, fs: FileSystem): Promise<string> {
  try {
    return checkedName(await fs.realpath(path));
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const target = await fs.readlink(path).catch(() => undefined);
  if (target !== undefined) return realPath(resolve(dirname(path), target), fs);
  return checkedName(join(await fs.realpath(dirname(path)), basename(path)));
}

/** undefined: neither a string nor a URL of a local file. As node:fs does, it takes the URLs of any realm. */
function pathOf(given: string | URL): string | undefined {
  try {
    return typeof given === "string" ? given : fileURLToPath(given);
  } catch {
    return undefined;
  }
}

function checkedName(path: string): string {
  if (!OWN_NAME.test(basename(path))) return path;
  throw invalid(
    "The file is named like a temporary file, a lock or a journal of another, so it could be removed: choose another name.",
  );
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("configuration_invalid", message);
}
