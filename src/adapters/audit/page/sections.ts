/** The tables of a case: reasons, screenings, evaluations, requirements, reviews and others. */
import type { RecordedRiskEntry } from "../../../domain/addresses/address.js";
import type { CaseFile } from "../../../domain/audit/case.js";
import { recordOfLine } from "../../../domain/audit/record.js";
import type { AppliedTier } from "../../../domain/jurisdictions/requirements.js";
import { own } from "../../../domain/own.js";
import type { ConversionRate, RuleDecision, RuleResult } from "../../../domain/thresholds/types.js";
import type { TransferVersion } from "../../../domain/transfers/record.js";
import { type Column, type Content, type Html, html, isolated, tableSection } from "./html.js";
import { labelOf } from "./parties.js";
import { actorText, badge, clockText, headed, mono, timeOf, words, yesOrNo } from "./words.js";

type Of<T> = T & { readonly version: number };

/** Returns what each version has, with the number of the version. */
function ofVersions<T extends object>({ transfer }: CaseFile, rowsOf: (version: TransferVersion) => readonly T[]) {
  return transfer.versions.flatMap((each) => rowsOf(each).map((row): Of<T> => ({ ...row, version: each.version })));
}

const VERSION: Column<{ readonly version: number }> = { head: "Version", width: 9, cell: ({ version }) => version };

/** All decisions. */
export function decisionSection({ transfer }: CaseFile): Html {
  return tableSection("Decisions", "", transfer.versions, [
    VERSION,
    { head: "Decided", width: 17, cell: ({ decided_at }) => timeOf(decided_at) },
    { head: "Decision", width: 18, cell: ({ decision }) => badge(decision) },
    { head: "After the review", width: 14, cell: ({ review }) => review && badge(review.decision) },
    { head: "Amount", width: 18, cell: amountOf },
    { head: "By", width: 24, cell: ({ actor }) => actorText(actor) },
  ]);
}

function amountOf({ transfer, value }: TransferVersion): Content {
  const given = `${transfer.amount} ${own(transfer, "asset") ?? own(transfer, "currency")}`;
  const price = value && own(value, "price");
  if (!value || !price) return given;
  const source = `${price.price} ${price.currency}, ${price.source}, ${clockText(price.time)}`;
  return [
    isolated(given),
    isolated(`${value.amount} ${value.currency}`),
    html`<span class="small">${isolated(source)}</span>`,
  ];
}

/** The reasons of all decisions, and what was missing. */
export function reasonSections(file: CaseFile): Html {
  const reasons = tableSection(
    "Reasons",
    "No decision has a reason against it.",
    ofVersions(file, (each) => each.reasons),
    [
      VERSION,
      { head: "Leads to", width: 15, cell: ({ decision }) => badge(decision) },
      { head: "Reason", width: 16, cell: ({ code, side }) => [headed(code), ...(side === undefined ? [] : [side])] },
      { head: "What was found, and what to do", width: 40, cell: ({ message, what_to_do }) => [message, what_to_do] },
      { head: "Source", width: 20, cell: ({ source, clause, failure }) => texts([source, clause, failure]) },
    ],
  );
  const missing = tableSection(
    "Missing",
    "Nothing was missing.",
    ofVersions(file, (each) => each.missing),
    [
      VERSION,
      { head: "Side", width: 14, cell: ({ side }) => side },
      {
        head: "What is missing",
        width: 39,
        cell: ({ field, duty, one_of = [] }) =>
          [field ?? duty ?? []]
            .flat()
            .map(words)
            .concat(one_of.map((group) => `one of: ${group.map(words).join(" and ")}`)),
      },
      { head: "Required by", width: 38, cell: ({ sources }) => sources.map(sourceText) },
    ],
  );
  return html`${reasons}${missing}`;
}

function texts(given: readonly (string | undefined)[]): Content {
  return given.filter((each) => each !== undefined);
}

function sourceText({
  jurisdiction,
  tier,
  citation,
}: {
  jurisdiction: string;
  tier: string;
  citation: string;
}): string {
  return `${jurisdiction}, ${tier}: ${citation}`;
}

