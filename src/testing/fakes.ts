/** Fakes of the parts around vaspkit, for tests of your own code. */
import { readSafely } from "../domain/compliance-error.js";
import type { RateTable } from "../domain/thresholds/types.js";
import {
  type FakeAlertSink,
  type FakeBalanceSource,
  type FakeBalanceSourceOptions,
  type FakeClock,
  type FakeRateSource,
  type FakeRiskProvider,
  type FakeRiskProviderOptions,
  fakeAlertSink,
  fakeBalanceSource,
  fakeClock,
  fakeRateSource,
  fakeRiskProvider,
} from "./fakes/parts.js";
import { wrongFake } from "./fakes/script.js";

/** The functions of {@link fakes}. */
export interface Fakes {
  /**
   * Creates a risk provider that returns its `entries`, and finds nothing for any other address (`risk_ratio` 0,
   * `fake:nothing-found`). Without a script, it passes `riskProviderConformance`.
   *
   * @param options entries, code and chains
   * @returns The provider.
   * @throws ComplianceError `configuration_invalid` for an entry or an address that is not valid, or an unknown option.
   * @example
   * const ofac = fakes.riskProvider({ entries: [{ chain: "bitcoin", address, risk_ratio: 100, risk_descriptors: ["sanctioned"] }] });
   * const compliance = createCompliance({ storage: memoryStorage(), riskProviders: { OFAC: ofac } });
   * ofac.script("none", { reject: "provider_rate_limited" }); // the second screening is refused
   */
  riskProvider(options?: FakeRiskProviderOptions): FakeRiskProvider;
  /**
   * Creates a balance source that returns its `balances`, and `"0"` for any other address. Without a script, it passes
   * `balanceSourceConformance`. After a scripted `chain_unsupported`, `addresses.create` stores the balance as unknown.
   *
   * @param options balances and chains
   * @returns The source.
   * @throws ComplianceError `configuration_invalid` for a balance or an address that is not valid, a second balance of an
   *   address, or an unknown option.
   * @example
   * const balances = fakes.balanceSource({ balances: [{ chain: "bitcoin", address, balance: "0.5", balance_usd: "32000.00" }] });
   * balances.script("hang"); // tests your time-out
   */
  balanceSource(options?: FakeBalanceSourceOptions): FakeBalanceSource;
  /**
   * Creates a rate source. With one table, it always returns that table. With several, it returns the newest one whose day
   * has begun (00:00 UTC) at the requested time, and throws `rate_missing` before the first. Without a script, it passes
   * `rateSourceConformance`. A scripted `"hang"` never ends, because rate sources get no signal.
   *
   * @param tables one rate table, or one for each of several days
   * @returns The source.
   * @throws ComplianceError `configuration_invalid` for no table, a table that is not valid, or two of one day.
   * @example
   * const rates = fakes.rateSource([friday, monday]);
   * const compliance = createCompliance({ storage: memoryStorage(), thresholds: { SG: "1500" }, rates, clock });
   */
  rateSource(tables: RateTable | readonly RateTable[]): FakeRateSource;
  /**
   * Creates a clock with a fixed time, until it is set.
   *
   * @param start the first time; by default the present
   * @returns The clock.
   * @throws ComplianceError `configuration_invalid` for an invalid time, or a time of day without an offset.
   * @example
   * const clock = fakes.clock("2026-11-20T16:00:00Z");
   * clock.advance(8 * 24 * 60 * 60 * 1000); // now the rates of that day are outdated
   */
  clock(start?: Date | string): FakeClock;
  /**
   * Creates an `onAlert` that keeps the alerts it accepts.
   *
   * @returns The alert sink.
   * @example
   * const onAlert = fakes.alertSink();
   * onAlert.script("reject"); // the first delivery fails: alert_delivery_failed
   */
  alertSink(): FakeAlertSink;
}

/**
 * Creates correct parts in memory with scripted faults, for tests of your own code. They need no network and no test
 * runner. Their only timer is the global `setTimeout`, which a runner may fake.
 *
 * @example
 * const clock = fakes.clock("2026-11-20T16:00:00Z");
 * const onAlert = fakes.alertSink();
 * const compliance = createCompliance({ storage: memoryStorage(), clock, onAlert, thresholds: { SG: "1500" } });
 */
export const fakes: Fakes = Object.freeze<Fakes>({
  riskProvider: readable("riskProvider", fakeRiskProvider),
  balanceSource: readable("balanceSource", fakeBalanceSource),
  rateSource: readable("rateSource", fakeRateSource),
  clock: readable("clock", fakeClock),
  alertSink: fakeAlertSink,
});

/** Options that throw when they are read are not valid either. */
function readable<Args extends readonly unknown[], T>(fake: keyof Fakes, create: (...args: Args) => T) {
  return (...args: Args): T =>
    readSafely(
      () => create(...args),
      () => wrongFake(fake, "an option cannot be read: a getter or a proxy threw"),
    );
}
