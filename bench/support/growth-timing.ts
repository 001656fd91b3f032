/** Times an operation on directories of several sizes, which take turns. */
import { emptyKept, type Group, type Kept, type Operation } from "./growth-operations.js";
import type { Run } from "./question.js";
import { seededRandom } from "./random.js";
import { asyncLoopOf, inTurns, type Timings, type Turns, timingsOf } from "./timing.js";

/** One operation, timed on each size; the names of the timings are the sizes. */
export interface Grown {
  readonly operation: string;
  readonly timings: Timings;
  /** How many answers were wrong. */
  readonly wrong: number;
}

/** So many records are asked about, spread over all of them. */
const ASKED = 2_000;
/** Records that an operation adds begin here. */
const FIRST_NEW = 20_000_000;
/** The part of the time that a large directory takes to be filled in. */
const FILLING = 0.7;
/** So many are added in a turn, so that a directory of a thousand stays about one. */
const ADDED = 10;
const ADDED_TO_WARM_UP = 5_000;

/** The operations of the group, one after another: first those that add nothing, so that all find the same. */
export async function growGroup(
  group: Group,
  sizes: readonly number[],
  turns: Turns,
  tell: Run["progress"] = () => undefined,
): Promise<readonly Grown[]> {
  const kept: Kept[] = [];
  for (const size of sizes) {
    const one = emptyKept(size);
    await group.fill(one.storage, size, (done) => tell(`filling in ${sizeName(size)} ${group.name}`, done * FILLING));
    kept.push(one);
  }
  const grown: Grown[] = [];
  const { operations } = group;
  for (const [index, operation] of operations.entries()) {
    const progress = (done: number): void =>
      tell(operation.name, FILLING + ((1 - FILLING) * (index + done)) / operations.length);
    const time = operation.adds ? timeAdding : timeAsking;
    grown.push(await time(operation, kept, { ...turns, progress }));
  }
  for (const { compliance } of kept) await compliance.close();
  return grown;
}

export function sizeName(size: number): string {
  return size.toLocaleString("en");
}

async function timeAsking({ name, input, ask }: Operation, kept: readonly Kept[], turns: Turns): Promise<Grown> {
  let wrong = 0;
  const places = Array.from({ length: ASKED }, (_, place) => place);
  const contenders = kept.map(({ size, compliance }) => {
    const random = seededRandom(size);
    const inputs = places.map(() => input(Math.floor(random() * size)));
    const isRight = async (place: number): Promise<boolean> => {
      const right = await ask(compliance, inputs[place] as never);
      if (!right) wrong += 1;
      return right;
    };
    return { name: sizeName(size), run: asyncLoopOf(isRight) };
  });
  const timings = await inTurns(contenders, places, turns);
  return { operation: name, timings, wrong };
}

/** Counted turns instead of timed ones: what adds may not add as much as it can. */
async function timeAdding(operation: Operation, kept: readonly Kept[], { isQuick, progress }: Turns): Promise<Grown> {
  const rounds = isQuick ? 20 : 60;
  const times = new Map<string, number[]>(kept.map(({ size }) => [sizeName(size), []]));
  let next = FIRST_NEW;
  let wrong = 0;
  const add = async (to: Kept, count: number): Promise<number> => {
    const inputs = Array.from({ length: count }, (_, index) => operation.input(next + index));
    next += count;
    const start = performance.now();
    for (const input of inputs) if (!(await operation.ask(to.compliance, input as never))) wrong += 1;
    return ((performance.now() - start) * 1e6) / count;
  };
  await add(emptyKept(0), ADDED_TO_WARM_UP);
  for (let round = 0; round < rounds; round += 1) {
    for (let place = 0; place < kept.length; place += 1) {
      const to = kept[(round + place) % kept.length];
      if (to !== undefined) times.get(sizeName(to.size))?.push(await add(to, ADDED));
    }
    progress?.((round + 1) / rounds);
  }
  return { operation: operation.name, timings: timingsOf(times), wrong };
}
