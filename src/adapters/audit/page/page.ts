/** The page of a case: one file without scripts, for officers and auditors, on screens and on paper. */
import type { CaseFile } from "../../../domain/audit/case.js";
import { own } from "../../../domain/own.js";
import { newestOf } from "../../../domain/transfers/record.js";
import { type Content, type Html, html, isolated, shown } from "./html.js";
import { partySection } from "./parties.js";
import {
  addressSection,
  alertSection,
  auditSections,
  decisionSection,
  evaluationSection,
  outcomeSections,
  proofSection,
  reasonSections,
  requirementSections,
  screeningSection,
} from "./sections.js";
import { STYLE } from "./style.js";
import { eventsOf, timeline } from "./timeline.js";
import { badge, headed, mono, timeOf } from "./words.js";

/** Loads nothing, and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Returns the page. */
export function casePage(file: CaseFile): string {
  const { transfer } = file;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Transfer ${transfer.transfer_id}</title>
<style>${STYLE}</style></head>
<body><main>
${heading(file)}
<section><h2>Time line</h2>${timeline(eventsOf(file))}</section>
${partySection(file)}${decisionSection(file)}${reasonSections(file)}${screeningSection(file)}
${evaluationSection(file)}${requirementSections(file)}${proofSection(file)}${outcomeSections(file)}
${alertSection(file)}${addressSection(file)}${auditSections(file)}
<p class="small">Verify a record with its line and its inclusion in the exported lines: verifyInclusion of vaspkit/audit.
Compare the head with a published one.</p>
</main></body></html>
`;
  return page.toString();
}

function heading({ head, transfer }: CaseFile): Html {
  const { transfer_id, decision, state, decided_at, executed_without_permission } = transfer;
  const version = newestOf(transfer);
  const facts: readonly (readonly [string, Content])[] = [
    ["Direction", headed(transfer.direction)],
    ["Kind", headed(transfer.kind)],
    ["Amount", `${version.transfer.amount} ${own(version.transfer, "asset") ?? own(version.transfer, "currency")}`],
    ["Value", version.value && `${version.value.amount} ${version.value.currency}`],
    ["First decided", timeOf(decided_at)],
    ["Versions", transfer.versions.length],
    ["Exported", timeOf(head.exported_at)],
    ["Library", `vaspkit ${head.library}`],
  ];
  return html`<h1>Transfer ${isolated(transfer_id)}</h1>
<p class="verdict"><span>Decision: ${badge(decision)}</span><span>State: ${badge(state)}</span></p>
${executed_without_permission ? html`<p class="notice bad">It was executed although nothing permitted it.</p>` : undefined}
${head.erased ? erasedNotice() : undefined}
<dl>${facts.map(([name, content]) => html`<div><dt>${name}</dt><dd>${shown(content)}</dd></div>`)}</dl>`;
}

function erasedNotice(): Html {
  const example = mono("0123456789abcdef0123456789abcdef");
  return html`<p class="notice">An account of this transfer was erased. Digests of 32 hex digits are in place of its values,
such as ${example}. Equal values have equal digests. The key of the digests was not kept.</p>`;
}
