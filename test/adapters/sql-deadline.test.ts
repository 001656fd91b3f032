/** Deadlines of statements, and of the wait for a connection. */
import { Kysely, MysqlDialect } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { inTime, providedInTime } from "../../src/adapters/storage/sql/deadline.js";
import { faultOf } from "../../src/adapters/storage/sql/failures.js";
import { migrate } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";

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

it("a pool that ignores callbacks, as those of mysql2/promise, is refused after one deadline", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pool = { getConnection: () => undefined, end: () => undefined };
  const failure = failureOf(migrate(new Kysely({ dialect: new MysqlDialect({ pool }) })), "configuration_invalid");
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await failure).message).toContain("not of mysql2/promise");
});

it("migrate gives up some seconds after a server that does not respond was first called", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const timeout = Object.assign(new Error("connect ETIMEDOUT"), { code: "ETIMEDOUT" });
  const pool = {
    getConnection: (done: (failure: unknown, connection: never) => void) =>
      void setTimeout(() => Reflect.apply(done, undefined, [timeout]), 4_000),
    end: () => undefined,
  };
  const failure = failureOf(migrate(new Kysely({ dialect: new MysqlDialect({ pool }) })), "storage_unavailable");
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await failure).message).toContain("unreachable");
});