/** Screenings of all decisions. */
export function screeningSection(file: CaseFile): Html {
  const rows = ofVersions(file, ({ screenings }) =>
    screenings.flatMap(({ side, entries, failures }) => [
      ...entries.map((entry) => ({ side, name: entry.provider_name, entry, failure: undefined })),
      ...failures.map(({ provider_name, code }) => ({ side, name: provider_name, entry: undefined, failure: code })),
    ]),
  );
  return tableSection("Screenings", "No provider returned an entry.", rows, [
    VERSION,
    { head: "Address of", width: 14, cell: ({ side }) => side },
    { head: "Provider", width: 14, cell: ({ name }) => name },
    { head: "Risk ratio", width: 9, cell: ({ entry }) => entry?.risk_ratio },
    {
      head: "Found",
      width: 35,
      cell: ({ entry, failure }) =>
        failure === undefined
          ? texts([...(entry?.risk_descriptors ?? []), entry && businessOf(entry)])
          : `Failed: ${failure}`,
    },
    { head: "Recorded", width: 19, cell: ({ entry }) => entry && timeOf(entry.created) },
  ]);
}

function businessOf({ vasp_name_legal, vasp_name_business, vasp_category }: RecordedRiskEntry): string | undefined {
  const parts = [vasp_name_legal, vasp_name_business, vasp_category].filter((part) => part !== "");
  return parts.length === 0 ? undefined : `VASP: ${parts.join(", ")}`;
}

const EVALUATION: readonly Column<{ readonly decision: RuleDecision }>[] = [
  { head: "Country", width: 10, cell: ({ decision: { country } }) => country },
  {
    head: "Amount",
    width: 16,
    cell: ({ decision: { amount, amount_currency, price } }) => [
      `${amount} ${amount_currency}`,
      ...(price === undefined
        ? []
        : [`${price.price} ${price.currency} each, ${price.source}, ${clockText(price.time)}`]),
    ],
  },
  {
    head: "Against the threshold",
    width: 18,
    cell: ({ decision: { converted, currency, comparison, threshold, linked } }) => [
      `${linked?.converted ?? converted} ${currency}`,
      `${comparison}: ${threshold} ${currency}`,
      ...(linked === undefined ? [] : [`sum of ${linked.transactions} transactions`]),
    ],
  },
  { head: "Rate", width: 16, cell: ({ decision: { rate } }) => rateOf(rate) },
];

function rateOf(rate: ConversionRate | null): Content {
  if (rate === null) return "not needed";
  return [`${rate.from} to ${rate.to} for 1 ${rate.base}`, `${rate.source}, ${rate.date}`];
}

/** Evaluations of thresholds in all decisions. */
export function evaluationSection(file: CaseFile): Html {
  const rows = ofVersions(file, (each): readonly RuleResult[] => each.evaluations);
  return tableSection("Evaluations of thresholds", "No threshold was evaluated.", rows, [
    VERSION,
    { head: "Status", width: 11, cell: ({ status }) => badge(status) },
    ...EVALUATION,
    { head: "Citation", width: 20, cell: ({ decision }) => texts([own(decision, "citation"), own(decision, "note")]) },
  ]);
}

/** What the packs require: their tiers, duties with evidence, and answers of counsel. */
export function requirementSections(file: CaseFile): Html {
  const tiers = ofVersions(file, ({ requirements }): readonly AppliedTier[] => requirements?.tiers ?? []);
  const applied = tableSection("Requirements of the packs", "No tier of a pack applied.", tiers, [
    VERSION,
    { head: "Side", width: 13, cell: ({ side }) => side },
    { head: "Tier", width: 23, cell: ({ jurisdiction, tier }) => [`${jurisdiction}: ${tier.name}`, tier.instrument] },
    {
      head: "Threshold",
      width: 15,
      cell: ({ tier, converted }) => [
        `${tier.operator} ${tier.threshold ?? "unknown"} ${tier.currency}`,
        ...(converted === null ? [] : [`amount: ${converted} ${tier.currency}`]),
      ],
    },
    { head: "Reached", width: 10, cell: ({ reached }) => yesOrNo(reached) ?? "undecided" },
    { head: "Citation", width: 16, cell: ({ tier }) => tier.citation },
    { head: "Read on", width: 14, cell: ({ reviewed }) => reviewed },
  ]);
  const open = ofVersions(file, ({ requirements }) => requirements?.undecided ?? []);
  const undecided = tableSection("Left open by the packs", "The packs left nothing open.", open, [
    VERSION,
    { head: "Pack", width: 9, cell: ({ jurisdiction }) => jurisdiction },
    { head: "Reason", width: 22, cell: ({ reason }) => headed(reason) },
    { head: "What is missing", width: 60, cell: ({ message }) => message },
  ]);
  return html`${applied}${undecided}${dutySections(file)}`;
}

