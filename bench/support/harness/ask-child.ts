/** The process of one question: measures it and tells what was found. Started by ask.ts. */
import type { Asked, Told } from "./ask.js";
import { questionIn } from "./questions.js";

function tell(told: Told): void {
  if (process.connected) process.send?.(told);
}

/** Ends the process once the last message is on its way; what a question left running would keep it. */
function tellLast(told: Told): void {
  process.send?.(told, undefined, undefined, () => process.exit(0));
}

// Who asked is gone: nobody waits. As if stopped by hand, so that a question removes what it made.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.once("message", ({ file, isQuick }: Asked) => {
  questionIn(file)
    .then((question) => question.measure({ isQuick, progress: (what, done) => tell({ kind: "progress", what, done }) }))
    .then(
      (findings) => tellLast({ kind: "findings", findings }),
      (error: unknown) =>
        tellLast({ kind: "crash", text: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
});
