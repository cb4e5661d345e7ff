// The order theory: which assignments of order and reads-from literals fit one total order of all events.
// In: events in chains, order literals, reads with visible writes and rivals, and the trail of the core. Out: implied literals,
// conflicts, lazy explanations, and at the end a linear order.
//
// The idea is that of ordering consistency (He, Sun, Fan, PLDI 2021): no variables for the order of writes. What is known of the order
// is a partial order (reachability.ts), and a read that sees w where v overwrites gives edges: w<v puts the read before v, v<read
// puts v before w. Only the nearest overwriting write of a chain needs its edge, the chain covers the others. Literals that
// would close a circle are implied false, with the closing edge kept as the reason; clauses are made only when asked for. An assignment
// that leaves writes unordered is made linear at the end (linearise.ts), if need be with new order literals.
//
// All that is derived here follows from something that became true at the current level, and is forgotten with it.

import type { Theory, TheoryHost } from "../cdcl/theory.ts";
import type { ProofLog } from "../certificate/proof.ts";
import { isNegative, type Literal, negate, variableOf } from "../literal.ts";
import { ReadDecisions } from "./decisions.ts";
import { Integers } from "./integers.ts";
import { Lemmas, Reason } from "./lemmas.ts";
import { linearise } from "./linearise.ts";
import { OrderLiterals } from "./literals.ts";
import { Reachability } from "./reachability.ts";
import { type Access, WriteTable } from "./reads.ts";

export interface OrderOptions {
  readonly proof?: ProofLog | null;
}

export class OrderTheory implements Theory {
  readonly graph = new Reachability();
  readonly visibleWrites = new WriteTable(this.graph);
  readonly rivals = new WriteTable(this.graph);
  /** Per group the event of the read. */
  readonly eventOfGroup = new Integers();
  readonly #literals: OrderLiterals;
  readonly #lemmas: Lemmas;
  readonly #proof: ProofLog | null;
  readonly #decisions: ReadDecisions;

  readonly #chainNumbers = new Map<number, number>();
  /** Per event the groups that read there. */
  readonly #groupsOf: Integers[] = [];
  /** Per event the visible writes it is. */
  readonly #candidatesOf: Integers[] = [];
  /** Per literal the visible writes (c) and rivals (~r) it makes true, as linked lists. */
  readonly #roles = new Integers();
  readonly #roleOf = new Integers();
  readonly #nextRole = new Integers();

  /** Candidates whose literal is true, in trail order; lists by group and by write. */
  readonly #seen = new Integers();
  readonly #seenBefore = new Integers();
  readonly #seenElsewhere = new Integers();
  readonly #seenByGroup = new Integers();
  readonly #seenOfWrite = new Integers();

  /** Per variable, why it was implied: a reason and what it is about. */
  readonly #reasons = new Integers();

  readonly #pending = new Integers();
  #pendingHead = 0;
  #logHead = 0;
  /** Groups and order literals not yet compared with what level 0 knows. */
  #freshGroups: number[] = [];
  #freshLiterals: Literal[] = [];
  /** Per open level: edges, log entries and seen visible writes when it began. */
  readonly #marks = new Integers();
  #conflict: Literal[] | null = null;
  #order: Int32Array = new Int32Array(0);

  readonly statistics = { propagations: 0, conflicts: 0, leaves: 0, leafLemmas: 0 };

