/** The part of the file system that the JSON-file storage uses, and its failures in words. */
import type * as nodeFs from "node:fs/promises";
import { ComplianceError } from "../../../domain/compliance-error.js";

/** Handed in, so that tests can let a disk fail where a real one would. */
export type FileSystem = Pick<
  typeof nodeFs,
  "chmod" | "open" | "readdir" | "readFile" | "readlink" | "realpath" | "rename" | "stat" | "unlink"
>;

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: "this process may not use it: check the permissions of the file and its folder",
  EDQUOT: "the disk quota is used up: free some space",
  EISDIR: "that path is a folder: give the path of a file",
  ELOOP: "its symbolic links lead in a circle: correct them",
  EMFILE: "this process has too many files open: raise the limit or close some",
  ENAMETOOLONG: "its name is too long for temporary and lock names beside it: shorten it",
  ENFILE: "the system has too many files open: raise the limit or close some",
  ENOENT: "its folder does not exist: create the folder first",
  ENOSPC: "the disk is full: free some space",
  ENOTDIR: "a part of its path is not a folder: correct the path",
  EPERM: "this process may not use it: check the permissions of the file and its folder",
  EROFS: "the file system is read-only: mount it writable or choose another folder",
};

/** The `code` of an error of the system, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** What a step threw, as the failure of the storage. `name` is the file's name without its folder. */
export function asFailure(name: string, error: unknown): ComplianceError {
  if (error instanceof ComplianceError) return error;
  const code = systemCode(error) ?? "unknown failure";
  const advice = ADVICE[code] ?? "the file system refused: see the cause";
  return new ComplianceError("storage_unavailable", `The file "${name}" cannot be used (${code}); ${advice}.`, {
    cause: error,
  });
}

/** The answer, or undefined when the system says one of `codes`. */
export async function unless<T>(codes: readonly string[], answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (codes.includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}
