// @ts-check
/**
 * The whole main job on real data, from top to bottom: `npm run quickstart`.
 *
 * The providers are real (a sample of the ESMA register), the exchange rates too (a day of the European Central Bank).
 * The customers are invented (data/invented.mjs). Everything is kept in one file in a temporary folder, which is removed
 * at the end. How things are printed is in support/: here is only what is asked of vaspkit.
 */
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ComplianceError, createCompliance, createThresholdEngine, fixedRates, unwrap } from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";
import { ofacList, parseOfacList } from "vaspkit/providers";
import { bakery, careless, crossings, mistyped, wallets, widgets, withdrawal, zoe } from "./data/invented.mjs";
import { bold, faint, fieldTable, heading, line, say } from "./support/print.mjs";
import {
  loadProgress,
  remark,
  showAlertTable,
  showDecisions,
  showFound,
  showIssues,
  showProvider,
  showProviders,
  showRejected,
  showScreened,
  showSearches,
  showStored,
  showWhatNext,
} from "./support/show.mjs";

/** @typedef {import("vaspkit").Compliance} Compliance */

const register = await readJson("data/vasps.json");
/** @type {import("vaspkit").RateTable} */
const ecbDay = await readJson("data/ecb-2024-06-28.json");

/** A caller's own configuration, in the official currency of each country. */
const thresholds = { US: "3000", SG: "1500", DE: "1000" };

/** What decides inside of rules.evaluate. On its own it also says what was compared. */
const engine = createThresholdEngine({ thresholds, rates: ecbDay });

/** @param {string} path */
async function tellStory(path) {
  line(bold("vaspkit quickstart"));
  say("Real providers, real exchange rates, invented customers.", faint);

  const compliance = openDirectory(path);
  await loadProviders(compliance);
  await lookAtProviders(compliance);
  await createAccounts(compliance);
  await rejectAccount(compliance);
  await searchAccounts(compliance);
  await evaluateTransactions(compliance);
  await readAlerts(compliance);
  await checkTransfers(compliance);
  await compliance.close();

  await reopen(path);
  await screenAddresses(path);
  showWhatNext();
}

/**
 * @param {string} path
 * @param {string} [day] The rates are of the first day. With the clock of today they would be too old, and every
 *   conversion an error.
 * @param {Record<string, import("vaspkit").RiskProvider>} [riskProviders]
 * @returns {Compliance}
 */
function openDirectory(path, day = ecbDay.date, riskProviders = {}) {
  return createCompliance({
    storage: jsonFileStorage(path),
    thresholds,
    rates: fixedRates(ecbDay),
    clock: () => new Date(`${day}T16:00:00Z`),
    riskProviders,
  });
}

/** @param {Compliance} compliance */
async function loadProviders(compliance) {
  const { date, vasps } = register;
  heading(1, "Fill the directory of providers");
  say(`${vasps.length} crypto-asset service providers of the ESMA register of ${date}, as published:`);
  line();
  // onProgress reports after every 1,000 records and at the end: thirty are one step.
  const report = await compliance.vasps.load(vasps, { onProgress: loadProgress(vasps.length) });
  line();
  say(`${report.loaded} are stored. A rejected record stops nothing; each says what is wrong with it:`);
  showRejected(report.rejected, vasps);
}

/** @param {Compliance} compliance */
async function lookAtProviders(compliance) {
  heading(2, "List, search and retrieve providers");
  const { items, pagination } = unwrap(await compliance.vasps.list({ sort: "name_legal", page: 2, size: 5 }));
  say(`Sorted by legal name, page ${pagination.page} of ${Math.ceil(pagination.total / pagination.size)}:`);
  line();
  showProviders(items);

  remark("A search needs no accents, no capitals and no whole words; the best match comes first:");
  /** @type {Record<string, import("vaspkit").Vasp | undefined>} */
  const found = {};
  for (const search_term of ["tyr", "druzba", "financne", "WURTTEMBERG", "strike"]) {
    [found[search_term]] = unwrap(await compliance.vasps.search({ search_term }));
  }
  showFound(found);

  remark("Retrieve by vasp_id; undefined when there is none:");
  showProvider(await compliance.vasps.retrieve("ESMA-984500678DAPX7H3BC86"));
}

