/** The documentation site for tests: served without rewrites, opened in Chromium. */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** What `npm run docs` writes. */
export const siteFolder = fileURLToPath(new URL("../../site", import.meta.url));

/** A page of the site in a context of its own. */
export interface Opened {
  readonly page: Page;
  /** Console messages, errors, and requests to another origin. */
  readonly faults: string[];
  /** URLs of all requests. */
  readonly requests: string[];
}

export interface View {
  readonly scheme?: "light" | "dark";
  readonly width?: number;
}

/** Returns a function that opens pages by their path, such as `start.html`. */
export function useSite(): (path: string, view?: View) => Promise<Opened> {
  let browser: Browser;
  let origin = "";
  const server = createServer(async ({ url = "/" }, response) => {
    const path = decodeURIComponent(new URL(url, "http://site").pathname).replace(/\/$/, "/index.html");
    const body = await readFile(join(siteFolder, path)).catch(() => undefined);
    response
      .writeHead(body === undefined ? 404 : 200, { "content-type": types[extname(path)] ?? "text/plain" })
      .end(body);
  });

  beforeAll(async () => {
    if (!existsSync(siteFolder)) throw new Error("The site is missing. Run npm run docs.");
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server on a TCP port has such an address; a string is for pipes.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: chromiumPath() });
  });

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  return async (path, { scheme = "light", width = 1_280 } = {}) => {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const faults: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => faults.push(`console ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`error ${error.message}`));
    page.on("request", (request) => {
      if (request.url().startsWith("data:")) return;
      requests.push(request.url());
      if (!request.url().startsWith(`${origin}/`)) faults.push(`request ${request.url()}`);
    });
    await page.goto(`${origin}/${path}`, { waitUntil: "networkidle" });
    for (const tool of await page.locator(".tool").all()) await tool.locator(".results").waitFor();
    return { page, faults, requests };
  };
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Returns each violation with the places of its elements. @param within - a selector */
export async function axeFaults(
  page: Page,
  { within = "html", runOnly }: { readonly within?: string; readonly runOnly?: string[] } = {},
): Promise<readonly string[]> {
  // Through the debugger, because the policy of the page allows no other script.
  await page.evaluate(axe.source);
  const run = { within, options: { preload: false, ...(runOnly && { runOnly }) } };
  const { violations } = await page.evaluate(({ within, options }) => {
    const loaded = Reflect.get(globalThis, "axe") as typeof axe;
    return loaded.run(within, options);
  }, run);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** Writes a picture of the whole page to the folder that SITE_SHOTS names, for a human look. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["SITE_SHOTS"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

export function chromiumPath(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const path = folders.map((folder) => join(folder, "chromium")).find((each) => existsSync(each));
  if (path === undefined) throw new Error("Chromium is missing. Install it: apt-get install chromium.");
  return path;
}
