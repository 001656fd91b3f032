/** The laws of a storage as a whole: any history of calls, one after another and at once, against a plain model. */
import * as fc from "fast-check";
import type { ConformanceCheck } from "../law.js";
import { accountSteps, vaspSteps } from "./directory-steps.js";
import { addressSteps, alertSteps } from "./record-steps.js";
import { Seen, same } from "./same.js";
import { allKinds, emptyModel, type Model, noPause, type Step, type StepKinds } from "./steps.js";
import { drawnLaw, type Making } from "./storage-law.js";
import type { Trial } from "./trial.js";
import { failureText } from "./watched.js";

/** Steps on all directories. */
export const everything = allKinds([accountSteps, vaspSteps, alertSteps, addressSteps]);

/** `isDurable`: the histories close the storage now and then, and open it again. */
export function historyLaws(making: Making, isDurable: boolean): readonly ConformanceCheck[] {
  const again = isDurable ? ", also after it was closed and opened again" : "";
  const end = isDurable ? [fc.constant(reopening())] : [];
  const law = (of: string, kinds: StepKinds): ConformanceCheck =>
    drawnLaw(
      making,
      `any history of ${of} is that of the plain model`,
      `every call after any others is answered as by the plain model, and so is everything that is left${again}`,
      {
        drawn: (replay) =>
          fc.commands([...commandsOf(kinds), ...end], {
            maxCommands: 30,
            size: "max",
            ...(replay !== "" && { replayPath: replay }),
          }),
        replayOf: (found) => /replayPath="([^"]*)"/.exec(String(found))?.[1] ?? "",
      },
      async (trial, commands) => {
        await fc.asyncModelRun(() => ({ model: emptyModel(), real: trial }), commands);
      },
    );
  return [law("addresses", addressSteps), law("all directories together", everything)];
}

type Command = fc.AsyncCommand<Model, Trial>;

function commandsOf({ writes, reads, surveys, looks }: StepKinds): readonly fc.Arbitrary<Command>[] {
  const look = fc.constant(looking(looks));
  // Without something written there is little to read.
  return [...[...writes, ...writes, ...reads, ...surveys].map((steps) => steps.map(commandOf)), look, look];
}

function commandOf({ told, ask, right }: Step): Command {
  return {
    check: () => true,
    run: async (model, { storage }) => same(told, await ask(storage, noPause), right(model)),
    toString: () => told,
  };
}

function reopening(): Command {
  return { check: () => true, run: async (_, { reopen }) => reopen?.(), toString: () => "close and open again" };
}

/**
 * Looks at everything. The calls are not noted, for the history that led to it is what matters. It is a command, not
 * the end of every history: fast-check keeps the last command of what fails, and leaves out all that it can before it.
 */
function looking(looks: readonly Step[]): Command {
  const run: Command["run"] = async (model, { unwatched }) => {
    for (const { told, ask, right } of looks) {
      const answer = await ask(unwatched, noPause).catch((error: unknown) => {
        throw new Seen(`${told}, asked afterwards, failed with ${failureText(error)}`);
      });
      same(`${told}, asked afterwards,`, answer, right(model));
    }
  };
  return { check: () => true, run, toString: () => "look at everything" };
}
