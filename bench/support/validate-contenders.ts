/** Everyone who validates accounts here, by what they enforce and how far they go. */
import { parseAccount } from "vaspkit";
import { ajvValidator } from "./validate-ajv.js";
import { handValidator } from "./validate-hand.js";
import type { Level } from "./validate-rules.js";
import { valibotValidator } from "./validate-valibot.js";
import { OURS, type Validator } from "./validate-validator.js";
import { zodValidator } from "./validate-zod.js";

/** It has no other level and no other mode: what it enforces and finds is always all. */
const ours: Validator = {
  name: OURS,
  level: "rules",
  finds: "all",
  gives: "a copy",
  accepts: (input) => parseAccount(input).ok,
  pathsOf: (input) => {
    const parsed = parseAccount(input);
    return parsed.ok ? [] : parsed.issues.map(({ path }) => path);
  },
};

/** Ours first. */
export function validators(level: Level): readonly Validator[] {
  return [
    ours,
    ajvValidator(level, "all"),
    ajvValidator(level, "first"),
    zodValidator(level),
    valibotValidator(level, "all"),
    valibotValidator(level, "first"),
    handValidator(level, "all"),
    handValidator(level, "first"),
  ];
}
