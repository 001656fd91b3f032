/** Words and times of the page. */
import type { Actor } from "../../../domain/actor.js";
import { type Content, type Html, html, isolated } from "./html.js";

/** Returns a code as words: `request_information` as "request information". */
export function words(code: string): string {
  return code.replaceAll("_", " ").replaceAll("vasp", "VASP");
}

/** Returns words with a capital. */
export function headed(code: string): string {
  const text = words(code);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns a time of the records for people: `2026-12-01 12:00:00 UTC`. Other texts stay. */
export function clockText(time: string): string {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:\+00:00|Z)$/.exec(time);
  return found === null ? time : `${found[1]} ${found[2]} UTC`;
}

/** Returns a time as an element. */
export function timeOf(time: string): Html {
  return html`<time datetime="${time}">${isolated(clockText(time))}</time>`;
}

/** How good a decision, a state or a status is. */
export type Tone = "good" | "warn" | "bad" | "plain";

const TONES: Readonly<Record<string, Tone>> = {
  execute: "good",
  executed: "good",
  pass: "good",
  proved: "good",
  decided: "good",
  request_information: "warn",
  suspend: "warn",
  open: "warn",
  returned: "warn",
  undecided: "warn",
  escalated: "warn",
  reported: "warn",
  breach: "bad",
  reject: "bad",
  rejected: "bad",
};

/** Returns the tone of a code. */
export function toneOf(code: string): Tone {
  return (Object.hasOwn(TONES, code) ? TONES[code] : undefined) ?? "plain";
}

/** Returns a code in a coloured frame. */
export function badge(code: string): Html {
  return html`<span class="badge ${toneOf(code)}">${isolated(words(code))}</span>`;
}

/** Returns long codes such as hashes and addresses in a fixed width. */
export function mono(text: string): Html {
  return html`<bdi class="mono">${text}</bdi>`;
}

/** Returns who acted. */
export function actorText({ id, role, kind }: Actor): Html {
  return html`${isolated(role)} (${kind})<br><span class="small">${mono(id)}</span>`;
}

/** Returns yes or no; a dash for null. */
export function yesOrNo(value: boolean | null | undefined): Content {
  if (value === undefined || value === null) return undefined;
  return value ? "yes" : "no";
}
