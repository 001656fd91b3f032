import {
  type AddressQuery,
  ComplianceError,
  type ComplianceErrorCode,
  parseAddress,
  type RiskEntry,
  type RiskProvider,
  unwrap,
} from "vaspkit";

const provider_name = "RDBIG"; // the code in your records: equal to the key in riskProviders

// From the vendor's documentation. Every other status is provider_unavailable.
const codes = new Map<number, ComplianceErrorCode>([
  [401, "provider_unauthorized"],
  [403, "provider_unauthorized"],
  [404, "address_unknown"],
  [429, "provider_rate_limited"],
]);

async function checkStatus({ ok, status, body }: Response): Promise<void> {
  if (ok) return;
  await body?.cancel(); // an unread body keeps the connection
  throw new ComplianceError(codes.get(status) ?? "provider_unavailable", `Bigrisk responded with status ${status}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: it quotes the text.
    throw new ComplianceError("provider_unreadable", "Bigrisk did not respond with JSON.");
  }
}

/** Options for {@link bigrisk}. */
export interface BigriskOptions {
  readonly key: string;
  /** For tests. @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

/** Creates a risk provider over Bigrisk, an invented vendor: GET https://bigrisk.example/v1/addresses/{address}. */
export function bigrisk({ key, fetch = globalThis.fetch }: BigriskOptions): RiskProvider {
  async function request(address: string, signal: AddressQuery["signal"]): Promise<unknown> {
    const timeout = AbortSignal.timeout(10_000); // vaspkit sets none for your provider
    let text: string;
    try {
      const response = await fetch(`https://bigrisk.example/v1/addresses/${encodeURIComponent(address)}`, {
        headers: { authorization: `Bearer ${key}` },
        redirect: "error", // the key and the address are meant for one host
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      await checkStatus(response);
      text = await response.text();
    } catch (error) {
      if (error instanceof ComplianceError) throw error;
      if (signal?.aborted) throw new ComplianceError("aborted", "The caller ended it.", { cause: signal.reason });
      // Without the cause: the error of a fetch may contain the URL, and with it the address.
      const code = timeout.aborted ? "provider_timeout" : "provider_unreachable";
      throw new ComplianceError(code, "Bigrisk sent no complete response. Check the network, then try again.");
    }
    return parseJson(text);
  }

  return {
    provider_name,
    async screen({ chain, address, signal }: AddressQuery): Promise<readonly RiskEntry[]> {
      // 1. Check before the request: the chain, and the address. unwrap throws invalid_input.
      if (chain !== "bitcoin") throw new ComplianceError("chain_unsupported", "Bigrisk screens only bitcoin.");
      unwrap(parseAddress(chain, address));
      if (signal?.aborted) throw new ComplianceError("aborted", "The caller ended it.", { cause: signal.reason });

      // 2. Request.
      const { subject, score, reason } = Object(await request(address, signal));

      // 3. Check the response. Never use a default score: a missing score is an error, and above all not 0.
      const isComplete = subject === address && Number.isInteger(score) && score >= 0 && score <= 100;
      if (!isComplete || typeof reason !== "string" || reason === "") {
        throw new ComplianceError("provider_unreadable", "Bigrisk returned no score for this address.");
      }

      // 4. Map to one entry, with all properties. The first descriptor is the vendor's own score.
      return [
        {
          provider_name,
          risk_ratio: score, // your mapping, from 0 to 100
          risk_descriptors: [`bigrisk:score:${score}`, reason],
          vasp_name_legal: "",
          vasp_name_business: "",
          vasp_website: null,
          vasp_category: "",
        },
      ];
    },
  };
}
