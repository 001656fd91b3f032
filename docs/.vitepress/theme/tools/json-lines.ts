/** The line of each value in a JSON text, by JSON Pointer. */

/** Strings, signs, and what else a value can be. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** An object or an array that is open. `key` is the name or index of the value that comes next, if it is known. */
interface Level {
  readonly path: string;
  key: string | number | undefined;
}

/** Returns the line of a path. One that is not there, such as that of a missing property, has the line of what lacks it. */
export function lineIn(lines: ReadonlyMap<string, number>, path: string): number {
  if (path === "") return 1;
  return lines.get(path) ?? lineIn(lines, path.slice(0, path.lastIndexOf("/")));
}

/** Returns the lines of names, and of items of arrays, in a JSON text. */
export function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const levels: Level[] = [];
  const lineAt = lineCounter(text);
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === "," && level !== undefined) level.key = typeof level.key === "number" ? level.key + 1 : undefined;
    else if (token === "]" || token === "}") levels.pop();
    else if (token !== ":") {
      const path = begin(levels, token);
      if (!lines.has(path)) lines.set(path, lineAt(index));
    }
  }
  return lines;
}

/** Returns the line of an index. Each call needs a larger one. */
function lineCounter(text: string): (index: number) => number {
  let [line, end] = [1, 0];
  return (index) => {
    for (; end < index; end += 1) if (text[end] === "\n") line += 1;
    return line;
  };
}

/** Returns the path of the name or value that begins with the token. */
function begin(levels: Level[], token: string): string {
  const level = levels.at(-1);
  const isName = level !== undefined && level.key === undefined;
  if (isName) level.key = String(JSON.parse(token)).replaceAll("~", "~0").replaceAll("/", "~1");
  const path = level === undefined ? "" : `${level.path}/${level.key}`;
  if (token === "{" || token === "[") levels.push({ path, key: token === "[" ? 0 : undefined });
  return path;
}