/** @param {Compliance} compliance */
async function createAccounts(compliance) {
  heading(3, "Create accounts");
  showStored([
    [unwrap(await compliance.accounts.create(zoe)), "date and place of birth"],
    [unwrap(await compliance.accounts.create(widgets)), "LEI with right check digits"],
    [unwrap(await compliance.accounts.create(bakery)), "number and registration authority"],
  ]);
}

/** @param {Compliance} compliance */
async function rejectAccount(compliance) {
  heading(4, "Reject an account, with every issue at once");
  showIssues(await compliance.accounts.create(careless));
  line();
  say("Nothing was stored. No issue repeats a value of the input, so they may be logged.");
}

/** @param {Compliance} compliance */
async function searchAccounts(compliance) {
  heading(5, "Search accounts");
  const rows = [];
  for (const query of [
    { search_term: "muller" },
    { search_term: "lodz", account_type: "entity" },
    { search_term: "example", account_category: "customer" },
    { search_term: "brot", account_category: "customer" },
  ]) {
    const found = unwrap(await compliance.accounts.search(query));
    const { search_term, ...filter } = query;
    rows.push([search_term, Object.values(filter).join(), found.map(({ name }) => name).join(", ") || "(none)"]);
  }
  showSearches(rows);
}

/** @param {Compliance} compliance */
async function evaluateTransactions(compliance) {
  heading(6, "Evaluate transactions around the threshold");
  say(
    "Thresholds are the caller's configuration; these are illustrative. US: 3000 USD, as in 31 CFR 1010.410. SG: " +
      "1500 SGD, as in MAS Notice PSN02. DE: 1000 EUR, the amount of Regulation (EU) 2023/1113 for self-hosted addresses.",
  );
  say(`Rates: ${ecbDay.source}, of ${ecbDay.date}; the clock is set to that day.`);
  for (const { country, currency, where, amounts } of crossings) {
    remark(`${country}, paid in ${currency}: ${where}.`, bold);
    const decided = [];
    for (const [index, amount] of amounts.entries()) {
      const transaction = { transaction_id: `T-${country}-${index + 1}`, amount, currency, country };
      decided.push({ decision: engine.evaluate(transaction), status: await evaluate(compliance, transaction) });
    }
    showDecisions(decided);
  }
  await refuseToGuess(compliance);
}

/** @param {Compliance} compliance @param {import("vaspkit").Transaction} transaction */
async function evaluate(compliance, transaction) {
  const request = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] };
  const { results } = unwrap(await compliance.rules.evaluate(request));
  return results[0]?.status ?? "no result";
}

/** @param {Compliance} compliance */
async function refuseToGuess(compliance) {
  remark("Where something is missing there is no answer, and above all no pass:");
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
  heading(7, "Read the alerts");
  say("Each breach left its alert, stored before the answer was given. The decision stands in it:");
  line();
  // Evaluated again, by a retry for instance: the alert is there already, and stays one.
  await evaluate(compliance, { transaction_id: "T-DE-3", amount: "1070.50", currency: "USD", country: "DE" });
  const { items, pagination } = unwrap(await compliance.alerts.list());
  showAlertTable(items);
  line();
  say(`${pagination.total} alerts. T-DE-3 was evaluated twice and has one, by its alert_id:`);
  say(items.find(({ transaction_id }) => transaction_id === "T-DE-3")?.alert_id ?? "none");
}

