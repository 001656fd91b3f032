// @ts-check
/** Prints the results of the quickstart. */
import { bold, faint, fieldTable, green, issueTable, line, plain, progressBar, red, say, table } from "./print.mjs";

/** @typedef {import("vaspkit").Vasp} Vasp */

/** Returns a progress bar for `vasps.load`. @param {number} total @returns {(progress: import("vaspkit").LoadProgress) => void} */
export function loadProgress(total) {
  const show = progressBar(total);
  return ({ read, rejected }) => show(read, ` read, ${rejected} rejected`);
}

/**
 * @param {import("vaspkit").LoadReport["rejections"]} rejections
 * @param {readonly { readonly name_legal: string; readonly national_id: string }[]} records as they were loaded
 */
export function showRejected(rejections, records) {
  for (const { index, issues } of rejections) {
    const { name_legal, national_id } = records[index] ?? { name_legal: "", national_id: "" };
    line();
    line(`  ${bold(name_legal)}, registered with the LEI ${JSON.stringify(national_id)}`);
    issueTable(issues);
  }
}

/** Prints the best match of each search. @param {Readonly<Record<string, Vasp | undefined>>} found by search term */
export function showFound(found) {
  const rows = Object.entries(found).map(([search_term, best]) => [
    search_term,
    best?.name_legal ?? "(none: Zap (Strike) was rejected in step 1)",
  ]);
  table([{ title: "search_term" }, { title: "found" }], rows);
}

/** @param {Vasp | undefined} provider */
export function showProvider(provider) {
  fieldTable(Object.fromEntries(Object.entries(provider ?? {}).map(([name, value]) => [name, String(value)])));
}

/** @param {readonly (readonly [account: import("vaspkit").Account, identifiedBy: string])[]} accounts */
export function showStored(accounts) {
  table(
    [{ title: "stored" }, { title: "type" }, { title: "category" }, { title: "identified by" }],
    accounts.map(([{ reference_id, account_type, account_category }, by]) => [
      reference_id,
      account_type,
      account_category,
      by,
    ]),
  );
}

/**
 * @typedef {object} Decided
 * @property {import("vaspkit").ThresholdDecision} decision
 * @property {string} status the result of `rules.evaluate`
 */

/** @param {readonly Decided[]} decided */
export function showDecisions(decided) {
  table(
    [
      { title: "amount", align: "right" },
      { title: "" },
      { title: "converted", align: "right" },
      { title: "" },
      { title: "threshold" },
      { title: "status", paint: (status) => (status === "breach" ? red : status === "pass" ? green : plain) },
    ],
    decided.map(({ decision: { amount, amount_currency, converted, currency, comparison }, status }) => [
      String(amount),
      amount_currency,
      converted,
      currency,
      comparison,
      status,
    ]),
  );
}

/** @param {readonly import("vaspkit").Alert[]} alerts */
export function showAlertTable(alerts) {
  table(
    [
      { title: "transaction_id" },
      { title: "country" },
      { title: "amount paid", align: "right" },
      { title: "converted", align: "right" },
      { title: "threshold", align: "right" },
    ],
    alerts.map(({ transaction_id, country, decision }) => [
      transaction_id,
      country,
      `${decision.amount} ${decision.amount_currency}`,
      `${decision.converted} ${decision.currency}`,
      `${decision.threshold} ${decision.currency}`,
    ]),
  );
}

/** Prints searches: the term, the filter, the names found. @param {string[][]} rows */
export function showSearches(rows) {
  table([{ title: "search_term" }, { title: "only" }, { title: "found" }], rows);
}

/** Prints addresses with their screening. @param {readonly import("vaspkit").WalletAddress<string>[]} screened */
export function showScreened(screened) {
  for (const [index, { chain, address, is_self_hosted, risk_data }] of screened.entries()) {
    if (index > 0) line();
    const [entry] = risk_data ?? [];
    fieldTable({
      [chain]: address,
      "self-hosted": is_self_hosted ? "yes" : "no",
      risk_ratio: String(entry?.risk_ratio),
      risk_descriptors: entry?.risk_descriptors.join(", ") ?? "",
    });
  }
}

/** Prints until when a decision permits, or each reason. @param {import("vaspkit").TransferDecision} decided */
export function showDecision({ decision, valid_until, reasons }) {
  line(`  ${bold(decision)}${valid_until === null ? "" : `, valid until ${valid_until.slice(11, 16)} UTC`}`);
  if (decision === "execute") return;
  issueTable(
    reasons.map(({ code, path, side, clause, message, what_to_do }) => {
      return { code, path: path ?? side ?? "", clause: clause ?? "", message: `${message} ${what_to_do}` };
    }),
  );
}

/**
 * Prints the issues of an invalid input.
 *
 * @param {import("vaspkit").Result<unknown, string>} result
 */
export function showIssues(result) {
  if (result.ok) throw new Error("This input should have been rejected.");
  issueTable(result.issues);
}

/**
 * Prints what jurisdictions require of transfers: one row for each tier of a law.
 *
 * @param {readonly { to: string, amount: string, requirements: import("vaspkit/jurisdictions").Requirements }[]} checked
 */
export function showRequirements(checked) {
  const rows = checked.flatMap(({ to, amount, requirements: { tiers, duties } }) =>
    tiers.map(({ jurisdiction, tier, reached }, index) => {
      const first = index === 0 ? [to, `${amount} EUR`] : ["", ""];
      const duty = duties.find(({ source }) => source.tier === tier.name)?.duty.replace("_", " ") ?? "";
      const fields = reached || tier.effect !== "duty_begins" ? "all fields" : "nothing";
      const from = `${tier.operator} ${tier.threshold} ${tier.currency}`;
      return [...first, jurisdiction, from, [fields, duty].filter(Boolean).join(", ")];
    }),
  );
  table(
    [{ title: "to" }, { title: "amount", align: "right" }, { title: "law" }, { title: "from" }, { title: "requires" }],
    rows,
  );
}

/** Prints each value of the originator of an IVMS101 document. @param {string} edition @param {any} document */
export function showOriginator(edition, document) {
  line(`  ${bold(`edition of ${edition}`)}`);
  for (const [path, value] of leavesOf(document.originator)) {
    line(`    ${faint(path.replace(/^.*naturalPerson\/(?:name\/)?/, ""))}  ${value}`);
  }
}

/** Lists the values below an object by their path. @param {any} value @returns {[path: string, value: string][]} */
function leavesOf(value, path = "") {
  if (typeof value !== "object") return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, path === "" ? name : `${path}/${name}`));
}

/** Prints where to continue. */
export function showWhatNext() {
  line();
  line(bold("What to read next"));
  line();
  fieldTable({
    "README.md": "install, quickstart in TypeScript, entry points",
    "docs/start.md": "which parts to use first; thresholds or packs",
    "docs/withdrawal.md": "a complete withdrawal: decide, review, confirm, erase",
    "docs/production.md": "database, alerts, keys, monitoring",
    "docs/errors.md": "every code of an error or an issue",
    "docs/glossary.md": "the words of this tour",
    "examples/": "short programs, each explained in one page of docs/",
  });
}

/** Prints a paragraph with empty lines around it. @param {string} text @param {import("./print.mjs").Paint} [paint] */
export function remark(text, paint = plain) {
  line();
  say(text, paint);
  line();
}
