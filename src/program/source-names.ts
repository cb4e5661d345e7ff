// What the names in the source mean, for expressions that people type: types by their names, and which variables are visible where. Only
// debuggers ask for it.

import type { SourceType } from "./source-types.ts";

export interface SourceNames {
  /** By file of the program, as in `Program.files`. */
  readonly units: readonly UnitNames[];
  /** The program's own functions: their file, type and scope. */
  readonly functions: readonly { readonly id: number; readonly unit: number; readonly type: SourceType | null; readonly scope: number }[];
  /** Its own globals and statics. Scope -1: the whole file, or the program. */
  readonly objects: readonly { readonly id: number; readonly unit: number; readonly scope: number }[];
  /** Functions and the blocks in them: the scope around each; -1: it is a function. */
  readonly scopes: readonly number[];
  /** By variable of `Program.variables`: its scope; -1: not known. */
  readonly variables: readonly number[];
  /** Positions, each with a scope that has code there. A position may have several: a header of a loop is in two. */
  readonly positions: readonly { readonly position: number; readonly scope: number }[];
}

export interface UnitNames {
  readonly typedefs: readonly NamedType[];
  /** With its keyword: `struct node`. */
  readonly tags: readonly NamedType[];
  /** Every enumeration, also those without a tag. */
  readonly enums: readonly { readonly type: SourceType }[];
}

export interface NamedType {
  readonly name: string;
  readonly type: SourceType;
}

/** Of a program without debug information. */
export const noNames: SourceNames = { units: [], functions: [], objects: [], scopes: [], variables: [], positions: [] };
