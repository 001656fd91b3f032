/** Wrong storages of VASP records: how they load them. */
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import { altered, collected, elsewhere, streamed, type WrongStorage } from "./altered.js";

type Load = ComplianceStorage["vasps"]["load"];

const countCheck = "a load stores and counts every record of its stream";
const apartCheck = "vasp ids are compared by code units";
const failCheck = "a failing stream changes nothing";

function loading(load: (storage: ComplianceStorage) => Load): WrongStorage["subject"] {
  return altered((storage) => ({ vasps: { load: load(storage) } }));
}

export const wrongLoads: readonly WrongStorage[] = [
  {
    check: countCheck,
    fault: "replaced records counted as new",
    subject: loading(({ vasps }) => async (records) => {
      const { loaded, replaced } = await vasps.load(records);
      return { loaded: loaded + replaced, replaced: 0 };
    }),
  },
  {
    check: countCheck,
    fault: "duplicates within a stream counted once",
    subject: loading(({ vasps }) => async (records) => {
      const all = await collected(records);
      return vasps.load(streamed([...new Map(all.map((record) => [record.vasp_id, record])).values()]));
    }),
  },
  {
    check: countCheck,
    fault: "properties of the earlier record in the new one",
    subject: loading(({ vasps }) => async (records) => {
      const all = await collected(records);
      const before = await Promise.all(all.map(({ vasp_id }) => vasps.find(vasp_id)));
      return vasps.load(streamed(all.map((record, index) => ({ ...before[index], ...record }))));
    }),
  },
  {
    check: apartCheck,
    fault: "ids in UTF-8, which merges lone surrogates",
    subject: altered(({ vasps }) => ({
      vasps: {
        load: async (records) => {
          const all = await collected(records);
          return vasps.load(
            streamed(all.map((record) => ({ ...record, vasp_id: Buffer.from(record.vasp_id).toString() }))),
          );
        },
      },
    })),
  },
  {
    check: "concurrent loads are stored completely, one after another",
    fault: "streams stored record by record",
    subject: altered(({ vasps }) => {
      let loads = 0;
      return {
        vasps: {
          load: async (records) => {
            loads += 1;
            // The later the stream, the earlier its second record and the later its third.
            const turns = [10 - loads, 3 * loads];
            const [first = [], ...rest] = (await collected(records)).map((record) => [record]);
            const sum = { ...(await vasps.load(streamed(first))) };
            for (const [index, record] of rest.entries()) {
              for (let turn = 0; turn < (turns[index] ?? 0); turn += 1) await elsewhere();
              const { loaded, replaced } = await vasps.load(streamed(record));
              sum.loaded += loaded;
              sum.replaced += replaced;
            }
            return sum;
          },
        },
      };
    }),
  },
  {
    check: failCheck,
    fault: "records before the failure kept",
    subject: loading(({ vasps }) => async (records) => {
      const all: Vasp[] = [];
      try {
        for await (const record of records) all.push(structuredClone(record));
      } finally {
        await vasps.load(streamed(all));
      }
      return { loaded: all.length, replaced: 0 };
    }),
  },
  {
    check: failCheck,
    fault: "another error than the stream's",
    subject: loading(({ vasps }) => async (records) => {
      try {
        return await vasps.load(records);
      } catch (cause) {
        throw new Error("The load failed.", { cause });
      }
    }),
  },
  {
    check: failCheck,
    fault: "a swallowed failure",
    subject: loading(
      ({ vasps }) =>
        (records) =>
          vasps.load(records).catch(() => ({ loaded: 0, replaced: 0 })),
    ),
  },
  {
    check: "records of a stream are invisible before its end",
    fault: "records visible before the end",
    subject: loading(({ vasps }) => async (records) => {
      const sum = { loaded: 0, replaced: 0 };
      for await (const record of records) {
        const { loaded, replaced } = await vasps.load(streamed([record]));
        sum.loaded += loaded;
        sum.replaced += replaced;
      }
      return sum;
    }),
  },
];
