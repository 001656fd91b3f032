/** The shapes of queries for typia (§4.5, §4.6, §4.8). Internal. */
import typia from "typia";
import type { Shape } from "./input/shape.js";
import type { AccountSearchRequest, AlertListRequest, VaspListRequest, VaspSearchRequest } from "./requests.js";

export const accountSearchShape: Shape<AccountSearchRequest> = {
  fits: typia.createEquals<AccountSearchRequest>(),
  schema: typia.json.schemas<[AccountSearchRequest], "3.1">(),
};
export const vaspSearchShape: Shape<VaspSearchRequest> = {
  fits: typia.createEquals<VaspSearchRequest>(),
  schema: typia.json.schemas<[VaspSearchRequest], "3.1">(),
};
export const vaspListShape: Shape<VaspListRequest> = {
  fits: typia.createEquals<VaspListRequest>(),
  schema: typia.json.schemas<[VaspListRequest], "3.1">(),
};
export const alertListShape: Shape<AlertListRequest> = {
  fits: typia.createEquals<AlertListRequest>(),
  schema: typia.json.schemas<[AlertListRequest], "3.1">(),
};
