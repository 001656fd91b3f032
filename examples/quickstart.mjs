// @ts-check
/**
 * The whole main job on real data, from top to bottom: `npm run quickstart`.
 *
 * The providers are real (a sample of the ESMA register), the exchange rates too (a day of the European Central Bank).
 * The customers are invented. Everything is kept in one file in a temporary folder, which is removed at the end.
 */
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ComplianceError, createCompliance, createThresholdEngine, fixedRates, unwrap } from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";
import {
  bold,
  faint,
  fieldTable,
  green,
  heading,
  issueTable,
  line,
  plain,
  progressBar,
  red,
  say,
  table,
} from "./support/print.mjs";

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
  await showAlerts(compliance);
  await checkTransfers(compliance);
  await compliance.close();

  await reopen(path);
  sayWhatNext();
}

/** @param {string} path @returns {Compliance} */
function openDirectory(path) {
  return createCompliance({
    storage: jsonFileStorage(path),
    thresholds,
    rates: fixedRates(ecbDay),
    // The rates are of that day. With the clock of today they would be too old, and every conversion an error.
    clock: () => new Date(`${ecbDay.date}T16:00:00Z`),
  });
}

/** @param {Compliance} compliance */
async function loadProviders(compliance) {
  heading(1, "Fill the directory of providers");
  say(
    `${register.vasps.length} crypto-asset service providers of the ESMA register of ${register.date}, as published:`,
  );
  line();

  // onProgress reports after every 1,000 records and at the end: thirty are one step.
  const show = progressBar(register.vasps.length);
  const report = await compliance.vasps.load(register.vasps, {
    onProgress: ({ read, rejected }) => show(read, ` read, ${rejected} rejected`),
  });

  line();
  say(`${report.loaded} are stored. A rejected record stops nothing; each says what is wrong with it:`);
  for (const { index, issues } of report.rejected) {
    const { name_legal, national_id } = register.vasps[index];
    line();
    line(`  ${bold(name_legal)}, in the register as ${JSON.stringify(national_id)}`);
    issueTable(issues);
  }
}

/** @param {Compliance} compliance */
async function lookAtProviders(compliance) {
  heading(2, "List, search and retrieve providers");

  const { items, pagination } = unwrap(await compliance.vasps.list({ sort: "name_legal", page: 2, size: 5 }));
  say(`Sorted by legal name, page ${pagination.page} of ${Math.ceil(pagination.total / pagination.size)}:`);
  line();
  table(
    [{ title: "country" }, { title: "vasp_id" }, { title: "name_legal" }],
    items.map(({ address_country_code = "", vasp_id, name_legal }) => [address_country_code, vasp_id, name_legal]),
  );

  line();
  say("A search needs no accents, no capitals and no whole words; the best match comes first:");
  line();
  const found = [];
  for (const search_term of ["tyr", "druzba", "financne", "WURTTEMBERG", "strike"]) {
    const [best] = unwrap(await compliance.vasps.search({ search_term }));
    found.push([search_term, best?.name_legal ?? "nothing: Zap (Strike) was rejected above"]);
  }
  table([{ title: "search_term" }, { title: "found" }], found);

  line();
  say("Retrieve by vasp_id; undefined when there is none:");
  line();
  const tyr = await compliance.vasps.retrieve("ESMA-984500678DAPX7H3BC86");
  fieldTable(Object.fromEntries(Object.entries(tyr ?? {}).map(([name, value]) => [name, String(value)])));
}

const zoe = {
  reference_id: "A-1001",
  account_type: "individual",
  email: "zoe@example.com",
  individual: {
    individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" },
    date_of_birth: "1990-02-28",
    place_of_birth: "Example-on-Sea",
    residence_country: "DE",
  },
};

const widgets = {
  reference_id: "A-1002",
  account_type: "entity",
  entity: {
    entity_name: { name_type: "LEGL", name_legal: "Łódź Example Widgets sp. z o.o." },
    registration_country: "PL",
  },
  // Well-formed, and certainly never issued.
  national_id: { national_id_type: "LEIX", national_id: "EXAMPLE0000000000184" },
};

