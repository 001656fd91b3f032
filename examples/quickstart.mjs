// @ts-check
/**
 * A tour of vaspkit on real data: `npm run quickstart`.
 *
 * The providers (ESMA register), exchange rates (European Central Bank) and sanctioned addresses (OFAC) are real.
 * The customers are invented: data/invented.mjs. Records are stored in one file in a temporary folder, which is removed
 * at the end. The functions that print are in support/. This file has the calls of vaspkit.
 */
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ComplianceError, createCompliance, createThresholdEngine, fixedRates, unwrap } from "vaspkit";
import { defaultChains, tron } from "vaspkit/chains";
import { parseIvms101, toIvms101 } from "vaspkit/ivms101";
import { jsonFileStorage } from "vaspkit/json-file";
import { eu, gi } from "vaspkit/jurisdictions";
import { ofacList, parseOfacList } from "vaspkit/providers";
import {
  bakery,
  careless,
  checkedWallet,
  crossings,
  fromGermany,
  mistyped,
  numbered,
  received,
  tronAddresses,
  wallets,
  widgets,
  withdrawal,
  zoe,
} from "./data/invented.mjs";
import { bold, faint, fieldTable, heading, line, say } from "./support/print.mjs";
import {
  loadProgress,
  remark,
  showAlertTable,
  showDecision,
  showDecisions,
  showFound,
  showIssues,
  showOriginator,
  showProvider,
  showRejected,
  showRequirements,
  showScreened,
  showSearches,
  showStored,
  showWhatNext,
} from "./support/show.mjs";

/** @typedef {import("vaspkit").Compliance<import("vaspkit").Chain | "tron">} Compliance */

const register = await readJson("data/vasps.json");
/** @type {import("vaspkit").RateTable} */
const rateTable = await readJson("data/ecb-2026-10-06.json");
const sanctions = await parseOfacList(createReadStream(new URL("data/ofac-sample.xml", import.meta.url)));

/** Thresholds are configuration, in the official currency of each country. These are illustrative. */
const thresholds = { US: "3000", SG: "1500", DE: "1000" };

/** The tour runs on the day of the exchange rates. Today, these rates would be outdated and refused. */
const clock = () => new Date(`${rateTable.date}T16:00:00Z`);

/** The chains of the specification, and TRON for USDT. */
const chains = [...defaultChains, tron];

/** How to decide about transfers, as an illustration. What counts for you is for your counsel to say. */
const policy = /** @type {const} */ ({
  ownVasp: withdrawal.originator_vasp_id,
  screenWith: ["OFAC"],
  rejectRisk: 90,
  suspendRisk: 50,
  suspendOnBreach: false,
  otherAccounts: "suspend",
  claimedVasp: "suspend",
  decisionMaxAgeMs: 15 * 60 * 1000,
  retentionMs: 5 * 366 * 24 * 3600 * 1000,
});

/** @param {string} path @returns {Compliance} */
function openDirectory(path) {
  return createCompliance({
    storage: jsonFileStorage(path),
    chains,
    thresholds,
    rates: fixedRates(rateTable),
    jurisdictions: [eu, gi],
    policy,
    riskProviders: { OFAC: ofacList({ ...sanctions, clock, chains }) },
    clock,
  });
}

/** @param {string} path */
async function tour(path) {
  line(bold("vaspkit quickstart"));
  line();
  say(
    "An exchange must know its customers, screen wallet addresses, notice large transfers and describe both sides of a " +
      "transfer (the travel rule). This tour does each step once, inside this process and without network.",
  );
  line();
  say(
    `Real: providers (ESMA, ${register.date}), exchange rates (ECB, ${rateTable.date}), sanctioned addresses (OFAC, ` +
      `${sanctions.asOf}). Invented: the customers. The clock is set to ${rateTable.date}.`,
    faint,
  );

  const compliance = openDirectory(path);
  await loadProviders(compliance);
  await findProviders(compliance);
  await createAccounts(compliance);
  await rejectAccount(compliance);
  await searchAccounts(compliance);
  await screenAddresses(compliance);
  await evaluateTransactions(compliance);
  await readAlerts(compliance);
  await checkTransfers(compliance);
  await meetJurisdictions(compliance);
  await exchangeMessages(compliance);
  await compliance.close();
  const reopened = await reopen(path);
  await decideTransfers(reopened);
  await reopened.close();
  showWhatNext();
}

