/** Finds the prose of a TypeScript file: comments, and strings that are sentences. */
import ts from "typescript";

/** A text with fewer words is a name, a code or a fragment. */
const fewestWords = 4;

/**
 * Returns the prose of `source` as Markdown, and the line in `source` of each line of it.
 *
 * @param {string} path
 * @param {string} source
 * @returns {{ markdown: string, lines: number[] }}
 */
export function proseOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const blocks = [...commentsOf(file), ...messagesOf(file)].sort((a, b) => a.line - b.line);
  /** @type {string[]} */
  const markdown = [];
  /** @type {number[]} */
  const lines = [];
  for (const { line, texts } of blocks) {
    for (const [index, text] of ["", ...texts].entries()) {
      markdown.push(text);
      lines.push(line + Math.max(0, index - 1));
    }
  }
  return { markdown: markdown.join("\n"), lines };
}

/** @typedef {{ line: number, texts: string[] }} Block */

/** @param {ts.SourceFile} file @returns {Block[]} */
function commentsOf(file) {
  /** @type {Map<number, ts.CommentRange>} */
  const found = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(file.text, node.pos) ?? []) found.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(file.text, node.end) ?? []) found.set(range.pos, range);
    for (const child of node.getChildren(file)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(file);
  return joinLineComments(
    [...found.values()].sort((a, b) => a.pos - b.pos),
    file,
  );
}

/** A sentence may span several `//` lines. @param {ts.CommentRange[]} ranges @param {ts.SourceFile} file */
function joinLineComments(ranges, file) {
  /** @type {Block[]} */
  const blocks = [];
  let nextLine = -1;
  for (const { kind, pos, end } of ranges) {
    const line = file.getLineAndCharacterOfPosition(pos).line + 1;
    const text = file.text.slice(pos, end);
    const last = blocks.at(-1);
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia) {
      if (/^\/\/ *(?:@ts-|biome-)/.test(text)) continue;
      const isAlone = /^\s*$/.test(file.text.slice(file.text.lastIndexOf("\n", pos - 1) + 1, pos));
      if (isAlone && line === nextLine && last !== undefined) last.texts.push(plain(text.slice(2)));
      else blocks.push({ line, texts: [plain(text.slice(2))] });
      nextLine = isAlone ? line + 1 : -1;
    } else {
      blocks.push({ line, texts: docLines(text) });
      nextLine = -1;
    }
  }
  return blocks;
}

/** The lines of a block comment, without examples; a tag begins a paragraph. @param {string} comment */
function docLines(comment) {
  let isExample = false;
  const texts = comment
    .slice(2, -2)
    .split("\n")
    .map((raw) => {
      const text = raw.replace(/^\s*\*? ?/, "");
      const tag = /^@(\w+)/.exec(text)?.[1];
      if (tag !== undefined) isExample = tag === "example" || tag === "typedef" || tag === "type";
      if (isExample) return "";
      if (tag === undefined) return plain(text);
      return plain(text.replace(/^@\w+\s+(?:\{[^}]*\}\s+)?(?:[\w.[\]]+ - |(?<=@param\s+)[\w.[\]]+ )?/, "- "));
    });
  return texts;
}

/** Links become code; a heading sign or a list number in the middle of a sentence means nothing. @param {string} text */
function plain(text) {
  return text.replaceAll(/\{@link(?:code)? ([^}|]+)(?:\|[^}]*)?\}/g, "`$1`").trimEnd();
}

/** @param {ts.SourceFile} file @returns {Block[]} */
function messagesOf(file) {
  /** @type {Block[]} */
  const blocks = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const text = textOf(node);
    if (text === undefined) return ts.forEachChild(node, visit);
    if (text.split(/\s+/).length >= fewestWords && /^[A-Z“"`]|[.…]$/.test(text)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      blocks.push({ line, texts: text.split("\n").map((each) => each.trim()) });
    }
  };
  visit(file);
  return blocks;
}

/** The text of a literal, a template or a sum of them; what is inserted becomes a short word. @param {ts.Node} node @returns {string | undefined} */
function textOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return "";
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((s) => `x${s.literal.text}`).join("");
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? "x"}${right ?? "x"}`;
}
