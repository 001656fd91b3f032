/** Types of rules about inputs. */
import type { AddressParseCode, ParsedAddress, RegisteredChains } from "../chains/chain.js";
import type { Issue, IssueCode } from "../issue.js";
import type { Result } from "../result.js";

/** Options of every `parse…` function. */
export interface ParseOptions {
  /**
   * Country codes to accept besides the officially assigned ones, for example `["XK"]`.
   *
   * @default []
   */
  readonly countries?: readonly string[] | undefined;
  /**
   * Whether null and the empty text count as absent where a property is optional in its type, at every depth. So does an
   * optional object all of whose properties are empty, such as the postal address of a form. Forms and databases have them
   * in place of missing values. A required property, an unknown one and an item of an array keep their issues.
   *
   * @default false
   */
  readonly emptyIsAbsent?: boolean | undefined;
}

/** The addresses of one input that were parsed, by chain and text. */
export type ParsedAddresses = Map<string, Result<ParsedAddress<string>, AddressParseCode>>;

/** Options of parsing inside an operation, which has a clock. */
export interface ParseContext extends ParseOptions {
  /** Today in UTC, `YYYY-MM-DD`. Without it, dates in the future are not reported. */
  readonly today?: string;
  /** The registered chains. Without it, those of §4.1. */
  readonly chains?: RegisteredChains | undefined;
}

/** Facts outside the input that rules depend on. */
export interface RuleContext {
  /** Whether a text is an officially assigned country code, or one that the caller added. */
  readonly isCountry: (text: string) => boolean;
  readonly today: string | undefined;
  readonly emptyIsAbsent: boolean;
  /** The registered chains; undefined: those of §4.1. */
  readonly chains: RegisteredChains | undefined;
  /** Addresses of this input that a rule has parsed. Several rules need each. */
  parsed: ParsedAddresses | undefined;
}

/** The format of the text of one property. */
export interface TextFormat {
  readonly matches: (text: string, context: RuleContext) => boolean;
  /**
   * Whether the reader skips the text rules for a matching text: it cannot violate them (a code of a list), or may (a long
   * cursor).
   */
  readonly skipsTextRules: boolean;
  /** Returns true only for a text that meets the format and the text rules for certain. Faster than both. */
  readonly isFine?: (text: string) => boolean;
}

/** What depends on the operands of a rule: the code, the message, and params in place of the rule's. */
export type Description = Pick<Issue, "code" | "message" | "params">;

/** One rule about an object. {@link ruleOf} checks its types. */
export interface Rule {
  readonly code: IssueCode;
  readonly clause: string;
  /** Where the issue points, relative to the object. */
  readonly path: string;
  /**
   * Operands of `isViolated`: properties, a nested one as `a/b`. One that ends in `?` is only whether the property is
   * present. The rule is skipped when the value of another operand already has an issue, so that one fault gives one issue.
   */
  readonly of: readonly string[];
  /** Receives the operands in the order of `of`, then the context. */
  isViolated(...operands: readonly unknown[]): boolean;
  /** Allowed values and limits. */
  readonly params?: Issue["params"];
  readonly message: string;
  /** Receives what `isViolated` receives. Returns code, message and params if they depend on it. */
  describe?(...operands: readonly unknown[]): Description | undefined;
}

/** A rule about the text of one property. The reader checks it with the other rules of the text. */
export interface FormatRule extends Rule {
  readonly format: TextFormat;
}