function dutySections(file: CaseFile): Html {
  const duties = ofVersions(file, ({ requirements, evidence, proofs }) =>
    (requirements?.duties ?? []).map((each) => {
      const stated = evidence.filter(({ duty, side }) => duty === each.duty && side === each.side);
      const proved = each.duty === "ownership_check" ? proofs : [];
      const notes = stated.map(({ note, at }) => `${clockText(at)}: ${note}`);
      return {
        ...each,
        notes: [...notes, ...proved.map(({ proved_at }) => `${clockText(proved_at)}: proof of ownership`)],
      };
    }),
  );
  const required = tableSection("Duties", "The packs require no duty besides the fields.", duties, [
    VERSION,
    { head: "Duty", width: 18, cell: ({ duty }) => headed(duty) },
    { head: "Side", width: 14, cell: ({ side }) => side },
    { head: "Required by", width: 27, cell: ({ source }) => sourceText(source) },
    { head: "Evidence", width: 32, cell: ({ notes }) => notes },
  ]);
  const answers = tableSection(
    "Answers of counsel",
    "No answer of counsel counted.",
    ofVersions(file, (each) => each.answers),
    [
      VERSION,
      { head: "Pack", width: 9, cell: ({ jurisdiction }) => jurisdiction },
      { head: "Duties", width: 22, cell: ({ duties: given }) => (given.length === 0 ? "none" : given.map(words)) },
      { head: "By", width: 18, cell: ({ by }) => by },
      { head: "Answer", width: 24, cell: ({ note }) => note },
      { head: "Days", width: 18, cell: ({ from, until }) => `${from} to ${until ?? "now"}` },
    ],
  );
  return html`${required}${answers}`;
}

/** Proofs that an account controls an address. */
export function proofSection({ transfer, proofs }: CaseFile): Html {
  const all = [...transfer.versions.flatMap((version) => version.proofs), ...proofs];
  const different = [...new Map(all.map((proof) => [proof.challenge_id, proof])).values()];
  return tableSection("Proofs of ownership", "No proof is stored.", different, [
    { head: "Proved", width: 17, cell: ({ proved_at }) => timeOf(proved_at) },
    { head: "Account", width: 16, cell: ({ account_ref_id }) => account_ref_id },
    { head: "Address", width: 33, cell: ({ chain, address }) => [isolated(chain), mono(address)] },
    { head: "Method", width: 14, cell: ({ method, format }) => texts([words(method), format]) },
    { head: "Accepted by", width: 20, cell: ({ actor }) => actorText(actor) },
  ]);
}

/** Reviews and confirmations of the transfer. */
export function outcomeSections(file: CaseFile): Html {
  const { transfer } = file;
  const reviews = ofVersions(file, ({ review }) => (review === null ? [] : [review]));
  const reviewed = tableSection("Reviews", "No officer reviewed the transfer.", reviews, [
    VERSION,
    { head: "Reviewed", width: 16, cell: ({ reviewed_at }) => timeOf(reviewed_at) },
    { head: "Decision", width: 14, cell: ({ decision }) => badge(decision) },
    { head: "Note", width: 23, cell: ({ note }) => note },
    { head: "Overridden", width: 18, cell: ({ overridden }) => overridden.map(({ code }) => words(code)) },
    { head: "By", width: 20, cell: ({ actor }) => actorText(actor) },
  ]);
  const confirmed = tableSection("Confirmations", "Nothing was confirmed.", transfer.confirmations, [
    VERSION,
    { head: "Outcome", width: 15, cell: outcomeOf },
    { head: "Happened", width: 15, cell: ({ executed_at }) => timeOf(executed_at) },
    { head: "Recorded", width: 15, cell: ({ confirmed_at }) => timeOf(confirmed_at) },
    {
      head: "Transaction, note",
      width: 27,
      cell: ({ transaction_hash: hash, note }) => [hash ? mono(hash) : [], note ?? []].flat(),
    },
    { head: "By", width: 19, cell: ({ actor }) => actorText(actor) },
  ]);
  return html`${reviewed}${confirmed}`;
}

