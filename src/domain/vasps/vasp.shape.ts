/** The shape of a VASP record for typia (§2.7). Internal. */
import typia from "typia";
import type { ShapeCheck } from "../input/shape.js";
import type { Vasp } from "./vasp.js";

export const checkVaspShape: ShapeCheck = typia.createValidateEquals<Vasp>();