const bakery = {
  reference_id: "A-1003",
  account_type: "entity",
  account_category: "non-customer",
  entity: {
    entity_name: { name_type: "LEGL", name_legal: "The Invented Bakery Limited", name_business: "Brot & Mehr" },
    registration_country: "GB",
  },
  // RA000585: a registration authority of the United Kingdom in the list of GLEIF.
  national_id: { national_id_type: "RAID", national_id: "EXAMPLE-0001", registration_authority: "RA000585" },
};

/** @param {Compliance} compliance */
async function createAccounts(compliance) {
  heading(3, "Create accounts");
  const rows = [];
  for (const [account, identifiedBy] of /** @type {const} */ ([
    [zoe, "date and place of birth"],
    [widgets, "LEI with right check digits"],
    [bakery, "number and registration authority"],
  ])) {
    const { reference_id, account_type, account_category } = unwrap(await compliance.accounts.create(account));
    rows.push([reference_id, account_type, account_category, identifiedBy]);
  }
  table([{ title: "stored" }, { title: "type" }, { title: "category" }, { title: "identified by" }], rows);
}

const careless = {
  reference_id: "A-1004",
  account_type: "individual",
  email: "nobody at example.com",
  individual: {
    individual_name: { name_type: "LEGL", name_frist: "Nobody", name_last: "Invented" },
    date_of_birth: "1990-02-30",
    nationality_country: "UK",
  },
  address: { address_type: "GEOG", address_street_no: "1", address_city: "Nowhere", address_country_code: "DE" },
  national_id: { national_id_type: "LEIX", national_id: "EXAMPLE0000000000000" },
};

/** @param {Compliance} compliance */
async function rejectAccount(compliance) {
  heading(4, "Reject an account, with every issue at once");
  const result = await compliance.accounts.create(careless);
  if (result.ok) throw new Error("This account should have been rejected.");
  issueTable(result.issues);
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
  table([{ title: "search_term" }, { title: "only" }, { title: "found" }], rows);
}

/**
 * Where the threshold lies in the currency of the transaction, and the amounts beside it. The last digit decides: the
 * arithmetic never rounds before it compares.
 */
const crossings = [
  {
    country: "US",
    currency: "EUR",
    where: "3000 ÷ 1.0705 = 2802.42877…, so that no amount in cents equals it",
    amounts: ["2802.42", "2802.43", "2802.44"],
  },
  {
    country: "SG",
    currency: "JPY",
    where: "1500 × 171.94 ÷ 1.4513 = 177709.63963…, so that no whole yen equals it",
    amounts: ["177709", "177710", "177711"],
  },
  {
    country: "DE",
    currency: "USD",
    where: "1000 × 1.0705 = 1070.5 exactly",
    amounts: ["1070.49", "1070.4999999999999999999", "1070.50", "1070.51"],
  },
];

