/** Shapes of search and list requests for typia (§4.5, §4.6, §4.8). */
import typia from "typia";
import type { Shape } from "./input/types.js";
import type { AccountSearchRequest, AlertListRequest, VaspListRequest, VaspSearchRequest } from "./requests.js";

export const accountSearchShape: Shape<AccountSearchRequest> = typia.json.schemas<[AccountSearchRequest], "3.1">();
export const vaspSearchShape: Shape<VaspSearchRequest> = typia.json.schemas<[VaspSearchRequest], "3.1">();
export const vaspListShape: Shape<VaspListRequest> = typia.json.schemas<[VaspListRequest], "3.1">();
export const alertListShape: Shape<AlertListRequest> = typia.json.schemas<[AlertListRequest], "3.1">();
