/** The documentation site: the pages of docs/, README and the playground. `npm run docs` writes it to site/. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { writeApi } from "./api.js";
import { linkPages, rewrites, sidebar, slug } from "./pages.js";
import { withPolicy } from "./policy.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Long pages for contributors, which would fill the results of a search. */
const unsearched = ["CHANGELOG.md", "CONTRIBUTING.md"];

export default defineConfig({
  title: "vaspkit",
  description: "Travel-rule compliance in your own process: documentation and playground.",
  base: process.env["DOCS_BASE"] ?? "/",
  srcDir: "..",
  srcExclude: ["!(docs)/**/*.md", "docs/decisions/**", "THIRD-PARTY-NOTICES.md"],
  outDir: "../site",
  rewrites,
  // Prefetching is a request that the content policy forbids.
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify: slug },
    config: linkPages,
    // The default themes have less contrast than 4.5.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start" },
      { text: "Playground", link: "/playground" },
      { text: "API", link: "/api/index.html", target: "_self" },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    externalLinkIcon: true,
    search: {
      provider: "local",
      options: {
        _render: (source, env, markdown) => {
          const html = markdown.render(source, env);
          return unsearched.includes(env.relativePath) ? "" : html;
        },
      },
    },
  },
  transformHtml: (html) => withPolicy(html),
  buildEnd: ({ outDir }) => writeApi(root, `${outDir}/api`),
  vite: {
    // What users install, not the source.
    resolve: { alias: [{ find: /^vaspkit(?:\/(.+))?$/, replacement: `${root}dist/$1`, customResolver: builtEntry }] },
    // For the pages that are rendered here, not for those that are loaded.
    build: { chunkSizeWarningLimit: 5_000 },
  },
});

/** @param path - dist/, and the name of an entry point if it is not the main one */
function builtEntry(path: string): string {
  return path.endsWith("/") ? `${path}index.js` : `${path}.js`;
}
