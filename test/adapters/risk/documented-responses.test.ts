/** Each adapter accepts its smallest valid response in docs/risk-providers.md. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RiskProvider } from "../../../src/index.js";
import { chainalysisSanctions, chainalysisScreening, coinfirm, elliptic, goPlus, trm } from "../../../src/providers.js";
import { answering, withService } from "../../support/local-server.js";

const secret = "894f142d667e8cdaca6822ac173937af";
const bitcoin = { chain: "bitcoin", address: "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu" } as const;
const ethereum = { chain: "ethereum", address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" } as const;

const adapters = {
  elliptic: [ethereum, 64, (url: string) => elliptic({ key: "key", secret, url })],
  coinfirm: [bitcoin, 71, (url: string) => coinfirm({ token: "token", url })],
  chainalysisSanctions: [ethereum, 100, (url: string) => chainalysisSanctions({ key: "key", url })],
  chainalysisScreening: [ethereum, 100, (url: string) => chainalysisScreening({ key: "key", url })],
  trm: [ethereum, 0, (url: string) => trm({ key: "key", url })],
  goPlus: [ethereum, 80, (url: string) => goPlus({ url })],
} as const satisfies Record<string, readonly [object, number, (url: string) => RiskProvider]>;

/** The block of the page: a name, then JSON in one or several lines. */
const documented = readFileSync(new URL("../../../docs/risk-providers.md", import.meta.url), "utf8")
  .split("## The smallest valid response of each service")[1]
  ?.split("```")[1]
  ?.split(/^(?=\w)/m)
  .slice(1)
  .map((entry) => [entry.split(" ")[0] ?? "", entry.replace(/^\w+/, "").replaceAll(/\n\s*/g, "").trim()] as const);

describe("the smallest responses in docs/risk-providers.md", () => {
  it("exist for every adapter of a service", () => {
    expect(documented?.map(([name]) => name)).toEqual(Object.keys(adapters));
  });

  it.each(Object.entries(adapters))("%s accepts its response", async (name, [query, ratio, make]) => {
    const answer = documented?.find(([each]) => each === name)?.[1].replace("<address>", query.address);
    await withService([answering(200, answer)], async ({ url }) => {
      const [entry] = await make(new URL(url).origin).screen(query);
      expect(entry?.risk_ratio).toBe(ratio);
    });
  });
});
