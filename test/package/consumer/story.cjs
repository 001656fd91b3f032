// The first steps with the installed package: a valid and an invalid account, a VASP, amounts below and at a threshold.
// Plain CommonJS that uses only its arguments, so that it runs in Node as ESM and CJS, and in a browser.

/** @param {typeof import("vaspkit")} vaspkit @param {import("vaspkit").ComplianceStorage} storage */
exports.story = async (
  { ComplianceError, createCompliance, fixedRates, parseAccount, parseAddress, unwrap },
  storage,
) => {
  const compliance = createCompliance({
    storage,
    thresholds: { US: "3000", SG: "1500" },
    rates: fixedRates({
      base: "EUR",
      date: "2026-11-20",
      source: "a made-up table",
      rates: { USD: "1.25", SGD: "1.5" },
    }),
    clock: () => new Date("2026-11-21T12:00:00Z"),
  });

  const account = {
    reference_id: "A-1",
    account_type: "individual",
    customer_id: "C-1",
    email: "someone@example.org",
    individual: { individual_name: { name_type: "LEGL", name_last: "Example" }, residence_country: "DE" },
  };
  const created = unwrap(await compliance.accounts.create(account));
  expect(created.account_category === "customer", "the account has its default category");
  expect(created.created === "2026-11-21T12:00:00.000+00:00", "the account carries the clock's time");
  const again = await compliance.accounts.create(account);
  expect(!again.ok && again.issues[0]?.code === "reference_id_taken", "a reference id is given once");
  expect((await compliance.accounts.retrieve("A-2")) === undefined, "what is not there is undefined");

  const rejected = parseAccount({
    ...account,
    email: "nobody",
    individual: { individual_name: { name_type: "LEGL" } },
  });
  expect(!rejected.ok && rejected.issues.length === 2, "all issues come at once");
  expect(!JSON.stringify(rejected).includes("nobody"), "an issue repeats nothing of the input");

  const report = await compliance.vasps.load([{ vasp_id: "v1", name_legal: "Example Exchange" }, { vasp_id: "v2" }]);
  expect(report.loaded === 1 && report.rejected === 1, "a good and a bad VASP record are told apart");
  const found = unwrap(await compliance.vasps.search({ search_term: "exchange" }));
  expect(found[0]?.vasp_id === "v1", "a VASP is found by its name");

  const evaluate = (amount) =>
    compliance.rules.evaluate({
      transaction: { transaction_id: `T-${amount}`, amount, currency: "EUR", country: "US" },
      rule_codes: ["THRESHOLD_BY_COUNTRY"],
    });
  expect(unwrap(await evaluate(2399.99)).results[0]?.status === "pass", "below the threshold passes");
  expect(unwrap(await evaluate(2400)).results[0]?.status === "breach", "the threshold itself is a breach");
  expect(unwrap(await compliance.alerts.list()).items.length === 1, "the breach left its alert");

  const mistyped = parseAddress("ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD");
  expect(!mistyped.ok && mistyped.issues[0]?.code === "address_checksum", "a mistyped address is told");
  const wallet = { chain: "xdc", address: "xdc5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", account_ref_id: "A-1" };
  const loaded = unwrap(await compliance.addresses.create(wallet));
  expect(loaded.address === "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "an address is stored in canonical form");
  expect(loaded.risk_data === null, "an address that was not screened has no risk data");
  const [linked] = await compliance.addresses.ofAccount("A-1");
  expect(linked?.symbol === "XDC", "an address is found by its account");

  await compliance.close();
  const closed = await compliance.accounts.retrieve("A-1").catch((error) => error);
  expect(closed instanceof ComplianceError && closed.code === "storage_closed", "one ComplianceError class everywhere");
};

function expect(holds, sentence) {
  if (!holds) throw new Error(`Not so: ${sentence}.`);
}
