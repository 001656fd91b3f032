/** The own URLs: where inquiries, resolutions and confirmations reach the handler. */
import type { DurationMs } from "../domain/identifiers/codes.js";
import { isKey } from "../domain/input/text-rules.js";
import type { Result } from "../domain/result.js";
import { encodeTravelAddress } from "../ivms101/travel-address.js";
import type { TravelIssueCode } from "../ivms101/travel-issue.js";
import type { TrpSettings } from "./options.js";
import type { PathPurpose, Paths } from "./paths.js";

/** Makes own URLs. */
export interface OwnUrls {
  /** Returns a travel address for the account. */
  travelAddress(reference_id: string): Promise<Result<string, TravelIssueCode>>;
  /** Where the resolution of this inquiry about the transfer is expected. */
  resolution(transfer_id: string, message_id: string): Promise<string>;
  /** Where the transaction or the cancellation of the transfer is expected. */
  confirmation(transfer_id: string): Promise<string>;
}

/** How long a travel address leads to the account. */
const ADDRESS_LIFETIME: DurationMs = 30 * 86_400_000;
/** Longer than any exchange: a transaction is recorded also after the deadline. */
const CALLBACK_LIFETIME: DurationMs = 400 * 86_400_000;

const NO_ACCOUNT = {
  code: "not_allowed",
  path: "/reference_id",
  clause: "TRP Travel Address",
  message: "reference_id must be that of a stored account.",
} as const;

/** Returns what makes URLs below the base. */
export function ownUrls({ baseUrl, compliance }: TrpSettings, paths: Paths): OwnUrls {
  const urlOf = async (purpose: PathPurpose, id: string, lifetime: DurationMs): Promise<string> => {
    const { now } = await compliance.exchanges.settings();
    return `${baseUrl}/${purpose}/${await paths.make(purpose, id, new Date(now.getTime() + lifetime))}`;
  };
  return {
    travelAddress: async (reference_id) => {
      const account = isKey(reference_id) ? await compliance.accounts.retrieve(reference_id) : undefined;
      if (account === undefined) return { ok: false, issues: [NO_ACCOUNT] };
      return encodeTravelAddress(`${await urlOf("i", reference_id, ADDRESS_LIFETIME)}?t=i`);
    },
    resolution: (transfer_id, message_id) => urlOf("r", `${message_id} ${transfer_id}`, CALLBACK_LIFETIME),
    confirmation: (transfer_id) => urlOf("c", transfer_id, CALLBACK_LIFETIME),
  };
}
