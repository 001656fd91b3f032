/** The shape of an input, as typia knows a type. */

/** What our shapes need of JSON Schema, as typia writes it. Properties are in the order of the interface. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/**
 * A type, as a value: `typia.json.schemas` of it, made when the package is built. No validator of typia's, because none
 * gives all issues: they leave out an error whose path begins the one before it (`name` after `name_legal`), and look for no
 * unknown property in an object with just as many members as the type requires.
 */
export interface Shape<T> {
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
  readonly schemas: readonly Schema[];
  /** Never there: typia's tie between the value and the type. */
  readonly __types?: readonly [T] | undefined;
}
