/** Two VASPs whose messages are lost, repeated, late or out of order, and whose processes are killed at any storage call. */
import { vi } from "vitest";
import { type ComplianceEvent, type ComplianceStorage, memoryStorage, unwrap } from "../../src/index.js";
import { inquiryId } from "../../src/trp/messages.js";
import { CLEAN, OFFICER } from "./decision-samples.js";
import { outgoing, type Side, type SideName, twoSides, withCustomers } from "./trp-sides.js";

/** What becomes of one message. */
export type Fate = "arrives" | "is lost" | "answer is lost" | "arrives twice" | "is late";

/** One step of an interleaving. */
export type Step =
  | { readonly step: "deliver"; readonly side: SideName; readonly killedAfter: number | null }
  | { readonly step: "late" }
  | { readonly step: "pass"; readonly hours: number }
  | { readonly step: "confirm"; readonly outcome: "executed" | "cancelled" }
  | { readonly step: "review"; readonly decision: "execute" | "reject" }
  /** The originator has another travel address of the account. */
  | { readonly step: "send again" }
  | { readonly step: "return" };

const START = Date.parse("2026-11-29T00:00:00Z");
const HOUR = 3_600_000;
/** How much is at risk at the originator's address: nothing, enough to suspend, enough to reject. */
export const RISKS = [0, 60, 95] as const;

/** A storage whose process can be killed: what it began ends, and nothing more of it does. */
function killable(storage: ComplianceStorage) {
  let left = Number.POSITIVE_INFINITY;
  let onKill = (): void => undefined;
  const killed = new Promise<void>((resolve) => {
    onKill = resolve;
  });
  const never = new Promise<never>(() => undefined);
  const watch = <T extends object>(object: T): T =>
    new Proxy(object, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return typeof value === "object" && value !== null ? watch(value) : value;
        return (...args: readonly unknown[]) => {
          left -= 1;
          if (left < 0) {
            onKill();
            return never;
          }
          return Reflect.apply(value, target, args);
        };
      },
    });
  return {
    storage: watch(storage),
    killed,
    killAfter: (calls: number): void => {
      left = calls;
    },
  };
}

/** Both sides, the network between them, and what they said. */
export async function network(fates: readonly Fate[], risk: (typeof RISKS)[number]) {
  vi.setSystemTime(START);
  const stores = { originator: memoryStorage(), beneficiary: memoryStorage() };
  const said: string[] = [];
  const late: (() => Promise<Response>)[] = [];
  const queue = [...fates];
  let isCalm = false;
  const observe = (event: ComplianceEvent): void => void said.push(JSON.stringify(event));
  const answered = async (sending: Promise<Response>): Promise<Response> => {
    const response = await sending;
    const text = await response.clone().text();
    said.push(text);
    return response;
  };
  let sides: Record<SideName, Side>;
  const carry = async (to: SideName, _: unknown, request: Request): Promise<Response> => {
    // To the process that runs now.
    const send = () => sides[to].trp.handler(request.clone());
    const fate = isCalm ? "arrives" : (queue.shift() ?? "arrives");
    if (fate === "is late") late.push(send);
    if (fate === "is late" || fate === "is lost") throw new TypeError("fetch failed");
    const response = await answered(send());
    if (fate === "arrives twice") return answered(send());
    if (fate === "answer is lost") throw new TypeError("fetch failed");
    return response;
  };
  const entry = { ...CLEAN, risk_ratio: risk, risk_descriptors: ["drawn"] };
  const riskProviders = { P: { screen: async () => [entry] } };
  const clean = { P: { screen: async () => [CLEAN] } };
  const start = async (processes: Partial<Record<SideName, ReturnType<typeof killable>>>) =>
    twoSides(
      {
        originator: {
          storage: processes.originator?.storage ?? stores.originator,
          compliance: { observe, riskProviders: clean },
        },
        beneficiary: {
          storage: processes.beneficiary?.storage ?? stores.beneficiary,
          compliance: { observe, riskProviders },
        },
      },
      carry,
    );
  sides = await start({});
  await withCustomers(sides);
  unwrap(await sides.originator.compliance.transfers.decide(outgoing("W-1")));
  unwrap(await sides.originator.trp.send("W-1", unwrap(await sides.beneficiary.trp.travelAddressFor("B-1"))));

  /** The exchange of the inquiry that counts. Those before it were replaced. */
  const received = async (): Promise<string | undefined> => {
    const exchange = await stores.originator.exchanges.find("W-1");
    const id = inquiryId("V-O", exchange?.inquiries.at(-1)?.message_id ?? "");
    return (await stores.beneficiary.exchanges.find(id))?.transfer_id;
  };
  const deliver = async (side: SideName, killedAfter: number | null): Promise<void> => {
    if (killedAfter === null) {
      const { failures } = await sides[side].trp.deliver();
      said.push(JSON.stringify(failures.map(({ error }) => [error.code, error.message])));
      return;
    }
    // The process of this side ends in the middle, and another one takes over.
    const process = killable(stores[side]);
    sides = await start({ [side]: process });
    process.killAfter(killedAfter);
    await Promise.race([sides[side].trp.deliver(), process.killed]);
    process.killAfter(-1);
    sides = await start({});
  };
  const decide = async (step: Step): Promise<void> => {
    const { originator, beneficiary } = sides;
    if (step.step === "confirm") {
      const hash = step.outcome === "executed" ? { transaction_hash: "ab".repeat(32) } : {};
      await originator.compliance.transfers.confirm("W-1", { outcome: step.outcome, ...hash });
    }
    const id = await received();
    const { transfers } = beneficiary.compliance;
    if (step.step === "send again") {
      await originator.trp.send("W-1", unwrap(await beneficiary.trp.travelAddressFor("B-1")));
    }
    if (id === undefined) return;
    if (step.step === "return") await transfers.confirm(id, { outcome: "returned" });
    if (step.step === "review") {
      await transfers.review(id, { decision: step.decision, note: "drawn" }, { actor: OFFICER });
    }
  };
  const take = async (step: Step): Promise<void> => {
    if (step.step === "deliver") await deliver(step.side, step.killedAfter);
    else if (step.step === "late") await late.shift()?.().then(answeredLate);
    else if (step.step === "pass") vi.setSystemTime(Date.now() + step.hours * HOUR);
    else await decide(step);
  };
  const answeredLate = async (response: Response): Promise<void> => void said.push(await response.text());

  /** Ends without further faults: all messages arrive, and all deadlines pass. */
  const rest = async () => {
    isCalm = true;
    for (const send of late.splice(0)) await send().then(answeredLate);
    for (let round = 0; round < 6; round += 1) {
      for (const side of ["originator", "beneficiary", "originator"] as const) await deliver(side, null);
      vi.setSystemTime(Date.now() + 30 * HOUR);
    }
    const id = await received();
    const all = await stores.beneficiary.exchanges.list({ vasp_id: "V-O", from: "2000", size: 50 });
    return {
      originator: await stores.originator.exchanges.find("W-1"),
      beneficiary: all?.items.find(({ transfer_id }) => transfer_id === id),
      replaced: all?.items.filter(({ transfer_id }) => transfer_id !== id) ?? [],
    };
  };
  return { take, rest, said };
}
