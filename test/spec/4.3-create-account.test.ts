import { describe, expect, it } from "vitest";
import { createCompliance, memoryStorage } from "../../src/index.js";
import { faultsOf, without } from "../support/outcomes.js";
import { entity, individual, sampleCompliance } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const times = { created: "2024-06-28T14:30:05.123+00:00", last_modified: "2024-06-28T14:30:05.123+00:00" };
const taken = [["reference_id_taken", "/reference_id", "2.2"]];

describe("§4.3 create account", () => {
  it.each([individual, entity])(
    "answers the stored account with created and last_modified ($account_type)",
    async (given) => {
      const { accounts } = sampleCompliance();
      expect(await accounts.create(given)).toStrictEqual({ ok: true, value: { ...given, ...times } });
    },
  );

  it("fills in account_category and leaves out what is not set", async () => {
    const given = { reference_id: "A-1", account_type: "individual", individual: individual.individual };
    expect(await sampleCompliance().accounts.create(untyped(given))).toStrictEqual({
      ok: true,
      value: { ...given, account_category: "customer", ...times },
    });
  });

  it("gives place_of_birth back as given (design): the expanded form is not produced", async () => {
    const created = await sampleCompliance().accounts.create(individual);
    expect(created).toMatchObject({ value: { individual: { place_of_birth: "Montréal" } } });
  });

  it("takes the times from the clock: ISO 8601 with offset, milliseconds, UTC", async () => {
    const { accounts } = sampleCompliance({ clock: () => new Date("2024-02-29T23:30:00-03:00") });
    const instant = "2024-03-01T02:30:00.000+00:00";
    expect(await accounts.create(entity)).toMatchObject({ value: { created: instant, last_modified: instant } });
  });

  it("takes the system's time when no clock is given", async () => {
    const before = Date.now();
    const created = await createCompliance({ storage: memoryStorage() }).accounts.create(entity);
    const after = Date.now();
    if (!created.ok) throw new Error("expected an account");
    expect(Date.parse(created.value.created)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(created.value.created)).toBeLessThanOrEqual(after);
  });

  it("answers each caller with an issue of its own, which may be changed", async () => {
    const { accounts } = sampleCompliance();
    await accounts.create(entity);
    const first = await accounts.create(entity);
    if (!first.ok) for (const issue of first.issues) Object.assign(issue, { path: "/batch/7", message: "Somebody's." });
    expect(faultsOf(await accounts.create(entity))).toEqual(taken);
  });

  it("answers every issue of a bad account and stores nothing", async () => {
    const { accounts } = sampleCompliance();
    const given = { ...without(individual, "/individual/individual_name/name_last"), email: "nobody" };
    expect(faultsOf(await accounts.create(untyped(given)))).toEqual([
      ["not_an_email", "/email", "2.2"],
      ["required", "/individual/individual_name/name_last", "2.3"],
    ]);
    expect(await accounts.retrieve(individual.reference_id)).toBeUndefined();
  });

  describe("a reference_id is unique", () => {
    it("the second create is refused and the stored account is untouched", async () => {
      const { accounts } = sampleCompliance();
      await accounts.create(individual);
      const stored = await accounts.retrieve(individual.reference_id);
      expect(faultsOf(await accounts.create({ ...entity, reference_id: individual.reference_id }))).toEqual(taken);
      expect(faultsOf(await accounts.create(individual))).toEqual(taken);
      expect(await accounts.retrieve(individual.reference_id)).toStrictEqual(stored);
    });

    it("ids that differ in case or white space are different", async () => {
      const { accounts } = sampleCompliance();
      for (const reference_id of ["a", "A", "a ", " a", "ａ"]) {
        expect(faultsOf(await accounts.create({ ...entity, reference_id }))).toEqual([]);
      }
    });

    it("an id that is the name of something in JavaScript is an id like any other", async () => {
      const { accounts } = sampleCompliance();
      for (const reference_id of ["__proto__", "constructor", "toString"]) {
        expect(await accounts.retrieve(reference_id)).toBeUndefined();
        expect(faultsOf(await accounts.create({ ...entity, reference_id }))).toEqual([]);
        expect(await accounts.retrieve(reference_id)).toMatchObject({ reference_id });
      }
    });
  });
});