/** @param {Compliance} compliance */
async function loadProviders(compliance) {
  const { vasps } = register;
  heading(1, "Load the directory of providers (VASPs)");
  say(`vasps.load reads ${vasps.length} providers, a sample of the European register:`);
  line();
  const report = await compliance.vasps.load(vasps, { onProgress: loadProgress(vasps.length) });
  line();
  say(`${report.loaded} are stored. ${report.rejected} have an invalid LEI in the register itself. Two of them:`);
  showRejected(report.rejections.slice(1, 3), vasps);
  line();
  say("The first has the digit 0 where its LEI has the letter O. One invalid record does not stop the others.");
}

/** @param {Compliance} compliance */
async function findProviders(compliance) {
  heading(2, "Find a provider");
  say("vasps.search ignores accents and case, and finds parts of words. Best match first:");
  line();
  /** @type {Record<string, import("vaspkit").Vasp | undefined>} */
  const found = {};
  for (const search_term of ["tyr", "druzba", "WURTTEMBERG", "strike"]) {
    [found[search_term]] = unwrap(await compliance.vasps.search({ search_term }));
  }
  showFound(found);

  remark("vasps.retrieve returns one provider by vasp_id, or undefined:");
  showProvider(await compliance.vasps.retrieve("ESMA-984500678DAPX7H3BC86"));
}

/** @param {Compliance} compliance */
async function createAccounts(compliance) {
  heading(3, "Create accounts");
  say("accounts.create validates and stores customers and counterparties:");
  line();
  showStored([
    [unwrap(await compliance.accounts.create(zoe)), "date and place of birth"],
    [unwrap(await compliance.accounts.create(widgets)), "LEI, check digits verified"],
    [unwrap(await compliance.accounts.create(bakery)), "register number and registration authority"],
  ]);
}

/** @param {Compliance} compliance */
async function rejectAccount(compliance) {
  heading(4, "Reject an invalid account");
  say("A form with six mistakes. The result has one issue for each: code, path, clause, and what to do.");
  line();
  showIssues(await compliance.accounts.create(careless));
  line();
  say("Nothing was stored. Issues contain no value of the input, so they are safe to log.");
}

/** @param {Compliance} compliance */
async function searchAccounts(compliance) {
  heading(5, "Search accounts");
  const rows = [];
  /** @type {import("vaspkit").AccountSearchRequest[]} */
  const queries = [
    { search_term: "muller" },
    { search_term: "lodz", account_type: "entity" },
    { search_term: "brot", account_category: "customer" },
  ];
  for (const query of queries) {
    const found = unwrap(await compliance.accounts.search(query));
    const { search_term, ...filter } = query;
    rows.push([search_term, Object.values(filter).join(), found.map(({ name }) => name).join(", ") || "(none)"]);
  }
  showSearches(rows);
  line();
  say("The last search finds none: Brot & Mehr is a counterparty, not a customer.");
}

/** @param {Compliance} compliance */
async function screenAddresses(compliance) {
  heading(6, "Screen wallet addresses");
  say("addresses.create checks an address, screens it with the sanctions list and stores both:");
  line();
  const screened = [];
  for (const address of wallets) screened.push(unwrap(await compliance.addresses.create(address)));
  showScreened(screened);
  line();
  say(
    "risk_ratio 0 means: not on this list. 100 means: on the list. Polygon and Ethereum share keys, so an address listed " +
      "for Ethereum is a hit on Polygon too.",
  );

  remark("A mistyped address fails its checksum. It is neither screened nor stored:");
  showIssues(await compliance.addresses.create(mistyped));
  await refuseOutdatedList();
}

/** An outdated list still reports what it contains, but never that an address is not listed. */
async function refuseOutdatedList() {
  remark("With an outdated list, screening fails. A missing response never counts as no risk:");
  const twoMonthsLater = () => new Date(clock().getTime() + 60 * 24 * 3600 * 1000);
  const { chain, address } = wallets[0];
  try {
    await ofacList({ ...sanctions, clock: twoMonthsLater }).screen({ chain, address });
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    fieldTable({ [error.code]: error.message });
  }
}

