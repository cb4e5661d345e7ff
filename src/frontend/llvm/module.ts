// The LLVM module as data: the parser's output and the input of `frontend/lower`.
//
// It covers the IR that clang makes of C at -O0. Function bodies are parsed on first use (`body()`), so that functions that are never
// reached cost nothing; everything else is plain, immutable data.

import type { SourceType } from "../../program/source-types.ts";

export type { SourceField, SourceType } from "../../program/source-types.ts";

export type Type =
  | { readonly kind: "void" }
  | { readonly kind: "int"; readonly bits: number }
  | { readonly kind: "float"; readonly bits: 16 | 32 | 64 | 80 | 128 }
  | { readonly kind: "ptr" }
  | { readonly kind: "array"; readonly count: number; readonly element: Type }
  | { readonly kind: "vector"; readonly count: number; readonly element: Type }
  | { readonly kind: "struct"; readonly name: string | null; readonly fields: readonly Type[]; readonly packed: boolean }
  | { readonly kind: "opaque"; readonly name: string }
  | { readonly kind: "function"; readonly result: Type; readonly params: readonly Type[]; readonly varargs: boolean }
  | { readonly kind: "label" }
  | { readonly kind: "metadata" };

/** A constant, or the name of a value that is defined elsewhere. */
export type Value =
  | { readonly kind: "local"; readonly name: string } // %x (without the sigil; unnamed ones are "0", "1", …)
  | { readonly kind: "global"; readonly name: string } // @x
  | { readonly kind: "int"; readonly value: bigint } // as written: may be negative; true/false are 1/0
  | { readonly kind: "float"; readonly bits: bigint; readonly width: 16 | 32 | 64 | 80 | 128 } // IEEE bits of the type's own width
  | { readonly kind: "null" }
  | { readonly kind: "undef" } // undef and poison
  | { readonly kind: "zero" } // zeroinitializer
  | { readonly kind: "string"; readonly bytes: Uint8Array } // c"…"
  | { readonly kind: "aggregate"; readonly elements: readonly TypedValue[] } // struct, array and vector constants, splat expanded
  | { readonly kind: "blockaddress"; readonly func: string; readonly block: string }
  | {
      readonly kind: "gep";
      readonly source: Type;
      readonly base: TypedValue;
      readonly indices: readonly TypedValue[];
      readonly inbounds: boolean;
    }
  | { readonly kind: "cast"; readonly op: CastOp; readonly from: TypedValue; readonly to: Type }
  | { readonly kind: "binary"; readonly op: string; readonly left: TypedValue; readonly right: TypedValue }
  | { readonly kind: "icmp"; readonly predicate: string; readonly left: TypedValue; readonly right: TypedValue }
  | { readonly kind: "select"; readonly condition: TypedValue; readonly then: TypedValue; readonly otherwise: TypedValue }
  | { readonly kind: "metadata"; readonly text: string }; // an argument of a debug intrinsic

export interface TypedValue {
  readonly type: Type;
  readonly value: Value;
}

export type CastOp =
  | "trunc"
  | "zext"
  | "sext"
  | "fptrunc"
  | "fpext"
  | "fptoui"
  | "fptosi"
  | "uitofp"
  | "sitofp"
  | "ptrtoint"
  | "ptrtoaddr"
  | "inttoptr"
  | "bitcast"
  | "addrspacecast";

export type AtomicOrdering = "unordered" | "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst";

/** Number of a metadata node (`!123`), resolved through `DebugInfo`. */
export type MetadataRef = number;

interface Base {
  /** `%name =` of the result, or null. */
  readonly result: string | null;
  /** `!dbg !N`, or null. */
  readonly debug: MetadataRef | null;
}

export interface CallArgument extends TypedValue {
  readonly byval: Type | null;
  readonly sret: Type | null;
  readonly align: number; // `align N` on the argument; 0: not given
  readonly signext: boolean;
  readonly zeroext: boolean;
  readonly noundef: boolean; // marks scalars of C; clang does not mark a struct that it passes in registers
}

