/** The page of a case in headless Chromium: it loads nothing, runs nothing, shows everything and prints. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unwrap } from "../src/index.js";
import { audited, passed, reviewed } from "./support/audit-cases.js";
import { CLEAN, type Deciding, decided, OFFICER, OUTGOING } from "./support/decision-samples.js";
import { chromiumPath } from "./support/site.js";
import { temporaryFolder } from "./support/temporary-folder.js";

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath() });
});

afterAll(() => browser.close());

const HOSTILE = `<script>document.title="run"</script><img src="https://x.example/"> ]]> "'\` a\u202eb ${"W".repeat(300)}`;

/** Each text of a case is hostile. */
async function hostile(compliance: Deciding): Promise<string> {
  const actor = { id: HOSTILE, role: HOSTILE, kind: "person" } as const;
  compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: 61, risk_descriptors: [HOSTILE] }]);
  const name = { name_type: "LEGL", name_first: "ليلى", name_last: HOSTILE } as const;
  const beneficiary_account = { account_type: "individual", individual: { individual_name: name } } as const;
  const transfer = { ...OUTGOING, transfer_id: HOSTILE, beneficiary_account };
  // So many decisions that the time line has several drawings.
  for (let round = 0; round < 20; round += 1) {
    compliance.wait(60_000);
    await decided(compliance, { ...transfer, amount: String(10 + round) }, { actor });
  }
  unwrap(await compliance.transfers.review(HOSTILE, { decision: "execute", note: HOSTILE }, { actor }));
  return HOSTILE;
}

/** Opens the page from a file, and fails for each request, message and error of it. */
async function open(
  run: (compliance: Deciding) => Promise<string>,
): Promise<{ page: Page; faults: readonly string[] }> {
  const compliance = await audited();
  const { html } = unwrap(await compliance.audit.exportCase(await run(compliance), { actor: OFFICER }));
  const path = join(await temporaryFolder(), "case.html");
  await writeFile(path, html);
  const { href } = pathToFileURL(path);
  const page = await browser.newPage({ viewport: { width: 1_000, height: 800 } });
  const faults: string[] = [];
  page.on("request", (request) => request.url() !== href && faults.push(`request ${request.url()}`));
  page.on("console", (message) => faults.push(`console ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error ${error.message}`));
  await page.goto(href);
  return { page, faults };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the boxes of all texts of each drawing, and its view box, in units of the view box. */
function drawingsOf(page: Page): Promise<{ texts: Box[]; width: number; height: number; title: string }[]> {
  return page.locator("svg").evaluateAll((drawings) =>
    drawings.map((drawing) => {
      // The cast: the selector finds drawings.
      const svg = drawing as SVGSVGElement;
      const texts = [...svg.querySelectorAll("text")].map((text) => {
        const { x, y, width, height } = text.getBBox();
        return { left: x, right: x + width, top: y, bottom: y + height };
      });
      const { width, height } = svg.viewBox.baseVal;
      return { texts, width, height, title: svg.querySelector("title")?.textContent ?? "" };
    }),
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

describe.each([
  ["a transfer that passed", passed, ["30000 EUR", "Proofs of ownership", "Confirmed: executed"]],
  [
    "a transfer that was reviewed",
    reviewed,
    ["mixer", "Source of funds was shown by the customer", "Version 2 reviewed"],
  ],
  ["a long case with hostile texts", hostile, [HOSTILE.replace("\u202e", "⟨U+202E⟩"), "Time line, part 4 of 4"]],
] as const)("the page of %s", (_, run, texts) => {
  it("loads nothing, runs nothing, and shows its texts on any width", { timeout: 120_000 }, async () => {
    const { page, faults } = await open(run);
    expect(await page.locator("script, img, link, iframe, a").count()).toBe(0);
    expect(await page.title()).toMatch(/^Transfer /);
    const body = (await page.locator("body").textContent()) ?? "";
    expect(texts.filter((text) => !body.includes(text))).toEqual([]);
    for (const width of [1_400, 1_000, 700]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 1_000, height: 800 });
    // No text is wider than its cell.
    const cut = await page
      .locator("td, th, dd, h1")
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it("draws labels that do not overlap, inside the drawing, with a text for readers of screens", async () => {
    const { page } = await open(run);
    const drawings = await drawingsOf(page);
    expect(drawings.length).toBeGreaterThan(0);
    for (const { texts: boxes, width, height, title } of drawings) {
      expect(title).toMatch(/^Time line/);
      expect(boxes.length).toBeGreaterThan(3);
      const outside = boxes.filter(
        ({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height,
      );
      expect(outside).toEqual([]);
      const overlapping = boxes.filter((box, index) => boxes.slice(index + 1).some((other) => overlap(box, other)));
      expect(overlapping).toEqual([]);
    }
    const described = await page
      .locator("svg")
      .evaluateAll((all) =>
        all.map((svg) =>
          (svg.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
        ),
      );
    expect(described.flat().every((text) => text !== undefined && text !== "")).toBe(true);
    await page.close();
  });

  it("prints to pages of A4, with no drawing longer than one", async () => {
    const { page, faults } = await open(run);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)[\d.]*\]/g)].map(([, x, y]) => `${x} ${y}`);
    expect(sizes.length).toBeGreaterThanOrEqual(1);
    expect(new Set(sizes)).toEqual(new Set(["594 841"]));
    await page.emulateMedia({ media: "print" });
    // The width of A4 without its margins, in CSS pixels.
    await page.setViewportSize({ width: 703, height: 1_016 });
    const heights = await page
      .locator("svg, tr")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(1_016);
    expect(faults).toEqual([]);
    await page.close();
  });
});
