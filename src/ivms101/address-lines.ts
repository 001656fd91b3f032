/** Lines of an address: at most 70 characters each. */

const MAX_LINE = 70;

/** Returns a text as lines, split at spaces. */
export function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || [...longer].length > MAX_LINE) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
