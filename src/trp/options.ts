/** The options of `createTrp`. */
import type { Fetch } from "../adapters/transport/request.js";
import type { Compliance } from "../compliance.js";
import type { Chain } from "../domain/chains/chain.js";
import type { AssetCode, DurationMs } from "../domain/identifiers/codes.js";
import { isKey } from "../domain/input/text-rules.js";
import { checkedOptions, configurationInvalid, hasMethod, MAX_TIMER, membersOf } from "../domain/options.js";
import { bare } from "../domain/own.js";
import { urlOrUndefined } from "../ivms101/private-host.js";
import { checkedTrpProfile, type TrpProfile, type trpProfiles } from "../ivms101/trp-amount.js";

/** A VASP with which messages are exchanged. */
export interface TrpPeer {
  /** Hosts of its URLs, with a port unless it is 443: `"trp.vasp.example"`. No message goes to another host. */
  readonly hosts: readonly string[];
  /** What `authenticate` returns for its requests, for example the fingerprint of its certificate. */
  readonly authenticated: string;
  /**
   * How it writes amounts, and its version of TRP.
   *
   * @default the option `profile`
   */
  readonly profile?: keyof typeof trpProfiles | TrpProfile | undefined;
}

/** An asset of inquiries. */
export interface TrpAssetEntry {
  /** Code of the asset in your transfers: `"BTC"`. */
  readonly asset: AssetCode;
  readonly chain: Chain;
  /** Digital token identifier (ISO 24165). */
  readonly dti?: string | undefined;
  /** Coin type of SLIP-44, and its symbol, which TRISA writes. */
  readonly slip0044?: number | undefined;
  /** Decimals of the smallest unit: 8 for Bitcoin. */
  readonly decimals: number;
}

/** What an address for a deposit is for. */
export interface DepositRequest {
  readonly transfer_id: string;
  /** The account of the beneficiary. */
  readonly account_ref_id: string;
  readonly asset: AssetCode;
  readonly chain: Chain;
  /** Decimal text in whole units of the asset. */
  readonly amount: string;
}

/** A received inquiry, after it was recorded. */
export interface ReceivedInquiry {
  readonly transfer_id: string;
  /** The VASP that sent it. */
  readonly vasp_id: string;
  /** Whether a transfer could be decided on it. Otherwise a corrected inquiry is requested. */
  readonly is_decided: boolean;
}

/** Options of `createTrp`. */
export interface TrpOptions {
  readonly compliance: Compliance;
  /** Sends requests, with your client certificate. */
  readonly fetch: Fetch;
  /** Identifies the client of a request, for example by the fingerprint of its certificate. Undefined: refused. */
  readonly authenticate: (request: Request) => string | undefined | Promise<string | undefined>;
  /** The counterparties by `vasp_id`. */
  readonly peers: Readonly<Record<string, TrpPeer>>;
  /** Your `https` URL, under which requests reach `handler`. */
  readonly baseUrl: string;
  /** 32 random bytes, the same in all processes. Encrypts and authenticates the paths of your URLs. */
  readonly addressKey: Uint8Array;
  /** Returns the address of the beneficiary's customer for a deposit. It can be called again for the same inquiry. */
  readonly depositAddress: (request: DepositRequest) => string | Promise<string>;
  /**
   * How amounts are written, and the version of TRP.
   *
   * @default version 3.2.1, numbers of whole units
   */
  readonly profile?: keyof typeof trpProfiles | TrpProfile | undefined;
  /**
   * Assets besides bitcoin and ether.
   *
   * @default none
   */
  readonly assets?: readonly TrpAssetEntry[] | undefined;
  /**
   * Called after an inquiry was recorded. What it throws is ignored.
   *
   * @default nothing is called
   */
  readonly onInquiry?: ((inquiry: ReceivedInquiry) => void | Promise<void>) | undefined;
  /**
   * Whether hosts may be private, for tests on one machine.
   *
   * @default false
   */
  readonly allowPrivateHosts?: boolean | undefined;
  /**
   * How long a request may take, in milliseconds.
   *
   * @default 20_000
   */
  readonly timeoutMs?: DurationMs | undefined;
  /**
   * How long the body of a received request may take, in milliseconds.
   *
   * @default 30_000
   */
  readonly bodyTimeoutMs?: DurationMs | undefined;
}