  constructor(
    readonly host: TheoryHost,
    options: OrderOptions = {},
  ) {
    this.#proof = options.proof ?? null;
    this.#literals = new OrderLiterals(host, this.graph, this.#proof, (literal, first, second) => {
      // Later changes are noticed as they come.
      if (this.#marks.length === 0 && (this.graph.reaches(first, second) || this.graph.reaches(second, first)))
        this.#freshLiterals.push(literal);
    });
    this.#lemmas = new Lemmas(this.graph, this.#literals, this.visibleWrites, this.rivals, this.eventOfGroup, this.#proof);
    this.#decisions = new ReadDecisions(host, this.graph, this.visibleWrites, this.eventOfGroup);
  }

  /** Memory of the tables that grow. */
  get bytes(): number {
    return this.graph.bytes + this.visibleWrites.bytes + this.rivals.bytes;
  }

  // Building

  event(chain: number): number {
    this.#atRoot();
    let number = this.#chainNumbers.get(chain);
    if (number === undefined) {
      number = this.graph.chain();
      this.#chainNumbers.set(chain, number);
    }
    const event = this.graph.event(number);
    this.#literals.addEvent();
    this.#groupsOf.push(new Integers(2));
    this.#candidatesOf.push(new Integers(2));
    this.#seenOfWrite.push(-1);
    this.#proof?.add({ step: "chain", chain, event });
    return event;
  }

  /** Whether a comes before b, if their chain or being the same event says so. */
  fixed(a: number, b: number): boolean | null {
    return this.#literals.fixed(a, b);
  }

  /** The literal that a comes before b; for events of different chains. */
  literal(a: number, b: number): Literal {
    return this.#literals.literal(a, b);
  }

  read(event: number, visibleWrites: readonly Access[], rivals: readonly Access[], isDerived = false): void {
    this.#atRoot();
    const group = this.eventOfGroup.length;
    this.#proof?.add({
      step: "read",
      group,
      event,
      visibleWrites: visibleWrites.map((c) => ({ write: c.write, reads: c.literal })),
      rivals: rivals.map((r) => ({ write: r.write, overwrites: r.literal })),
    });
    this.eventOfGroup.push(event);
    this.#groupsOf[event].push(group);
    this.#seenByGroup.push(-1);
    const firstCandidate = this.visibleWrites.size;
    const firstRival = this.rivals.size;
    this.visibleWrites.add(group, visibleWrites);
    this.rivals.add(group, rivals);
    for (let c = firstCandidate; c < this.visibleWrites.size; c++) {
      this.#role(this.visibleWrites.literal.data[c], c);
      this.#candidatesOf[this.visibleWrites.write.data[c]].push(c);
    }
    for (let r = firstRival; r < this.rivals.size; r++) this.#role(this.rivals.literal.data[r], ~r);
    this.#decisions.add(group, isDerived);
    this.#freshGroups.push(group);
  }

  #role(literal: Literal, role: number): void {
    this.#roles.extend((literal | 1) + 1, -1);
    this.#nextRole.push(this.#roles.data[literal]);
    this.#roleOf.push(role);
    this.#roles.data[literal] = this.#roleOf.length - 1;
    this.host.observe(variableOf(literal));
  }

  #atRoot(): void {
    if (this.#marks.length > 0) throw new Error("events and reads are added at level 0 only");
  }

  // The trail

  assigned(literal: Literal): void {
    this.#pending.push(literal);
  }

  levelOpened(): void {
    this.#marks.push(this.graph.edges);
    this.#marks.push(this.graph.logCell.length);
    this.#marks.push(this.#seen.length);
    this.#decisions.levelOpened();
  }

  backtracked(level: number): void {
    this.#pending.length = this.#pendingHead = 0;
    if (level * 3 >= this.#marks.length) return;
    const edges = this.#marks.data[level * 3];
    const entries = this.#marks.data[level * 3 + 1];
    const seen = this.#marks.data[level * 3 + 2];
    this.#marks.length = level * 3;
    this.#decisions.backtracked(level);
    this.graph.undo(edges, entries);
    this.#logHead = entries;
    for (let i = this.#seen.length - 1; i >= seen; i--) {
      const candidate = this.#seen.data[i];
      this.#seenByGroup.data[this.visibleWrites.group.data[candidate]] = this.#seenBefore.data[i];
      this.#seenOfWrite.data[this.visibleWrites.write.data[candidate]] = this.#seenElsewhere.data[i];
    }
    this.#seen.length = this.#seenBefore.length = this.#seenElsewhere.length = seen;
  }

  propagate(): readonly Literal[] | null {
    this.#conflict = null;
    if (this.#freshGroups.length + this.#freshLiterals.length > 0) this.#compareFresh();
    while (this.#conflict === null) {
      if (this.#logHead < this.graph.logCell.length) this.#changed(this.#logHead++);
      else if (this.#pendingHead < this.#pending.length) this.#propagateLiteral(this.#pending.data[this.#pendingHead++]);
      else {
        this.#pending.length = this.#pendingHead = 0;
        return null;
      }
    }
    this.statistics.conflicts++;
    return this.#conflict;
  }

  #propagateLiteral(literal: Literal): void {
    const variable = variableOf(literal);
    if (variable < this.#literals.before.length && this.#literals.before.data[variable] >= 0) {
      const before = this.#literals.before.data[variable];
      const after = this.#literals.after.data[variable];
      if (isNegative(literal) ? this.#edge(after, before, literal) : this.#edge(before, after, literal)) return;
    }
    if (literal >= this.#roles.length) return;
    for (let role = this.#roles.data[literal]; role >= 0; role = this.#nextRole.data[role]) {
      const which = this.#roleOf.data[role];
      if (which >= 0 ? this.#propagateSeen(which) : this.#propagateRival(~which)) return;
    }
  }

  /** The order literal is true: an edge, unless it is known. True: it closes a circle. */
  #edge(from: number, to: number, literal: Literal): boolean {
    if (this.graph.reaches(to, from)) {
      this.#conflict = this.#lemmas.circle(negate(literal), to, from);
      return true;
    }
    if (!this.graph.reaches(from, to)) this.graph.add(from, to, literal);
    return false;
  }

  #imply(literal: Literal, reason: number, a: number, b: number): void {
    const variable = variableOf(literal);
    this.#reasons.extend(variable * 3 + 3, 0);
    this.#reasons.data[variable * 3] = reason;
    this.#reasons.data[variable * 3 + 1] = a;
    this.#reasons.data[variable * 3 + 2] = b;
    this.statistics.propagations++;
    this.host.imply(literal);
  }

  explain(literal: Literal): readonly Literal[] {
    const variable = variableOf(literal);
    const reason = this.#reasons.data[variable * 3];
    const a = this.#reasons.data[variable * 3 + 1];
    const b = this.#reasons.data[variable * 3 + 2];
    return reason === Reason.path ? this.#lemmas.circle(literal, a, b) : this.#lemmas.clause(reason, a, b);
  }

  // Rules

  /** from<to is known; now also by a literal, on which clauses can rest. True: conflict. */
  #support(from: number, to: number): boolean {
    if (this.graph.chainOf.data[from] === this.graph.chainOf.data[to]) return false;
    const literal = this.literal(from, to);
    const value = this.host.value(literal);
    if (value === 0) this.#imply(literal, Reason.path, from, to);
    if (value >= 0) return false;
    this.#conflict = this.#lemmas.circle(literal, from, to);
    return true;
  }

  /** All of the clause is false but from<to. True: that is also false. */
  #conclude(from: number, to: number, reason: number, candidate: number, rival: number): boolean {
    if (from !== to && this.graph.reaches(from, to)) return false;
    if (this.graph.reaches(to, from) && this.#support(to, from)) return true;
    if (this.fixed(from, to) === null) {
      const literal = this.literal(from, to);
      const value = this.host.value(literal);
      if (value === 0) this.#imply(literal, reason, candidate, rival);
      if (value >= 0) return this.#edge(from, to, literal);
    }
    this.#conflict = this.#lemmas.clause(reason, candidate, rival);
    return true;
  }

  /** The candidate is seen: the write precedes the read, and every overwriting write lies outside. True: conflict. */
  #propagateSeen(candidate: number): boolean {
    const { graph, rivals } = this;
    const group = this.visibleWrites.group.data[candidate];
    const write = this.visibleWrites.write.data[candidate];
    const read = this.eventOfGroup.data[group];
    this.#seen.push(candidate);
    this.#seenBefore.push(this.#seenByGroup.data[group]);
    this.#seenElsewhere.push(this.#seenOfWrite.data[write]);
    this.#seenByGroup.data[group] = this.#seen.length - 1;
    this.#seenOfWrite.data[write] = this.#seen.length - 1;
    if (this.#conclude(write, read, Reason.reads, candidate, 0)) return true;
    for (let chain = 0; chain < graph.chains; chain++) {
      const behind = this.#firstRival(group, chain, graph.succ[write * graph.stride + chain], write);
      if (behind >= 0 && this.#overwritten(candidate, behind)) return true;
      const ahead = this.#lastRival(group, chain, graph.pred[read * graph.stride + chain]);
      if (ahead >= 0 && rivals.write.data[ahead] !== write && this.#overwrites(candidate, ahead)) return true;
    }
    return false;
  }

  /** The rival overwrites. True: conflict. */
  #propagateRival(rival: number): boolean {
    const group = this.rivals.group.data[rival];
    const write = this.rivals.write.data[rival];
    const read = this.eventOfGroup.data[group];
    if (write === read) return false;
    const isAhead = this.graph.reaches(write, read);
    for (let i = this.#seenByGroup.data[group]; i >= 0; i = this.#seenBefore.data[i]) {
      const candidate = this.#seen.data[i];
      const seen = this.visibleWrites.write.data[candidate];
      if (seen === write) continue;
      if (this.graph.reaches(seen, write) && this.#overwritten(candidate, rival)) return true;
      if (isAhead && this.#overwrites(candidate, rival)) return true;
    }
    return isAhead && this.#refuteOvertaken(group, rival);
  }

  /** write < rival: the read comes before the rival. True: conflict. */
  #overwritten(candidate: number, rival: number): boolean {
    const read = this.eventOfGroup.data[this.visibleWrites.group.data[candidate]];
    const other = this.rivals.write.data[rival];
    if (this.graph.reaches(read, other)) return false;
    return this.#support(this.visibleWrites.write.data[candidate], other) || this.#conclude(read, other, Reason.rival, candidate, rival);
  }

  /** rival < read: the rival comes before the write. True: conflict. */
  #overwrites(candidate: number, rival: number): boolean {
    const read = this.eventOfGroup.data[this.visibleWrites.group.data[candidate]];
    const write = this.visibleWrites.write.data[candidate];
    const other = this.rivals.write.data[rival];
    if (this.graph.reaches(other, write)) return false;
    return this.#support(other, read) || this.#conclude(other, write, Reason.rival, candidate, rival);
  }

  /** The first overwriting rival of the group in a chain from a position on, other than the write; -1 if none, or if it is the read. */
  #firstRival(group: number, chain: number, position: number, write: number): number {
    const { rivals, host } = this;
    const end = rivals.start(group, chain + 1);
    for (let r = rivals.from(group, chain, position); r < end; r++) {
      const event = rivals.write.data[r];
      if (event === write || host.value(rivals.literal.data[r]) <= 0) continue;
      // What lies behind the read in its chain needs no edge.
      return event === this.eventOfGroup.data[group] ? -1 : r;
    }
    return -1;
  }

  /** The last overwriting rival of the group in a chain up to a position, other than the read. */
  #lastRival(group: number, chain: number, position: number): number {
    const { rivals, host } = this;
    const start = rivals.start(group, chain);
    for (let r = rivals.from(group, chain, position + 1) - 1; r >= start; r--)
      if (host.value(rivals.literal.data[r]) > 0 && rivals.write.data[r] !== this.eventOfGroup.data[group]) return r;
    return -1;
  }

  /** The rival overwrites and precedes the read: visible writes before the rival cannot be seen. True: conflict. */
  #refuteOvertaken(group: number, rival: number): boolean {
    const { graph, visibleWrites, host } = this;
    const write = this.rivals.write.data[rival];
    for (let chain = 0; chain < graph.chains; chain++) {
      const end = visibleWrites.from(group, chain, graph.pred[write * graph.stride + chain] + 1);
      for (let c = visibleWrites.start(group, chain); c < end; c++) {
        const literal = visibleWrites.literal.data[c];
        const overtaken = visibleWrites.write.data[c];
        if (host.value(literal) !== 0 || overtaken === write) continue;
        if (this.#support(overtaken, write) || this.#support(write, this.eventOfGroup.data[group])) return true;
        this.#imply(negate(literal), Reason.rival, c, rival);
      }
    }
    return false;
  }

  /** The rival overwrites and comes after the candidate, which cannot be seen by a read behind. True: conflict. */
  #refuteIfOvertaken(candidate: number, rival: number): boolean {
    const read = this.eventOfGroup.data[this.visibleWrites.group.data[candidate]];
    const other = this.rivals.write.data[rival];
    if (!this.graph.reaches(other, read)) return false;
    if (this.#support(this.visibleWrites.write.data[candidate], other) || this.#support(other, read)) return true;
    this.#imply(negate(this.visibleWrites.literal.data[candidate]), Reason.rival, candidate, rival);
    return false;
  }

  /** The read precedes the candidate, which cannot be seen. True: conflict. */
  #refuteLater(candidate: number): boolean {
    const literal = this.visibleWrites.literal.data[candidate];
    if (this.host.value(literal) !== 0) return false;
    const group = this.visibleWrites.group.data[candidate];
    if (this.#support(this.eventOfGroup.data[group], this.visibleWrites.write.data[candidate])) return true;
    this.#imply(negate(literal), Reason.reads, candidate, 0);
    return false;
  }

  /** An event has come to reach more of a chain, or to be reached by more. */
  #changed(entry: number): void {
    const { graph } = this;
    const cell = graph.logCell.data[entry];
    const old = graph.logOld.data[entry];
    if (cell >= 0) {
      const event = (cell / graph.stride) | 0;
      this.#reachesMore(event, cell - event * graph.stride, graph.succ[cell], old);
    } else {
      const event = (~cell / graph.stride) | 0;
      this.#isReachedByMore(event, ~cell - event * graph.stride, old, graph.pred[~cell]);
    }
  }

  /** `event` now reaches the positions from `start` to before `end` of the chain. */
  #reachesMore(event: number, chain: number, start: number, end: number): void {
    const { graph, visibleWrites, host } = this;
    const { data: literals, length } = this.#literals.of[event];
    for (let i = 0; i < length; i += 2) {
      const literal = literals[i + 1];
      if (host.value(literal) !== 0) continue;
      const other = literals[i];
      const position = graph.positionOf.data[other];
      if (graph.chainOf.data[other] === chain && position >= start && position < end) this.#imply(literal, Reason.path, event, other);
    }
    const { data: groups, length: count } = this.#groupsOf[event];
    for (let i = 0; i < count; i++) {
      const last = visibleWrites.start(groups[i], chain + 1);
      for (let c = visibleWrites.from(groups[i], chain, start); c < last && visibleWrites.position.data[c] < end; c++)
        if (this.#refuteLater(c)) return;
    }
    const { data: seen, length: many } = this.#candidatesOf[event];
    for (let i = 0; i < many; i++) {
      const c = seen[i];
      const literal = visibleWrites.literal.data[c];
      if (host.value(literal) < 0) continue;
      const group = visibleWrites.group.data[c];
      const rival = this.#firstRival(group, chain, start, event);
      if (rival < 0 || this.rivals.position.data[rival] >= end) continue;
      if (host.value(literal) > 0 ? this.#overwritten(c, rival) : this.#refuteIfOvertaken(c, rival)) return;
    }
  }

  /** `event` is now reached from the positions behind `start` up to `end` of the chain. */
  #isReachedByMore(event: number, chain: number, start: number, end: number): void {
    const { data: groups, length } = this.#groupsOf[event];
    for (let i = 0; i < length; i++) {
      const rival = this.#lastRival(groups[i], chain, end);
      if (rival < 0 || this.rivals.position.data[rival] <= start) continue;
      for (let s = this.#seenByGroup.data[groups[i]]; s >= 0; s = this.#seenBefore.data[s]) {
        const candidate = this.#seen.data[s];
        if (this.visibleWrites.write.data[candidate] !== this.rivals.write.data[rival] && this.#overwrites(candidate, rival)) return;
      }
      if (this.#refuteOvertaken(groups[i], rival)) return;
    }
  }

  /** What was added since the last call is held against what is known. At level 0 this is remembered, above it is done again. */
  #compareFresh(): void {
    const { graph, host } = this;
    for (const literal of this.#freshLiterals) {
      if (host.value(literal) !== 0) continue;
      const before = this.#literals.before.data[variableOf(literal)];
      const after = this.#literals.after.data[variableOf(literal)];
      if (graph.reaches(before, after)) this.#imply(literal, Reason.path, before, after);
      else if (graph.reaches(after, before)) this.#imply(negate(literal), Reason.path, after, before);
    }
    for (const group of this.#freshGroups) {
      const read = this.eventOfGroup.data[group];
      const end = this.visibleWrites.end(group);
      for (let c = this.visibleWrites.start(group, 0); c < end; c++) {
        const literal = this.visibleWrites.literal.data[c];
        if (host.value(literal) > 0 && this.#propagateSeen(c)) return;
        if (graph.reaches(read, this.visibleWrites.write.data[c]) && this.#refuteLater(c)) return;
      }
      for (let chain = 0; chain < graph.chains; chain++) {
        const rival = this.#lastRival(group, chain, graph.pred[read * graph.stride + chain]);
        if (rival >= 0 && this.#refuteOvertaken(group, rival)) return;
      }
    }
    if (this.#marks.length > 0) return;
    this.#freshGroups = [];
    this.#freshLiterals = [];
  }

  // The end

  complete(): readonly (readonly Literal[])[] {
    this.statistics.leaves++;
    const seen = this.#seen.data.subarray(0, this.#seen.length);
    const { order, open } = linearise(this, seen, (literal) => this.host.value(literal) > 0);
    if (order !== null) {
      this.#order = order;
      return [];
    }
    this.statistics.leafLemmas += open.length;
    return open.map(({ candidate, rival }) => this.#lemmas.clause(Reason.rival, candidate, rival));
  }

  /** Position in the linear order of the last complete assignment. */
  position(event: number): number {
    return this.#order[event];
  }

  searchBegins(): void {
    this.#decisions.searchBegins();
  }

  decide(): Literal | -1 {
    return this.#decisions.next();
  }
}
