// What names mean at a cursor. The module is the outer scope; each function body adds its locals.

import type { Cursor } from "./lexer.ts";
import type { Type, Value } from "./module.ts";

export interface Scope {
  /** The type `%name`; throws RVL105 if there is none. */
  struct(name: string, at: Cursor): Type;
  /** The value `%name`; throws RVL105 outside function bodies. */
  local(name: string, at: Cursor): Value;
  /** Whether the attribute group `#number` holds `returns_twice`. */
  groupReturnsTwice(number: number): boolean;
  /** Whether the function was declared or defined with `returns_twice`. */
  functionReturnsTwice(name: string): boolean;
}
