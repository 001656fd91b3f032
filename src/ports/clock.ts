/** Returns the current time. Injected, so that no decision depends on a hidden clock. */
export type Clock = () => Date;
