import { describe, expect, it } from "vitest";
import { filledCompliance, fullVasp, sampleCompliance, shortVasp } from "../support/samples.js";

describe("§4.7 retrieve VASP", () => {
  it("answers one VASP record", async () => {
    const { vasps } = await filledCompliance();
    expect(await vasps.retrieve(fullVasp.vasp_id)).toStrictEqual(fullVasp);
    expect(await vasps.retrieve(shortVasp.vasp_id)).toStrictEqual(shortVasp);
  });

  it("answers undefined when vasp_id matches no record (§7.3)", async () => {
    const { vasps } = await filledCompliance();
    for (const id of ["VASP-3", "vasp-1", "VASP", "VASP-1 ", "", "constructor"]) {
      expect(await vasps.retrieve(id)).toBeUndefined();
    }
    expect(await sampleCompliance().vasps.retrieve(fullVasp.vasp_id)).toBeUndefined();
  });

  it("answers the record that was loaded last: vasps.load replaces by vasp_id", async () => {
    const { vasps } = await filledCompliance();
    const replacing = { vasp_id: fullVasp.vasp_id, name_legal: "Aurora Global Ltd." };
    expect(await vasps.load([replacing])).toStrictEqual({ loaded: 0, replaced: 1, rejected: 0, rejections: [] });
    expect(await vasps.retrieve(fullVasp.vasp_id)).toStrictEqual(replacing);
  });
});
