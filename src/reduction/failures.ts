// What a search looks for. In: the properties that are checked, or kinds of errors instead. Out: whether a step that ends in an error is a failure.

import { type Property, propertyOf } from "../execution/errors.ts";
import type { ErrorKind } from "../program/operations.ts";

export class Failures {
  constructor(
    readonly properties: ReadonlySet<Property>,
    /** Null: errors of the properties. */
    readonly kinds: ReadonlySet<ErrorKind> | null = null,
  ) {}

  has(kind: ErrorKind): boolean {
    return this.kinds?.has(kind) ?? this.properties.has(propertyOf(kind));
  }

  /** Signed overflow is a failure, although runs continue after it. */
  get hasOverflow(): boolean {
    return this.kinds === null && this.properties.has("overflow");
  }
}