/** @param {Compliance} compliance */
async function checkTransfers(compliance) {
  heading(8, "Check a transfer");
  const transfer = unwrap(await compliance.transfers.check(withdrawal));
  const { kind, initiator_vasp_id, originator_vasp, originator_account } = transfer;
  fieldTable({
    kind,
    initiator: `${originator_vasp.name_legal}, ${initiator_vasp_id}`,
    originator: `${originator_account.account_type}, ${originator_account.account_category}, from the directory`,
  });

  remark("A withdrawal to one's own wallet is recorded as sent to itself, so not to another provider:");
  const toAnother = { ...withdrawal, beneficiary_vasp_id: "ESMA-984500678DAPX7H3BC86" };
  showIssues(await compliance.transfers.check(toAnother));

  remark("And only one side can be self-hosted:");
  const between = { ...withdrawal, originator_address_is_self_hosted: true };
  showIssues(await compliance.transfers.check(between));
}

/** @param {string} path */
async function reopen(path) {
  heading(9, "Close, open again, and find everything");
  const compliance = openDirectory(path);
  const vasps = unwrap(await compliance.vasps.list({ size: 1 })).pagination.total;
  const alerts = unwrap(await compliance.alerts.list({ size: 1 })).pagination.total;
  const stored = [zoe, widgets, bakery].map(({ reference_id }) => compliance.accounts.retrieve(reference_id));
  const accounts = (await Promise.all(stored)).filter((account) => account !== undefined);
  const { mode } = await stat(path);
  await compliance.close();
  fieldTable({
    file: `one JSON file, mode ${(mode & 0o777).toString(8)}`,
    providers: String(vasps),
    accounts: String(accounts.length),
    alerts: String(alerts),
    [zoe.reference_id]: `created ${accounts[0]?.created}`,
  });
}

/** @param {string} path */
async function screenAddresses(path) {
  heading(10, "Screen addresses");
  const file = new URL("data/ofac-sample.xml", import.meta.url);
  const list = await parseOfacList(createReadStream(file));
  const elsewhere = list.unplaced.map(({ code }) => code).join(", ");
  say(
    `The sanctions list of the US Treasury, a sample of the day ${list.asOf}: ${list.count} addresses, of which ` +
      `${list.entries.length} lie on chains that vaspkit knows; the others (${elsewhere}) are named, not dropped. ` +
      "The clock is set to the day after.",
  );
  line();
  const dayAfter = new Date(Date.parse(list.asOf) + 24 * 3600 * 1000).toISOString().slice(0, 10);
  const OFAC = ofacList({ ...list, clock: () => new Date(dayAfter) });
  const compliance = openDirectory(path, dayAfter, { OFAC });
  const screened = [];
  for (const address of wallets) screened.push(unwrap(await compliance.addresses.create(address)));
  showScreened(screened);

  remark("A mistyped address costs no question, and nothing is stored:");
  showIssues(await compliance.addresses.create(mistyped));

  remark(`Of ${zoe.reference_id}, in canonical form, the same for every spelling:`);
  for (const { address } of await compliance.addresses.ofAccount(zoe.reference_id)) say(address);
  await compliance.close();
  await refuseStaleList(list);
}

/** @param {import("vaspkit/providers").OfacPublication} list */
async function refuseStaleList(list) {
  remark("With the same list today, what is listed still is; but nobody is cleared:");
  const today = ofacList(list);
  const [{ chain, address }, ...listed] = wallets;
  const hit = await today.screen(listed[0] ?? wallets[0]);
  try {
    await today.screen({ chain, address });
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    fieldTable({ "still listed": `risk_ratio ${hit[0]?.risk_ratio}`, [error.code]: error.message });
  }
}

/** @param {string} name */
async function readJson(name) {
  return JSON.parse(await readFile(new URL(name, import.meta.url), "utf8"));
}

const folder = await mkdtemp(join(tmpdir(), "vaspkit-quickstart-"));
try {
  await tellStory(join(folder, "directory.json"));
} finally {
  await rm(folder, { recursive: true, force: true });
}
