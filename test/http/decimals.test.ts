/** Decimals in the bodies of all routes: every digit of a JSON number arrives at its operation. */
import { describe, expect, it } from "vitest";
import { tokensOf, valueAt } from "../../src/domain/input/json-pointer.js";
import { hasBody, type Route } from "../../src/http/route.js";
import { routes } from "../../src/http/routes.js";
import { type Compliance, unwrap } from "../../src/index.js";
import { jurisdictions } from "../../src/jurisdictions.js";
import { replacedAt } from "../../src/testing/single-fault/document.js";
import { handlerOf, send } from "../support/http.js";
import { describedApi } from "../support/http-responses.js";
import { filledCompliance, individual, withdrawal } from "../support/samples.js";
import { watchedCompliance } from "../support/watched-compliance.js";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const { paths, components } = describedApi.document as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RequestOf>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

interface RequestOf {
  readonly requestBody: {
    readonly content: { readonly "application/json": { readonly schema: Schema; readonly example: unknown } };
  };
}

function requestOf({ path, method }: Route) {
  const operation = paths[`/api/v2${path}`]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`no ${method} ${path}`);
  return operation.requestBody.content["application/json"];
}

/** Returns the pointer of every number that need not be an integer. `*` is an item of an array. */
function decimalsIn(schema: Schema, at = "", seen: readonly string[] = []): readonly string[] {
  const { $ref, type, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  if ($ref !== undefined) {
    if (seen.includes($ref)) return [];
    return decimalsIn(components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, at, [...seen, $ref]);
  }
  const found = [
    ...([type].flat().includes("number") ? [at] : []),
    ...Object.entries(properties).flatMap(([name, each]) => decimalsIn(each, `${at}/${name}`, seen)),
    ...(items ? decimalsIn(items, `${at}/*`, seen) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((each) => decimalsIn(each, at, seen)),
  ];
  return [...new Set(found)];
}

/** Literals that a double rounds, and what operations receive. */
const literals = [
  ["1000.00000000000001", "1000.00000000000001"],
  ["2999.999999999999999999", "2999.999999999999999999"],
  ["9007199254740993", "9007199254740993"],
  ["90071992547409931E-10", "9007199.2547409931"],
  ["1e3", 1000],
  ["-0", -0],
  ["1e400", "1e400"],
  [`3000.${"0".repeat(200)}1`, `3000.${"0".repeat(200)}1`],
] as const;

type Run = (...args: readonly unknown[]) => unknown;

/** Returns a compliance that reports every argument of its operations. */
function reporting(compliance: Compliance, report: (argument: unknown) => void): Compliance {
  const reported = (run: Run): Run => {
    return (...args) => {
      args.forEach(report);
      return run(...args);
    };
  };
  const parts = Object.entries(compliance as unknown as Readonly<Record<string, Readonly<Record<string, Run>>>>);
  const observed = parts.map(([name, part]) => [
    name,
    Object.fromEntries(Object.entries(part).map(([operation, run]) => [operation, reported(run)])),
  ]);
  return Object.fromEntries(observed);
}

const withBody = routes.filter(hasBody).map((route) => [`${route.method} ${route.path}`, route] as const);

describe.each(withBody)("%s", (_, route) => {
  const { schema, example } = requestOf(route);

  it("declares the decimals of its schema", () => {
    expect([...route.decimals].sort()).toEqual([...decimalsIn(schema)].sort());
  });

  it.each(route.decimals.flatMap((at) => literals.map((literal) => [at, ...literal] as const)))(
    "keeps the digits of %s: %s",
    async (at, literal, expected) => {
      const received: unknown[] = [];
      const handler = handlerOf(reporting(watchedCompliance().compliance, (argument) => received.push(argument)));
      const body = JSON.stringify(replacedAt(example, at, "@")).replace('"@"', literal);
      await send(handler, route.path.replace(/\{\w+\}/g, "1"), { method: route.method, body });
      const [value] = received.map((input) => valueAt(input, tokensOf(at))).filter((each) => each !== undefined);
      expect(value).toBe(expected);
    },
  );
});

it("some route has decimals, in the specification and in the extensions", () => {
  const found = routes.filter(({ decimals }) => decimals.length > 0);
  const operations = ["rules.evaluate", "transfers.check", "transfers.decide"];
  expect(new Set(found.map(({ operation }) => operation))).toEqual(new Set(operations));
});

describe("transfers.check over HTTP", () => {
  it("sees that 1000.00000000000001 EUR is above 1,000", async () => {
    const compliance = await filledCompliance({ jurisdictions, clock: () => new Date("2026-11-22T08:00:00Z") });
    const { originator_account: _, ...rest } = withdrawal;
    const originator_account_reference_id = individual.reference_id;
    const countries = { originator_country: "DE", beneficiary_country: "DE" };
    const transfer = { ...rest, ...countries, originator_account_reference_id, currency: "EUR" };
    const direct = async (amount: string) => unwrap(await compliance.transfers.check({ ...transfer, amount }));
    const body = JSON.stringify({ ...transfer, amount: "@" }).replace('"@"', "1000.00000000000001");
    const answer = await send(handlerOf(compliance), "/engine/transfers/check", { body });
    const above = (await direct("1000.00000000000001")).requirements;
    expect(valueAt(answer.body, ["data", "requirements"])).toEqual(above);
    expect((await direct("1000")).requirements).not.toEqual(above);
  });
});
