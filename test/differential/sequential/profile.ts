// Which language features the generated programs contain, counted by the tags in their trees. Every feature listed here must
// occur in at least a tenth of the programs.

import { featuresOf, type Program } from "./tree.ts";
import type { DataModel } from "./types.ts";

const groups = {
  typesConversions: `
    type _Bool; type char; type signed char; type unsigned char; type short; type unsigned short; type int; type unsigned;
    type long; type unsigned long; type long long; type unsigned long long; type float; type double; type int8_t;
    type uint8_t; type int16_t; type uint16_t; type int32_t; type uint32_t; type int64_t; type uint64_t; type size_t;
    type ptrdiff_t; widening cast; narrowing cast; same-size cast; edge constants; int to float; float to int; float cast;
    conversion matrix; 64-bit arithmetic; checked arithmetic;
  `,
  operators: `
    op +; op -; op *; op /; op %; op <<; op >>; op &; op |; op ^; op &&; op ||; op ?:; op ,; op ==; op !=; op <; op <=;
    op >; op >=; unary -; unary ~; unary !; op +=; op -=; op *=; op /=; op %=; op <<=; op >>=; op &=; op |=; op ^=;
    prefix ++; prefix --; postfix ++; postfix --; nested assignment; sizeof; side effects; long expression;
  `,
  floatingPoint: `
    float +; float -; float *; float /; float +=; float comparison; float negation; float bits; printf %a; printf %g;
    printf %.17g; float formats;
  `,
  aggregates: `
    struct; nested struct; struct by value; struct assignment; struct member; array of structs; self-referential struct;
    flexible array member; packed; aligned; global struct; bit-fields; signed bit-field; unsigned bit-field;
    _Bool bit-field; zero-width bit-field; bit-field access; union; union member; bit-fields in union; punning; offsetof;
    _Alignof; compound literal;
  `,
  objectsPointers: `
    multi-dimensional array; pointer to array; array element; pointer arithmetic; pointer difference; pointer comparison;
    pointer to pointer; pointer dereference; pointer parameter; variable-length array; variable-length array parameter;
    alloca; static local; designated initialiser; address constant; array of unknown size; tentative definition;
    const table; string literal; volatile; _Thread_local;
  `,
  functionsControl: `
    call; many parameters; inline; recursion; function pointer; function table; function pointer parameter;
    variadic function; variadic struct; va_copy; if; for loop; while loop; do loop; nested loop; break; continue; goto;
    goto backward; goto into block; switch; switch default; fall-through; case range; computed goto; statement expression;
    _Generic; enum; switch into loop;
  `,
  beyondTheCore: `
    struct with pointers; void pointer; pointer to int; int to pointer; anonymous member; cleanup; typeof; __auto_type;
    op ?: without middle; local label; constructor; goto out of loops; wide switch;
  `,
  libraryExtensions: `
    builtins; __builtin_clz; __builtin_ctz; __builtin_popcount; __builtin_bswap; __builtin_overflow; __builtin_expect;
    qsort; bsearch; malloc; calloc; realloc; memcpy; memmove; memset; strcmp; strlen; string search; printf %s; snprintf;
    strtol; math.h; ctype; strtok; sscanf; setjmp; longjmp; exit; atexit; atomics; compare exchange;
  `,
};

/** Separated by semicolons: one of the features is the comma operator. */
const everywhere: readonly string[] = Object.values(groups).flatMap((text) =>
  text
    .split(";")
    .map((name) => name.trim())
    .filter((name) => name !== ""),
);

export function requiredFeatures(model: DataModel): readonly string[] {
  return model === "lp64" ? [...everywhere, "__int128"] : everywhere;
}

export class Profile {
  private readonly counts = new Map<string, number>();
  private total = 0;

  constructor(private readonly model: DataModel) {}

  add(program: Program): void {
    this.total++;
    for (const tag of featuresOf(program)) this.counts.set(tag, (this.counts.get(tag) ?? 0) + 1);
  }

  share(feature: string): number {
    return this.total === 0 ? 0 : (this.counts.get(feature) ?? 0) / this.total;
  }

  /** Required features below the share, rarest first. */
  rare(least = 0.1): { feature: string; share: number }[] {
    return requiredFeatures(this.model)
      .map((feature) => ({ feature, share: this.share(feature) }))
      .filter(({ share }) => share < least)
      .sort((a, b) => a.share - b.share);
  }

  toString(): string {
    const rows = requiredFeatures(this.model).map((feature) => `${(100 * this.share(feature)).toFixed(0).padStart(3)} % ${feature}`);
    const columns = 4;
    const height = Math.ceil(rows.length / columns);
    return Array.from({ length: height }, (_, i) =>
      rows
        .filter((_, j) => j % height === i)
        .map((row) => row.padEnd(38))
        .join("")
        .trimEnd(),
    ).join("\n");
  }
}
