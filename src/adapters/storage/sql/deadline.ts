/** Deadlines, for drivers without their own. Faults are classified by the messages. */

/** Settles as the work does, or rejects once the time is over. The statement may still be executed. */
export function inTime<R>(work: () => Promise<R>, milliseconds: number | undefined): Promise<R> {
  if (milliseconds === undefined) return work();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("Statement deadline exceeded")), milliseconds);
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** The failure of {@link providedInTime}. */
export function noConnection(): Error {
  return new Error("timeout exceeded when trying to connect");
}

/** Uses a connection, or rejects if there is none in time. One that comes later is not used. */
export function providedInTime<C>(
  provide: (use: (connection: C) => Promise<void>) => Promise<void>,
  use: (connection: C) => Promise<void>,
  milliseconds: number | undefined,
  failure: () => Error = noConnection,
): Promise<void> {
  if (milliseconds === undefined) return provide(use);
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(failure());
    }, milliseconds);
    const useInTime = async (connection: C): Promise<void> => {
      clearTimeout(timer);
      if (!isLate) await use(connection);
    };
    provide(useInTime)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