/** @param {Compliance} compliance */
async function evaluateTransactions(compliance) {
  heading(7, "Compare transactions with the threshold of a country");
  say("You configure the thresholds. Here, as an illustration: 3000 USD, 1500 SGD, 1000 EUR.");
  for (const { country, currency, where, amounts } of crossings) {
    remark(`${country}, paid in ${currency}. The threshold is ${where}`, bold);
    const decided = [];
    for (const [index, amount] of amounts.entries()) {
      const transaction = { transaction_id: `T-${country}-${index + 1}`, amount, currency, country };
      // rules.evaluate decides and stores alerts. The engine shows the amounts behind the same decision.
      const status = await evaluate(compliance, transaction);
      decided.push({ decision: engine.evaluate(transaction), status });
    }
    showDecisions(decided);
  }
  line();
  say("breach: the amount reaches the threshold, which means that your process for large transfers must start.");
  say("Decisions are exact to the last digit. Binary floating point would get 1126.8999999999999999999 wrong.");
  await refuseToGuess(compliance);
}

const engine = createThresholdEngine({ thresholds, rates: rateTable });

/** @param {Compliance} compliance @param {import("vaspkit").Transaction} transaction */
async function evaluate(compliance, transaction) {
  const { results } = unwrap(await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
  return results[0]?.status ?? "no result";
}

/** @param {Compliance} compliance */
async function refuseToGuess(compliance) {
  remark("Without a threshold or a rate there is no decision, and never a pass:");
  const noThreshold = { transaction_id: "T-CH-1", amount: "1.00", currency: "EUR", country: "CH" };
  const noRate = { transaction_id: "T-US-4", amount: "1.00", currency: "KWD", country: "US" };
  /** @type {Record<string, string>} */
  const refusals = {};
  for (const transaction of [noThreshold, noRate]) {
    try {
      await evaluate(compliance, transaction);
    } catch (error) {
      if (!(error instanceof ComplianceError)) throw error;
      refusals[error.code] = error.message;
    }
  }
  fieldTable(refusals);
}

/** @param {Compliance} compliance */
async function readAlerts(compliance) {
  heading(8, "Read the alerts");
  say("Each breach was stored as an alert before evaluate returned:");
  line();
  // A retry evaluates the same transaction again. It does not add a second alert.
  await evaluate(compliance, { transaction_id: "T-DE-3", amount: "1126.90", currency: "USD", country: "DE" });
  const { items } = unwrap(await compliance.alerts.list());
  showAlertTable(items);
  line();
  say(`${items.length} alerts. T-DE-3 was evaluated twice and has one alert.`);
}

/** @param {Compliance} compliance */
async function checkTransfers(compliance) {
  heading(9, "Check a transfer");
  say("transfers.check tests that both sides are described. A withdrawal to the customer's own wallet:");
  line();
  const transfer = unwrap(await compliance.transfers.check(withdrawal));
  const { kind, initiator_vasp_id, originator_vasp, originator_account } = transfer;
  fieldTable({
    kind,
    initiator: `${originator_vasp.name_legal}, ${initiator_vasp_id}`,
    originator: `${originator_account.account_type}, ${originator_account.account_category}, from the directory`,
  });

  remark("The same in USDT on TRON, a chain that this directory registers:");
  const inUsdt = { ...withdrawal, chain: /** @type {const} */ ("tron"), ...tronAddresses };
  const { chain, beneficiary_address, addresses_checked } = unwrap(await compliance.transfers.check(inUsdt));
  fieldTable({ [chain ?? ""]: beneficiary_address, "both addresses checked": addresses_checked ? "yes" : "no" });

  remark("The same withdrawal, recorded as sent to another provider, is invalid:");
  const toAnother = { ...withdrawal, beneficiary_vasp_id: "ESMA-984500678DAPX7H3BC86" };
  showIssues(await compliance.transfers.check(toAnother));
}

/** @param {Compliance} compliance */
async function meetJurisdictions(compliance) {
  heading(10, "Meet the rules of both countries");
  say("With the packs of the EU and Gibraltar, transfers.check says which rules apply. From Germany:");
  line();
  const checked = [];
  for (const [to, transfer] of Object.entries(fromGermany)) {
    for (const amount of ["900", "1100"]) {
      const { requirements } = unwrap(await compliance.transfers.check({ ...transfer, amount, currency: "EUR" }));
      if (requirements === undefined) throw new Error("Without packs, nothing is required.");
      checked.push({ to, amount, requirements });
    }
  }
  showRequirements(checked);
  line();
  say(
    "Above 1,000 EUR, check who owns the wallet. Gibraltar's duty begins at 1,000 EUR; between providers, the EU's has no threshold.",
  );

  remark("A customer number alone meets rule 2.2.1, but not the law of the EU:");
  const { originator_account_reference_id: _, ...rest } = fromGermany.Gibraltar;
  showIssues(
    await compliance.transfers.check({ ...rest, originator_account: numbered, amount: "1100", currency: "EUR" }),
  );
  line();
  say("The packs are data as of their review date, not legal advice.");
}

/** @param {Compliance} compliance */
async function exchangeMessages(compliance) {
  heading(11, "Write and read IVMS101");
  say("The transfer to Gibraltar as the message between both providers, in both editions of IVMS101:");
  line();
  const transfer = unwrap(await compliance.transfers.check(fromGermany.Gibraltar));
  for (const edition of /** @type {const} */ (["2020", "2023"])) {
    const written = toIvms101(transfer, { edition });
    if (!written.ok) throw new Error("This transfer can be written.");
    showOriginator(edition, written.value.document);
  }
  line();
  say("Names are transliterated by ICAO Doc 9303, and listed as losses. The own spelling is the local name.");

  remark("A received message with two violations:");
  showIssues(parseIvms101(received));
}

/** @param {string} path */
async function reopen(path) {
  heading(12, "Close and open again");
  const compliance = openDirectory(path);
  const vasps = unwrap(await compliance.vasps.list({ size: 1 })).pagination.total;
  const alerts = unwrap(await compliance.alerts.list()).items.length;
  const stored = [zoe, widgets, bakery].map(({ reference_id }) => compliance.accounts.retrieve(reference_id));
  const accounts = (await Promise.all(stored)).filter((account) => account !== undefined);
  const addresses = await compliance.addresses.ofAccount(zoe.reference_id);
  const { mode } = await stat(path);
  fieldTable({
    file: `one JSON file, readable by its owner only (mode ${(mode & 0o777).toString(8)})`,
    providers: String(vasps),
    accounts: String(accounts.length),
    alerts: String(alerts),
    [`addresses of ${zoe.reference_id}`]: addresses.map(({ address }) => address).join(", "),
  });
  return compliance;
}

/** @param {Compliance} compliance */
async function decideTransfers({ transfers }) {
  heading(13, "Decide a whole transfer");
  say(
    "transfers.decide does these steps in one call, and stores the decision. Only execute permits a transfer. " +
      "1,100 EUR to the customer's own wallet:",
  );
  line();
  const toWallet = { ...fromGermany["own wallet"], transfer_id: "W-1", amount: "1100", currency: "EUR" };
  showDecision(unwrap(await transfers.decide(toWallet)));

  remark("You check the wallet, and take a measure. With evidence of both:");
  showDecision(unwrap(await transfers.decide(toWallet, { evidence: checkedWallet })));

  remark("The same to an address of the sanctions list:");
  const { chain, address } = wallets[3];
  const toListed = { ...toWallet, transfer_id: "W-2", chain, beneficiary_address: address };
  showDecision(unwrap(await transfers.decide(toListed, { evidence: checkedWallet })));

  remark("After it was sent, confirm closes the transfer. The record has every version:");
  const sent = /** @type {const} */ ({ outcome: "executed", transaction_hash: "invented" });
  const { transfer_id, state, versions } = unwrap(await transfers.confirm("W-1", sent));
  fieldTable({ [transfer_id]: state, versions: versions.map(({ decision }) => decision).join(", ") });
}

/** @param {string} name */
async function readJson(name) {
  return JSON.parse(await readFile(new URL(name, import.meta.url), "utf8"));
}

const folder = await mkdtemp(join(tmpdir(), "vaspkit-quickstart-"));
try {
  await tour(join(folder, "directory.json"));
} finally {
  await rm(folder, { recursive: true, force: true });
}
