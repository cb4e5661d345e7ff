// The closed list of operations that a program is made of. Everything in C and in the library is lowered to these. Two consumers give them
// meaning: `execution/compile` generates code, `skeleton/unrolling` unrolls them into events.
//
// Values are scalars: integers of 1 to 128 bits and IEEE floats. Pointers are integers of the data model's width; lowering splits aggregates
// into scalars. An operation makes at most one shared access (copy and fill: one ranged access each), so that one visible operation
// is one step.

export type Scalar = { readonly kind: "int"; readonly bits: number } | { readonly kind: "float"; readonly bits: 32 | 64 };

/** Index of a register of the function. Registers are mutable: promoted locals are also registers. */
export type Register = number;

export type Operand =
  | { readonly kind: "register"; readonly register: Register }
  | { readonly kind: "integer"; readonly value: bigint; readonly bits: number } // 0 <= value < 2^bits
  | { readonly kind: "float"; readonly image: bigint; readonly bits: 32 | 64 } // IEEE image
  | { readonly kind: "object"; readonly object: number; readonly offset: number } // address inside a global object
  | { readonly kind: "function"; readonly function: number } // address of a function
  | { readonly kind: "block"; readonly block: number }; // address of a block of this function

export type MemoryOrder = "relaxed" | "acquire" | "release" | "acq_rel" | "seq_cst";

export type IntegerOperator = "add" | "sub" | "mul" | "udiv" | "sdiv" | "urem" | "srem" | "shl" | "lshr" | "ashr" | "and" | "or" | "xor";
export type IntegerPredicate = "eq" | "ne" | "ugt" | "uge" | "ult" | "ule" | "sgt" | "sge" | "slt" | "sle";
export type FloatOperator = "add" | "sub" | "mul" | "div" | "rem";
export type FloatPredicate =
  | "false"
  | "oeq"
  | "ogt"
  | "oge"
  | "olt"
  | "ole"
  | "one"
  | "ord"
  | "ueq"
  | "ugt"
  | "uge"
  | "ult"
  | "ule"
  | "une"
  | "uno"
  | "true";
export type Conversion = "trunc" | "zext" | "sext" | "fptrunc" | "fpext" | "fptoui" | "fptosi" | "uitofp" | "sitofp" | "image"; // image: same bits, other kind
export type UpdateOperator =
  | "xchg"
  | "add"
  | "sub"
  | "and"
  | "nand"
  | "or"
  | "xor"
  | "max"
  | "min"
  | "umax"
  | "umin"
  | "fadd"
  | "fsub"
  | "fmax"
  | "fmin"
  | "uinc_wrap"
  | "udec_wrap";
/** Bit-counting and saturating arithmetic of clang's builtins, min/max/abs … */
export const integerBuiltins = [
  "ctlz",
  "cttz",
  "ctpop",
  "bswap",
  "bitreverse",
  "abs",
  "smax",
  "smin",
  "umax",
  "umin",
  "fshl",
  "fshr",
  "uadd.sat",
  "usub.sat",
  "sadd.sat",
  "ssub.sat",
] as const;
/** … and float functions that clang turns into intrinsics. */
export const floatBuiltins = [
  "fabs",
  "sqrt",
  "floor",
  "ceil",
  "trunc",
  "rint",
  "nearbyint",
  "round",
  "roundeven",
  "copysign",
  "fma",
  "fmuladd",
  "minnum",
  "maxnum",
  "minimum",
  "maximum",
  "pow",
  "powi",
  "exp",
  "exp2",
  "exp10",
  "log",
  "log2",
  "log10",
  "sin",
  "cos",
  "tan",
  "canonicalize",
  "is.fpclass",
] as const;
export type IntegerBuiltin = (typeof integerBuiltins)[number];
export type Builtin = IntegerBuiltin | (typeof floatBuiltins)[number];

export type ErrorKind =
  | "assertion"
  | "null-dereference"
  | "use-after-free"
  | "use-after-return"
  | "use-after-scope"
  | "out-of-bounds"
  | "invalid-pointer"
  | "write-to-constant"
  | "double-free"
  | "invalid-free"
  | "invalid-thread"
  | "invalid-argument"
  | "invalid-call"
  | "unreachable"
  | "signed-overflow"
  | "division-by-zero"
  | "bad-shift"
  | "deadlock"
  | "self-deadlock"
  | "unlock-not-held"
  | "destroy-busy"
  | "invalid-sync"
  | "uninitialised-read"
  | "leak"
  | "data-race";

