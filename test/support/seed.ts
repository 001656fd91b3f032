import fc from "fast-check";

/** Loaded by vitest when FC_SEED is set: every property uses this seed. */
fc.configureGlobal({ seed: Number(process.env["FC_SEED"]) });
