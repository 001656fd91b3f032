import { describe, expect, it } from "vitest";
import { without } from "../support/outcomes.js";
import { entity, fullAddress, individual, sampleCompliance, shortAddress } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const times = { created: "2024-06-28 14:30:05.123 +0000", last_modified: "2024-06-28 14:30:05.123 +0000" };

describe("§4.4 retrieve account", () => {
  it("answers the account, its times as YYYY-MM-DD HH:MM:SS.mmm +ZZZZ", async () => {
    const { accounts } = sampleCompliance();
    await accounts.create(individual);
    expect(await accounts.retrieve(individual.reference_id)).toStrictEqual({ ...individual, ...times });
  });

  it("shows null for address_department, address_subdepartment and address_city_location where unset", async () => {
    const { accounts } = sampleCompliance();
    await accounts.create(entity);
    const address = {
      ...shortAddress,
      address_department: null,
      address_subdepartment: null,
      address_city_location: null,
    };
    expect(await accounts.retrieve(entity.reference_id)).toStrictEqual({ ...entity, ...times, address });
  });

  it.each(["address_department", "address_subdepartment", "address_city_location"] as const)(
    "shows %s alone as null when it alone is unset",
    async (field) => {
      const { accounts } = sampleCompliance();
      await accounts.create(untyped(without(individual, `/address/${field}`)));
      expect(await accounts.retrieve(individual.reference_id)).toStrictEqual({
        ...individual,
        ...times,
        address: { ...fullAddress, [field]: null },
      });
    },
  );

  it("leaves out an address, an e-mail or a national id that is not set, and makes up none", async () => {
    const { accounts } = sampleCompliance();
    const given = without(individual, "/address", "/email", "/national_id", "/individual/individual_localname");
    await accounts.create(untyped(given));
    expect(await accounts.retrieve(individual.reference_id)).toStrictEqual({ ...given, ...times });
  });

  it("answers undefined when there is no such account", async () => {
    const { accounts } = sampleCompliance();
    await accounts.create(individual);
    for (const id of ["ACC-1002", "acc-1001", "", "ACC-100", "ACC-1001 ", "__proto__"]) {
      expect(await accounts.retrieve(id)).toBeUndefined();
    }
  });
});
