// The tree of a generated concurrent program: the generator builds it, the shrinker reduces it and `render.ts` writes it as C. Every
// tree is valid C whatever is dropped from it: a thread's two locals `k` and `l` always exist, and only names that are used are declared.

/** Shared places of plain data, as C writes them. */
export interface PlaceInfo {
  /** Steps that reading it takes: the address may depend on shared data. */
  readonly steps: number;
  readonly feature: string | null;
  /** A bit-field, a part of a wider object: it has no atomic form. */
  readonly plainOnly?: true;
}

export const places = {
  x: { steps: 1, feature: null },
  y: { steps: 1, feature: null },
  b: { steps: 1, feature: "widths" }, // unsigned char
  n: { steps: 1, feature: "widths" }, // short
  w: { steps: 1, feature: "widths" }, // long long
  "a[0]": { steps: 1, feature: "array" },
  "a[1]": { steps: 1, feature: "array" },
  "a[x & 1]": { steps: 2, feature: "array" },
  "a[k & 1]": { steps: 1, feature: "array" },
  "s.c": { steps: 1, feature: "struct" },
  "s.i": { steps: 1, feature: "struct" },
  "*p": { steps: 2, feature: "pointer" },
  "*(int *)arg": { steps: 1, feature: "pointer", plainOnly: true },
  "u.word": { steps: 1, feature: "overlap", plainOnly: true },
  "u.half[1]": { steps: 1, feature: "overlap", plainOnly: true },
  "((unsigned char *)&x)[1]": { steps: 1, feature: "overlap", plainOnly: true },
  "f.low": { steps: 1, feature: "bit-field", plainOnly: true },
  "f.high": { steps: 1, feature: "bit-field", plainOnly: true },
  "*h": { steps: 2, feature: "heap", plainOnly: true },
  in: { steps: 1, feature: "input", plainOnly: true }, // main's input; the generator never writes it
} as const satisfies Record<string, PlaceInfo>;

export type Place = keyof typeof places;
export type Local = "k" | "l";
/** What `p` and a thread's argument may point to. */
export const targets = ["&x", "&y", "&a[1]", "&s.i"] as const;
export type Target = (typeof targets)[number];

/** An operation on the atomic integer `at`, or on the locals alone. */
export const atomicOperations = [
  "k = atomic_fetch_add(&at, 1);",
  "atomic_fetch_add(&at, 1);",
  "k = atomic_load(&at);",
  "l = atomic_load_explicit(&at, memory_order_acquire);",
  "atomic_store(&at, 1);",
  "atomic_store_explicit(&at, 2, memory_order_release);",
  "k = atomic_exchange(&at, 3);",
  "l = 0; k = atomic_compare_exchange_strong(&at, &l, 2);",
  "k = 1; atomic_compare_exchange_strong(&at, &k, 0);",
  "k = atomic_flag_test_and_set(&flag);",
  "k = atomic_load_explicit(&at, memory_order_relaxed);",
  "atomic_store_explicit(&at, 1, memory_order_relaxed);",
  "k = atomic_fetch_add_explicit(&at, 1, memory_order_relaxed);",
  "atomic_fetch_add_explicit(&at, 1, memory_order_release);",
  "l = 1; k = atomic_compare_exchange_strong_explicit(&at, &l, 2, memory_order_acquire, memory_order_relaxed);",
  "atomic_thread_fence(memory_order_acquire);",
  "atomic_thread_fence(memory_order_release);",
  "atomic_thread_fence(memory_order_seq_cst);",
  "atomic_store_explicit(&wide, ((struct wide){1, 1, 1}), memory_order_release);",
  "atomic_store_explicit(&wide, ((struct wide){2, 2, 2}), memory_order_relaxed);",
  "k = (int)atomic_load_explicit(&wide, memory_order_acquire).b;",
  "k = (int)atomic_load_explicit(&wide, memory_order_relaxed).b;",
] as const;

/** Two flags that threads busy-wait for. */
export type Flag = 0 | 1;

/** The first two cannot overflow with small numbers. No result is the address of an object (globals begin at 1 << 30). */
export const localOperations = [
  "k = l + 1;",
  "l = k - 1;",
  "k = k + 2147483647;",
  "l = 4 / k;",
  "l = 3 << (k + 29);",
  "k = l * 1173741824;",
] as const;

export interface Condition {
  readonly left: Place | Local;
  readonly relation: "==" | "!=" | "<" | ">" | "<=";
  readonly right: number;
}

export type Value =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "local"; readonly local: Local; readonly plus: number }
  | { readonly kind: "input" }; // one bit

/** How a thread gets an unwritten byte: a local; a member next to one that is set, read in place, passed by value, or copied; a neighbour of a bit-field. */
export const unwrittenForms = ["local", "member", "handed", "copied", "bits"] as const;
export type UnwrittenForm = (typeof unwrittenForms)[number];

export type Mutex = "m" | "o";

