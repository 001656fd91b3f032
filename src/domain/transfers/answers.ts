/** What counsel decided in place of tiers that packs do not have. */
import { localDays } from "../jurisdictions/local-days.js";
import type { Requirements, Undecided } from "../jurisdictions/requirements.js";
import type { Jurisdiction } from "../jurisdictions/types.js";
import { own } from "../own.js";
import { toDay } from "../timestamp.js";
import type { CounselAnswer } from "./decision.js";
import type { TransferKind } from "./kind.js";

/** Requirements, and what counsel decided of them. */
interface Answered {
  readonly requirements: Requirements;
  readonly answers: readonly CounselAnswer[];
}

/** Replaces each `no_tier` that counsel decided. An answer overrides no tier, and no other doubt. */
export function withAnswers(
  requirements: Requirements,
  given: readonly CounselAnswer[],
  { jurisdictions, kind, at }: { jurisdictions: readonly Jurisdiction[]; kind: TransferKind; at: Date },
): Answered {
  const find = ({ reason, jurisdiction }: Undecided): readonly CounselAnswer[] => {
    const pack = reason === "no_tier" ? jurisdictions.find(({ code }) => code === jurisdiction) : undefined;
    return pack === undefined ? [] : answersOf(given, pack, kind, at);
  };
  const answered = requirements.undecided.flatMap((undecided) =>
    find(undecided).map((answer) => ({ side: undecided.side, answer })),
  );
  if (answered.length === 0) return { requirements, answers: [] };
  const undecided = requirements.undecided.filter((each) => find(each).length === 0);
  const duties = answered.flatMap(({ side, answer: { jurisdiction, duties: asked, by, from, note } }) =>
    asked.map((duty) => {
      const source = { jurisdiction, tier: "answer of counsel", citation: `${by}, ${from}: ${note}` };
      return { duty, side, source };
    }),
  );
  return {
    requirements: {
      ...requirements,
      status: undecided.length === 0 ? "decided" : "undecided",
      undecided,
      duties: [...requirements.duties, ...duties],
    },
    answers: [...new Set(answered.map(({ answer }) => answer))],
  };
}

const DAY = 86_400_000;

/**
 * Returns the answers of counsel about such transfers at a time: those of each day that it is in the zones of the jurisdiction;
 * none if a day has none. A checked policy has only one for a day.
 */
function answersOf(
  answers: readonly CounselAnswer[],
  pack: Jurisdiction,
  kind: CounselAnswer["kind"],
  at: Date,
): readonly CounselAnswer[] {
  const { earliest, latest } = localDays(pack.zones, at);
  const days = [0, 1, 2].map((more) => toDay(new Date(Date.parse(earliest) + more * DAY)));
  const found = days
    .filter((day) => day <= latest)
    .map((day) =>
      answers.find((answer) => {
        if (answer.jurisdiction !== pack.code || answer.kind !== kind) return false;
        const until = own(answer, "until");
        return answer.from <= day && (until === undefined || day <= until);
      }),
    );
  const present = found.filter((answer) => answer !== undefined);
  return present.length === found.length ? [...new Set(present)] : [];
}
