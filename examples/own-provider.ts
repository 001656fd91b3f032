import { type AddressQuery, ComplianceError, parseAddress, type RiskProvider, unwrap } from "vaspkit";

const provider_name = "RDBIG"; // the code in your records: equal to the key in riskProviders

// From the vendor's documentation. Every other status is provider_unavailable.
const codes = { 401: "provider_unauthorized", 404: "address_unknown", 429: "provider_rate_limited" } as const;

async function readJson(response: Response): Promise<unknown> {
  const { ok, status } = response;
  if (ok) return JSON.parse(await response.text());
  await response.body?.cancel(); // an unread body keeps the connection
  const code = codes[status as keyof typeof codes] ?? "provider_unavailable";
  throw new ComplianceError(code, `Bigrisk responded with status ${status}.`);
}

/** Without the cause: the error of a fetch may contain the URL and with it the address, that of JSON the text. */
function failureOf(error: unknown, timeout: AbortSignal, signal: AddressQuery["signal"]): ComplianceError {
  if (error instanceof ComplianceError) return error;
  if (signal?.aborted) return new ComplianceError("aborted", "The caller ended it.");
  if (error instanceof SyntaxError) return new ComplianceError("provider_unreadable", "Bigrisk sent no JSON.");
  const code = timeout.aborted ? "provider_timeout" : "provider_unreachable";
  return new ComplianceError(code, "Bigrisk sent no complete response. Check the network, then try again.");
}

/** Creates a risk provider over Bigrisk, an invented vendor: GET https://bigrisk.example/v1/addresses/{address}. */
export function bigrisk(key: string, fetch = globalThis.fetch): RiskProvider {
  async function request(address: string, signal: AddressQuery["signal"]): Promise<unknown> {
    const timeout = AbortSignal.timeout(10_000); // vaspkit sets none for your provider
    try {
      const response = await fetch(`https://bigrisk.example/v1/addresses/${encodeURIComponent(address)}`, {
        headers: { authorization: `Bearer ${key}` },
        redirect: "error", // the key and the address are meant for one host
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      return await readJson(response);
    } catch (error) {
      throw failureOf(error, timeout, signal);
    }
  }

  return {
    provider_name,
    async screen({ chain, address, signal }) {
      // 1. Check before the request: the chain, and the address. unwrap throws invalid_input.
      if (chain !== "bitcoin") throw new ComplianceError("chain_unsupported", "Bigrisk screens only bitcoin.");
      unwrap(parseAddress(chain, address));
      if (signal?.aborted) throw new ComplianceError("aborted", "The caller ended it.");

      // 2. Request, and check the response. A missing score is an error, and above all not 0.
      const { subject, score, reason } = Object(await request(address, signal));
      const isComplete = subject === address && Number.isInteger(score) && score >= 0 && score <= 100;
      if (!isComplete || typeof reason !== "string" || reason === "") {
        throw new ComplianceError("provider_unreadable", "Bigrisk returned no score for this address.");
      }

      // 3. Map to one entry, with all properties. The first descriptor is the vendor's own score.
      const risk_descriptors = [`bigrisk:score:${score}`, reason];
      const vasp = { vasp_name_legal: "", vasp_name_business: "", vasp_website: null, vasp_category: "" };
      return [{ provider_name, risk_ratio: score, risk_descriptors, ...vasp }];
    },
  };
}