export type Statement =
  | { readonly kind: "write"; readonly place: Place; readonly value: Value }
  | { readonly kind: "read"; readonly place: Place; readonly local: Local }
  | { readonly kind: "update"; readonly place: Place; readonly operator: "+=" | "-=" | "|=" | "*=" | "<<="; readonly by: number }
  | { readonly kind: "atomic"; readonly text: (typeof atomicOperations)[number] }
  | { readonly kind: "compute"; readonly text: (typeof localOperations)[number] }
  | { readonly kind: "section"; readonly body: readonly Statement[] }
  | { readonly kind: "lock"; readonly mutex: Mutex; readonly attempt: boolean; readonly body: readonly Statement[] }
  | { readonly kind: "share"; readonly write: boolean; readonly body: readonly Statement[] } // a read-write lock
  | { readonly kind: "unlock"; readonly mutex: Mutex }
  | { readonly kind: "wait"; readonly repeat: boolean; readonly notes: boolean } // notes: keeps in k what it waited for
  | { readonly kind: "notify"; readonly all: boolean }
  | { readonly kind: "post" }
  | { readonly kind: "take"; readonly body: readonly Statement[]; readonly attempt: boolean; readonly back: boolean } // a semaphore
  | { readonly kind: "barrier" }
  | { readonly kind: "spin"; readonly flag: Flag; readonly order: "relaxed" | "acquire"; readonly body: readonly Statement[] } // waits for a flag
  | { readonly kind: "go"; readonly flag: Flag; readonly order: "relaxed" | "release" } // sets it
  | { readonly kind: "point"; readonly to: Target }
  | { readonly kind: "copy" } // a whole struct
  | { readonly kind: "publish"; readonly value: number | null } // a heap object that any thread may take; null: nothing is written to it
  | { readonly kind: "consume"; readonly free: boolean }
  | { readonly kind: "free" } // main's object, even if another thread still uses it
  | { readonly kind: "unwritten"; readonly form: UnwrittenForm } // one bit of memory that was never written, into k
  | { readonly kind: "remember"; readonly place: Place } // stores which heap object is published, and the value at the place
  | { readonly kind: "again"; readonly exchange: boolean; readonly place: Place; readonly then: readonly Statement[] } // if it is still that object, asserts that the place has not changed
  | { readonly kind: "below"; readonly first: Target; readonly second: Target } // the order of two objects' addresses, into k
  | { readonly kind: "weak"; readonly retry: boolean } // a compare-exchange that may fail spuriously
  | { readonly kind: "assert"; readonly conditions: readonly Condition[] }
  | { readonly kind: "assume"; readonly condition: Condition }
  | { readonly kind: "if"; readonly condition: Condition; readonly then: readonly Statement[]; readonly else: readonly Statement[] }
  | { readonly kind: "loop"; readonly condition: Condition; readonly times: number; readonly body: readonly Statement[] }
  | { readonly kind: "leave"; readonly condition: Condition };

export type Placement = "static" | "stack" | "heap";

export interface ThreadTree {
  readonly argument: Target | null;
  readonly body: readonly Statement[];
  /** Started (and joined) by thread 0 instead of main. */
  readonly nested: boolean;
  /** May be cancelled by main at any step. */
  readonly cancelled?: boolean;
}

export interface ProgramTree {
  /** Shared data is `_Atomic`. */
  readonly atomic: boolean;
  /** A bounded input read before the threads start, in `in`. */
  readonly input: number | null;
  readonly semaphore: number;
  /** Where the synchronisation objects are: main's stack and the heap are far from the globals. */
  readonly placement: Placement;
  readonly pointer: Target;
  readonly threads: readonly ThreadTree[];
  /** Further threads that do what the first one does, with its argument. */
  readonly copies?: number;
  /** Main starts its threads in one step, and joins them in one: far fewer interleavings. */
  readonly together: boolean;
  /** What main does beside them. */
  readonly beside: readonly Statement[];
  /** Whether main waits for its threads, returns at once, or leaves with `pthread_exit`. */
  readonly ending: "join" | "return" | "exit";
  readonly after: readonly Statement[];
}

/** The lists of statements right inside a statement, and the statement with one of them replaced. */
export function bodiesOf(s: Statement): { readonly body: readonly Statement[]; readonly put: (body: readonly Statement[]) => Statement }[] {
  switch (s.kind) {
    case "section":
    case "lock":
    case "share":
    case "take":
    case "loop":
    case "spin":
      return [{ body: s.body, put: (body) => ({ ...s, body }) }];
    case "again":
      return [{ body: s.then, put: (body) => ({ ...s, then: body }) }];
    case "if":
      return [
        { body: s.then, put: (body) => ({ ...s, then: body }) },
        { body: s.else, put: (body) => ({ ...s, else: body }) },
      ];
    default:
      return [];
  }
}

/** Every statement of a list, with those inside. */
export function* statementsIn(list: readonly Statement[]): Generator<Statement> {
  for (const s of list) {
    yield s;
    for (const { body } of bodiesOf(s)) yield* statementsIn(body);
  }
}

export function* allStatements(p: ProgramTree): Generator<Statement> {
  for (const t of p.threads) yield* statementsIn(t.body);
  yield* statementsIn(p.beside);
  yield* statementsIn(p.after);
}

/** Freedoms of the environment that a program may observe, by kind of statement. */
export const freeFamilies = ["unwritten", "re-used address", "order of addresses", "spurious", "cancelled"] as const;
export type FreeFamily = (typeof freeFamilies)[number];

export function familiesOf(p: ProgramTree): Set<FreeFamily> {
  const found = new Set<FreeFamily>(p.threads.some((t) => t.cancelled) ? ["cancelled"] : []);
  for (const s of allStatements(p)) {
    if (s.kind === "unwritten" || (s.kind === "publish" && s.value === null)) found.add("unwritten");
    if (s.kind === "again") found.add("re-used address");
    if (s.kind === "below") found.add("order of addresses");
    if (s.kind === "weak" || s.kind === "wait") found.add("spurious");
  }
  return found;
}

export const isPlace = (name: Place | Local): name is Place => name in places;
