// C types, from debug information, as far as reports need them.

export type SourceType =
  | { readonly kind: "base"; readonly name: string; readonly bits: number; readonly encoding: string } // DW_ATE_signed …
  | { readonly kind: "pointer"; readonly to: SourceType | null; readonly bits: number }
  | { readonly kind: "array"; readonly element: SourceType | null; readonly counts: readonly number[] }
  | { readonly kind: "struct" | "union"; readonly name: string | null; readonly bits: number; readonly fields: readonly SourceField[] }
  | {
      readonly kind: "enum";
      readonly name: string | null;
      readonly bits: number;
      readonly members: readonly { readonly name: string; readonly value: bigint }[];
    }
  | { readonly kind: "function"; readonly result: SourceType | null; readonly params: readonly { readonly type: SourceType | null }[] }
  | { readonly kind: "named"; readonly name: string; readonly of: SourceType | null } // typedef
  | { readonly kind: "qualified"; readonly qualifier: "const" | "volatile" | "atomic" | "restrict"; readonly of: SourceType | null };

export interface SourceField {
  readonly name: string;
  readonly offsetBits: number;
  readonly bits: number;
  readonly type: SourceType | null;
  readonly bitField: boolean;
}
