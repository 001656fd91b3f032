/** The shapes of requests about addresses for typia (§4.1, §4.2). Internal. */
import typia from "typia";
import type { Shape } from "../input/shape.js";
import type { AddressAssignRequest, AddressCreateFields } from "./request.js";

export const addressCreateShape: Shape<AddressCreateFields> = typia.json.schemas<[AddressCreateFields], "3.1">();
export const addressAssignShape: Shape<AddressAssignRequest> = typia.json.schemas<[AddressAssignRequest], "3.1">();