export type Instruction = Base &
  (
    | { readonly op: "ret"; readonly value: TypedValue | null }
    | { readonly op: "br"; readonly target: string }
    | { readonly op: "condbr"; readonly condition: Value; readonly then: string; readonly otherwise: string }
    | {
        readonly op: "switch";
        readonly on: TypedValue;
        readonly fallback: string;
        readonly cases: readonly { readonly value: bigint; readonly target: string }[];
      }
    | { readonly op: "indirectbr"; readonly address: TypedValue; readonly targets: readonly string[] }
    | { readonly op: "unreachable" }
    | {
        readonly op: "binary";
        readonly operator: string;
        readonly type: Type;
        readonly left: Value;
        readonly right: Value;
        readonly nsw: boolean;
        readonly nuw: boolean;
        readonly exact: boolean;
      } // add … xor, fadd … frem
    | { readonly op: "fneg"; readonly operand: TypedValue }
    | { readonly op: "icmp"; readonly predicate: string; readonly type: Type; readonly left: Value; readonly right: Value }
    | { readonly op: "fcmp"; readonly predicate: string; readonly type: Type; readonly left: Value; readonly right: Value }
    | { readonly op: "cast"; readonly cast: CastOp; readonly from: TypedValue; readonly to: Type }
    | { readonly op: "freeze"; readonly operand: TypedValue }
    | { readonly op: "select"; readonly condition: TypedValue; readonly then: TypedValue; readonly otherwise: TypedValue }
    | { readonly op: "phi"; readonly type: Type; readonly incoming: readonly { readonly value: Value; readonly block: string }[] }
    | { readonly op: "alloca"; readonly type: Type; readonly count: TypedValue | null; readonly align: number }
    | {
        readonly op: "load";
        readonly type: Type;
        readonly address: Value;
        readonly align: number;
        readonly volatile: boolean;
        readonly ordering: AtomicOrdering | null;
      }
    | {
        readonly op: "store";
        readonly value: TypedValue;
        readonly address: Value;
        readonly align: number;
        readonly volatile: boolean;
        readonly ordering: AtomicOrdering | null;
      }
    | {
        readonly op: "gep";
        readonly source: Type;
        readonly base: TypedValue;
        readonly indices: readonly TypedValue[];
        readonly inbounds: boolean;
      }
    | { readonly op: "extractvalue"; readonly from: TypedValue; readonly indices: readonly number[] }
    | { readonly op: "insertvalue"; readonly into: TypedValue; readonly element: TypedValue; readonly indices: readonly number[] }
    | { readonly op: "extractelement"; readonly from: TypedValue; readonly index: TypedValue }
    | { readonly op: "insertelement"; readonly into: TypedValue; readonly element: TypedValue; readonly index: TypedValue }
    | {
        readonly op: "shufflevector";
        readonly left: TypedValue;
        readonly right: TypedValue;
        readonly mask: readonly number[];
        readonly type: Type;
      } // -1: poison lane
    | {
        readonly op: "cmpxchg";
        readonly address: Value;
        readonly expected: TypedValue;
        readonly replacement: TypedValue;
        readonly success: AtomicOrdering;
        readonly failure: AtomicOrdering;
        readonly weak: boolean;
        readonly volatile: boolean;
      }
    | {
        readonly op: "atomicrmw";
        readonly operator: string;
        readonly address: Value;
        readonly operand: TypedValue;
        readonly ordering: AtomicOrdering;
        readonly volatile: boolean;
      }
    | { readonly op: "fence"; readonly ordering: AtomicOrdering }
    | {
        readonly op: "call";
        readonly callee: Value;
        readonly type: Type;
        readonly signature: Type | null;
        readonly args: readonly CallArgument[];
        readonly returnsTwice: boolean;
      } // `type` is the result's; `signature` is the full function type if it is written (varargs)
    | {
        readonly op: "asm";
        readonly text: string;
        readonly constraints: string;
        readonly type: Type;
        readonly args: readonly TypedValue[];
        readonly sideEffect: boolean;
      }
    | { readonly op: "va_arg"; readonly list: Value; readonly type: Type }
    | { readonly op: "lifetime"; readonly begins: boolean; readonly address: Value } // llvm.lifetime.start and llvm.lifetime.end
    | { readonly op: "declare-variable"; readonly address: Value; readonly variable: MetadataRef; readonly indirect: boolean } // #dbg_declare / llvm.dbg.declare; indirect: a pointer to the variable is stored at the address (results returned in memory)
    | { readonly op: "unsupported"; readonly text: string } // valid IR that Ravel does not execute; reaching it is RVL2xx
  );

