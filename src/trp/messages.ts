/** The messages of a transfer: from a stored transfer to the body of an inquiry, and from an inquiry to a transfer. */
import type { PartyDraft } from "../domain/accounts/account.js";
import { nameForms } from "../domain/accounts/name-forms.js";
import { dataDigest } from "../domain/audit/canonical.js";
import type { Issue } from "../domain/issue.js";
import { own } from "../domain/own.js";
import type { Result } from "../domain/result.js";
import { newestOf, type TransferRecord } from "../domain/transfers/record.js";
import type { Transfer } from "../domain/transfers/transfer.js";
import { fromIvms101, type Ivms101Parties, type ReadIvms101 } from "../ivms101/from-ivms101.js";
import type { JsonObject } from "../ivms101/message.js";
import { toIvms101 } from "../ivms101/to-ivms101.js";
import type { TravelIssueCode } from "../ivms101/travel-issue.js";
import { parseTrpInquiry, type TrpAsset, type TrpInquiry, type TrpInquiryBody, toTrpInquiry } from "../ivms101/trp.js";
import type { CheckedPeer, TrpAssetEntry, TrpSettings } from "./options.js";

/** The extension of a corrected inquiry. It names the first inquiry of the exchange. */
const CORRECTION = "vaspkit-correction";

/** Returns the entry of the asset of a transfer. */
function assetOf(assets: readonly TrpAssetEntry[], code: string | undefined): TrpAssetEntry | undefined {
  return assets.find(({ asset }) => asset === code);
}

/** Returns the entry of the asset of an inquiry: by its DTI, or by its coin type or symbol, which must not contradict the DTI. */
function assetIn(assets: readonly TrpAssetEntry[], given: TrpAsset): TrpAssetEntry | undefined {
  const [dti, slip0044] = [own(given, "dti"), own(given, "slip0044")];
  const hasType = (entry: TrpAssetEntry): boolean =>
    typeof slip0044 === "string" ? entry.asset === slip0044.toUpperCase() : own(entry, "slip0044") === slip0044;
  if (dti === undefined) return slip0044 === undefined ? undefined : assets.find(hasType);
  const entry = assets.find((each) => own(each, "dti") === dti);
  const isContradicted = entry !== undefined && slip0044 !== undefined && !hasType(entry);
  // The coin type of a token is that of its chain.
  return isContradicted && (typeof slip0044 === "string" || own(entry, "slip0044") !== undefined) ? undefined : entry;
}

/** What an inquiry is made of. */
export interface InquirySource {
  readonly record: TransferRecord;
  readonly peer: CheckedPeer;
  readonly callback: string;
  /** The identifier of the first inquiry, which this one corrects. */
  readonly corrects?: string | undefined;
}

/** Returns the body of the inquiry about a transfer, or every issue. Pointers of IVMS101 are those of the transfer. */
export async function inquiryOf(
  { compliance, assets }: TrpSettings,
  { record, peer, callback, corrects }: InquirySource,
): Promise<Result<TrpInquiryBody, TravelIssueCode>> {
  const { transfer: draft, originator_account, beneficiary_account } = newestOf(record);
  const [originator_vasp, beneficiary_vasp] = await Promise.all([
    compliance.vasps.retrieve(draft.originator_vasp_id),
    compliance.vasps.retrieve(draft.beneficiary_vasp_id),
  ]);
  const parties = { originator_account, beneficiary_account, originator_vasp, beneficiary_vasp };
  // The cast: the writer reads these parts of a transfer.
  const transfer = { ...draft, ...parties } as unknown as Transfer<string>;
  const written = toIvms101(transfer, { edition: "2020", profile: "trp" });
  if (!written.ok) return written;
  const entry = assetOf(assets, own(draft, "asset"));
  if (entry === undefined) {
    const message = "The asset of the transfer is not known here. Add it to the option assets of createTrp.";
    return { ok: false, issues: [{ code: "trp_asset", path: "/asset", clause: "TRP Inquiry", message }] };
  }
  const wrong = amountIssue(draft.amount, entry);
  if (wrong !== undefined) return { ok: false, issues: [wrong] };
  const [dti, slip0044] = [own(entry, "dti"), own(entry, "slip0044")];
  const inquiry: TrpInquiry = {
    asset: { ...(dti === undefined ? {} : { dti }), ...(dti === undefined && { slip0044: slip0044 ?? entry.asset }) },
    amount: draft.amount,
    callback,
    // The cast: a written document is plain JSON.
    IVMS101: written.value.document as unknown as JsonObject,
    ...(corrects !== undefined && { extensions: { [CORRECTION]: { corrects } } }),
  };
  return toTrpInquiry(inquiry, { profile: peer.profile, decimals: entry.decimals });
}

/** Returns the issue of an amount that cannot be sent: zero, or a part of the smallest unit. */
function amountIssue(amount: string, entry: TrpAssetEntry | undefined): Issue<TravelIssueCode> | undefined {
  const decimals = entry?.decimals ?? Number.POSITIVE_INFINITY;
  const isSendable = /[1-9]/.test(amount) && (amount.split(".")[1] ?? "").length <= decimals;
  const message = `The amount must be above 0, and have at most ${decimals} decimals, as the asset has.`;
  return isSendable ? undefined : { code: "amount_malformed", path: "/amount", clause: "TRP Inquiry", message };
}

