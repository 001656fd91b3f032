/** The engine that `engineConformance` tests. */
import type { StorageEngine } from "../../ports/storage-engine.js";

/** Opens an engine. */
export type OpenEngine = () => Promise<StorageEngine> | StorageEngine;

/** A place whose engine has connections. */
export interface CutPlace {
  /** Opens an engine on the place. */
  readonly open: OpenEngine;
  /** Cuts the connections of the engine, at once or during its next statement. New ones can be made. */
  readonly cut: () => Promise<void> | void;
}

/** A place with bytes that can be damaged. */
export interface DamagedPlace {
  /** Opens an engine on the place. */
  readonly open: OpenEngine;
  /**
   * Changes stored bytes while no engine is open. Rows that are lost with a damaged end are a fault too: the end needs a
   * checksum or a length. `at` is where: 0 is the first byte, and 1 would be after the last.
   */
  readonly damage: (at: number) => Promise<void> | void;
}

/** An engine that keeps its rows after `close`. */
export interface DurableEngine {
  /** Creates a new, empty place. Returns a function that opens an engine on it, again after each `close`. */
  readonly place: () => Promise<OpenEngine> | OpenEngine;
  /** Creates a new, empty place whose connections can be cut. Adds the check of cut connections. */
  readonly cutPlace?: () => Promise<CutPlace> | CutPlace;
  /** Creates a new, empty place whose bytes can be damaged. Adds the check of damage: for engines with checksums. */
  readonly damagedPlace?: () => Promise<DamagedPlace> | DamagedPlace;
}
