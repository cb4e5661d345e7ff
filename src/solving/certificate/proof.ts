// The steps of a proof, as plain data. The solver writes them, the checker reads them, and the two share nothing else.

import type { Literal } from "../literal.ts";

/**
 * An edge of the order that follows from the negation of a lemma and from the edges before it in the list.
 *  - chain: both events are in one chain, in this order;
 *  - literal: the negation makes this order literal true;
 *  - reads: `literal` means that the read (`to`) sees `from`, so `from` comes before it;
 *  - overwritten: the read sees a write, a rival overwrites and comes after the write: so the read (`from`) precedes the rival (`to`);
 *  - overwrites: the read sees a write, a rival overwrites and comes before the read: so the rival (`from`) precedes the write (`to`).
 */
export interface DerivedEdge {
  readonly from: number;
  readonly to: number;
  readonly by:
    | { readonly rule: "chain" }
    | { readonly rule: "literal"; readonly literal: Literal }
    | { readonly rule: "reads"; readonly group: number; readonly literal: Literal }
    | { readonly rule: "overwritten" | "overwrites"; readonly group: number; readonly reads: Literal; readonly overwrites: Literal };
}

export type ProofStep =
  /** The event is appended to the chain; events of one chain happen in this order. */
  | { readonly step: "chain"; readonly chain: number; readonly event: number }
  /** The positive literal of the variable means `before` < `after`; the negative one `after` < `before`. */
  | { readonly step: "order"; readonly variable: number; readonly before: number; readonly after: number }
  /** A read, the writes it may see and the writes that may come between; see `ReadGroup` in ../solver.ts. */
  | {
      readonly step: "read";
      readonly group: number;
      readonly event: number;
      readonly visibleWrites: readonly { readonly write: number; readonly reads: Literal }[];
      readonly rivals: readonly { readonly write: number; readonly overwrites: Literal }[];
    }
  | { readonly step: "input"; readonly clause: readonly Literal[]; readonly origin: string }
  | { readonly step: "learnt"; readonly clause: readonly Literal[] }
  /** A clause of the order theory: from its negation, the edges follow one by one and close a cycle. */
  | { readonly step: "lemma"; readonly clause: readonly Literal[]; readonly edges: readonly DerivedEdge[] }
  | { readonly step: "deleted"; readonly clause: readonly Literal[] }
  /** The claim: under these assumptions there is no model. */
  | { readonly step: "refuted"; readonly assumptions: readonly Literal[] };

/** Where the solver writes its steps. */
export interface ProofLog {
  add(step: ProofStep): void;
}
