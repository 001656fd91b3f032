/** MiniSearch beside vaspkit's index, on fewer accounts: it takes some seconds to make. */
import { bytesInUse } from "./heap.js";
import type { Table } from "./question.js";
import { CLASS_COLUMNS, classCells, made } from "./search-classes.js";
import { accounts, termClasses } from "./search-corpora.js";
import { indexOf, miniSearchGrams, miniSearchOf, miniSearchWords, rowsOf, scanOf } from "./search-peers.js";
import { rowOf, samplesOf, timed } from "./search-timing.js";
import { digits } from "./texts.js";

/** Searches among so many accounts with that many terms of each length, without a limit. */
export function comparedTables(count: number, terms: number): readonly Table[] {
  const all = [...accounts(count)];
  const [scan, rows, classes] = [scanOf(all), rowsOf(all), termClasses(all, terms)];
  const contenders = [
    { name: "vaspkit", open: () => indexOf(rows) },
    { name: "minisearch, words", open: () => miniSearchOf(rows, miniSearchWords) },
    { name: "minisearch, three units", open: () => miniSearchOf(rows, miniSearchGrams) },
  ];
  const found = contenders.map(({ name, open }) => {
    const before = bytesInUse();
    const [index, took] = timed(() => {
      const opened = open();
      made(opened, scan);
      return opened;
    });
    const making = [name, Math.round((bytesInUse() - before) / count), (1000 * took) / count];
    const cells = classes
      .slice(2)
      .map((each) => [name, ...classCells(rowOf(each.name, undefined, samplesOf(each, undefined, scan, index)))]);
    return { making, cells };
  });
  const title = `Among ${digits(count)} accounts, terms of three code units and more, all results; ms`;
  return [
    { title, columns: ["", "bytes per account", "µs to add one"], rows: found.map(({ making }) => making) },
    { title, columns: ["", ...CLASS_COLUMNS], rows: found.flatMap(({ cells }) => cells) },
  ];
}
