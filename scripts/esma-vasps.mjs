/** From rows of the register of crypto-asset service providers to VASP records (src/domain/vasps/vasp.ts, §2.7). */
import { expect } from "./generator.mjs";

/** Legal names as in the register: known providers, and names with letters that a search has to fold. */
const wellFormed = [
  "Banco Bilbao Vizcaya Argentaria S.A.",
  "Baden-Württembergische Wertpapierbörse GmbH",
  "Bank Frick AG",
  "Bitpanda GmbH",
  "Bitstamp Europe S.A.",
  "Bitvavo B.V.",
  "BLOCKNODES SAS",
  "Bybit EU GmbH",
  "CHECKSIG S.R.L. SOCIETÀ BENEFIT",
  "CIRCLE INTERNET FINANCIAL EUROPE SAS",
  "Coinbase Luxembourg S.A.",
  "Coinmotion Oy",
  "Foris DAX MT Limited",
  "Gemini Intergalactic EU Ltd",
  "INCREMENTUM družba za izvajanje storitev v zvezi s kriptosredstvi d.o.o.",
  "MoonPay Europe B.V.",
  "Myntkaup ehf.",
  "OKX Europe Limited",
  "Orcabay finančne storitve d.o.o.",
  "Payward Global Solutions Limited",
  "Robinhood Europe UAB",
  "Safello AB",
  'SIA "Paybis Europe"',
  "Trade Republic Bank GmbH",
  "TÝR MARKETS AS",
];

/** Rows whose LEI no check accepts: empty, a dot or a space at its end, failed check digits, 21 characters. */
const withFaultyLei = [
  "Belayer ООD", // two of its letters are Cyrillic
  "EU Internet Ventures B.V.",
  "K33 MARKETS as",
  "Ramp Swaps (Ireland) Limited",
  "Zap (Strike) Europe Limited",
];

/** The letters of Article 3(1)(16) of Regulation (EU) 2023/1114 (MiCA). */
const services = {
  a: "custody",
  b: "trading platform",
  c: "exchange for funds",
  d: "exchange for crypto-assets",
  e: "execution of orders",
  f: "placing",
  g: "reception and transmission of orders",
  h: "advice",
  i: "portfolio management",
  j: "transfer",
};

/** A sample of the register with its source and date, ordered by legal name. */
export function toVaspSample(rows) {
  const names = [...wellFormed, ...withFaultyLei];
  const vasps = names.map((name) => toVasp(theRowOf(name, rows)));
  return {
    source: "European Securities and Markets Authority (ESMA), interim MiCA register, crypto-asset service providers",
    date: "2026-06-28",
    note: [
      `A sample of ${vasps.length} real providers with the facts of the register of that day, which may have changed since.`,
      `Each national_id is the LEI exactly as the register has it: ${withFaultyLei.length} of them are faulty there and are kept so.`,
      "White space around other texts is removed. vasp_id is ESMA- and the letters and digits of the LEI;",
      "without an LEI, the country and the commercial name.",
    ].join(" "),
    vasps: vasps.sort((a, b) => (a.name_legal.toLowerCase() < b.name_legal.toLowerCase() ? -1 : 1)),
  };
}

function theRowOf(name, rows) {
  const found = rows.filter((row) => row.ae_lei_name.trim() === name);
  expect(found.length === 1, `The register has ${found.length} rows of the name ${name}.`);
  return found[0];
}

function toVasp(row) {
  const country = row.ae_homeMemberState;
  const business = row.ae_commercial_name.trim();
  return {
    vasp_id: `ESMA-${row.ae_lei.replaceAll(/[^A-Z0-9]/g, "") || `${country}-${business}`}`,
    name_legal: row.ae_lei_name.trim(),
    ...(business === "" ? {} : { name_business: business }),
    address_country_code: country,
    website: row.ae_website.trim(),
    summary: summary(row),
    national_id_type_code: "LEIX",
    national_id: row.ae_lei,
  };
}

function summary({ ae_competentAuthority, ac_serviceCode }) {
  const listed = ac_serviceCode.split("|").map((text) => {
    const letter = /^([a-j])\./.exec(text.trim())?.[1];
    expect(letter !== undefined, "A service does not begin with a letter of Article 3(1)(16) and a dot.");
    return services[letter];
  });
  return `Services: ${listed.join(", ")}. Competent authority: ${ae_competentAuthority.trim()}.`;
}