interface At {
  /** Index into `Program.positions`; 0 is "nowhere". */
  readonly at: number;
}

interface Access extends At {
  readonly address: Operand;
  /** Where the address computation started: the access must stay inside that object. Null: unknown provenance. */
  readonly base: Operand | null;
  /** No other thread can access the object: the access is not a step. */
  readonly private: boolean;
}

/** An access and its C11 order; null: a plain access. `volatile` has no effect and is kept for reports. */
interface Ordered extends Access {
  readonly order: MemoryOrder | null;
  readonly volatile: boolean;
}

/** A load of the word that contains a bit-field. */
export interface FieldLoad {
  /** If the field is read: its own bits. If it is assigned: those of its neighbours. */
  readonly bits: bigint;
  /** If the field is assigned: the register that receives the unwritten bits among `bits`. Null: the field is read. */
  readonly open: Register | null;
}

/** What is unsupported: a construct, a use of a library function, inline assembly, or a declaration that differs from the library's. */
export type UnsupportedKind = "construct" | "library-use" | "assembly" | "declaration";

export type Operation =
  // computing
  | (At & { readonly op: "move"; readonly to: Register; readonly type: Scalar; readonly from: Operand })
  | (At & {
      readonly op: "integer";
      readonly to: Register;
      readonly bits: number;
      readonly operator: IntegerOperator;
      readonly left: Operand;
      readonly right: Operand;
      readonly signed: boolean;
      /** Pointer arithmetic: the result points into the same object, or into none. */
      readonly pointer?: true;
    }) // signed: overflow is an error (nsw); a bad shift amount always is
  | (At & {
      readonly op: "compare";
      readonly to: Register;
      readonly bits: number;
      readonly predicate: IntegerPredicate;
      readonly left: Operand;
      readonly right: Operand;
    })
  | (At & {
      readonly op: "float";
      readonly to: Register;
      readonly bits: 32 | 64;
      readonly operator: FloatOperator;
      readonly left: Operand;
      readonly right: Operand;
    })
  | (At & { readonly op: "float-negate"; readonly to: Register; readonly bits: 32 | 64; readonly from: Operand })
  | (At & {
      readonly op: "float-compare";
      readonly to: Register;
      readonly bits: 32 | 64;
      readonly predicate: FloatPredicate;
      readonly left: Operand;
      readonly right: Operand;
    })
  | (At & {
      readonly op: "convert";
      readonly to: Register;
      readonly conversion: Conversion;
      readonly from: Operand;
      readonly source: Scalar;
      readonly target: Scalar;
    })
  | (At & {
      readonly op: "select";
      readonly to: Register;
      readonly type: Scalar;
      readonly condition: Operand;
      readonly then: Operand;
      readonly otherwise: Operand;
    })
  | (At & {
      readonly op: "builtin";
      readonly to: Register;
      readonly builtin: Builtin;
      readonly type: Scalar;
      readonly args: readonly Operand[];
    })
  | (At & {
      readonly op: "checked";
      readonly to: Register;
      readonly overflow: Register;
      readonly bits: number;
      readonly operator: "add" | "sub" | "mul";
      readonly signed: boolean;
      readonly left: Operand;
      readonly right: Operand;
    }) // __builtin_*_overflow
  // memory
  | (Ordered & {
      readonly op: "load";
      readonly to: Register;
      readonly type: Scalar;
      /** The load moves an aggregate, padding included, or the neighbours of a bit-field (`field`): unwritten bytes are carried along. */
      readonly coercion: boolean;
      /** Of a coercion: the bytes that are padding, as bits of a number. Null: the value of no byte matters. */
      readonly padding: number | null;
      readonly field?: FieldLoad;
    })
  | (Ordered & {
      readonly op: "store";
      readonly type: Scalar;
      readonly value: Operand;
      /** If a bit-field is assigned: which bits of the value are unwritten, as found by the load of its neighbours. */
      readonly open?: Operand;
    })
  | (Ordered & {
      readonly op: "update";
      readonly to: Register;
      readonly type: Scalar;
      readonly operator: UpdateOperator;
      readonly value: Operand;
      readonly order: MemoryOrder;
    })
  | (Ordered & {
      readonly op: "compare-exchange";
      readonly to: Register;
      readonly success: Register;
      readonly type: Scalar;
      readonly expected: Operand;
      readonly replacement: Operand;
      readonly order: MemoryOrder;
      readonly failure: MemoryOrder;
      readonly weak: boolean;
    })
  | (At & { readonly op: "fence"; readonly order: MemoryOrder })
  | (Access & { readonly op: "copy-in"; readonly size: Operand }) // reads a range into the thread's transfer buffer
  | (Access & { readonly op: "copy-out"; readonly size: Operand }) // writes a range from the transfer buffer
  | (Access & { readonly op: "fill"; readonly byte: Operand; readonly size: Operand })
  | (At & { readonly op: "check-provenance"; readonly base: Operand; readonly address: Operand }) // pointer arithmetic that starts at base must not reach another object
  | (At & { readonly op: "clear"; readonly address: Operand; readonly size: Operand })
  | (At & {
      readonly op: "stack-allocate";
      readonly to: Register;
      readonly size: Operand;
      readonly align: number;
      readonly private: boolean;
      readonly variable: number;
    }) // index into Program.variables, or -1
  // The scope of a local begins again: the local is unwritten. No pointer to its earlier life remains, so it may move.
  | (At & {
      readonly op: "stack-renew";
      readonly to: Register;
      readonly address: Operand;
      readonly size: Operand;
      readonly align: number;
      readonly private: boolean;
      readonly variable: number;
    })
  | (At & { readonly op: "stack-end"; readonly address: Operand }) // the scope of a local ends to which a pointer may remain
  | (At & { readonly op: "stack-mark"; readonly to: Register })
  | (At & { readonly op: "stack-reset"; readonly mark: Operand })
  | (At & {
      readonly op: "heap-allocate";
      readonly to: Register;
      readonly size: Operand;
      readonly align: Operand;
      readonly internal: Operand;
    })
  | (At & { readonly op: "heap-free"; readonly address: Operand })
  | (At & { readonly op: "heap-size"; readonly to: Register; readonly address: Operand })
  | (At & { readonly op: "thread-local"; readonly to: Register; readonly object: number })
  // calls within a thread
  | (At & {
      readonly op: "call";
      readonly callee: Operand;
      readonly args: readonly Operand[];
      readonly argTypes: readonly Scalar[];
      readonly results: readonly Register[];
      readonly variadic: Operand | null;
    })
  | (At & { readonly op: "variadic-area"; readonly to: Register }) // address of the variadic arguments of this call
  | (At & { readonly op: "set-jump"; readonly to: Register; readonly buffer: Operand })
  | (At & { readonly op: "long-jump"; readonly buffer: Operand; readonly value: Operand })
  // the primitives of concurrency and environment (library/primitives.h)
  | (At & { readonly op: "atomic-begin"; readonly user: boolean })
  | (At & { readonly op: "atomic-end"; readonly user: boolean })
  | (At & { readonly op: "block-until"; readonly condition: Operand; readonly why: string; readonly object: Operand })
  | (At & { readonly op: "waits-for"; readonly slot: Operand }) // if the section blocks, the wait ends only after the thread of this slot has acted; negative: none
  | (At & { readonly op: "acquire"; readonly object: Operand; readonly index: Operand })
  | (At & { readonly op: "release"; readonly object: Operand; readonly index: Operand })
  | (At & { readonly op: "access-as"; readonly how: Operand; readonly memoryOrder: Operand }) // how the section's accesses count from here on: `AccessAs`
  | (At & { readonly op: "lock-note"; readonly object: Operand; readonly mode: Operand; readonly taken: boolean })
  | (At & { readonly op: "choose"; readonly to: Register; readonly count: Operand; readonly what: string })
  | (At & {
      readonly op: "input";
      readonly to: Register;
      readonly bits: Operand;
      readonly what: string;
      /** The value lies between these, both included (64 bits, unsigned); `first` is the ordinary one and may be the larger. Null: any. */
      readonly first: Operand | null;
      readonly last: Operand | null;
    })
  | (At & { readonly op: "assume"; readonly condition: Operand })
  | (At & { readonly op: "thread-start"; readonly to: Register; readonly entry: Operand; readonly self: Operand })
  | (At & { readonly op: "thread-exit" })
  | (At & { readonly op: "end-locals" }) // ends the locals of all frames: only the library still runs in the thread
  | (At & { readonly op: "thread-self"; readonly to: Register })
  | (At & { readonly op: "thread-slot"; readonly to: Register })
  | (At & { readonly op: "thread-label"; readonly function: Operand })
  | (At & { readonly op: "process-end"; readonly status: Operand; readonly kind: Operand })
  | (At & { readonly op: "error"; readonly error: ErrorKind; readonly message: string | null; readonly text: Operand | null }) // message: literal; text: address of a C string
  | (At & {
      readonly op: "unsupported";
      readonly what: string | null;
      readonly text: Operand | null;
      readonly kind: UnsupportedKind;
    })
  | (At & { readonly op: "option"; readonly to: Register; readonly which: Operand })
  | (At & { readonly op: "output"; readonly descriptor: Operand; readonly address: Operand; readonly size: Operand })
  | (At & { readonly op: "format-number"; readonly to: Register; readonly args: readonly Operand[] })
  | (At & { readonly op: "parse-double"; readonly to: Register; readonly text: Operand; readonly consumed: Operand })
  | (At & { readonly op: "math"; readonly to: Register; readonly name: string; readonly x: Operand; readonly y: Operand });

