/** Which questions there are: one in each file `<name>.bench.ts` of a folder. */
import { readdir } from "node:fs/promises";
import type { Question } from "../question.js";

const ENDING = ".bench.ts";

/** Their names, sorted. */
export async function questionNames(folder: URL): Promise<readonly string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

/** Those of the names that there are no questions of. */
export function unknownNames(wanted: readonly string[], all: readonly string[]): readonly string[] {
  return wanted.filter((name) => !all.includes(name));
}

/** Where the question of that name is. */
export function questionFile(folder: URL, name: string): string {
  return new URL(`${name}${ENDING}`, folder).href;
}

/** The question in that file. */
export async function questionIn(file: string): Promise<Question> {
  const { question } = (await import(file)) as { question?: Question };
  if (question === undefined) throw new Error("it exports no question");
  if (!file.endsWith(`/${question.name}${ENDING}`)) throw new Error(`it calls itself ${question.name}`);
  return question;
}
