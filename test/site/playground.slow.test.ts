/** The tools of docs/playground.md in Chromium: right and wrong input, and state without personal fields. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFaults, useSite } from "../support/site.js";

const open = useSite();

interface Input {
  /** By label: the text of a field, or the value of a list. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A button to press before. */
  readonly press?: string | undefined;
  /** Texts of the result, and texts that it must not have. */
  readonly shows: readonly string[];
  readonly hides?: readonly string[];
}

interface Tool {
  readonly name: string;
  readonly right: Input;
  readonly wrong: Input;
  /** Labels of personal fields. */
  readonly personal: readonly string[];
}

const tools: readonly Tool[] = [
  {
    name: "requirements",
    right: {
      fields: { "Country of the originator's VASP": "DE", Amount: "1100", Currency: "EUR", Date: "2026-11-23" },
      shows: ["Decided", "ownership check", "Art. 14(5) (withdrawal)", "> 1000 EUR, reached"],
    },
    wrong: { fields: { Amount: "1,100" }, shows: ["amount_malformed", "/amount"], hides: ["Decided"] },
    personal: [],
  },
  {
    name: "address",
    right: {
      press: "Correct example",
      shows: ["x-address", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", "Tag 1"],
      hides: ["Invalid"],
    },
    wrong: {
      fields: { Chain: "bitcoin", Address: "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz" },
      shows: ["Invalid", "address_other_network", "litecoin"],
    },
    personal: ["Address"],
  },
  {
    name: "record",
    right: { press: "Correct example", shows: ["Valid"], hides: ["Invalid"] },
    wrong: {
      press: "Example with faults",
      shows: ["Invalid: 2 issues", "Line 11", "not_a_date", "/individual/date_of_birth", "§2.3", "Line 17"],
    },
    personal: ["JSON of the record"],
  },
  {
    name: "message",
    right: { press: "Correct example", shows: ["Valid", "Edition: 2020. Notes: 0.", "Losses: 0.", "originatorPerson"] },
    wrong: {
      press: "Example with faults",
      shows: ["Invalid", "Line 5", "IVMS101.2020 C1", "/originator/originatorPersons/0"],
    },
    personal: ["IVMS101 payload"],
  },
  {
    name: "breach",
    right: {
      press: "Doubles miss a breach",
      shows: ["19531.25 × 0.0768 = 1500", "1/1 = 1", "1499.9999999999998: pass (wrong)"],
    },
    wrong: { fields: { Amount: "1e3.5" }, shows: ["invalid_input", "amount"], hides: ["breach"] },
    personal: [],
  },
];

function toolOf(page: Page, name: string): Locator {
  return page.locator(`#tool-${name}`);
}

/** The text of a label that is around a list goes on with the items of the list. */
function fieldOf(tool: Locator, label: string): Locator {
  return tool.getByLabel(new RegExp(`^\\s*${label}`));
}

async function enter(tool: Locator, { fields = {}, press }: Input): Promise<void> {
  if (press !== undefined) await tool.getByRole("button", { name: press }).click();
  for (const [label, value] of Object.entries(fields)) {
    const field = fieldOf(tool, label);
    if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

async function shown(tool: Locator): Promise<string> {
  return (await tool.locator("[aria-live=polite]").allInnerTexts()).join(" ").replaceAll(/\s+/g, " ");
}

describe.each(tools)("the tool $name", ({ name, right, wrong, personal }) => {
  it("answers right and wrong input in the page, without a request", async () => {
    const { page, faults, requests } = await open("playground.html");
    const loaded = requests.length;
    const tool = toolOf(page, name);
    for (const input of [right, wrong]) {
      await enter(tool, input);
      const text = await shown(tool);
      expect(input.shows.filter((each) => !text.includes(each))).toEqual([]);
      expect((input.hides ?? []).filter((each) => text.includes(each))).toEqual([]);
    }
    expect(await axeFaults(page, { within: `#tool-${name}` })).toEqual([]);
    expect(requests.slice(loaded)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("has its state in the fragment, without personal fields", async () => {
    const { page } = await open("playground.html");
    const tool = toolOf(page, name);
    const fields = tool.locator("input, select");
    for (const label of personal) await fieldOf(tool, label).fill("CANARY");
    await enter(tool, { ...right, press: undefined });
    const list = tool.locator("select").first();
    if ((await list.count()) > 0) {
      const isFirst = await list.evaluate(({ selectedIndex }: HTMLSelectElement) => selectedIndex === 0);
      await list.selectOption({ index: isFirst ? 1 : 0 });
    } else await fields.first().fill("7");
    const hash = await page.evaluate(() => location.hash);
    expect(hash).toContain(`tool=${name}&`);
    expect(hash).not.toContain("CANARY");

    const again = toolOf((await open(`playground.html${hash}`)).page, name).locator("input, select");
    const values = (of: Locator) => of.evaluateAll((all) => all.map((each) => Reflect.get(each, "value")));
    const kept = (await values(fields)).filter((value) => value !== "CANARY");
    expect((await values(again)).filter((value) => kept.includes(value))).toEqual(kept);
  });
});

it.each([
  ["USD 1,16", "Write each rate once"],
  ["1.16 USD", "Write each rate once"],
  ["USD 1.16, USD 2", "Write each rate once"],
  ["USD 1.16", "3000 USD, reached"],
])("the rates %s are read in full or refused", async (rates, says) => {
  const { page } = await open("playground.html#tool=requirements&kind=vasp_to_vasp&from=DE&to=US&amount=2700");
  const tool = toolOf(page, "requirements");
  await fieldOf(tool, "Rates for one EUR").fill(rates);
  expect(await shown(tool)).toContain(says);
  // They are rates of the currency before.
  await fieldOf(tool, "Currency").selectOption("GBP");
  expect(await fieldOf(tool, "Rates for one GBP").inputValue()).toBe("");
});

it("a fragment has no text that may be personal, and no value that a list lacks", async () => {
  const { page } = await open("playground.html#tool=address&chain=__proto__");
  expect(await fieldOf(toolOf(page, "address"), "Chain").inputValue()).toBe("ripple");
  await fieldOf(toolOf(page, "breach"), "Amount").fill("CANARY Zoë 1990-02-28");
  await fieldOf(toolOf(page, "requirements"), "Rates for one").fill("CANARY");
  expect(await page.evaluate(() => location.href)).not.toContain("CANARY");
});

it("a record with a thousand faults has its lines at once, and stays beside another kind", async () => {
  const { page } = await open("playground.html");
  const tool = toolOf(page, "record");
  const text = JSON.stringify(
    Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1])),
    null,
    1,
  );
  await tool.locator("textarea").fill(text);
  expect(await shown(tool)).toMatch(/Line 2\w.*And \d+ more\./);
  await fieldOf(tool, "Record").selectOption("vasp");
  await fieldOf(tool, "Record").selectOption("account");
  expect(await tool.locator("textarea").inputValue()).toBe(text);
});

it("a link to a tool shows it, also after the tools above it are there", async () => {
  const { page } = await open("playground.html#is-this-a-breach");
  const top = () => page.locator("#is-this-a-breach").evaluate((heading) => heading.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(900);
});

it("a fragment that changes later changes the tool", async () => {
  const { page } = await open("playground.html");
  await page.evaluate(() => location.assign("#tool=breach&amount=5&threshold=4&rate=1"));
  await expect.poll(() => shown(toolOf(page, "breach"))).toContain("5 × 1 > 4");
});

it("the keyboard reaches the line of an issue", async () => {
  const { page } = await open("playground.html");
  const tool = toolOf(page, "record");
  await tool.getByRole("button", { name: "Line 11" }).focus();
  await page.keyboard.press("Enter");
  const selected = await tool
    .locator("textarea")
    .evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
  expect(selected).toContain("date_of_birth");
});

it("the policy of the page refuses a connection", async () => {
  const { page } = await open("playground.html");
  const refused = await page.evaluate(() => fetch("/index.html").then(String, (error: Error) => error.message));
  expect(refused).toContain("Failed to fetch");
});