/** What is read of an inquiry. */
export interface ReadInquiry {
  readonly entry: TrpAssetEntry | undefined;
  readonly amount: string;
  readonly callback: string;
  /** The identifier of the first inquiry, which this one corrects. */
  readonly corrects: string | undefined;
  /** Undefined if the document violates IVMS101 or the rules of accounts. */
  readonly parties: Ivms101Parties | undefined;
  /** Forms of the beneficiary's name. */
  readonly names: readonly (readonly string[])[];
}

/** A document that is valid, so that the rest of a message can be read beside a document that is not. */
const VALID: JsonObject = { originator: { originatorPersons: [personOf()] } };

function personOf(): JsonObject {
  const name = { nameIdentifier: [{ primaryIdentifier: "X", nameIdentifierType: "LEGL" }] };
  return { naturalPerson: { name, customerIdentification: "X" } };
}

/**
 * Reads the body of an inquiry. What violates IVMS101 only makes `parties` undefined. Amounts of assets that are not known are read
 * with any number of decimals.
 */
export function readInquiry(
  text: string,
  value: JsonObject,
  { assets }: TrpSettings,
  { profile }: CheckedPeer,
): Result<ReadInquiry, TravelIssueCode> {
  const asset = Object(own(value, "asset")) as TrpAsset;
  const entry = assetIn(assets, asset);
  const options = { profile, decimals: entry?.decimals ?? 0, mode: "tolerant" } as const;
  const parsed = parseTrpInquiry(text, options);
  const isOfDocument = !parsed.ok && parsed.issues.every(({ path }) => path.startsWith("/IVMS101"));
  const read = isOfDocument ? parseTrpInquiry({ ...value, IVMS101: VALID }, options) : parsed;
  if (!read.ok) return read;
  const { amount, callback, extensions } = read.value.inquiry;
  const wrong = amountIssue(amount, entry);
  if (wrong !== undefined) return { ok: false, issues: [wrong] };
  const document = parsed.ok ? readDocument(parsed.value.ivms101.payload) : undefined;
  return {
    ok: true,
    value: {
      ...{ entry, amount, callback, parties: document?.parties },
      corrects: correctedIn(extensions),
      names: document === undefined ? [] : namesIn(document),
    },
  };
}

function correctedIn(extensions: JsonObject | undefined): string | undefined {
  const correction = extensions && own(extensions, CORRECTION);
  const corrects: unknown = own(Object(correction) as { readonly corrects?: unknown }, "corrects");
  return typeof corrects === "string" ? corrects : undefined;
}

/** Undefined if a party violates the rules of accounts, or one side is several persons. */
function readDocument(payload: unknown): ReadIvms101 | undefined {
  const read = fromIvms101(payload);
  const isSingle = read.ok && read.value.losses.every(({ code }) => code !== "further_person");
  return isSingle ? read.value : undefined;
}

const FURTHER_NAME = /^\/beneficiary\/.*\/name\/(?:name|localName)Identifier\//;

/** A further name of the beneficiary has no form, so that it differs from each name, and a person compares it. */
function namesIn({ parties, losses }: ReadIvms101): readonly (readonly string[])[] {
  const beneficiary = own(parties, "beneficiary_account");
  if (beneficiary === undefined) return [];
  return [...nameForms(beneficiary), ...losses.filter(({ path }) => FURTHER_NAME.test(path)).map(() => [])];
}

/** What a received transfer is made of. */
export interface ReceivedTransfer {
  readonly transfer_id: string;
  readonly ownVasp: string;
  readonly vasp_id: string;
  readonly account_ref_id: string;
  readonly address: string;
}

/** Returns the transfer of an inquiry, as `transfers.decide` takes it. What the inquiry lacks is missing in it, too. */
export function receivedDraft(
  { entry, amount, parties }: ReadInquiry,
  { transfer_id, ownVasp, vasp_id, account_ref_id, address }: ReceivedTransfer,
): unknown {
  const originator = parties && own(parties, "originator_account");
  return {
    transfer_id,
    amount,
    asset: entry?.asset,
    chain: entry?.chain,
    originator_account: originator && ({ ...originator, account_category: "non-customer" } satisfies PartyDraft),
    originator_vasp_id: vasp_id,
    originator_address: parties && own(parties, "originator_address"),
    originator_address_is_self_hosted: false,
    beneficiary_account_reference_id: account_ref_id,
    beneficiary_vasp_id: ownVasp,
    beneficiary_address: address,
    beneficiary_address_is_self_hosted: false,
  };
}

/** Returns the id of the transfer of an inquiry: one for all repetitions, and another for the same identifier of another VASP. */
export function inquiryId(vasp_id: string, message_id: string): string {
  return `trp-${dataDigest([vasp_id, message_id]).slice(0, 32)}`;
}
