/** Deadlines of statements, and of the wait for a connection. */
import { expect, it, vi } from "vitest";
import { inTime, providedInTime } from "../../src/adapters/storage/sql/deadline.js";
import { faultOf } from "../../src/adapters/storage/sql/failures.js";

const never = (): Promise<never> => new Promise(() => undefined);

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

it("a statement in time settles as it does, and a late one may still be executed", async () => {
  expect(await inTime(async () => 1, undefined)).toBe(1);
  expect(await inTime(async () => 1, 1_000)).toBe(1);
  expect(await thrownBy(inTime(() => Promise.reject(new Error("own")), 1_000))).toEqual(new Error("own"));
  expect(faultOf(await thrownBy(inTime(never, 1)))).toMatchObject({ isTransient: false, isRejection: false });
});

it("a connection that comes too late is not used, and the statement was not sent", async () => {
  const use = vi.fn(async () => undefined);
  await providedInTime((given) => given("a connection"), use, undefined);
  await providedInTime((given) => given("a connection"), use, 1_000);
  expect(use).toHaveBeenCalledTimes(2);
  let late: Promise<void> = Promise.resolve();
  const providing = providedInTime(
    (given) => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => given("a connection"));
      return late;
    },
    use,
    1,
  );
  expect(faultOf(await thrownBy(providing))).toMatchObject({ isTransient: true, isRejection: true });
  await late;
  expect(use).toHaveBeenCalledTimes(2);
});
