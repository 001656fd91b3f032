/** HTML from templates that escape every value. */

/** A piece of HTML. No record contains an instance, so none of its values is taken for markup. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template may contain. Nothing is shown for undefined and null. */
export type Content = Html | string | number | undefined | null | readonly Content[];

/** Returns the HTML of a template, with all values escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const rest = values.map((value, index) => `${markupOf(value)}${parts[index + 1]}`);
  return new Html(`${parts[0]}${rest.join("")}`);
}

function markupOf(value: Content): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(markupOf).join("");
  return value instanceof Html ? value.toString() : escaped(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

// Embeddings, overrides and isolates could reorder the page around the value, also from inside `bdi`. So they are shown.
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

function escaped(text: string): string {
  return text
    .replace(CONTROLS, (control) => `⟨U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`)
    .replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? "");
}

/** Returns a value with a direction of its own: one from right to left does not move the texts beside it. */
export function isolated(value: string | number): Html {
  return html`<bdi>${value}</bdi>`;
}

/** A column of a table. A text in a cell gets a direction of its own. */
export interface Column<T> {
  readonly head: string;
  /** Percent of the width of the table. */
  readonly width: number;
  readonly cell: (row: T) => Content;
}

/** Returns a section with a table; without rows with a sentence. */
export function tableSection<T>(title: string, none: string, rows: readonly T[], columns: readonly Column<T>[]): Html {
  if (rows.length === 0) return html`<section><h2>${title}</h2><p class="none">${none}</p></section>`;
  const widths = columns.map(({ width }) => html`<col style="width:${width}%">`);
  const heads = columns.map(({ head }) => html`<th scope="col">${head}</th>`);
  const lines = rows.map((row) => html`<tr>${columns.map(({ cell }) => html`<td>${shown(cell(row))}</td>`)}</tr>\n`);
  return html`<section><h2>${title}</h2>
<table><colgroup>${widths}</colgroup><thead><tr>${heads}</tr></thead>
<tbody>${lines}</tbody></table></section>\n`;
}

/** Returns the content of a cell, with a dash for nothing. */
export function shown(content: Content): Content {
  if (content === undefined || content === null || content === "") return "–";
  if (Array.isArray(content))
    return content.length === 0 ? "–" : content.map((each) => html`<div>${shown(each)}</div>`);
  return content instanceof Html || typeof content === "number" ? content : isolated(String(content));
}
