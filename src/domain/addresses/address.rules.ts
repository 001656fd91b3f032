/** The rule that texts are addresses of the chain beside them (§4.1). */
import { parseAddressAt } from "../chains/parse.js";
import { isChain } from "../chains/registry.js";
import { valueAt } from "../input/pointer.js";
import type { RuleGroup } from "../input/rule.js";
import type { Issue } from "../issue.js";

/**
 * Each of the members, which are required texts, is an address of the member `chain`; without a chain nothing can be
 * said. No table of rows: what is wrong with an address, and so the code and the sentence, is up to its text.
 */
export function addressRules(clause: string, ...members: readonly string[]): RuleGroup {
  return {
    issuesOf: (document, faulty) => {
      const chain = valueAt(document, ["chain"]);
      if (!isChain(chain)) return [];
      const sound = members.filter((member) => !faulty.has(`/${member}`));
      const issues = sound.flatMap((member): readonly Issue[] => {
        // Without an issue of its own it is text: the shape says so.
        const text = valueAt(document, [member]) as string;
        const parsed = parseAddressAt(chain, text, { path: `/${member}`, clause });
        return parsed.ok ? [] : parsed.issues;
      });
      for (const { path } of issues) faulty.add(path);
      return issues;
    },
  };
}
