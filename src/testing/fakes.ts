/** Honest parts in memory, with scripted faults: for tests of your own code. */
import type { RateTable } from "../domain/thresholds/types.js";
import { type FakeAlertSink, fakeAlertSink } from "./fakes/alert-sink.js";
import { type FakeBalanceSource, type FakeBalanceSourceOptions, fakeBalanceSource } from "./fakes/balance-source.js";
import { type FakeClock, fakeClock } from "./fakes/clock.js";
import { type FakeRateSource, fakeRateSource } from "./fakes/rate-source.js";
import { type FakeRiskProvider, type FakeRiskProviderOptions, fakeRiskProvider } from "./fakes/risk-provider.js";

/** What {@link fakes} makes. */
export interface Fakes {
  /**
   * A provider that finds nothing (`risk_ratio` 0, `fake:nothing-found`) but what its `entries` say. It keeps
   * `riskProviderConformance`, as long as its script says nothing else.
   *
   * @throws ComplianceError `configuration_invalid` for an entry that cannot be said, an address that is none, or an
   *   unknown option.
   * @example
   * const ofac = fakes.riskProvider({ entries: [{ chain: "bitcoin", address, risk_ratio: 100, risk_descriptors: ["sanctioned"] }] });
   * const compliance = createCompliance({ storage: memoryStorage(), riskProviders: { OFAC: ofac } });
   * ofac.script("none", { reject: "provider_rate_limited" }); // the second screening is refused
   */
  riskProvider(options?: FakeRiskProviderOptions): FakeRiskProvider;
  /**
   * A source of which every address holds nothing but what its `balances` say. It keeps `balanceSourceConformance`, as long as
   * its script says nothing else. A scripted `chain_unsupported` is what `addresses.create` takes for "not known".
   *
   * @throws ComplianceError `configuration_invalid` for a balance that is no decimal text, a second one of an address, an
   *   address that is none, or an unknown option.
   * @example
   * const balances = fakes.balanceSource({ balances: [{ chain: "bitcoin", address, balance: "0.5", balance_usd: "32000.00" }] });
   * balances.script("hang"); // and then see what your time-out does
   */
  balanceSource(options?: FakeBalanceSourceOptions): FakeBalanceSource;
  /**
   * A source that gives always the same table; or, of several, the newest one whose day has begun (00:00 UTC) at the time
   * that is asked for, and before the first of them `rate_missing`. It keeps `rateSourceConformance`, as long as its script says
   * nothing else; `"hang"` has no end at all, for no signal reaches a source of rates.
   *
   * @throws ComplianceError `configuration_invalid` for no table, a table that is not sound, or two of one day.
   * @example
   * const rates = fakes.rateSource([friday, monday]);
   * const compliance = createCompliance({ storage: memoryStorage(), thresholds: { SG: "1500" }, rates, clock });
   */
  rateSource(tables: RateTable | readonly RateTable[]): FakeRateSource;
  /**
   * A clock that stands still until it is set: at `start`, or at the moment when it is made.
   *
   * @throws ComplianceError `configuration_invalid` for what is no time, or no offset with a time of day.
   * @example
   * const clock = fakes.clock("2026-11-20T16:00:00Z");
   * clock.advance(8 * 24 * 60 * 60 * 1000); // and the rates of that day are stale
   */
  clock(start?: Date | string): FakeClock;
  /**
   * An `onAlert` that keeps the alerts it takes.
   *
   * @example
   * const onAlert = fakes.alertSink();
   * onAlert.script("reject"); // the first hand-over fails: alert_delivery_failed
   */
  alertSink(): FakeAlertSink;
}

/**
 * Makes honest parts in memory for tests of your own code: what vaspkit asks of the outside world, with faults that you
 * script. They need no network and no test runner, and use no timer but the global `setTimeout`, which a runner may fake.
 *
 * @example
 * const clock = fakes.clock("2026-11-20T16:00:00Z");
 * const onAlert = fakes.alertSink();
 * const compliance = createCompliance({ storage: memoryStorage(), clock, onAlert, thresholds: { SG: "1500" } });
 */
export const fakes: Fakes = Object.freeze<Fakes>({
  riskProvider: fakeRiskProvider,
  balanceSource: fakeBalanceSource,
  rateSource: fakeRateSource,
  clock: fakeClock,
  alertSink: fakeAlertSink,
});
