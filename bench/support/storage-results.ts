/** What a run of the storage benchmark says. */
import type { Timing } from "./storage-timing.js";

/** The operations, in the order in which they are measured and printed. */
export const operations = ["insert", "insertTogether", "find", "search", "alert", "screening"] as const;
export type Operation = (typeof operations)[number];

/** How many callers insert at a time where they do so together. */
export const CALLERS = 100;

/** How a directory was filled. */
export interface Filled {
  readonly perSecond: number;
  readonly diskBytes: number;
}

/** What was measured on a full directory. */
export interface Measured {
  readonly settings: string;
  /** From the start until it has answered once, in a process that did nothing before. */
  readonly openSeconds: number;
  /** Heap and buffers, after collecting what is not needed. undefined: the records are on disk. */
  readonly memoryBytesPerRecord?: number;
  /** The first search after opening, which may have an index to build. */
  readonly firstSearchSeconds: number;
  readonly timings: Readonly<Partial<Record<Operation, Timing>>>;
  /** The bare sync of the file system at the same time. */
  readonly sync: Timing;
  /** What was wrong with the answers; empty: nothing. */
  readonly wrong: readonly string[];
}

/** One storage with so many accounts. */
export interface Cell extends Measured {
  readonly name: string;
  readonly title: string;
  readonly records: number;
  /** Accounts a second while it was filled. */
  readonly perSecond: number;
  /** undefined: in memory only. */
  readonly diskBytesPerRecord?: number;
}

/** Opening one JSON file in a process that does nothing else. */
export interface Loading {
  readonly title: string;
  readonly records: number;
  readonly seconds: number;
  /** The most that the process ever held, Node itself included. */
  readonly peakBytes: number;
  /** Of the same process before it opened the file. */
  readonly bareBytes: number;
  readonly fileBytes: number;
  readonly isWrong: boolean;
}

/** Whether the cost of a write grows: two directories that take turns, so that both see the same disk. */
export interface Growth {
  readonly small: Timing;
  readonly large: Timing;
  readonly lowdb: Timing;
}

/** Sizes of the directories of {@link Growth}. */
export const SMALL = 1_000;
export const LARGE = 100_000;

export interface Results {
  readonly cells: readonly Cell[];
  readonly loadings: readonly Loading[];
  readonly growth?: Growth;
  /** What was not measured, and why. */
  readonly leftOut: readonly string[];
}
