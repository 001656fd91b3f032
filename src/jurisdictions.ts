/** `vaspkit/jurisdictions`: the travel rule of countries, one pack each. Data, not legal advice. */
export { defineJurisdiction } from "./domain/jurisdictions/define.js";
export type {
  AppliedTier,
  ListedTier,
  PartyRequirements,
  PartySide,
  RequiredAlternative,
  RequiredDuty,
  RequiredField,
  RequirementSource,
  Requirements,
  RequirementsOptions,
  RequirementsQuery,
  Undecided,
  UndecidedReason,
} from "./domain/jurisdictions/requirements.js";
export { requirementsFor } from "./domain/jurisdictions/requirements-for.js";
export type {
  DatedThresholds,
  ThresholdLevel,
  ThresholdsOfOptions,
  UndecidedThreshold,
  UndecidedThresholdReason,
} from "./domain/jurisdictions/thresholds-of.js";
export { thresholdsOf } from "./domain/jurisdictions/thresholds-of.js";
export type {
  DoubtfulTier,
  FieldSet,
  FieldsBelow,
  Jurisdiction,
  JurisdictionTier,
  PartyField,
  TierDoubt,
  TierDuty,
  TierEffect,
  TierScope,
  TierSource,
} from "./domain/jurisdictions/types.js";
export { ae } from "./reference/jurisdictions/ae.js";
export { jurisdictions } from "./reference/jurisdictions/all.js";
export { ar } from "./reference/jurisdictions/ar.js";
export { au } from "./reference/jurisdictions/au.js";
export { bh } from "./reference/jurisdictions/bh.js";
export { bm } from "./reference/jurisdictions/bm.js";
export { br } from "./reference/jurisdictions/br.js";
export { bs } from "./reference/jurisdictions/bs.js";
export { ca } from "./reference/jurisdictions/ca.js";
export { ch } from "./reference/jurisdictions/ch.js";
export { cl } from "./reference/jurisdictions/cl.js";
export { eu } from "./reference/jurisdictions/eu.js";
export { gb } from "./reference/jurisdictions/gb.js";
export { ge } from "./reference/jurisdictions/ge.js";
export { gg } from "./reference/jurisdictions/gg.js";
export { gi } from "./reference/jurisdictions/gi.js";
export { hk } from "./reference/jurisdictions/hk.js";
export { id } from "./reference/jurisdictions/id.js";
export { il } from "./reference/jurisdictions/il.js";
export { im } from "./reference/jurisdictions/im.js";
export { india } from "./reference/jurisdictions/india.js";
export { is } from "./reference/jurisdictions/is.js";
export { je } from "./reference/jurisdictions/je.js";
export { jp } from "./reference/jurisdictions/jp.js";
export { kr } from "./reference/jurisdictions/kr.js";
export { ky } from "./reference/jurisdictions/ky.js";
export { kz } from "./reference/jurisdictions/kz.js";
export { li } from "./reference/jurisdictions/li.js";
export { mn } from "./reference/jurisdictions/mn.js";
export { mu } from "./reference/jurisdictions/mu.js";
export { my } from "./reference/jurisdictions/my.js";
export { ng } from "./reference/jurisdictions/ng.js";
export { no } from "./reference/jurisdictions/no.js";
export { nz } from "./reference/jurisdictions/nz.js";
export { pe } from "./reference/jurisdictions/pe.js";
export { ph } from "./reference/jurisdictions/ph.js";
export { pk } from "./reference/jurisdictions/pk.js";
export { rs } from "./reference/jurisdictions/rs.js";
export { sc } from "./reference/jurisdictions/sc.js";
export { sg } from "./reference/jurisdictions/sg.js";
export { sv } from "./reference/jurisdictions/sv.js";
export { th } from "./reference/jurisdictions/th.js";
export { tr } from "./reference/jurisdictions/tr.js";
export { tw } from "./reference/jurisdictions/tw.js";
export { ua } from "./reference/jurisdictions/ua.js";
export { us } from "./reference/jurisdictions/us.js";
export { vg } from "./reference/jurisdictions/vg.js";
export { za } from "./reference/jurisdictions/za.js";
