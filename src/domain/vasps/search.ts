/** Search of VASPs (§4.6): by legal or business name. */
import { foldedTexts } from "../ranking.js";
import type { Vasp } from "./vasp.js";

/** The folded texts that a search of this VASP looks at. */
export function vaspTextsOf({ name_legal, name_business }: Vasp): readonly string[] {
  return foldedTexts([name_legal, name_business]);
}
