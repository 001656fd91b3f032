/** Two VASPs that exchange messages in one process, over a `fetch` from one handler to the other. */
import {
  type Compliance,
  type ComplianceOptions,
  type ComplianceStorage,
  createCompliance,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type Policy,
  type TransferToDecide,
  unwrap,
} from "../../src/index.js";
import { us } from "../../src/jurisdictions.js";
import { createTrp, type Trp, type TrpOptions } from "../../src/trp.js";
import { CLEAN } from "./decision-samples.js";

/** The hosts of both sides. */
export const HOSTS = { originator: "trp.origin.example", beneficiary: "trp.target.example" } as const;
export type SideName = keyof typeof HOSTS;

/** Both VASPs. */
export const VASPS = [
  { vasp_id: "V-O", name_legal: "Origin Ltd", address_country_code: "US" },
  { vasp_id: "V-B", name_legal: "Target Ltd", address_country_code: "US" },
] as const;

export const DEPOSIT = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const PRICES = { currency: "USD", source: "desk", prices: { BTC: "50000", XRP: "2" } };
const FROM = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";

const policy: Omit<Policy, "ownVasp"> = {
  screenWith: ["P"],
  rejectRisk: 90,
  suspendRisk: 50,
  suspendOnBreach: false,
  otherAccounts: "suspend",
  claimedVasp: "accept",
  decisionMaxAgeMs: 3_600_000,
  retentionMs: 1,
  exchange: { required: true, answerWithinMs: 86_400_000, windowMs: 30 * 86_400_000, cannotReceive: "suspend" },
};

/** One VASP. */
export interface Side {
  readonly compliance: Compliance;
  readonly trp: Trp;
  readonly storage: ComplianceStorage;
}

/** What a test changes. */
export interface SideOptions {
  readonly storage?: ComplianceStorage;
  readonly policy?: Partial<Policy>;
  readonly compliance?: Partial<ComplianceOptions>;
  readonly trp?: Partial<TrpOptions>;
}

/** A message on its way: what a test may lose, repeat or keep. */
export type Carry = (
  to: SideName,
  send: (altered?: Request) => Promise<Response>,
  request: Request,
) => Promise<Response>;

/** Both sides. `carry` decides what becomes of each message. */
export async function twoSides(
  given: { readonly originator?: SideOptions; readonly beneficiary?: SideOptions } = {},
  carry: Carry = (_, send) => send(),
): Promise<Record<SideName, Side>> {
  const handlers: Partial<Record<SideName, Trp["handler"]>> = {};
  const fetchFor =
    (own: SideName): TrpOptions["fetch"] =>
    async (url, init) => {
      const to: SideName = new URL(url).host === HOSTS.originator ? "originator" : "beneficiary";
      const { signal: _, ...sent } = init;
      const make = () => {
        // Not with the signal of the sender: the receiver of a repeated message has another one.
        const request = new Request(url, sent);
        request.headers.set("x-client", own);
        return request;
      };
      // The cast: both handlers exist before a message is sent.
      const send = (altered = make()) => (handlers[to] as Trp["handler"])(altered);
      return carry(to, send, make());
    };
  const side = async (own: SideName): Promise<Side> => {
    const { storage = memoryStorage(), ...options } = given[own] ?? {};
    const [vasp_id, peerId] = own === "originator" ? ["V-O", "V-B"] : ["V-B", "V-O"];
    const peer = own === "originator" ? "beneficiary" : "originator";
    const compliance = createCompliance({
      storage,
      thresholds: { US: "3000" },
      rates: fixedRates({ base: "USD", date: "2026-11-20", source: "desk", rates: { EUR: "0.9" } }),
      maxRateAgeMs: 10 * 365 * 86_400_000,
      maxPriceAgeMs: 365 * 86_400_000,
      prices: fixedPrices({ ...PRICES, time: new Date(Date.now() - 1_000).toISOString() }),
      jurisdictions: [us],
      riskProviders: { P: { screen: async () => [CLEAN] } },
      policy: { ...policy, ownVasp: vasp_id, ...options.policy },
      ...options.compliance,
    });
    await compliance.vasps.load(VASPS);
    const trp = createTrp({
      compliance,
      fetch: fetchFor(own),
      authenticate: (request) => request.headers.get("x-client") ?? undefined,
      peers: { [peerId]: { hosts: [HOSTS[peer]], authenticated: peer } },
      baseUrl: `https://${HOSTS[own]}/trp`,
      addressKey: new Uint8Array(32).fill(own === "originator" ? 1 : 2),
      depositAddress: () => DEPOSIT,
      ...options.trp,
    });
    handlers[own] = trp.handler;
    return { compliance, trp, storage };
  };
  return { originator: await side("originator"), beneficiary: await side("beneficiary") };
}

/** An account of a person with this name. */
export const person = (name_first: string, name_last: string) =>
  ({
    account_type: "individual",
    individual: { individual_name: { name_type: "LEGL", name_first, name_last } },
    customer_id: "C-7",
    address: {
      address_type: "HOME",
      address_line: "1 Main Street",
      address_city: "Springfield",
      address_country_code: "US",
    },
  }) as const;

/** Stores both customers: `A-1` of the originator, `B-1` of the beneficiary. */
export async function withCustomers({ originator, beneficiary }: Record<SideName, Side>): Promise<void> {
  unwrap(await originator.compliance.accounts.create({ reference_id: "A-1", ...person("Zoë", "Example-Müller") }));
  unwrap(await beneficiary.compliance.accounts.create({ reference_id: "B-1", ...person("Иван", "Петров") }));
}

/** A transfer from `A-1` to a person with this name. */
export function outgoing(transfer_id: string, name: readonly [first: string, last: string] = ["Ivan", "Petrov"]) {
  const [name_first, name_last] = name;
  return {
    transfer_id,
    amount: "0.001",
    asset: "BTC",
    chain: "bitcoin",
    originator_account_reference_id: "A-1",
    originator_vasp_id: "V-O",
    originator_address: FROM,
    originator_address_is_self_hosted: false,
    beneficiary_account: {
      account_type: "individual",
      account_category: "non-customer",
      individual: { individual_name: { name_type: "LEGL", name_first, name_last } },
    },
    beneficiary_vasp_id: "V-B",
    beneficiary_address: DEPOSIT,
    beneficiary_address_is_self_hosted: false,
  } satisfies TransferToDecide;
}
