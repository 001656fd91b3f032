/** typia schemas of requests about addresses (§4.1, §4.2), and of the responses of providers (§2.8). */
import typia from "typia";
import type { Shape } from "../input/types.js";
import type { AddressAssignRequest, AddressCreateFields, BalanceResponse, RiskResponse } from "./address.js";

export const addressCreateShape: Shape<AddressCreateFields> = typia.json.schemas<[AddressCreateFields], "3.1">();
export const addressAssignShape: Shape<AddressAssignRequest> = typia.json.schemas<[AddressAssignRequest], "3.1">();
export const riskResponseShape: Shape<RiskResponse> = typia.json.schemas<[RiskResponse], "3.1">();
export const balanceResponseShape: Shape<BalanceResponse> = typia.json.schemas<[BalanceResponse], "3.1">();