/** A checked counterparty. */
export interface CheckedPeer {
  readonly vasp_id: string;
  readonly hosts: ReadonlySet<string>;
  readonly authenticated: string;
  readonly profile: TrpProfile;
}

/** The checked options. */
export interface TrpSettings
  extends Pick<TrpOptions, "compliance" | "fetch" | "authenticate" | "depositAddress" | "onInquiry"> {
  readonly peers: ReadonlyMap<string, CheckedPeer>;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly basePath: string;
  readonly addressKey: Uint8Array;
  readonly version: string;
  readonly assets: readonly TrpAssetEntry[];
  readonly allowPrivateHosts: boolean;
  readonly timeoutMs: DurationMs;
  readonly bodyTimeoutMs: DurationMs;
}

const KINDS = {
  compliance: "checked",
  fetch: "function",
  authenticate: "function",
  peers: "checked",
  baseUrl: "text",
  addressKey: "checked",
  depositAddress: "function",
  profile: "checked",
  assets: "checked",
  onInquiry: "function",
  allowPrivateHosts: "boolean",
  timeoutMs: "count",
  bodyTimeoutMs: "count",
} as const;

const DEFAULT_PROFILE: TrpProfile = { version: "3.2.1", amount: "number", unit: "asset" };

const BUILT_IN: readonly TrpAssetEntry[] = [
  { asset: "BTC", chain: "bitcoin", dti: "4H95J0R2X", slip0044: 0, decimals: 8 },
  { asset: "ETH", chain: "ethereum", dti: "X9J9K872S", slip0044: 60, decimals: 18 },
];

/** @throws ComplianceError `configuration_invalid` */
export function checkedTrp(options: TrpOptions): TrpSettings {
  const given = checkedOptions("createTrp", options, KINDS);
  const { compliance, fetch, authenticate, depositAddress, onInquiry } = given;
  for (const name of ["fetch", "authenticate", "depositAddress"] as const) {
    if (typeof given[name] !== "function")
      throw configurationInvalid(`createTrp needs the option ${name}, a function.`);
  }
  if (!hasMethod(exchangesOf(compliance), "record")) {
    throw configurationInvalid("createTrp needs the option compliance: the operations of createCompliance.");
  }
  const profile = checkedProfile("createTrp", given.profile) ?? DEFAULT_PROFILE;
  const { timeoutMs = 20_000, bodyTimeoutMs = 30_000, allowPrivateHosts = false } = given;
  for (const [name, value] of Object.entries({ timeoutMs, bodyTimeoutMs })) {
    if (!(Number.isSafeInteger(value) && value >= 1 && value <= MAX_TIMER)) {
      throw configurationInvalid(`The option ${name} of createTrp must be whole milliseconds, from 1 to ${MAX_TIMER}.`);
    }
  }
  return {
    ...{ compliance, fetch, authenticate, depositAddress, onInquiry, allowPrivateHosts, timeoutMs, bodyTimeoutMs },
    peers: checkedPeers(given.peers, profile),
    ...checkedBase(given.baseUrl),
    addressKey: checkedKey(given.addressKey),
    version: profile.version,
    assets: [...checkedAssets(given.assets), ...BUILT_IN],
  };
}

function exchangesOf(compliance: unknown): unknown {
  return membersOf(compliance)?.find(([name]) => name === "exchanges")?.[1];
}

/** Returns a copy of a list; undefined for something else, and for a proxy that throws. */
function listOf(given: unknown): readonly unknown[] | undefined {
  try {
    return Array.isArray(given) ? Array.from(given) : undefined;
  } catch {
    return undefined;
  }
}