/** @param {Compliance} compliance */
async function evaluateTransactions(compliance) {
  heading(6, "Evaluate transactions around the threshold");
  say(
    "Thresholds are the caller's configuration; these are illustrative. US: 3000 USD, as in 31 CFR 1010.410. SG: 1500 SGD, as in MAS Notice PSN02. DE: 1000 EUR, the amount of Regulation (EU) 2023/1113 for self-hosted addresses.",
  );
  say(`Rates: ${ecbDay.source}, of ${ecbDay.date}; the clock is set to that day.`);
  for (const { country, currency, where, amounts } of crossings) {
    line();
    say(`${country}, paid in ${currency}: ${where}.`, bold);
    line();
    const rows = [];
    for (const amount of amounts) {
      const transaction = { transaction_id: `T-${country}-${rows.length + 1}`, amount, currency, country };
      const status = await evaluate(compliance, transaction);
      const { converted, currency: official, comparison } = engine.evaluate(transaction);
      rows.push([amount, currency, converted, official, comparison, status]);
    }
    table(
      [
        { title: "amount", align: "right" },
        { title: "" },
        { title: "converted", align: "right" },
        { title: "" },
        { title: "threshold" },
        { title: "status", paint: (status) => (status === "breach" ? red : status === "pass" ? green : plain) },
      ],
      rows,
    );
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
  line();
  say("Where something is missing there is no answer, and above all no pass:");
  line();
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
async function showAlerts(compliance) {
  heading(7, "Read the alerts");
  say("Each breach left its alert, stored before the answer was given. The decision stands in it:");
  line();
  // Evaluated again, by a retry for instance: the alert is there already, and stays one.
  await evaluate(compliance, { transaction_id: "T-DE-3", amount: "1070.50", currency: "USD", country: "DE" });
  const { items, pagination } = unwrap(await compliance.alerts.list());
  table(
    [{ title: "alert_id" }, { title: "converted", align: "right" }, { title: "threshold", align: "right" }],
    items.map(({ alert_id, decision: { converted, threshold, currency } }) => [
      alert_id,
      `${converted} ${currency}`,
      `${threshold} ${currency}`,
    ]),
  );
  line();
  say(`${pagination.total} alerts. T-DE-3 was evaluated twice and has one.`);
}

const withdrawal = {
  originator_account_reference_id: "A-1001",
  beneficiary_account_reference_id: "A-1001",
  originator_vasp_id: "ESMA-5493007WZ7IFULIL8G21",
  beneficiary_vasp_id: "ESMA-5493007WZ7IFULIL8G21",
  chain: "bitcoin",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  beneficiary_address_is_self_hosted: true,
};

/** @param {Compliance} compliance */
async function checkTransfers(compliance) {
  heading(8, "Check a transfer");
  const { kind, initiator_vasp_id, originator_vasp, originator_account } = unwrap(
    await compliance.transfers.check(withdrawal),
  );
  fieldTable({
    kind,
    initiator: `${originator_vasp.name_legal}, ${initiator_vasp_id}`,
    originator: `${originator_account.account_type}, ${originator_account.account_category}, from the directory`,
  });

  line();
  say("A withdrawal to one's own wallet is recorded as sent to itself, so not to another provider:");
  line();
  await showIssues(compliance, { ...withdrawal, beneficiary_vasp_id: "ESMA-984500678DAPX7H3BC86" });

  line();
  say("And only one side can be self-hosted:");
  line();
  await showIssues(compliance, { ...withdrawal, originator_address_is_self_hosted: true });
}

/** @param {Compliance} compliance @param {object} transfer */
async function showIssues(compliance, transfer) {
  const result = await compliance.transfers.check(transfer);
  if (result.ok) throw new Error("This transfer should have been rejected.");
  issueTable(result.issues);
}

/** @param {string} path */
async function reopen(path) {
  heading(9, "Close, open again, and find everything");
  const compliance = openDirectory(path);
  const vasps = unwrap(await compliance.vasps.list({ size: 1 })).pagination.total;
  const alerts = unwrap(await compliance.alerts.list({ size: 1 })).pagination.total;
  const account = await compliance.accounts.retrieve("A-1001");
  const { mode } = await stat(path);
  await compliance.close();
  fieldTable({
    file: `one JSON file, mode ${(mode & 0o777).toString(8)}`,
    providers: String(vasps),
    alerts: String(alerts),
    "A-1001": `created ${account?.created}`,
  });
}

function sayWhatNext() {
  line();
  line(bold("What to read next"));
  line();
  fieldTable({
    "README.md": "the operations, and what this library does not do",
    "docs/accounts.md": "what makes an account complete",
    "docs/thresholds.md": "how a decision is made, and why it is exact",
    "docs/storage.md": "what is on disk when a call has been acknowledged",
    "docs/errors.md": "every code, and what to do about it",
    "examples/": "one short program for each page",
  });
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
