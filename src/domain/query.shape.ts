/** The shapes of queries for typia (§4.5, §4.6, §4.8). Internal. */
import typia from "typia";
import type { AccountType } from "./accounts/account.js";
import type { Shape } from "./input/shape.js";
import type { Vasp } from "./vasps/vasp.js";

/** §4.5. In queries and results a non-customer is called a recipient. */
export interface AccountSearchShape {
  search_term: string;
  account_category?: "customer" | "recipient";
  account_type?: AccountType;
  limit?: number;
}

export interface VaspSearchShape {
  search_term: string;
}

export interface PageShape {
  page?: number;
  size?: number;
}

/** §4.8: a field name for ascending order, with `-` before it for descending. */
export interface VaspListShape extends PageShape {
  sort?: keyof Vasp | `-${keyof Vasp}`;
}

export const accountSearchShape: Shape = {
  fits: typia.createEquals<AccountSearchShape>(),
  schema: typia.json.schemas<[AccountSearchShape], "3.1">(),
};
export const vaspSearchShape: Shape = {
  fits: typia.createEquals<VaspSearchShape>(),
  schema: typia.json.schemas<[VaspSearchShape], "3.1">(),
};
export const vaspListShape: Shape = {
  fits: typia.createEquals<VaspListShape>(),
  schema: typia.json.schemas<[VaspListShape], "3.1">(),
};
export const pageShape: Shape = {
  fits: typia.createEquals<PageShape>(),
  schema: typia.json.schemas<[PageShape], "3.1">(),
};
