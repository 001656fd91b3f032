/** Which files are pages, in which order, and how texts that name a file link to its page. */
import { readdirSync, readFileSync } from "node:fs";
import type { DefaultTheme, MarkdownRenderer } from "vitepress";

const repository = new URL("../../", import.meta.url);

/** Pages beside docs/, by the path that they have in the site. */
const outside = { "README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md" };

const inDocs = readdirSync(new URL("docs/", repository)).filter((name) => name.endsWith(".md"));

/** The place of each page in the site, by its path in the repository. */
export const rewrites: Readonly<Record<string, string>> = {
  ...outside,
  "CHANGELOG.md": "changelog.md",
  ...Object.fromEntries(inDocs.map((name) => [`docs/${name}`, name])),
};

/** Returns the groups of the sidebar: the steps of docs/start.md, then the other pages in the order of README.md. */
export function sidebar(): DefaultTheme.SidebarItem[] {
  const [, steps = ""] = textOf("docs/start.md").split("## Which parts to use first");
  const first = namesIn(steps.split("\n## ")[0] ?? "", /\]\((\w[\w-]*\.md)/g);
  const listed = namesIn(textOf("README.md"), /`docs\/([\w-]+\.md)`/g);
  const own = ["start.md", "playground.md"];
  const rest = [...new Set([...listed, ...inDocs])].filter((name) => ![...own, ...first].includes(name));
  return [
    { items: own.map(itemOf) },
    { text: "Step by step", items: first.map(itemOf) },
    { text: "More", items: rest.map(itemOf) },
    {
      text: "Project",
      items: Object.keys(outside)
        .slice(1)
        .concat("CHANGELOG.md")
        .map((path) => itemAt(path)),
    },
  ];
}

/** Returns the anchor of a heading as GitHub writes it, so that links work in both places. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** Makes links of code that is only the path of a page, such as `docs/start.md`: README.md cannot have relative links. */
export function linkPages(markdown: MarkdownRenderer): void {
  const plain = markdown.renderer.rules.code_inline;
  markdown.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const html = plain?.(tokens, index, options, env, self) ?? "";
    const page = rewrites[tokens[index]?.content ?? ""];
    return page === undefined ? html : `<a href="./${page.replace(/md$/, "html")}">${html}</a>`;
  };
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name))];
}

function itemOf(name: string): DefaultTheme.SidebarItem {
  return itemAt(`docs/${name}`);
}

/** The text is the first heading of the page, without clauses. */
function itemAt(path: string): DefaultTheme.SidebarItem {
  const title = /^# (.+?)(?: \(§.*\))?$/m.exec(textOf(path))?.[1];
  return { text: title ?? path, link: `/${(rewrites[path] ?? path).replace(/\.md$/, "")}` };
}

function textOf(path: string): string {
  return readFileSync(new URL(path, repository), "utf8");
}
