/** The time, as the caller's process knows it. Injected so that no decision depends on a hidden clock. */
export type Clock = () => Date;
