/** The shape of an input, as typia knows a type: a test, and a schema to tell by what is wrong. */

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
 * A type, as two values. The issues come from the schema because a typia validator does not give all of them: it leaves
 * out an error whose path begins the one before it (`name` after `name_legal`), and looks for no unknown property in an
 * object with just as many members as the type requires.
 */
export interface Shape<T> {
  /** `typia.createEquals`: the input is of the type and has no other property. */
  readonly fits: (input: unknown) => input is T;
  /** `typia.json.schemas` of the type. */
  readonly schema: {
    readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
    readonly schemas: readonly Schema[];
  };
}
