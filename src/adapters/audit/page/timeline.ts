/** The time line of a case, drawn in SVG: one row for each event. */
import type { CaseFile } from "../../../domain/audit/case.js";
import { recordOfLine } from "../../../domain/audit/record.js";
import { own } from "../../../domain/own.js";
import type { ScreeningResult } from "../../../domain/transfers/decision.js";
import type { TransferVersion } from "../../../domain/transfers/record.js";
import { type Html, html } from "./html.js";
import { clockText, headed, type Tone, toneOf, words } from "./words.js";

/** What happened, and when. A label has no text of a customer: only codes, numbers and countries. */
export interface CaseEvent {
  readonly at: string;
  readonly label: string;
  readonly tone: Tone;
}

/** Returns the events of a case, oldest first, each once. Events of the same time are in the order of the decision. */
export function eventsOf(file: CaseFile): readonly CaseEvent[] {
  const { transfer, proofs, alerts, records, head } = file;
  const proved = [...proofs, ...transfer.versions.flatMap((version) => version.proofs)];
  const events: readonly CaseEvent[] = [
    ...proved.map(({ proved_at, method }) =>
      event(proved_at, `Ownership of an address proved: ${words(method)}`, "good"),
    ),
    ...transfer.versions.flatMap(eventsOfVersion),
    ...alerts.flatMap(({ raised_at, country, rule_code, reviews }) => [
      event(raised_at, `Alert raised: ${ruleText(rule_code, country)}`, "warn"),
      ...reviews.map(({ reviewed_at, outcome }) => event(reviewed_at, `Alert reviewed: ${outcome}`, toneOf(outcome))),
    ]),
    ...transfer.confirmations.flatMap(({ outcome, executed_at, confirmed_at, executed_without_permission }) => {
      const tone = executed_without_permission ? "bad" : toneOf(outcome);
      const label = `Confirmed: ${outcome}${executed_without_permission ? " without permission" : ""}`;
      const confirmed = event(confirmed_at, label, tone);
      return executed_at === confirmed_at ? [confirmed] : [event(executed_at, headed(outcome), tone), confirmed];
    }),
    ...records.flatMap(({ line }) => {
      const record = recordOfLine(line)?.record;
      return record?.event === "audit.exportCase" ? [event(record.at, "Case exported", "plain")] : [];
    }),
    event(head.exported_at, "This export", "plain"),
  ];
  const different = new Map(events.map((each) => [`${each.at} ${each.label}`, each]));
  return [...different.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function event(at: string, label: string, tone: Tone): CaseEvent {
  return { at, label, tone };
}

function eventsOfVersion(version: TransferVersion): readonly CaseEvent[] {
  const { decided_at, decision, reasons, evaluations, screenings, evidence, review } = version;
  const count = reasons.length === 0 ? "" : `, ${counted(reasons.length, "reason")}`;
  return [
    ...evidence.map(({ at, duty, side }) => event(at, `Evidence of ${side}: ${words(duty)}`, "plain")),
    ...screenings.map((screening) => screened(screening, decided_at)),
    ...evaluations.map(({ rule_code, status, decision: { country } }) =>
      event(decided_at, `${headed(ruleText(rule_code, country))}: ${status}`, toneOf(status)),
    ),
    event(decided_at, `Version ${version.version} decided: ${words(decision)}${count}`, toneOf(decision)),
    ...(review === null
      ? []
      : [
          event(review.reviewed_at, `Version ${version.version} reviewed: ${review.decision}`, toneOf(review.decision)),
        ]),
  ];
}

/** A screening that no provider answered has no time of its own. */
function screened({ side, entries, failures }: ScreeningResult, decided_at: string): CaseEvent {
  const [first] = entries;
  const risk = Math.max(...entries.map(({ risk_ratio }) => risk_ratio));
  const found = first === undefined ? "no entry" : `highest risk ratio ${risk}`;
  const failed = failures.length === 0 ? "" : `, ${counted(failures.length, "provider")} failed`;
  const tone = failures.length > 0 ? "warn" : "plain";
  return event((first && own(first, "created")) ?? decided_at, `Address of ${side} screened: ${found}${failed}`, tone);
}

function ruleText(rule_code: string, country: string): string {
  return `${rule_code === "LINKED_TRANSACTIONS_BY_COUNTRY" ? "linked sum" : "threshold"} of ${country}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Units of the view box. Wide fonts have 8 units for a character of a label. */
const WIDTH = 720;
const LINE_X = 196;
const LABEL_X = 216;
const LABEL_CHARACTERS = 62;
const ROW = 22;
const LINE = 17;
const MARGIN = 12;

/** A printed page does not break inside a drawing, so a long case has several. */
const ROWS_OF_DRAWING = 24;

/** Returns the drawings of the events. */
export function timeline(events: readonly CaseEvent[]): readonly Html[] {
  const count = Math.ceil(events.length / ROWS_OF_DRAWING);
  return Array.from({ length: count }, (_, index) => {
    const rows = events.slice(index * ROWS_OF_DRAWING, (index + 1) * ROWS_OF_DRAWING);
    return drawing(rows, index + 1, count);
  });
}

function drawing(events: readonly CaseEvent[], part: number, parts: number): Html {
  const rows: Html[] = [];
  let y = MARGIN;
  for (const { at, label, tone } of events) {
    const lines = linesOf(label);
    rows.push(row({ at, lines, tone }, y));
    y += ROW + (lines.length - 1) * LINE;
  }
  const height = y + MARGIN;
  const title = parts === 1 ? "Time line" : `Time line, part ${part} of ${parts}`;
  const ids = { title: `t${part}`, text: `d${part}` };
  const text = events.map(({ at, label }) => `${clockText(at)}: ${label}.`).join(" ");
  return html`<svg role="img" aria-labelledby="${ids.title} ${ids.text}" viewBox="0 0 ${WIDTH} ${height}">
<title id="${ids.title}">${title}</title><desc id="${ids.text}">${text}</desc>
<path class="line" d="M${LINE_X} ${MARGIN}V${y}"/>
${rows}</svg>\n`;
}

function row({ at, lines, tone }: { at: string; lines: readonly string[]; tone: Tone }, y: number): Html {
  const middle = y + ROW / 2;
  const base = middle + 4.5;
  const texts = lines.map((line, index) => html`<text x="${LABEL_X}" y="${base + index * LINE}">${line}</text>`);
  return html`<g><circle class="${tone}" cx="${LINE_X}" cy="${middle}" r="5"/><text class="at" x="${
    LINE_X - 16
  }" y="${base}">${clockText(at)}</text>${texts}</g>\n`;
}

/** Splits a label between its words. */
function linesOf(label: string): readonly string[] {
  const lines = [""];
  for (const word of label.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + word.length >= LABEL_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}
