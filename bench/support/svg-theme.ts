/** What the charts of the docs share: text and colours that can be read on light and on dark paper. */

/** A colour for each paper; both have a contrast of at least 4.5 to it. */
interface Ink {
  readonly light: string;
  readonly dark: string;
}

/** Told apart by people who see no red or no green as well; lines have markers of different shapes besides. */
export const SERIES_INKS: readonly Ink[] = [
  { light: "#0a5fb4", dark: "#6cb6ff" },
  { light: "#b1440e", dark: "#ff9d5c" },
  { light: "#0f7b4f", dark: "#4fd19c" },
  { light: "#8a2da5", dark: "#dc9bf5" },
  { light: "#7d6200", dark: "#e3c341" },
  { light: "#b01354", dark: "#ff8ab5" },
  { light: "#57606a", dark: "#a3adb8" },
];

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif";

// Classes, not variables: renderers that know no variables and no media queries draw the light chart then.
const STYLE = [
  `text{font-family:${FONT};font-size:13px;fill:#1f2328}.title{font-size:16px;font-weight:600}.soft{fill:#57606a}`,
  ".end{text-anchor:end}.middle{text-anchor:middle}.paper{fill:#ffffff}.grid{stroke:#d8dee4;stroke-width:1}",
  ".line{fill:none;stroke-width:2.2}.lead{fill:none;stroke-width:1;stroke-dasharray:2 3}.halo{stroke:#ffffff;stroke-width:1.5}",
  ".head,.strong{font-weight:600}.bad{fill:#c1121f}.hollow{fill:none;stroke-width:1.6;stroke-dasharray:4 3}.narrow{stroke-dasharray:none}",
  ...SERIES_INKS.map(({ light }, index) => `.s${index}{stroke:${light}}.f${index}{fill:${light}}`),
  "@media (prefers-color-scheme:dark){text{fill:#e6edf3}.soft{fill:#a3adb8}.paper{fill:#0d1117}.grid{stroke:#30363d}.halo{stroke:#0d1117}.bad{fill:#ff7b72}",
  ...SERIES_INKS.map(({ dark }, index) => `.s${index}{stroke:${dark}}.f${index}{fill:${dark}}`),
  "}",
].join("");

/** Title and description are what a screen reader says; the subtitle stands below the title, in two lines if it is long. */
export interface Captions {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
}

/** A whole picture of that size around the parts. */
export function picture(width: number, height: number, captions: Captions, parts: readonly string[]): string {
  const { title, subtitle, description } = captions;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="6"/>`,
    text(20, 30, title, "title"),
    ...inLines(subtitle, (width - 40) / CHARACTER).map((each, index) => text(20, 50 + 17 * index, each, "soft")),
    ...parts,
    "</svg>\n",
  ].join("\n");
}

/** About the width of a character. */
const CHARACTER = 6.8;

/** The text in lines of at most so many characters. */
function inLines(content: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of content.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trimStart();
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A text whose base line is at y. */
export function text(x: number, y: number, content: string, classes = ""): string {
  const named = classes === "" ? "" : ` class="${classes}"`;
  return `<text x="${round(x)}" y="${round(y)}"${named}>${escaped(content)}</text>`;
}

/** A line from one point to the other. */
export function line(x1: number, y1: number, x2: number, y2: number, classes: string): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${classes}"/>`;
}

/** Tenths of a pixel are enough. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