function outcomeOf({ outcome, executed_without_permission }: CaseFile["transfer"]["confirmations"][number]): Content {
  return executed_without_permission ? [badge(outcome), "without permission"] : badge(outcome);
}

/** Alerts with their reviews. */
export function alertSection({ alerts }: CaseFile): Html {
  return tableSection("Alerts", "No alert was raised.", alerts, [
    { head: "Raised", width: 15, cell: ({ raised_at }) => timeOf(raised_at) },
    { head: "Rule", width: 13, cell: ({ rule_code }) => headed(rule_code.toLowerCase()) },
    ...EVALUATION.slice(0, 3),
    { head: "Delivered", width: 11, cell: ({ delivered }) => yesOrNo(delivered) },
    {
      head: "Reviews",
      width: 17,
      cell: ({ reviews }) =>
        reviews.map(({ outcome, by, note = "", reviewed_at }) => {
          return html`${badge(outcome)} ${isolated(by)}<br>${timeOf(reviewed_at)}<br>${isolated(note)}`;
        }),
    },
  ]);
}

/** What is stored about both addresses. */
export function addressSection({ addresses }: CaseFile): Html {
  return tableSection("Addresses", "", addresses, [
    { head: "Side", width: 13, cell: ({ side }) => side },
    { head: "Address", width: 34, cell: ({ chain, address }) => [isolated(chain ?? "no chain"), mono(address)] },
    { head: "Label", width: 15, cell: ({ stored }) => (stored === null ? "not stored" : labelOf(stored)) },
    { head: "Screenings", width: 13, cell: ({ stored }) => stored?.screenings.length },
    {
      head: "Links to accounts of the case",
      width: 25,
      cell: ({ stored }) =>
        stored?.links.map(
          ({ account_ref_id, tag, unlinked }) =>
            `${account_ref_id}${tag === null ? "" : `, tag ${tag}`}${unlinked === null ? "" : `, until ${clockText(unlinked)}`}`,
        ),
    },
  ]);
}

/** Records of the trail, and the heads of their chains. */
export function auditSections({ records }: CaseFile): Html {
  const rows = records.map((each) => ({ ...each, found: recordOfLine(each.line) }));
  const listed = tableSection("Records of the audit trail", "No record is about the transfer.", rows, [
    { head: "Time", width: 14, cell: ({ found }) => found && timeOf(found.record.at) },
    { head: "Event", width: 17, cell: ({ found, note }) => texts([found?.record.event, note]) },
    { head: "By", width: 15, cell: ({ found }) => found && `${found.record.actor.role} (${found.record.actor.kind})` },
    {
      head: "Chain and hash",
      width: 37,
      cell: ({ found }) => found && [mono(`${found.record.chain} ${found.record.seq}`), mono(found.hash)],
    },
    {
      head: "In the chain",
      width: 17,
      cell: ({ inclusion }) =>
        inclusion === null ? "not shown" : `yes: record ${inclusion.index + 1} of ${inclusion.size}`,
    },
  ]);
  const heads = [...new Map(records.map(({ head }) => [head?.hash, head])).values()].filter((head) => head !== null);
  const compared = tableSection("Heads of the chains", "No record was shown to be in a chain.", heads, [
    { head: "Newest record", width: 18, cell: ({ at, seq }) => [timeOf(at), `record ${seq + 1}`] },
    { head: "Chain, hash and root", width: 82, cell: ({ chain, hash, root }) => [mono(chain), mono(hash), mono(root)] },
  ]);
  return html`${listed}${compared}`;
}
