/** The documentation site in Chromium: size, search, order, accessibility, charts; and the links of its files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { axeFaults, picture, siteFolder, useSite } from "../support/site.js";

const open = useSite();

const repository = new URL("../../", import.meta.url);

/** Rules of axe about what a page contains. Those about colours take seconds on a long page. */
const ofContents = ["empty-heading", "empty-table-header", "heading-order", "image-alt", "link-name"];

describe.each(["index.html", "ivms101.html", "playground.html"])("%s", (path) => {
  it("loads at most 300 kB, compressed, from its own host", async () => {
    const { requests, faults } = await open(path);
    const bodies = requests.map((url) => readFileSync(join(siteFolder, new URL(url).pathname)));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeLessThanOrEqual(300_000);
    expect(faults).toEqual([]);
  });

  it.each([
    ["light", 1_280],
    ["light", 360],
    ["dark", 1_280],
    ["dark", 360],
  ] as const)("is accessible and fits: %s, %i px", async (scheme, width) => {
    const { page } = await open(path, { scheme, width });
    await picture(page, `${path}-${scheme}-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeFaults(page)).toEqual([]);
  });
});

it("every page fits a narrow screen, and its headings, tables and images are accessible", async () => {
  const { page } = await open("index.html", { width: 360 });
  const names = readdirSync(siteFolder).filter((name) => name.endsWith(".html") && name !== "404.html");
  const faults: string[] = [];
  for (const name of names) {
    await page.goto(new URL(name, page.url()).href);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    faults.push(...(await axeFaults(page, { runOnly: ofContents })).map((fault) => `${name}: ${fault}`));
    if (width > 360) faults.push(`${name}: ${width} px`);
  }
  expect(faults).toEqual([]);
});

it("search finds the entry point for PostgreSQL, without a request to another host", async () => {
  const { page, faults } = await open("index.html");
  await page.keyboard.press("Control+k");
  await page.locator("#localsearch-input").fill("PostgreSQL");
  await page.locator("#localsearch-list a").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/sql\.html/);
  expect(await page.locator("main").textContent()).toContain("vaspkit/sql");
  expect(faults).toEqual([]);
});

it("the API has a search and requests no other host", async () => {
  const { page, faults } = await open("api/index.html");
  await page.locator("#tsd-search-trigger").click();
  await page.locator("#tsd-search-input").fill("sqlStorage");
  await page.locator("#tsd-search-results a").first().click();
  expect(await page.title()).toContain("sqlStorage");
  expect(faults).toEqual([]);
});

it("the sidebar has the steps in the order of docs/start.md, and each page once", async () => {
  const { page } = await open("start.html");
  const links = await page
    .locator(".VPSidebar a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")?.slice(1).replace("html", "md")));
  const [, steps = ""] = readFileSync(new URL("docs/start.md", repository), "utf8").split(
    "## Which parts to use first",
  );
  const order = new Set(Array.from((steps.split("\n## ")[0] ?? "").matchAll(/\]\(([\w-]+\.md)/g), ([, name]) => name));
  expect(links.filter((link) => order.has(link))).toEqual([...order]);
  const pages = readdirSync(new URL("docs/", repository)).filter((name) => name.endsWith(".md"));
  const built = readdirSync(join(siteFolder, "assets")).filter((name) => name.endsWith(".lean.js"));
  expect(links.toSorted()).toEqual([...pages, "changelog.md", "contributing.md", "security.md"].toSorted());
  const names = built.map((name) => name.replace(/(?<=\.md)\..*/, ""));
  expect(names.toSorted()).toEqual([...links, "index.md"].toSorted());
});

it("charts follow the scheme that the reader chooses", async () => {
  const { page } = await open("start.html");
  const chart = page.locator("main img");
  const light = await chart.screenshot();
  await page.locator(".VPNavBarAppearance button").click();
  expect((await chart.screenshot()).equals(light)).toBe(false);
});

describe("the files of the site", () => {
  const files = () => readdirSync(siteFolder, { recursive: true, encoding: "utf8" });
  const pages = () => files().filter((name) => name.endsWith(".html"));

  it("have a policy on every page that forbids connections and inline scripts", () => {
    const open = pages().filter((name) => {
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(textOf(name))?.[1] ?? "";
      return !/connect-src 'none'; script-src 'self'(?: 'sha256-[^']+')*;/.test(policy);
    });
    expect(open).toEqual([]);
  });

  it("have links and anchors that lead somewhere", () => {
    const known = new Set(files());
    const anchors = new Map(pages().map((name) => [name, new Set(matches(textOf(name), /\sid="([^"]+)"/g))]));
    const broken = pages().flatMap((name) => {
      const hrefs = [...new Set(matches(textOf(name), /<a\s[^>]*?href="(?!\w+:)([^"]+)"/g))];
      return hrefs.filter((href) => !leads(name, href)).map((href) => `${name}: ${href}`);
    });
    expect(broken).toEqual([]);

    function leads(from: string, href: string): boolean {
      const { pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `http://site/${from}`);
      const target = decodeURIComponent(pathname)
        .slice(1)
        .replace(/(?:^|\/)$/, "$&index.html");
      const anchor = decodeURIComponent(hash.slice(1));
      return known.has(target) && (anchor === "" || (anchors.get(target)?.has(anchor) ?? false));
    }
  });
});

function textOf(name: string): string {
  return readFileSync(join(siteFolder, name), "utf8");
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, found = ""]) => found);
}
