import { createServer } from "node:http";
import { ComplianceError, createCompliance, memoryStorage, parseAddress, unwrap } from "vaspkit";
import { riskProviderConformance } from "vaspkit/testing";

/** A provider of your own: it has a complete answer about this address on this chain, or it throws. */
function ownProvider({ provider_name, url, key }) {
  async function screen({ chain, address, signal }) {
    if (chain !== "bitcoin") throw new ComplianceError("chain_unsupported", "Only bitcoin is screened here.");
    unwrap(parseAddress(chain, address)); // a mistyped address costs no question
    const init = { headers: { authorization: key }, redirect: "error", signal };
    const response = await fetch(`${url}/${encodeURIComponent(address)}`, init).catch(() => {
      throw new ComplianceError(signal?.aborted ? "aborted" : "provider_unreachable", "There is no connection.");
    });
    if (response.status !== 200) throw new ComplianceError("provider_unavailable", "There is no answer; try again.");
    const { about, score } = await response.json();
    // No default in place of a score: what is missing is no answer, and above all no 0.
    if (about !== address || !Number.isInteger(score) || score < 0 || score > 100) {
      throw new ComplianceError("provider_unreadable", "The answer has no score of this address.");
    }
    const vasp = { vasp_name_legal: "", vasp_name_business: "", vasp_website: null, vasp_category: "" };
    return [{ provider_name, risk_ratio: score, risk_descriptors: [`score:${score}`], ...vasp }];
  }
  return { provider_name, screen };
}

// Stands in for the service, so that the example runs offline.
const server = createServer(({ url }, response) => {
  response.end(JSON.stringify({ about: decodeURIComponent(url.slice(1)), score: 71 }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}`;

const RDBIG = ownProvider({ provider_name: "RDBIG", url, key: "<API_KEY>" });
const compliance = createCompliance({ storage: memoryStorage(), riskProviders: { RDBIG } });
const address = { chain: "bitcoin", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" };
const request = { ...address, provider_name: "RDBIG", scan_for_risk: true };
const { risk_data } = unwrap(await compliance.addresses.create(request));
for (const { provider_name, risk_ratio } of risk_data) console.log(provider_name, risk_ratio);

// The same checks that the providers of vaspkit pass, for your tests.
const checks = riskProviderConformance({ provider: () => RDBIG, known: [address] });
for (const { run } of checks) await run();
console.log(checks.length, "checks passed");
await compliance.close();
server.closeAllConnections();
server.close();
