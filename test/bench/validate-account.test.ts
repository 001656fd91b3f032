/** The peers of validate-account.bench.ts enforce what parseAccount does, and its corpora are what they say. */
import { describe, expect, it } from "vitest";
import { ajvValidator } from "../../bench/support/validate-ajv.js";
import { faultyCorpus, validCorpora } from "../../bench/support/validate-corpora.js";
import { handValidator } from "../../bench/support/validate-hand.js";
import type { Level } from "../../bench/support/validate-rules.js";
import { valibotValidator } from "../../bench/support/validate-valibot.js";
import { labelOf, type Validator } from "../../bench/support/validate-validator.js";
import { foundBy, judgedAccounts, verdictsOf } from "../../bench/support/validate-verdicts.js";
import { zodValidator } from "../../bench/support/validate-zod.js";
import { parseAccount } from "../../src/domain/accounts/parse.js";

const levels: readonly Level[] = ["rules", "shape"];

function peers(level: Level): readonly Validator[] {
  return [
    ajvValidator(level, "all"),
    ajvValidator(level, "first"),
    zodValidator(level),
    valibotValidator(level, "all"),
    valibotValidator(level, "first"),
    handValidator(level, "all"),
    handValidator(level, "first"),
  ];
}

const judged = judgedAccounts(200, 10);

describe("accounts to time validators with", () => {
  it.each(validCorpora().map((corpus) => [corpus.name, corpus] as const))("%s: parseAccount takes all", (_, corpus) => {
    for (const account of corpus.accounts) expect(parseAccount(account)).toMatchObject({ ok: true });
  });

  it("complete ones have every member of §2.2–2.6 that their type can have", () => {
    const [individual, entity] = ["individual, complete", "entity, complete"].map(
      (wanted) => validCorpora().find(({ name }) => name === wanted)?.accounts[0],
    );
    expect(placesIn(individual)).toBe(41);
    expect(placesIn(entity)).toBe(36);
  });

  it.each(levels.flatMap((level) => [1, 4].map((count) => [level, count] as const)))(
    "%s, %i faults: parseAccount finds exactly those that were planted",
    (level, count) => {
      const { accounts, faults } = faultyCorpus("planted", level, count);
      for (const [index, account] of accounts.entries()) {
        const parsed = parseAccount(account);
        const paths = parsed.ok ? [] : parsed.issues.map(({ path }) => path);
        expect(paths.toSorted()).toEqual(faults[index]?.toSorted());
        expect(paths).toHaveLength(count);
      }
    },
  );
});

describe.each(levels)("validators by the level %s", (level) => {
  const corpora = [...validCorpora(), faultyCorpus("one", level, 1), faultyCorpus("four", level, 4)];

  it.each(peers(level).map((peer) => [labelOf(peer), peer] as const))("%s is right on every corpus", (_, peer) => {
    for (const corpus of corpora) {
      const { faults, of, wrong } = foundBy(peer, corpus);
      expect(wrong).toBe(0);
      if (peer.finds === "all") expect(faults).toBe(of);
    }
  });
});

describe("validators by the same rules", () => {
  it.each(peers("rules").map((peer) => [labelOf(peer), peer] as const))(
    "%s judges drawn accounts as they were made",
    (_, peer) => {
      expect(verdictsOf(peer, judged)).toMatchObject({ wrongAcceptances: 0, wrongRefusals: 0 });
    },
  );
});

describe("verdicts", () => {
  const base: Validator = { ...zodValidator("rules"), name: "a wrong one" };
  const valid = judged.filter(({ isValid }) => isValid).length;

  it("counts an invalid account that is taken", () => {
    const verdicts = verdictsOf({ ...base, accepts: () => true }, judged);
    expect(verdicts).toEqual({ wrongAcceptances: judged.length - valid, wrongRefusals: 0, threw: 0 });
  });

  it("counts a valid account that is refused, also by throwing", () => {
    const refuse = (): boolean => {
      throw new Error("no");
    };
    expect(verdictsOf({ ...base, accepts: () => false }, judged)).toMatchObject({ wrongRefusals: valid, threw: 0 });
    expect(verdictsOf({ ...base, accepts: refuse }, judged)).toMatchObject({
      wrongRefusals: valid,
      threw: judged.length,
    });
  });

  it("counts the faults that nobody told of", () => {
    const corpus = faultyCorpus("four", "rules", 4);
    expect(foundBy({ ...base, pathsOf: () => [] }, corpus)).toMatchObject({ faults: 0, of: 960, wrong: 0 });
    expect(foundBy({ ...base, accepts: () => true }, corpus)).toMatchObject({ faults: 960, wrong: 240 });
  });
});

/** How many members the document has, with those of the objects in it. */
function placesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + 1 + placesIn(member), 0);
}