export type Terminator = At &
  (
    | { readonly op: "jump"; readonly target: number }
    | { readonly op: "branch"; readonly condition: Operand; readonly then: number; readonly otherwise: number }
    | {
        readonly op: "switch";
        readonly bits: number;
        readonly on: Operand;
        readonly cases: readonly { readonly value: bigint; readonly target: number }[];
        readonly fallback: number;
      }
    | { readonly op: "indirect-jump"; readonly address: Operand; readonly targets: readonly number[] }
    | { readonly op: "return"; readonly values: readonly Operand[]; readonly types: readonly Scalar[] }
    | { readonly op: "unreachable" }
  );

/** How accesses in a library section count if they are made on behalf of the caller. Null stands for the library's own accesses. */
export interface AccessAs {
  /** Null: plain. */
  readonly order: MemoryOrder | null;
  /** The write belongs to an update, whose read came before. */
  readonly continues: boolean;
}

const orders: readonly MemoryOrder[] = ["relaxed", "acquire", "acquire", "release", "acq_rel", "seq_cst"]; // C11's numbers; consume is acquire

/** Decodes the operands of `access-as`: a value of the enum in primitives.h and C11's number of an order. Null: the library's own accesses. */
export function decodeAccessAs(how: number, order: number): AccessAs | null {
  return how === 0 ? null : how === 1 ? plain : ((how === 3 ? updates : atomics)[order] ?? null);
}

