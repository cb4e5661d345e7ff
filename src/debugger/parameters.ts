// Parameters of requests, checked: of pages, and of editors. In: any value. Out: what a request needs, by name; a RavelError if it is not that.

import { fail } from "../support/diagnostics.ts";
import type { FrameReference, StepKind } from "./contract.ts";

const maxText = 10_000;

/** The parameters of a request, by fixed names. */
export class Parameters {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: unknown) {
    this.#given = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#given, name) && this.#given[name] !== undefined && this.#given[name] !== null;
  }

  integer(name: string): number {
    const value = this.#get(name);
    return typeof value === "number" && Number.isSafeInteger(value) ? value : fail("RVL001", `${name} is not an integer`);
  }

  text(name: string): string {
    const value = this.#get(name);
    return typeof value === "string" && value.length <= maxText ? value : fail("RVL001", `${name} is not a text`);
  }

  number(name: string): number {
    const value = this.#get(name);
    return typeof value === "number" && Number.isFinite(value) ? value : fail("RVL001", `${name} is not a number`);
  }

  object(name: string): object {
    const value = this.#get(name);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : fail("RVL001", `${name} is not an object`);
  }

  flag(name: string): boolean {
    return this.#get(name) === true;
  }

  list(name: string): readonly unknown[] {
    const value = this.#get(name);
    return Array.isArray(value) ? value : fail("RVL001", `${name} is not a list`);
  }

  choice<T extends string>(name: string, values: readonly T[]): T {
    const value = this.#get(name);
    return values.find((v) => v === value) ?? fail("RVL001", `${name} is not one of ${values.join(", ")}`);
  }

  stepKind(): StepKind {
    return this.choice("kind", ["visible", "line", "over", "out"]);
  }

  frame(): FrameReference {
    return { thread: this.integer("thread"), level: this.integer("level") };
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#given, name) ? this.#given[name] : undefined;
  }
}