function checkedProfile(owner: string, given: TrpOptions["profile"]): TrpProfile | undefined {
  if (given === undefined) return undefined;
  const profile = checkedTrpProfile(owner, given, configurationInvalid);
  if (/^\d+\.\d+(?:\.\d+)?$/.test(profile.version ?? "")) return { ...profile };
  throw configurationInvalid(`The profile of ${owner} needs version, that of TRP: 3.2.1.`);
}

function checkedPeers(given: unknown, profile: TrpProfile): TrpSettings["peers"] {
  const members = membersOf(given);
  if (members === undefined) throw configurationInvalid("createTrp needs the option peers: an object by vasp_id.");
  const peers = new Map(members.map(([vasp_id, peer]) => [vasp_id, checkedPeer(vasp_id, peer, profile)]));
  const names = [...peers.values()].map(({ authenticated }) => authenticated);
  if (new Set(names).size < names.length) {
    throw configurationInvalid("Two peers of createTrp have the same authenticated. Each VASP needs its own.");
  }
  return peers;
}

function checkedPeer(vasp_id: string, given: unknown, profile: TrpProfile): CheckedPeer {
  const kinds = { hosts: "checked", authenticated: "text", profile: "checked" } as const;
  // The cast: every property is checked below.
  const peer = checkedOptions("peers of createTrp", given as TrpPeer, kinds);
  const { authenticated } = peer;
  const hosts = listOf(peer.hosts) ?? [];
  const isHost = (host: unknown): host is string =>
    typeof host === "string" &&
    !/^$|[*]|\.(?::|$)/.test(host) &&
    urlOrUndefined(`https://${host}/`)?.host === host.toLowerCase();
  if (!(hosts.length > 0 && hosts.every(isHost))) {
    throw configurationInvalid("A peer of createTrp needs hosts: names, with a port unless it is 443.");
  }
  if (!isKey(authenticated)) throw configurationInvalid("A peer of createTrp needs authenticated, a text.");
  const own = checkedProfile("a peer of createTrp", bare(peer).profile) ?? profile;
  return { vasp_id, hosts: new Set(hosts.map((host) => host.toLowerCase())), authenticated, profile: own };
}

function checkedBase(baseUrl: unknown): Pick<TrpSettings, "baseUrl" | "basePath"> {
  const url = typeof baseUrl === "string" ? urlOrUndefined(baseUrl) : undefined;
  const isPlain = url !== undefined && url.protocol === "https:" && url.search === "" && url.hash === "";
  if (!isPlain || url.username !== "" || url.password !== "") {
    throw configurationInvalid("createTrp needs the option baseUrl: an https URL without query, fragment and user.");
  }
  const basePath = url.pathname.replace(/\/+$/, "");
  return { baseUrl: `https://${url.host}${basePath}`, basePath };
}

function checkedKey(key: unknown): Uint8Array {
  const isKeyBytes = ArrayBuffer.isView(key) && Object.prototype.toString.call(key) === "[object Uint8Array]";
  if (!isKeyBytes || key.byteLength !== 32) {
    throw configurationInvalid("createTrp needs the option addressKey: a Uint8Array of 32 random bytes.");
  }
  return Uint8Array.from(key as Uint8Array);
}

function checkedAssets(given: unknown): readonly TrpAssetEntry[] {
  if (given === undefined) return [];
  const list = listOf(given);
  if (list === undefined) throw configurationInvalid("The option assets of createTrp must be a list.");
  const kinds = { asset: "text", chain: "checked", dti: "text", slip0044: "count", decimals: "count" } as const;
  return list.map((each) => {
    // The cast: every property is checked here.
    const entry = checkedOptions("assets of createTrp", each as TrpAssetEntry, kinds);
    const isValid =
      isKey(entry.asset) && isKey(entry.chain) && Number.isSafeInteger(entry.decimals) && entry.decimals <= 36;
    if (!isValid) throw configurationInvalid("An asset of createTrp needs asset, chain, and decimals from 0 to 36.");
    return { ...entry };
  });
}
