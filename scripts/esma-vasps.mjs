/** Converts firms of ESMA's register of crypto-asset service providers to VASP records (src/domain/vasps/vasp.ts, §2.7). */
import { expect } from "./generator.mjs";

/** Legal names as in the register: well-known providers, and names with letters that a search folds. */
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

/** Firms whose LEI fails its check digits in the register. One has the digit 0 where its LEI has the letter O. */
const withFaultyLei = [
  "B2C2 Europe Sarl",
  "Noemon Finance Ltd",
  "OSL EU GmbH",
  "Raiffeisenbank Falkenstein-Wörth",
  "Zap (Strike) Europe Limited",
];

/** The services of Article 3(1)(16) of Regulation (EU) 2023/1114 (MiCA), by words of their official names. */
const services = [
  [/custody/i, "custody"],
  [/trading platform/i, "trading platform"],
  [/for funds/i, "exchange for funds"],
  [/for other crypto-assets/i, "exchange for crypto-assets"],
  [/execution of orders/i, "execution of orders"],
  [/placing/i, "placing"],
  [/reception/i, "reception and transmission of orders"],
  [/advice/i, "advice"],
  [/portfolio/i, "portfolio management"],
  [/transfer/i, "transfer"],
];

/** Returns a sample of the register with its source and date, ordered by legal name. */
export function toVaspSample({ asOf, entries }) {
  const names = [...wellFormed, ...withFaultyLei];
  const vasps = names.map((name) => toVasp(findFirm(name, entries)));
  return {
    source: "European Securities and Markets Authority (ESMA), interim MiCA register, crypto-asset service providers",
    date: asOf,
    note: [
      `A sample of ${vasps.length} real providers as registered on that day. The register may have changed since.`,
      `Each national_id is the LEI as registered. ${withFaultyLei.length} of them are faulty and were not corrected.`,
      "White space around other texts is removed. vasp_id is ESMA- followed by the LEI.",
    ].join(" "),
    vasps: vasps.sort((a, b) => (a.name_legal.toLowerCase() < b.name_legal.toLowerCase() ? -1 : 1)),
  };
}

function findFirm(name, entries) {
  const found = entries.filter((entry) => entry.name.trim() === name);
  expect(found.length === 1, `The register has ${found.length} firms named ${name}.`);
  return found[0];
}

function toVasp({ name, lei, commercialName, homeMemberState, website, competentAuthority, grants }) {
  const business = commercialName?.trim();
  const listed = grants.flatMap((grant) => grant.services.map(serviceName));
  return {
    vasp_id: `ESMA-${lei}`,
    name_legal: name.trim(),
    ...(business && { name_business: business }),
    address_country_code: homeMemberState,
    ...(website && { website: website.trim() }),
    summary: `Services: ${[...new Set(listed)].join(", ")}. Competent authority: ${competentAuthority.trim()}.`,
    national_id_type_code: "LEIX",
    national_id: lei,
  };
}

function serviceName(text) {
  const [, name] = services.find(([words]) => words.test(text)) ?? [];
  expect(name !== undefined, `The register has an unknown service: ${text}`);
  return name;
}
