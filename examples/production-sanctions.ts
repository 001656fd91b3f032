import { ComplianceError, type RiskProvider } from "vaspkit";
import { ofacList, parseOfacList } from "vaspkit/providers";

const url = "https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML";

async function download(): Promise<RiskProvider> {
  const response = await fetch(url, { signal: AbortSignal.timeout(300_000) });
  if (!response.ok || response.body === null) throw new Error(`The download returned HTTP status ${response.status}.`);
  return ofacList(await parseOfacList(response.body));
}

/** Screens with the newest list. A failed download is reported, and the list in use stays. */
export function refreshedSanctionsList(report: (error: unknown) => void) {
  let current: RiskProvider | undefined;

  async function refresh(): Promise<void> {
    try {
      current = await download();
    } catch (error) {
      report(error); // never rethrown: this runs in a timer
    }
  }

  const timer = setInterval(refresh, 6 * 3600 * 1000);
  timer.unref();
  const provider: RiskProvider = {
    provider_name: "OFAC",
    async screen(query) {
      if (current !== undefined) return current.screen(query);
      throw new ComplianceError("provider_unavailable", "No sanctions list was loaded yet. Try again later.");
    },
  };
  return { provider, refresh, stop: () => clearInterval(timer) };
}
