/** The daily file of the European Central Bank, `eurofxref-daily.xml`: what it says, and what is left out. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { isCalendarDate } from "../../domain/identifiers/date.js";
import type { RateTable } from "../../domain/thresholds/rate-table.js";
import { frozenTable } from "./frozen-table.js";
import { readPlainXml, type XmlElement } from "./plain-xml.js";
import { isUsableRate } from "./usable-rate.js";

const source = "European Central Bank, euro foreign exchange reference rates";

/**
 * Reads the file: an envelope, in it one `Cube`, in it one `Cube` with a `time`, in it a `Cube` for each currency with
 * its rate in units for one euro. Rates stay the text that the bank wrote; the table is frozen.
 *
 * A currency whose rate is not a positive decimal (`N/A`, `0`), or that stands there twice, gets no rate: better a
 * `rate_missing` later than a guess now.
 *
 * @throws ComplianceError `provider_unreadable` when it is any other file, is cut short, has no date or no usable rate.
 */
export function readEcbDaily(xml: string): RateTable {
  const day = theOne(cubes(theOne(cubes(envelope(xml)))));
  const date = day.attributes.get("time") ?? "";
  if (!isCalendarDate(date)) throw unreadable("its rates have no calendar date");
  const rates = usableRates(cubes(day));
  if (Object.keys(rates).length === 0) throw unreadable("it has no usable rate");
  return frozenTable({ base: "EUR", date, source, rates });
}

function envelope(xml: string): XmlElement {
  const root = plainXml(xml);
  if (root.name !== "gesmes:Envelope") throw unreadable("its root is not gesmes:Envelope");
  return root;
}

function plainXml(xml: string): XmlElement {
  try {
    return readPlainXml(xml);
  } catch (cause) {
    throw unreadable("it is not whole and plain XML", { cause });
  }
}

function cubes(parent: XmlElement): readonly XmlElement[] {
  return parent.children.filter(({ name }) => name === "Cube");
}

function theOne(elements: readonly XmlElement[]): XmlElement {
  const [only, ...others] = elements;
  if (only === undefined || others.length > 0) throw unreadable("it does not hold the rates of exactly one day");
  return only;
}

function usableRates(entries: readonly XmlElement[]): RateTable["rates"] {
  const seen = new Set<string>();
  const rates = new Map<string, string>();
  for (const { attributes } of entries) {
    const currency = attributes.get("currency") ?? "";
    const rate = attributes.get("rate") ?? "";
    if (seen.has(currency)) rates.delete(currency);
    else if (isForeignCurrency(currency) && isUsableRate(rate)) rates.set(currency, rate);
    seen.add(currency);
  }
  return Object.fromEntries(rates);
}

/** The euro is the base: one euro is one euro, whatever the file may say. */
function isForeignCurrency(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency) && currency !== "EUR";
}

function unreadable(why: string, options?: { cause: unknown }): ComplianceError {
  const message = `The answer is not the European Central Bank's file of daily rates: ${why}; check the URL.`;
  return new ComplianceError("provider_unreadable", message, options);
}
