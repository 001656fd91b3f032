/** The share of the samples of `npm run test:all` that `npm test` draws, unless a property says another. */
const FAST_SHARE = 1 / 10;

/** Whether all tests run, with full samples: `npm run test:all`. */
export const isFullRun = process.env["VASPKIT_TEST_ALL"] === "1";

/** Returns all cases in `npm run test:all`, and every fourth in `npm test`, or another part. */
export function share<T>(cases: readonly T[], every = 4): readonly T[] {
  return isFullRun ? cases : cases.filter((_, index) => index % every === 0);
}

/**
 * Returns how many samples a property draws: all in `npm run test:all`, a share in `npm test`, or the number in the
 * environment variable FC_RUNS.
 */
export function runs(all: number, fast = FAST_SHARE): number {
  const chosen = Number(process.env["FC_RUNS"]);
  if (Number.isSafeInteger(chosen) && chosen > 0) return chosen;
  return isFullRun ? all : Math.max(5, Math.ceil(all * fast));
}
