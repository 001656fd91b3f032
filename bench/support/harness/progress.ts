/** Says on a terminal what is going on, in one line that is written again and again; elsewhere nothing. */

/** A stream such as stderr. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  /** How much of all is done, from 0 to 1. */
  readonly show: (what: string, done: number) => void;
  /** Takes the line away, so that something else can be said. */
  readonly clear: () => void;
}

const BAR = 20;
const CLEAR = "\r\u001b[K";

export function progressOn(terminal: Terminal): Progress {
  if (terminal.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  return {
    show: (what, done) => {
      const filled = Math.round(BAR * Math.min(1, Math.max(0, done)));
      const line = `${"█".repeat(filled)}${"░".repeat(BAR - filled)} ${Math.floor(done * 100)} % ${what}`;
      // A line that is wider than the terminal would go on in the next one, and stay there.
      terminal.write(CLEAR + line.slice(0, (terminal.columns ?? 80) - 1));
    },
    clear: () => terminal.write(CLEAR),
  };
}
