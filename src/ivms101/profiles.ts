/** The profiles of counterparties, by name. */
import { analytics21 } from "./profiles/21-analytics.js";
import { code } from "./profiles/code.js";
import { gtr } from "./profiles/gtr.js";
import { notabeneV2 } from "./profiles/notabene-v2.js";
import type { Ivms101Profile, Ivms101ProfileName } from "./profiles/profile.js";
import { standard } from "./profiles/standard.js";
import { trisa } from "./profiles/trisa.js";
import { trp } from "./profiles/trp.js";

/**
 * Profiles of counterparties as plain data, with their confidence.
 *
 * @example
 * ivms101Profiles.trisa.postcode; // "postCode"
 */
export const ivms101Profiles: Readonly<Record<Ivms101ProfileName, Ivms101Profile>> = {
  standard,
  trisa,
  trp,
  "notabene-v2": notabeneV2,
  code,
  gtr,
  "21-analytics": analytics21,
};
