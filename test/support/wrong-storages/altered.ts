/** Wrong storages: the storage in memory with other methods. */
import { setImmediate } from "node:timers/promises";
import { closable } from "../../../src/adapters/storage/closable.js";
import { memoryStorage } from "../../../src/adapters/storage/memory.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import type { StorageSubject } from "../../../src/testing.js";

/** Wrong storages by the check that fails, and by their fault. */
export type WrongStorages = Readonly<Record<string, Readonly<Record<string, StorageSubject>>>>;

type MethodsOf<Name extends keyof Omit<ComplianceStorage, "compact" | "close">> = {
  [Method in keyof ComplianceStorage[Name] & string as `${Name}.${Method}`]: ComplianceStorage[Name][Method];
};

/** Every method of a storage, by its path. */
type Methods = MethodsOf<"accounts"> &
  MethodsOf<"vasps"> &
  MethodsOf<"alerts"> &
  MethodsOf<"addresses"> &
  MethodsOf<"linked"> &
  MethodsOf<"transfers"> &
  MethodsOf<"ownership"> &
  MethodsOf<"audit"> &
  MethodsOf<"holds"> &
  MethodsOf<"exchanges"> &
  Pick<ComplianceStorage, "compact" | "close">;

type Path = keyof Methods;
type Given<P extends Path> = Parameters<Methods[P]>;
type Answer<P extends Path> = Awaited<ReturnType<Methods[P]>>;

type Changes = (storage: ComplianceStorage) => Partial<Methods>;

/** Changes each method of a storage that has one. */
function mapped(storage: ComplianceStorage, change: (path: Path, method: unknown) => unknown): ComplianceStorage {
  const parts = Object.entries(storage).map(([name, part]) => [
    name,
    typeof part === "function"
      ? change(name as Path, part)
      : Object.fromEntries(
          Object.entries(part).map(([key, method]) => [key, change(`${name}.${key}` as Path, method)]),
        ),
  ]);
  return Object.fromEntries(parts);
}

/** Replaces methods of the storage in memory. `changes` gets the correct storage. */
export function altered(changes: Changes): () => ComplianceStorage {
  return () => {
    const storage = memoryStorage();
    const methods = changes(storage);
    return mapped(storage, (path, method) => methods[path] ?? method);
  };
}

/** Replaces one method. */
export function over<P extends Path>(
  path: P,
  change: (method: Methods[P], storage: ComplianceStorage) => Methods[P],
): () => ComplianceStorage {
  return () => {
    const storage = memoryStorage();
    return mapped(storage, (each, method) => (each === path ? change(method as Methods[P], storage) : method));
  };
}

/** Changes the arguments of one method. */
export function asks<P extends Path>(path: P, change: (...given: Given<P>) => Given<P>): () => ComplianceStorage {
  return over(path, (method) => {
    const call = method as (...given: Given<P>) => unknown;
    return ((...given: Given<P>) => call(...change(...given))) as Methods[P];
  });
}

/** Changes what one method returns. */
export function answers<P extends Path>(
  path: P,
  change: (answer: Answer<P>, ...given: Given<P>) => Answer<P> | Promise<Answer<P>>,
): () => ComplianceStorage {
  return over(path, (method) => {
    const call = method as (...given: Given<P>) => Promise<Answer<P>>;
    return (async (...given: Given<P>) => change(await call(...given), ...given)) as unknown as Methods[P];
  });
}

/** Waits before each call of one method. */
export function pausing(path: Exclude<Path, "close" | "compact">): () => ComplianceStorage {
  return over(path, (method) => {
    const call = method as (...given: readonly unknown[]) => Promise<unknown>;
    return (async (...given: readonly unknown[]) => {
      await elsewhere();
      return call(...given);
    }) as unknown as Methods[typeof path];
  });
}

/** Lets other calls run first, as a disk or a network does. */
export function elsewhere(): Promise<void> {
  return setImmediate();
}

/** Returns the stream as an array. */
export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const records: T[] = [];
  for await (const record of stream) records.push(record);
  return records;
}

/** Returns a stream of the records. */
export async function* streamed<T>(records: readonly T[]): AsyncGenerator<T> {
  yield* records;
}

/** Returns a copy in another order. */
export function sorted<T>(records: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  return [...records].sort(compare);
}

/** Whether LIKE matches the text without escaping the term. */
export function likeMatches(term: string, text: string): boolean {
  const pattern = term
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replaceAll("%", ".*")
    .replaceAll("_", ".");
  return new RegExp(pattern, "su").test(text);
}

/** A page of a list whose cursor is the number of listed records. */
export function pageByOffset<T>(all: readonly T[], size: number, cursor: string | undefined) {
  const end = Number(cursor ?? 0) + size;
  return { items: all.slice(end - size, end), next_cursor: end < all.length ? String(end) : null };
}

/** A place in memory that keeps records after `close`. `lost` makes a reopened storage wrong. */
export function placeInMemory(lost: Changes = () => ({})): () => Promise<() => ComplianceStorage> {
  return async () => {
    const kept = memoryStorage();
    let opened = 0;
    return () => {
      opened += 1;
      const methods = opened > 1 ? lost(kept) : {};
      const { runWhileOpen, close } = closable(async () => undefined);
      return mapped(kept, (path, method) => {
        if (path === "close") return close;
        const call = (methods[path] ?? method) as (...given: readonly unknown[]) => Promise<unknown>;
        return (...given: readonly unknown[]) => runWhileOpen(() => call(...given));
      });
    };
  };
}
