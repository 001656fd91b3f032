/** Private hosts in every spelling, and public ones beside them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPublicUrl, isPrivateHost } from "../../src/ivms101.js";
import { anything, hostiles } from "../support/hostile.js";
import { runs } from "../support/runs.js";

const refused = [
  ...["127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "0x7f000001", "017700000001", "127.0.0.1."],
  ...["0.0.0.0", "0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1"],
  ...["198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "[::1]", "0:0:0:0:0:0:0:1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1"],
  ...["::ffff:127.0.0.1", "[::ffff:10.0.0.1]", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1"],
  ...["2002:7f00:1::", "2002:c0a8:101::1", "2001:db8::1", "2001::1", "3fff::1", "100::1", "1fff::1", "4000::1"],
  ...["localhost", "LOCALHOST", "a.localhost", "printer.local", "db.internal", "db.INTERNAL.", "router.home.arpa"],
  ...["vasp", "app.lan", "app.corp", "app.home", "app.intranet", "app.localdomain", "ｌocalhost", "①27.0.0.1"],
  ...[
    ...["", " ", "a b.example", "vasp.example/x", "vasp.example:443", "a@vasp.example", "256.1.1.1"],
    ...["1.2.3.4.5", "a..b:"],
  ],
  ...["kubernetes.default.svc", "kubernetes.default", "x.consul", "a.pod", "a.cluster", "job.nomad", "A.SVC."],
  ...["localhost..", "db.internal..", "10.0.0.1..", "1.1.1.1..", "vasp.example..", "a..example", ".example.com", "."],
];

const accepted = [
  ...`
  vasp.example VASP.example. api.vasp.co.uk local.example localhost.example svc.example mysvc.example
  internal-vasp.example
`
    .trim()
    .split(/\s+/),
  ...["1.1.1.1", "8.8.8.8", "0x08080808", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.0.0.1"],
  ...["128.0.0.1", "169.253.0.1", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.1.1", "198.20.0.0"],
  ...["2606:4700::1111", "[2606:4700::1111]", "2001:4860:4860::8888", "2001:200::1", "::ffff:8.8.8.8"],
  ...["64:ff9b::808:808", "2002:808:808::1", "3fff:1000::1", "bücher.example"],
];

const codesOf = (url: unknown): readonly string[] => {
  const checked = checkPublicUrl(url);
  return checked.ok ? [] : checked.issues.map(({ code }) => code);
};

describe("isPrivateHost", () => {
  it.each(refused)("refuses %j", (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });

  it.each(accepted)("accepts %j", (host) => {
    expect(isPrivateHost(host)).toBe(false);
  });

  it("gives the same answer for every spelling of an IPv4 address", () => {
    const property = fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (address) => {
      const bytes = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
      const plain = isPrivateHost(bytes.join("."));
      const hex = address.toString(16);
      const spellings = [
        String(address),
        `0x${hex}`,
        `0${address.toString(8)}`,
        `::ffff:${bytes.join(".")}`,
        `64:ff9b::${bytes.join(".")}`,
        bytes.map((byte) => `0${byte.toString(8)}`).join("."),
      ];
      for (const spelling of spellings) expect(isPrivateHost(spelling)).toBe(plain);
    });
    fc.assert(property, { numRuns: runs(500) });
  });
});

describe("checkPublicUrl", () => {
  it("returns a public URL unchanged", () => {
    const url = "https://vasp.example:8443/trp/cb?token=1";
    expect(checkPublicUrl(url)).toEqual({ ok: true, value: url });
  });

  it.each([
    ["https://10.0.0.1/cb", "private_host"],
    ["https://0x7f.1/cb", "private_host"],
    ["https://[::ffff:127.0.0.1]:8443/cb", "private_host"],
    ["https://localhost/cb", "private_host"],
    ["https://db.internal/cb", "private_host"],
    ["http://vasp.example/cb", "url_scheme"],
    ["https://u:p@vasp.example/cb", "url_credentials"],
    ["https://vasp.example/cb#x", "url_fragment"],
    ["https://vasp/cb", "url_host"],
    ["https://vasp.example /cb", "url_malformed"],
    [5, "wrong_type"],
  ])("%j: %s", (url, code) => {
    expect(codesOf(url)).toEqual([code]);
  });

  it("answers every value", () => {
    for (const { make } of hostiles) {
      expect(checkPublicUrl(make()).ok).toBe(false);
      expect(isPrivateHost(make() as string)).toBe(true);
    }
    const hosts = fc.oneof(anything(), fc.string({ unit: "binary" }), fc.ipV4Extended(), fc.ipV6());
    const property = fc.property(hosts, (value) => {
      expect(typeof isPrivateHost(value as string)).toBe("boolean");
      expect(typeof checkPublicUrl(typeof value === "string" ? `https://${value}` : value).ok).toBe("boolean");
    });
    fc.assert(property, { numRuns: runs(1_000) });
  });
});
