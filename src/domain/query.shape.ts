/** The shapes of queries for typia (§4.5, §4.6, §4.8). Internal. */
import typia from "typia";
import type { AccountType } from "./accounts/account.js";
import type { ShapeCheck } from "./input/shape.js";
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

export const checkAccountSearchShape: ShapeCheck = typia.createValidateEquals<AccountSearchShape>();
export const checkVaspSearchShape: ShapeCheck = typia.createValidateEquals<VaspSearchShape>();
export const checkVaspListShape: ShapeCheck = typia.createValidateEquals<VaspListShape>();
export const checkPageShape: ShapeCheck = typia.createValidateEquals<PageShape>();
