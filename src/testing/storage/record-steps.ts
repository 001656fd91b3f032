/** Steps on alerts and addresses. */
import * as fc from "fast-check";
import type { AlertListQuery } from "../../domain/alerts/alert.js";
import type { Chain } from "../../domain/chains/chain.js";
import { IDS } from "./directory-steps.js";
import { expectedAddress, expectedAlerts, expectedOrder } from "./model.js";
import { ADDRESSES, type AddressChange, ALL, anyAddressChange, anyAlert, anyPage, REFERENCES } from "./records.js";
import { oneOf, placeOf, type Step, type StepKinds, step } from "./steps.js";

const insertAlert = fc.tuple(oneOf(IDS), anyAlert).map(([alert_id, alert]): Step => {
  const given = { ...alert, alert_id };
  return step("alerts.insert", [given], {
    ask: ({ alerts }) => alerts.insert(given),
    right: ({ alerts }) => {
      if (alerts.has(alert_id)) return "taken";
      alerts.set(alert_id, { alert: given, delivered: false });
      return "inserted";
    },
  });
});

const markDelivered = oneOf(IDS).map((id) =>
  step("alerts.markDelivered", [id], {
    ask: ({ alerts }) => alerts.markDelivered(id),
    right: ({ alerts }) => {
      const stored = alerts.get(id);
      if (stored !== undefined) alerts.set(id, { ...stored, delivered: true });
      return undefined;
    },
  }),
);

function findAlert(id: string): Step {
  return step("alerts.find", [id], { ask: ({ alerts }) => alerts.find(id), right: ({ alerts }) => alerts.get(id) });
}

function listAlerts(query: AlertListQuery): Step {
  const { page, size, delivered } = query;
  return step("alerts.list", [query], {
    ask: ({ alerts }) => alerts.list(query),
    right: ({ alerts }) => {
      const asked = [...alerts.values()].filter((each) => delivered === undefined || each.delivered === delivered);
      const sorted = expectedAlerts(asked.map(({ alert }) => alert));
      const items = sorted.slice((page - 1) * size, page * size);
      return { items, pagination: { total: sorted.length, page, size } };
    },
  });
}

const anyAlertQuery = fc
  .tuple(anyPage, fc.record({ delivered: fc.boolean() }, { requiredKeys: [] }))
  .map(([page, state]) => ({ ...page, ...state }));

/** Steps on alerts. */
export const alertSteps: StepKinds = {
  writes: [insertAlert, markDelivered],
  reads: [oneOf(IDS).map(findAlert)],
  surveys: [anyAlertQuery.map(listAlerts)],
  looks: [
    ...IDS.map(findAlert),
    listAlerts(ALL),
    listAlerts({ ...ALL, delivered: true }),
    listAlerts({ ...ALL, delivered: false }),
  ],
};

function changeAddress(change: AddressChange): Step {
  const { chain, address, account_ref_id } = change.update;
  const place = placeOf(change.update);
  if (change.kind === "save") {
    return step("addresses.save", [change.update], {
      ask: ({ addresses }) => addresses.save(change.update),
      right: ({ addresses }) => {
        const history = [...(addresses.get(place) ?? []), change];
        addresses.set(place, history);
        return expectedAddress(history);
      },
    });
  }
  return step("addresses.link", [chain, address, account_ref_id], {
    ask: ({ addresses }) => addresses.link(chain, address, change.update.account_ref_id),
    right: ({ addresses }) => {
      const history = addresses.get(place);
      if (history === undefined) return "unknown";
      addresses.set(place, [...history, change]);
      return "linked";
    },
  });
}

function findAddress({ chain, address }: { readonly chain: Chain; readonly address: string }): Step {
  return step("addresses.find", [chain, address], {
    ask: ({ addresses }) => addresses.find(chain, address),
    right: ({ addresses }) => expectedAddress(addresses.get(placeOf({ chain, address })) ?? []),
  });
}

function addressesOf(account: string): Step {
  return step("addresses.ofAccount", [account], {
    ask: ({ addresses }) => addresses.ofAccount(account),
    right: ({ addresses }) => {
      const all = [...addresses.values()].map(expectedAddress).filter((each) => each !== undefined);
      return expectedOrder(all.filter(({ account_ref_id }) => account_ref_id === account));
    },
  });
}

type Somewhere = Parameters<typeof anyAddressChange>[0];
type SomeReferences = Parameters<typeof anyAddressChange>[1];

function addressStepsOn(places: Somewhere, references: SomeReferences): StepKinds {
  return {
    writes: [anyAddressChange(places, references).map(changeAddress)],
    reads: [oneOf(places).map(findAddress)],
    surveys: [oneOf(references).map(addressesOf)],
    looks: [...places.map(findAddress), ...references.map(addressesOf)],
  };
}

/** Steps on addresses. */
export const addressSteps: StepKinds = addressStepsOn(ADDRESSES, REFERENCES);

/** Steps on one address, over which calls at once meet. */
export const oneAddressSteps: StepKinds = addressStepsOn([ADDRESSES[0]], [REFERENCES[0], REFERENCES[1]]);
