/** Shape of VASP records for typia (§2.7). */
import typia from "typia";
import type { Shape } from "../input/types.js";
import type { Vasp } from "./vasp.js";

export const vaspShape: Shape<Vasp> = typia.json.schemas<[Vasp], "3.1">();
