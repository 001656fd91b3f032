/** What the queries take, for callers who want their compiler to check them: `{ … } satisfies AccountSearchRequest`. */
import type { AccountType } from "./accounts/account.js";
import type { Vasp } from "./vasps/vasp.js";

/** §4.5, `accounts.search`. */
export interface AccountSearchRequest {
  /** Matched against business, legal, first, last, local and full names and the e-mail address. */
  readonly search_term: string;
  /** In queries and results a non-customer is called a recipient. */
  readonly account_category?: "customer" | "recipient";
  readonly account_type?: AccountType;
  /** At most so many results; 1 or more. */
  readonly limit?: number;
}

/** §4.6, `vasps.search`. */
export interface VaspSearchRequest {
  /** Matched against legal and business name. */
  readonly search_term: string;
}

/** §4.8: `page` counts from 1 and is 1 by default; `size` is 1 to 1,000 and 50 by default. */
export interface PageRequest {
  readonly page?: number;
  readonly size?: number;
}

/** §4.8, `vasps.list`. */
export interface VaspListRequest extends PageRequest {
  /** A field for ascending order, with `-` before it for descending order. */
  readonly sort?: keyof Vasp | `-${keyof Vasp}`;
}

/** `alerts.list`. */
export interface AlertListRequest extends PageRequest {
  /** Only the alerts that `onAlert` has taken (true), or has not (false). */
  readonly delivered?: boolean;
}