export const acquires = (order: MemoryOrder): boolean => order !== "relaxed" && order !== "release";
export const releases = (order: MemoryOrder): boolean => order !== "relaxed" && order !== "acquire";

const plain: AccessAs = { order: null, continues: false };
const atomics: readonly AccessAs[] = orders.map((order) => ({ order, continues: false }));
const updates: readonly AccessAs[] = orders.map((order) => ({ order, continues: true }));

/** The number under which a function that is defined nowhere asks `option`: it notes that the call may have had effects, which are not modelled. */
export const unknownCallOption = 4;
/** The same for the pointers that functions get which run as threads (`--entry`): they lead to objects of their own only. */
export const unknownArgumentOption = 5;
/** The kind of a `heap-allocate` that need not be freed: the object that a pointer from such a function points to. */
export const unownedKind = 3;
/** The kind of a block in which a function of the library hands out what another function takes back, such as a directory stream. */
export const handedOutKind = 4;
/** Whether a `heap-allocate` of this kind makes a block of the heap. */
export const isHeapKind = (kind: number): boolean => kind === unownedKind || mayReuse(kind);
/** Whether such a block may begin where a freed one lay. */
export const mayReuse = (kind: number): boolean => kind === 0 || kind === handedOutKind;

export const int = (bits: number): Scalar => ({ kind: "int", bits });
export const register = (r: Register): Operand => ({ kind: "register", register: r });
export const integer = (value: bigint, bits: number): Operand => ({ kind: "integer", value: BigInt.asUintN(bits, value), bits });

/** The number of bytes that a scalar occupies in memory. */
export function storeSize(type: Scalar): number {
  return type.kind === "float" ? type.bits / 8 : (type.bits + 7) >> 3;
}
