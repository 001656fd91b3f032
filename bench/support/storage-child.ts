/** A process of the storage benchmark: gets one task, does it, and sends back what came of it. Started by storage-process.ts. */
import type { Answers, Tasks } from "./storage-process.js";
import { subjectOf } from "./storage-subjects.js";
import { now } from "./storage-timing.js";

type Doers = { readonly [Name in keyof Tasks]: (task: Tasks[Name]) => Promise<Answers[Name]> };

// Each loads what it needs when it is asked, so that a process that opens a file holds nothing else.
const doers: Doers = {
  fill: async ({ name, records, folder, seconds }) => {
    const { fill } = await import("./storage-phases.js");
    return fill(subjectOf(name), records, folder, seconds);
  },
  measure: async ({ name, records, folder, bound }) => {
    const { measure } = await import("./storage-phases.js");
    return measure(subjectOf(name), records, folder, bound);
  },
  fillAndMeasure: async ({ name, records, folder, bound }) => {
    const { fillAndMeasure } = await import("./storage-phases.js");
    return fillAndMeasure(subjectOf(name), records, folder, bound);
  },
  grow: async ({ folder, bound }) => {
    const { grow } = await import("./storage-growth.js");
    return grow(folder, bound);
  },
  load: async ({ name, folder, ids }) => {
    const bareBytes = process.memoryUsage().rss;
    const start = now();
    const { directory } = await subjectOf(name).open(folder, "measuring");
    const found = await Promise.all(ids.map((id) => directory.find(id)));
    const seconds = (now() - start) / 1000;
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    const isWrong = found.some((account, index) => account?.reference_id !== ids[index]);
    await directory.close();
    return { seconds, peakBytes, bareBytes, isWrong };
  },
};

// Who asked is gone: nobody waits for the answer.
process.once("disconnect", () => process.exit(1));
process.once("message", ({ kind, task }: { kind: keyof Tasks; task: never }) => {
  doers[kind](task).then(
    (answer) => process.send?.({ answer }, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
