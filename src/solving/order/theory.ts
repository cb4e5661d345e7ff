// The order theory: whether order and reads-from literals are consistent with one total order of all events. In: events in chains, order
// literals, reads with visible writes and rivals, and the trail of the core. Out: implied literals, conflicts, lazy explanations, and for a
// complete assignment a linear order.
//
// The idea is ordering consistency (He, Sun, Fan, PLDI 2021): there are no variables for the order of writes. The known order is a partial
// order (reachability.ts). If a read sees w and v overwrites, then w < v puts the read before v, and v < read puts v before w. Only the
// nearest overwriting write of a chain needs an edge; the chain covers the others. Literals that would close a cycle are implied false, and
// clauses are made only when asked for. An assignment that leaves writes unordered is made linear at the end (linearise.ts), if necessary
// with new order literals.
//
// Everything derived here follows from a literal that became true at the current level, and is forgotten with it.

import type { Theory, TheoryHost } from "../cdcl/theory.ts";
import type { ProofLog } from "../certificate/proof.ts";
import { isNegative, type Literal, negate, variableOf } from "../literal.ts";
import { ReadDecisions } from "./decisions.ts";
import { Integers } from "./integers.ts";
import { Lemmas, Reason } from "./lemmas.ts";
import { linearise } from "./linearise.ts";
import { OrderLiterals } from "./literals.ts";
import { Reachability } from "./reachability.ts";
import { type GuardedWrite, WriteTable } from "./reads.ts";

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
  /** Per event, the entries of `visibleWrites` that name it. */
  readonly #visibleWritesOf: Integers[] = [];
  /** Per literal, the visible writes (w) and rivals (~r) that it guards, as linked lists. */
  readonly #roles = new Integers();
  readonly #roleOf = new Integers();
  readonly #nextRole = new Integers();

  /** Visible writes that are seen (their literal is true), in trail order; linked lists by group and by write. */
  readonly #seen = new Integers();
  readonly #seenBefore = new Integers();
  readonly #seenElsewhere = new Integers();
  readonly #seenByGroup = new Integers();
  readonly #seenOfWrite = new Integers();

  /** Per variable, why it was implied: the reason and its two arguments. */
  readonly #reasons = new Integers();

  readonly #pending = new Integers();
  #pendingHead = 0;
  #logHead = 0;
  /** Groups and order literals that are not yet compared with the order known at level 0. */
  #freshGroups: number[] = [];
  #freshLiterals: Literal[] = [];
  /** Per open level: the numbers of edges, log entries and seen writes when it began. */
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
      // Later changes of the order are noticed as they happen.
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

  // ---- building

  event(chain: number): number {
    this.#requireLevel0();
    let number = this.#chainNumbers.get(chain);
    if (number === undefined) {
      number = this.graph.chain();
      this.#chainNumbers.set(chain, number);
    }
    const event = this.graph.event(number);
    this.#literals.addEvent();
    this.#groupsOf.push(new Integers(2));
    this.#visibleWritesOf.push(new Integers(2));
    this.#seenOfWrite.push(-1);
    this.#proof?.add({ step: "chain", chain, event });
    return event;
  }

  /** Whether a comes before b, if they are in one chain; otherwise null. False for the same event. */
  fixed(a: number, b: number): boolean | null {
    return this.#literals.fixed(a, b);
  }

  /** The literal that a comes before b; for events of different chains. */
  literal(a: number, b: number): Literal {
    return this.#literals.literal(a, b);
  }

  read(event: number, visibleWrites: readonly GuardedWrite[], rivals: readonly GuardedWrite[], isDerived = false): void {
    this.#requireLevel0();
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
    const firstVisible = this.visibleWrites.size;
    const firstRival = this.rivals.size;
    this.visibleWrites.add(group, visibleWrites);
    this.rivals.add(group, rivals);
    for (let c = firstVisible; c < this.visibleWrites.size; c++) {
      this.#addRole(this.visibleWrites.literal.data[c], c);
      this.#visibleWritesOf[this.visibleWrites.write.data[c]].push(c);
    }
    for (let r = firstRival; r < this.rivals.size; r++) this.#addRole(this.rivals.literal.data[r], ~r);
    this.#decisions.add(group, isDerived);
    this.#freshGroups.push(group);
  }

  #addRole(literal: Literal, role: number): void {
    this.#roles.extend((literal | 1) + 1, -1);
    this.#nextRole.push(this.#roles.data[literal]);
    this.#roleOf.push(role);
    this.#roles.data[literal] = this.#roleOf.length - 1;
    this.host.observe(variableOf(literal));
  }

  #requireLevel0(): void {
    if (this.#marks.length > 0) throw new Error("events and reads are added at level 0 only");
  }

  // ---- the trail

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
      const visible = this.#seen.data[i];
      this.#seenByGroup.data[this.visibleWrites.group.data[visible]] = this.#seenBefore.data[i];
      this.#seenOfWrite.data[this.visibleWrites.write.data[visible]] = this.#seenElsewhere.data[i];
    }
    this.#seen.length = this.#seenBefore.length = this.#seenElsewhere.length = seen;
  }

  propagate(): readonly Literal[] | null {
    this.#conflict = null;
    if (this.#freshGroups.length + this.#freshLiterals.length > 0) this.#compareFresh();
    while (this.#conflict === null) {
      if (this.#logHead < this.graph.logCell.length) this.#propagateChange(this.#logHead++);
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
      if (isNegative(literal) ? this.#addEdge(after, before, literal) : this.#addEdge(before, after, literal)) return;
    }
    if (literal >= this.#roles.length) return;
    for (let role = this.#roles.data[literal]; role >= 0; role = this.#nextRole.data[role]) {
      const which = this.#roleOf.data[role];
      if (which >= 0 ? this.#propagateSeen(which) : this.#propagateRival(~which)) return;
    }
  }

  /** The order literal is true: adds its edge, unless the order is known. Returns true on a conflict: it closes a cycle. */
  #addEdge(from: number, to: number, literal: Literal): boolean {
    if (this.graph.reaches(to, from)) {
      this.#conflict = this.#lemmas.cycle(negate(literal), to, from);
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
    return reason === Reason.path ? this.#lemmas.cycle(literal, a, b) : this.#lemmas.clause(reason, a, b);
  }

  // ---- rules; each returns true on a conflict

  /** from < to is known by a path: makes the literal true that says so, so that clauses can use it. */
  #support(from: number, to: number): boolean {
    if (this.graph.chainOf.data[from] === this.graph.chainOf.data[to]) return false;
    const literal = this.literal(from, to);
    const value = this.host.value(literal);
    if (value === 0) this.#imply(literal, Reason.path, from, to);
    if (value >= 0) return false;
    this.#conflict = this.#lemmas.cycle(literal, from, to);
    return true;
  }

  /** All literals of the clause but from < to are false: makes that true, and adds its edge. */
  #conclude(from: number, to: number, reason: number, visible: number, rival: number): boolean {
    if (from !== to && this.graph.reaches(from, to)) return false;
    if (this.graph.reaches(to, from) && this.#support(to, from)) return true;
    if (this.fixed(from, to) === null) {
      const literal = this.literal(from, to);
      const value = this.host.value(literal);
      if (value === 0) this.#imply(literal, reason, visible, rival);
      if (value >= 0) return this.#addEdge(from, to, literal);
    }
    this.#conflict = this.#lemmas.clause(reason, visible, rival);
    return true;
  }

  /** The write is seen: it precedes the read, and no overwriting write lies between. */
  #propagateSeen(visible: number): boolean {
    const { graph, rivals } = this;
    const group = this.visibleWrites.group.data[visible];
    const write = this.visibleWrites.write.data[visible];
    const read = this.eventOfGroup.data[group];
    this.#seen.push(visible);
    this.#seenBefore.push(this.#seenByGroup.data[group]);
    this.#seenElsewhere.push(this.#seenOfWrite.data[write]);
    this.#seenByGroup.data[group] = this.#seen.length - 1;
    this.#seenOfWrite.data[write] = this.#seen.length - 1;
    if (this.#conclude(write, read, Reason.reads, visible, 0)) return true;
    for (let chain = 0; chain < graph.chains; chain++) {
      const behind = this.#firstRival(group, chain, graph.succ[write * graph.stride + chain], write);
      if (behind >= 0 && this.#overwritten(visible, behind)) return true;
      const ahead = this.#lastRival(group, chain, graph.pred[read * graph.stride + chain]);
      if (ahead >= 0 && rivals.write.data[ahead] !== write && this.#overwrites(visible, ahead)) return true;
    }
    return false;
  }

  /** The rival overwrites: it does not lie between a read of its group and the write that is seen. */
  #propagateRival(rival: number): boolean {
    const group = this.rivals.group.data[rival];
    const write = this.rivals.write.data[rival];
    const read = this.eventOfGroup.data[group];
    if (write === read) return false;
    const isAhead = this.graph.reaches(write, read);
    for (let i = this.#seenByGroup.data[group]; i >= 0; i = this.#seenBefore.data[i]) {
      const visible = this.#seen.data[i];
      const seen = this.visibleWrites.write.data[visible];
      if (seen === write) continue;
      if (this.graph.reaches(seen, write) && this.#overwritten(visible, rival)) return true;
      if (isAhead && this.#overwrites(visible, rival)) return true;
    }
    return isAhead && this.#refuteOvertaken(group, rival);
  }

  /** The write is seen and write < rival: the read comes before the rival. */
  #overwritten(visible: number, rival: number): boolean {
    const read = this.eventOfGroup.data[this.visibleWrites.group.data[visible]];
    const other = this.rivals.write.data[rival];
    if (this.graph.reaches(read, other)) return false;
    return this.#support(this.visibleWrites.write.data[visible], other) || this.#conclude(read, other, Reason.rival, visible, rival);
  }

  /** The write is seen and rival < read: the rival comes before the write. */
  #overwrites(visible: number, rival: number): boolean {
    const read = this.eventOfGroup.data[this.visibleWrites.group.data[visible]];
    const write = this.visibleWrites.write.data[visible];
    const other = this.rivals.write.data[rival];
    if (this.graph.reaches(other, write)) return false;
    return this.#support(other, read) || this.#conclude(other, write, Reason.rival, visible, rival);
  }

  /** The first overwriting rival of the group in a chain from a position on, other than `write`; -1 if there is none, or it is the read. */
  #firstRival(group: number, chain: number, position: number, write: number): number {
    const { rivals, host } = this;
    const end = rivals.start(group, chain + 1);
    for (let r = rivals.from(group, chain, position); r < end; r++) {
      const event = rivals.write.data[r];
      if (event === write || host.value(rivals.literal.data[r]) <= 0) continue;
      // Writes after the read in its chain need no edge.
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

  /** The rival overwrites and precedes the read: no visible write before the rival can be seen. */
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

  /** The rival overwrites and comes after the write: a read after the rival cannot see the write. */
  #refuteIfOvertaken(visible: number, rival: number): boolean {
    const read = this.eventOfGroup.data[this.visibleWrites.group.data[visible]];
    const other = this.rivals.write.data[rival];
    if (!this.graph.reaches(other, read)) return false;
    if (this.#support(this.visibleWrites.write.data[visible], other) || this.#support(other, read)) return true;
    this.#imply(negate(this.visibleWrites.literal.data[visible]), Reason.rival, visible, rival);
    return false;
  }

  /** The read precedes the write, which so cannot be seen. */
  #refuteLater(visible: number): boolean {
    const literal = this.visibleWrites.literal.data[visible];
    if (this.host.value(literal) !== 0) return false;
    const group = this.visibleWrites.group.data[visible];
    if (this.#support(this.eventOfGroup.data[group], this.visibleWrites.write.data[visible])) return true;
    this.#imply(negate(literal), Reason.reads, visible, 0);
    return false;
  }

  /** Draws the consequences of a log entry: an event reaches more of a chain, or is reached by more of it. */
  #propagateChange(entry: number): void {
    const { graph } = this;
    const cell = graph.logCell.data[entry];
    const old = graph.logOld.data[entry];
    if (cell >= 0) {
      const event = (cell / graph.stride) | 0;
      this.#propagateReached(event, cell - event * graph.stride, graph.succ[cell], old);
    } else {
      const event = (~cell / graph.stride) | 0;
      this.#propagateReaching(event, ~cell - event * graph.stride, old, graph.pred[~cell]);
    }
  }

  /** `event` now reaches the positions from `start` to before `end` of the chain. */
  #propagateReached(event: number, chain: number, start: number, end: number): void {
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
    const { data: seen, length: many } = this.#visibleWritesOf[event];
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

  /** `event` is now reached from the positions after `start` up to `end` of the chain. */
  #propagateReaching(event: number, chain: number, start: number, end: number): void {
    const { data: groups, length } = this.#groupsOf[event];
    for (let i = 0; i < length; i++) {
      const rival = this.#lastRival(groups[i], chain, end);
      if (rival < 0 || this.rivals.position.data[rival] <= start) continue;
      for (let s = this.#seenByGroup.data[groups[i]]; s >= 0; s = this.#seenBefore.data[s]) {
        const visible = this.#seen.data[s];
        if (this.visibleWrites.write.data[visible] !== this.rivals.write.data[rival] && this.#overwrites(visible, rival)) return;
      }
      if (this.#refuteOvertaken(groups[i], rival)) return;
    }
  }

  /** Compares new groups and order literals with the known order. The result lasts at level 0; at higher levels this is repeated. */
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

  // ---- complete assignments

  complete(): readonly (readonly Literal[])[] {
    this.statistics.leaves++;
    const seen = this.#seen.data.subarray(0, this.#seen.length);
    const { order, open } = linearise(this, seen, (literal) => this.host.value(literal) > 0);
    if (order !== null) {
      this.#order = order;
      return [];
    }
    this.statistics.leafLemmas += open.length;
    return open.map(({ visible, rival }) => this.#lemmas.clause(Reason.rival, visible, rival));
  }

  /** The event's position in the linear order of the last complete assignment. */
  position(event: number): number {
    return this.#order[event];
  }

  searchStarted(): void {
    this.#decisions.searchStarted();
  }

  decide(): Literal | -1 {
    return this.#decisions.next();
  }
}
