/** A case: everything that is stored about one transfer, and the lines of its export. */
import type { Account } from "../accounts/account.js";
import type { AddressHistory } from "../addresses/address.js";
import type { AlertRecord } from "../alerts/alert.js";
import type { Chain } from "../chains/chain.js";
import type { PartySide } from "../jurisdictions/requirements.js";
import type { Proof } from "../ownership/proof.js";
import type { TransferRecord } from "../transfers/record.js";
import type { Vasp } from "../vasps/vasp.js";
import { VERSION } from "../version.js";
import { type ErasedValues, erasedValues, withoutErased } from "./erased.js";
import { digestsOf } from "./keys.js";
import type { ShownRecord } from "./prover.js";

/** An address of a transfer, and what is stored about it. */
export interface CaseAddress {
  readonly side: PartySide;
  /** Null if the transfer names none. Nothing is stored about the address then. */
  readonly chain: Chain | null;
  readonly address: string;
  /** Links and uses are those of the case, because others are about other customers. Null if the address is not stored. */
  readonly stored: Omit<AddressHistory, "account_ref_id"> | null;
}

/** A record of the trail about a transfer. */
export interface CaseRecord {
  /** The exact line: JSON of hash and record. */
  readonly line: string;
  /** The decrypted note. */
  readonly note?: string;
  /** For `verifyInclusion`; null if a record that comes before it in its chain was removed or changed. */
  readonly inclusion: ShownRecord["inclusion"] | null;
  /** The head whose root the inclusion is about. Compare it with a published one. */
  readonly head: ShownRecord["head"] | null;
}

/** What the storage has about a transfer. */
export interface CaseContents {
  readonly transfer: TransferRecord;
  readonly accounts: readonly Account[];
  readonly vasps: readonly Vasp[];
  readonly addresses: readonly CaseAddress[];
  readonly alerts: readonly AlertRecord[];
  readonly proofs: readonly Proof[];
  /** Oldest first. */
  readonly records: readonly CaseRecord[];
}

/** The first line of a case. */
export interface CaseHead {
  readonly transfer_id: string;
  /** ISO 8601 with offset, milliseconds, UTC. */
  readonly exported_at: string;
  /** Version of vaspkit. */
  readonly library: string;
  /** Whether an account of the transfer was erased. Its values are digests then, under a random key that is not kept. */
  readonly erased: boolean;
  /** How many decisions the transfer has. */
  readonly versions: number;
  /** How many lines of each kind follow. */
  readonly accounts: number;
  readonly vasps: number;
  readonly addresses: number;
  readonly alerts: number;
  readonly proofs: number;
  readonly records: number;
}

/** A case to export. */
export interface CaseFile extends CaseContents {
  readonly head: CaseHead;
}

/** A line of a case, after `JSON.parse`. */
export type CaseLine =
  | ({ readonly kind: "case" } & CaseHead)
  | { readonly kind: "transfer"; readonly transfer: TransferRecord }
  | { readonly kind: "account"; readonly account: Account }
  | { readonly kind: "vasp"; readonly vasp: Vasp }
  | ({ readonly kind: "address" } & CaseAddress)
  | { readonly kind: "alert"; readonly alert: AlertRecord }
  | { readonly kind: "proof"; readonly proof: Proof }
  | ({ readonly kind: "audit" } & CaseRecord);

/** What `audit.exportCase` returns. It contains personal data, unlike the trail. */
export interface AuditCase {
  /** One JSON object a line, without line breaks, each with a property `kind`: {@link CaseLine}. */
  readonly lines: readonly string[];
  /** One page without scripts and without other files. */
  readonly html: string;
}

/** Returns the case, without the values of erased accounts. */
export function caseFileOf(contents: CaseContents, exported_at: string): CaseFile {
  const erased = erasedValues(contents.transfer);
  const head = headOf(contents, exported_at, erased !== undefined);
  if (erased === undefined) return { ...contents, head };
  const addresses = contents.addresses.map((each) => withoutBalance(each, erased));
  return withoutErased({ ...contents, addresses, head }, erased, digestsOf([], []).of);
}

function headOf(contents: CaseContents, exported_at: string, erased: boolean): CaseHead {
  const { transfer, accounts, vasps, addresses, alerts, proofs, records } = contents;
  const { transfer_id, versions } = transfer;
  return {
    ...{ transfer_id, exported_at, library: VERSION, erased, versions: versions.length },
    ...{ accounts: accounts.length, vasps: vasps.length, addresses: addresses.length },
    ...{ alerts: alerts.length, proofs: proofs.length, records: records.length },
  };
}

/** An exact balance can be found on a public chain. */
function withoutBalance(each: CaseAddress, { addresses }: ErasedValues): CaseAddress {
  if (each.stored === null || !addresses.has(each.address)) return each;
  return { ...each, stored: { ...each.stored, balance: null } };
}

/** Returns the lines of a case. */
export function caseLines({ head, ...file }: CaseFile): readonly string[] {
  const lines: readonly CaseLine[] = [
    { kind: "case", ...head },
    { kind: "transfer", transfer: file.transfer },
    ...file.accounts.map((account) => ({ kind: "account", account }) as const),
    ...file.vasps.map((vasp) => ({ kind: "vasp", vasp }) as const),
    ...file.addresses.map((each) => ({ kind: "address", ...each }) as const),
    ...file.alerts.map((alert) => ({ kind: "alert", alert }) as const),
    ...file.proofs.map((proof) => ({ kind: "proof", proof }) as const),
    ...file.records.map((record) => ({ kind: "audit", ...record }) as const),
  ];
  return lines.map((line) => JSON.stringify(line));
}
