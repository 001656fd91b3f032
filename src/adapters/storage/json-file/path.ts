/** The path of a storage's file: which paths can be one, and where they lead. */
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { type FileSystem, systemCode } from "./file-system.js";

/** Names of the temporary and lock files beside a file: a file of such a name would be taken for one of them. */
const OWN_NAME = /\.(?:tmp|lock\..*)\.?[0-9a-f]{16}$/;

/** The path, once it can be one; else throws `configuration_invalid`. */
export function checkedPath(given: string | URL): string {
  const path = given instanceof URL && given.protocol === "file:" ? fileURLToPath(given) : given;
  if (typeof path === "string" && path !== "" && !OWN_NAME.test(path)) return path;
  const message =
    "jsonFileStorage needs the path of a file, or its file: URL; no name such as its temporary and lock files have.";
  throw new ComplianceError("configuration_invalid", message);
}

/** The file itself, so that replacing it never replaces a symbolic link to it. It need not exist, its folder must. */
export async function realPath(path: string, fs: FileSystem): Promise<string> {
  try {
    return await fs.realpath(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const target = await fs.readlink(path).catch(() => undefined);
  if (target !== undefined) return realPath(resolve(dirname(path), target), fs);
  return join(await fs.realpath(dirname(path)), basename(path));
}
