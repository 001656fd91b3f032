/** What counsel decided in place of tiers that packs do not have. */
import { localDays } from "../jurisdictions/local-days.js";
import type { Requirements, Undecided } from "../jurisdictions/requirements.js";
import type { Jurisdiction } from "../jurisdictions/types.js";
import { own } from "../own.js";
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
  const find = ({ reason, jurisdiction }: Undecided): CounselAnswer | undefined => {
    const pack = reason === "no_tier" ? jurisdictions.find(({ code }) => code === jurisdiction) : undefined;
    return pack && answerOf(given, pack, kind, at);
  };
  const answered = requirements.undecided.flatMap((undecided) => {
    const answer = find(undecided);
    return answer === undefined ? [] : [{ side: undecided.side, answer }];
  });
  if (answered.length === 0) return { requirements, answers: [] };
  const undecided = requirements.undecided.filter((each) => find(each) === undefined);
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

/** Returns the answer of counsel about such transfers at a time: on each day of the zones of the jurisdiction. */
function answerOf(
  answers: readonly CounselAnswer[],
  pack: Jurisdiction,
  kind: CounselAnswer["kind"],
  at: Date,
): CounselAnswer | undefined {
  const { earliest, latest } = localDays(pack.zones, at);
  return answers.find((answer) => {
    if (answer.jurisdiction !== pack.code || answer.kind !== kind) return false;
    const until = own(answer, "until");
    return answer.from <= earliest && (until === undefined || latest <= until);
  });
}
