/** Search of VASPs (§4.6): by legal or business name. */
import { foldedTexts } from "../ranking.js";
import type { Vasp } from "./vasp.js";

/**
 * The folded texts that a search of this VASP looks at (§4.6): legal and business name.
 *
 * @example
 * vaspTextsOf({ vasp_id: "V-1", name_legal: "Züri  Coin AG", name_business: "ZüriCoin" }); // ["zuri coin ag", "zuricoin"]
 */
export function vaspTextsOf({ name_legal, name_business }: Vasp): readonly string[] {
  return foldedTexts([name_legal, name_business]);
}
