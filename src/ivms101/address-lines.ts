/** Lines of an address: at most 70 characters each. */

const MAX_LINE = 70;

/** Returns a text as lines, split at spaces. No line is empty; one word with its spaces may be too long. */
export function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let rest = [...text];
  while (rest.length > MAX_LINE) {
    const last = rest.length - 1;
    const ends = rest.flatMap((char, at) => (char === " " && at > 0 && at < last ? [at] : []));
    const end = ends.filter((at) => at <= MAX_LINE).at(-1) ?? ends[0];
    if (end === undefined) break;
    lines.push(rest.slice(0, end).join(""));
    rest = rest.slice(end + 1);
  }
  return [...lines, rest.join("")];
}
