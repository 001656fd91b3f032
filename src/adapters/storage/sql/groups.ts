/** Carrying out together what is asked of one row at the same time. */

/**
 * Items that come under one key while earlier ones of it are under way are gathered, and carried out together when those
 * are done: a hundred writers of one row write it a few times, instead of each against all others. `carryOut` gives an
 * answer for each item, in their order; where it fails, all of the group fail.
 */
export function inGroups<T, R>(
  carryOut: (key: string, group: readonly T[]) => Promise<readonly R[]>,
): (key: string, item: T) => Promise<R> {
  const gathering = new Map<string, { readonly items: T[]; readonly answers: Promise<readonly R[]> }>();
  const latest = new Map<string, Promise<readonly R[]>>();

  const newGroup = (key: string) => {
    const items: T[] = [];
    const begin = (): Promise<readonly R[]> => {
      gathering.delete(key);
      return carryOut(key, items);
    };
    const answers = (latest.get(key) ?? Promise.resolve()).then(begin, begin);
    latest.set(key, answers);
    const forget = (): void => {
      if (latest.get(key) === answers) latest.delete(key);
    };
    answers.then(forget, forget);
    const group = { items, answers };
    gathering.set(key, group);
    return group;
  };

  return async (key, item) => {
    const { items, answers } = gathering.get(key) ?? newGroup(key);
    const index = items.push(item) - 1;
    // As many answers as items: there is one at that place.
    return (await answers)[index] as R;
  };
}
