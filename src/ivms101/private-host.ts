/** Hosts to which a server must not send a request that a counterparty chose (request forgery). */

/** Blocks of IPv4 that are not globally reachable (IANA special-purpose registry, RFC 6890), and multicast. */
const BLOCKS: readonly (readonly [network: number, bits: number])[] = [
  [0x00000000, 8], // this network
  [0x0a000000, 8], // private
  [0x64400000, 10], // shared between carriers (CGNAT)
  [0x7f000000, 8], // loopback
  [0xa9fe0000, 16], // link-local, metadata services of clouds
  [0xac100000, 12], // private
  [0xc0000000, 24], // protocol assignments
  [0xc0000200, 24], // documentation
  [0xc0586300, 24], // 6to4 relays
  [0xc0a80000, 16], // private
  [0xc6120000, 15], // benchmarking
  [0xc6336400, 24], // documentation
  [0xcb007100, 24], // documentation
  [0xe0000000, 3], // multicast, reserved, broadcast
];

/** Top-level names that resolve inside of a network, if at all. The second line is that of Kubernetes, Consul and Nomad. */
const LOCAL_NAMES = [
  ...["localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa"],
  ...["cluster", "consul", "default", "nomad", "pod", "svc"],
];

/** Resolvers differ in what they make of `localhost..`. */
const HAS_EMPTY_LABEL = /^\.|\.\.|\.$/;

/**
 * Returns whether a host is not on the public internet. These are addresses that are private, loopback, link-local,
 * shared, reserved or for documentation, in every spelling that URLs allow. So are local names such as `localhost`,
 * `.local` and `.internal`, names without a dot or with an empty part (`a..b`), and a text that is no host.
 *
 * A public name can resolve to a private address. Check the resolved address too, before connecting.
 *
 * @param host - a name, or an IP address with or without brackets; no port
 * @returns true for hosts to refuse; never throws
 * @example
 * isPrivateHost("0x7f.1"); // true: 127.0.0.1
 * isPrivateHost("::ffff:10.0.0.1"); // true
 * isPrivateHost("vasp.example"); // false
 */
export function isPrivateHost(host: string): boolean {
  const name = normalized(host)?.replace(/\.$/, "");
  if (name === undefined || HAS_EMPTY_LABEL.test(name)) return true;
  if (name.startsWith("[")) return isPrivateV6(groupsOf(name.slice(1, -1)));
  if (/^[\d.]+$/.test(name)) return isPrivateV4(numberOf(name));
  return !name.includes(".") || LOCAL_NAMES.some((local) => name.endsWith(`.${local}`));
}

/** Returns a host as the URL parser writes it; undefined for something else than a host. */
function normalized(host: unknown): string | undefined {
  // 253 is the longest name of the DNS; an IPv6 address with a zone is shorter.
  if (typeof host !== "string" || host.length > 255 || /[\s\p{C}/\\?#@]/u.test(host)) return undefined;
  const isBare = host.includes(":") && !host.startsWith("[");
  // A zone names an interface: fe80::1%eth0.
  const bracketed = isBare ? `[${host.replace(/%.*/, "")}]` : host;
  const url = urlOrUndefined(`https://${bracketed}`);
  return url === undefined || url.hostname === "" || url.port !== "" ? undefined : url.hostname;
}

/** Returns a parsed URL; undefined for an invalid one. */
export function urlOrUndefined(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function numberOf(address: string): number {
  return address.split(".").reduce((sum, byte) => sum * 256 + Number(byte), 0);
}

function isPrivateV4(address: number): boolean {
  return BLOCKS.some(([network, bits]) => Math.floor((address - network) / 2 ** (32 - bits)) === 0);
}

/** Returns the eight groups of an address as the URL parser writes it: hexadecimal, compressed. */
function groupsOf(address: string): readonly number[] {
  const [head = "", tail] = address.split("::");
  const groups = (text: string): number[] => (text === "" ? [] : text.split(":").map((each) => Number(`0x${each}`)));
  const [first, last] = [groups(head), groups(tail ?? "")];
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function isPrivateV6(groups: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, , , f, g = 0, h = 0] = groups;
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  // IPv4 inside: mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96) and 6to4 (2002::/16).
  if (isZero(0, 5) && f === 0xffff) return isPrivateV4(g * 65_536 + h);
  if (a === 0x64 && b === 0xff9b && isZero(2, 6)) return isPrivateV4(g * 65_536 + h);
  if (a === 0x2002) return isPrivateV4(b * 65_536 + c);
  // Only 2000::/3 is global. In it, 2001::/23 has protocol assignments; 2001:db8::/32 and 3fff::/20 documentation.
  if (a < 0x2000 || a > 0x3fff) return true;
  return (a === 0x2001 && (b < 0x200 || b === 0xdb8)) || (a === 0x3fff && b < 0x1000);
}
