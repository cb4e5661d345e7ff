// Accesses of unrolled code, as the table of operations asks for them. In: addresses as terms. Out: resolved addresses, with failures for invalid ones, and what is noted
// of an access beside its value.

import type { Operand } from "../../program/operations.ts";
import type { AccessHost, AccessMode, Content, MemoryHost } from "../../symbolic/host.ts";
import type { Term } from "../../terms/term.ts";
import { moves, type ObjectFilter, stays } from "../layout.ts";
import { moved } from "../spread.ts";
import type { ResolvedAddress } from "./addresses.ts";
import type { Instance } from "./frame.ts";
import { chooseSuccess } from "./open-values.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

export class Located implements MemoryHost<Instance, ResolvedAddress>, AccessHost<Instance, ResolvedAddress> {
  constructor(
    readonly steps: Steps,
    readonly memory: ThreadMemory,
  ) {}

  locate(path: Path, address: Term, base: Term | null, size: number, alive = true): ResolvedAddress {
    return this.memory.locate(path, address, base, size, alive);
  }

  locateAccess(
    at: Instance,
    o: { readonly address: Operand; readonly base: Operand | null },
    size: number,
    writes: boolean,
  ): ResolvedAddress {
    const { steps } = this;
    const { path } = at;
    const resolved = this.memory.locateAccess(path, at.operand(o.address), o.base === null ? null : at.operand(o.base), size);
    steps.failWhere(path, resolved);
    if (writes) {
      const isConstant = steps.terms.any(resolved.targets.filter((t) => t.object.constant).map((t) => t.when));
      steps.fail(path, "memory", "write-to-constant", isConstant, "");
    }
    return resolved;
  }

  read(path: Path, resolved: ResolvedAddress, size: number, mode: AccessMode & { readonly tolerant: boolean }): Term {
    return this.memory.read(path, resolved, size, mode);
  }

  write(path: Path, resolved: ResolvedAddress, size: number, content: Content, mode: AccessMode): void {
    this.memory.write(path, resolved, size, content, mode);
  }

  where({ targets }: ResolvedAddress, condition: Term): ResolvedAddress {
    const { terms } = this.steps;
    const kept = targets.map((t) => ({ ...t, when: terms.and(t.when, condition) })).filter((t) => t.when !== terms.false);
    return { targets: kept, faults: [] };
  }

  moved(resolved: ResolvedAddress, by: number): ResolvedAddress {
    if (by === 0) return resolved;
    const { terms } = this.steps;
    const targets = resolved.targets.map((t) => ({
      ...t,
      places: t.places && moved(t.places, by),
      offset: typeof t.offset === "number" ? t.offset + by : terms.add(t.offset, terms.constant(BigInt(by), t.offset.width)),
    }));
    return { targets, faults: [] };
  }

  offsetOf({ targets: [first, ...others] }: ResolvedAddress): number {
    return others.length === 0 && typeof first?.offset === "number" ? first.offset : 0;
  }

  isOwn({ targets }: ResolvedAddress): boolean {
    return targets.every((t) => this.memory.isLocal(t.object));
  }

  wholeOf(path: Path, address: Term, size: Term): { resolved: ResolvedAddress; size: number } | null {
    const resolved = this.memory.locate(path, address, null, 0);
    const [target] = resolved.targets;
    if (resolved.targets.length !== 1 || target?.offset !== 0 || !this.steps.round.extents.isWhole(target.object, size)) return null;
    return { resolved, size: target.object.size };
  }

  noteWeak(path: Path): void {
    if (path.section === null) this.steps.round.weak = true;
  }

  /**
   * Notes that some bytes of a pointer are read as a number, or with others as a longer one: the number depends on placement. What a thread
   * reads of its own memory is a term that shows this (layout.ts).
   */
  notePart({ path }: Instance, _: unknown, resolved: ResolvedAddress, size: number): void {
    const { steps, memory } = this;
    const { round, terms } = steps;
    if (8 * size === round.program.pointerBits) return;
    for (const t of resolved.targets) {
      if (8 * size > round.program.pointerBits && memory.isLocal(t.object)) continue;
      const isPart = (asked: ObjectFilter): Term =>
        terms.and(
          t.when,
          memory.isPartOf(path, t, size, (value) => round.layout.isAddress(value, asked)),
        );
      steps.failForLayout(path, isPart(moves));
      steps.meet(path, "placement", isPart(stays));
    }
  }

  mayFail(path: Path, equal: Term): Term {
    const { steps } = this;
    return steps.round.meetFreedom("spurious") ? steps.terms.and(equal, chooseSuccess(steps, path, equal)) : equal;
  }

  settleOrder(path: Path, orders: () => Term): void {
    const { single, terms } = this.steps;
    if (path.section !== null) return;
    for (const a of single?.event.accesses ?? []) if (a.kind === "read" && a.orders === terms.true) a.orders = orders();
  }
}
