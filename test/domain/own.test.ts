/** Own properties, beside those that other code adds to `Object.prototype`. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bare, own, withAdded } from "../../src/domain/own.js";

interface Named {
  readonly name?: string;
}

class Base implements Named {
  get name(): string {
    return "of the class";
  }
}

class Derived extends Base {
  readonly size = 1;
}

beforeEach(() => void Object.assign(Object.prototype, { name: "added", other: "added" }));

afterEach(() => {
  for (const name of ["name", "other"]) Reflect.deleteProperty(Object.prototype, name);
});

it.each<[string, Named, string | undefined]>([
  ["an object", { name: "its own" }, "its own"],
  ["an object without it", {}, undefined],
  ["an object without a prototype", Object.create(null), undefined],
  ["an object that inherits it", Object.create({ name: "inherited" }), "inherited"],
  ["an instance of a class", new Base(), "of the class"],
  ["an instance of a derived class", new Derived(), "of the class"],
])("%s has only its own name, or that of its class", (_, value, name) => {
  expect(own(value, "name")).toBe(name);
  const { name: copied, ...others } = bare(value);
  expect(copied).toBe(name);
  expect(Reflect.ownKeys(others)).toEqual(value instanceof Derived ? ["size"] : []);
});

it("adds properties without a call of a setter that other code added", () => {
  const set = vi.fn();
  Object.defineProperty(Object.prototype, "colour", { set, configurable: true });
  const added = withAdded({ size: 1 }, { colour: "red" });
  Reflect.deleteProperty(Object.prototype, "colour");
  expect(Object.entries(added)).toEqual([
    ["size", 1],
    ["colour", "red"],
  ]);
  expect(set).not.toHaveBeenCalled();
});
