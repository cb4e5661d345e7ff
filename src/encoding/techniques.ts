// The techniques that make formulas smaller or easier, by the encodings that have them. Each can be left out (`--without`), to measure what it is worth.

/** How threads are composed: `steps` is TRACE's, the others use the order of events. */
export const encodings = ["staged", "cssa", "eager", "steps"] as const;
export type Encoding = (typeof encodings)[number];

/** Where symmetries are looked for: in the program; in the formula as well, which only the step encoding does. */
export const symmetryLevels = ["program", "formula"] as const;
export type SymmetryLevel = (typeof symmetryLevels)[number];

const forOrder = ["locks", "claims", "pruning", "ranges", "order-theory", "reads-first", "symmetry"] as const;
/** TRACE, section 4. */
const forSteps = ["locks", "pruning", "transactions", "ssa", "scope", "peephole", "symmetry"] as const;

/** Along a route: unseen sides are skipped, not cut off. */
const forRoutes = ["phantom"] as const;

export type Technique = (typeof forOrder)[number] | (typeof forSteps)[number] | (typeof forRoutes)[number];

export const techniquesOf = (encoding: Encoding, alongRoute = false): readonly Technique[] => [
  ...(encoding === "steps" ? forSteps : forOrder),
  ...(alongRoute ? forRoutes : []),
];

export const techniques: readonly Technique[] = [...new Set([...forOrder, ...forSteps, ...forRoutes])];