export interface Block {
  readonly label: string; // an unnamed block has its number, as LLVM counts
  readonly instructions: readonly Instruction[];
}

export interface Param {
  readonly name: string;
  readonly type: Type;
  readonly byval: Type | null;
  readonly sret: Type | null;
  readonly align: number; // `align N`; 0: not given
}

export interface FunctionDefinition {
  readonly name: string;
  readonly result: Type;
  readonly params: readonly Param[];
  readonly varargs: boolean;
  readonly internal: boolean; // internal or private linkage: C's static
  readonly weak: boolean; // weak, linkonce, available_externally
  readonly section: string | null;
  readonly debug: MetadataRef | null; // its DISubprogram
  /** Parses the body on the first call. Throws a coded diagnostic if the text is not IR. */
  body(): readonly Block[];
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly result: Type;
  readonly params: readonly Type[];
  readonly varargs: boolean;
  readonly weak: boolean; // its address is null if it has no definition
}

export interface GlobalVariable {
  readonly name: string;
  readonly type: Type;
  readonly initializer: Value | null; // null: external
  readonly constant: boolean;
  readonly threadLocal: boolean;
  readonly internal: boolean; // internal or private
  readonly weak: boolean; // weak, common, linkonce
  readonly align: number; // 0: by type
  readonly section: string | null;
  readonly debug: MetadataRef | null; // its DIGlobalVariableExpression (the first)
}

export interface Alias {
  readonly name: string;
  readonly internal: boolean;
  readonly weak: boolean;
  readonly target: TypedValue;
}

export interface Module {
  readonly sourceFile: string;
  readonly dataLayout: string;
  readonly triple: string;
  readonly structs: ReadonlyMap<string, Type>;
  readonly globals: ReadonlyMap<string, GlobalVariable>;
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  readonly declarations: ReadonlyMap<string, FunctionDeclaration>;
  readonly aliases: ReadonlyMap<string, Alias>;
  readonly debug: DebugInfo;
}

export interface SourcePosition {
  readonly file: string; // as clang names it: the path given on its command line, or joined with the directory
  readonly line: number;
  readonly column: number;
}

export interface SourceVariable {
  readonly name: string;
  readonly type: SourceType | null;
  readonly position: SourcePosition | null;
  readonly parameter: number; // 0: not a parameter
}

/** Debug metadata, decoded on demand. Every method returns null for an unknown node. Types may be recursive: they are memoised by node, and their fields are computed lazily. */
export interface DebugInfo {
  /** A DILocation; `inlinedAt` is ignored (nothing is inlined at -O0). Line 0 means no position. */
  position(ref: MetadataRef): SourcePosition | null;
  /** Every DILocation, by number. */
  locations(): readonly MetadataRef[];
  /** Every DILocalVariable, by number. */
  localVariables(): readonly MetadataRef[];
  /** The lexical blocks around a location, innermost first; the last one is the function. */
  scopes(ref: MetadataRef): readonly MetadataRef[];
  /** The function or block around a location, a variable or a block; null: the file. */
  scopeOf(ref: MetadataRef): MetadataRef | null;
  /** Where a function or a block begins. */
  scopePosition(ref: MetadataRef): SourcePosition;
  /** A DISubprogram. */
  subprogram(ref: MetadataRef): { readonly name: string; readonly position: SourcePosition; readonly type: SourceType | null } | null;
  /** A DILocalVariable, DIGlobalVariable or DIGlobalVariableExpression. */
  variable(ref: MetadataRef): SourceVariable | null;
  type(ref: MetadataRef): SourceType | null;
  /** All structs, unions, enumerations and typedefs. */
  namedTypes(): readonly SourceType[];
}
