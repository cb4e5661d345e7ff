// The time line of a path. In: moves, as a session records them. Out: lanes, rows and arrows, with the move of each row.
//
// A second machine follows the path once and describes each move (witness/steps.ts). It goes on where it stands if the path has grown, and begins again if the path is another one. So what is
// shown does not depend on where the session stands, and going back costs nothing here.

import type { MachineOptions } from "../execution/machine.ts";
import { ObjectNames } from "../execution/object-names.ts";
import type { Program } from "../program/program.ts";
import type { Timeline } from "../reports/html/model.ts";
import { SourceExcerpts } from "../reports/html/source-excerpts.ts";
import { TimelineBuilder } from "../reports/html/timeline.ts";
import type { SourceText } from "../reports/source-text.ts";
import { describeViolation } from "../witness/replay.ts";
import { StepWatcher, type WitnessStep } from "../witness/steps.ts";
import { findWaits } from "../witness/waits.ts";
import { type SeenMove, sharedMoves } from "./forks.ts";
import { judge } from "./judgement.ts";
import type { Start } from "./moves.ts";
import { Walker } from "./walker.ts";

export interface RecordedTimeline {
  readonly timeline: Timeline;
  /** After which move each row has happened. */
  readonly moveOf: readonly number[];
  /** The files that rows name, by index. */
  readonly files: readonly string[];
}

export class Recording {
  #walker: Walker | null = null;
  #watcher: StepWatcher | null = null;
  #builder: TimelineBuilder | null = null;
  #excerpts: SourceExcerpts | null = null;
  /** What each move did; described when first drawn, with the names known then. */
  #steps: WitnessStep[] = [];
  #moves: readonly SeenMove[] = [];
  #length = 0;
  #start: Start | null = null;
  #known: RecordedTimeline | null = null;

  constructor(
    readonly program: Program,
    readonly options: Omit<MachineOptions, "undo" | "stopsAtLines">,
    readonly source: SourceText,
  ) {}

  timelineOf(start: Start, moves: readonly SeenMove[]): RecordedTimeline {
    const isContinued = this.#walker !== null && this.#start === start && sharedMoves(moves, this.#moves) >= this.#length;
    if (isContinued && moves.length === this.#length && this.#known !== null) return this.#known;
    if (!isContinued) this.#begin(start);
    this.#moves = moves;
    for (; this.#length < moves.length; this.#length++) this.#follow(moves[this.#length] as SeenMove);
    this.#known = this.#draw();
    return this.#known;
  }

  #begin(start: Start): void {
    const walker = new Walker(this.program, this.options, start, false);
    const { machine } = walker;
    const watcher = new StepWatcher(machine, new ObjectNames(machine));
    machine.recorder = watcher.recorder;
    walker.onChoice = (what, chosen, count, thread) => watcher.choice(what, chosen, count, thread);
    walker.restart(start);
    watcher.started();
    this.#walker = walker;
    this.#watcher = watcher;
    this.#excerpts = new SourceExcerpts(this.source);
    this.#builder = new TimelineBuilder(watcher.prelude, this.#excerpts);
    this.#steps = [];
    this.#start = start;
    this.#length = 0;
  }

  #follow(move: SeenMove): void {
    const walker = this.#walker as Walker;
    const t = walker.thread(move.thread);
    this.#watcher?.stepping(t);
    if (walker.move(move.thread, move) === null) throw new Error("a recorded path cannot be followed");
    this.#watcher?.stepped(t);
  }

  #draw(): RecordedTimeline {
    const { machine } = this.#walker as Walker;
    const watcher = this.#watcher as StepWatcher;
    const builder = this.#builder as TimelineBuilder;
    const excerpts = this.#excerpts as SourceExcerpts;
    for (const s of watcher.stepsFrom(this.#steps.length)) {
      builder.add(s, this.#moves[this.#steps.length]?.isLocal === false);
      this.#steps.push(s);
    }
    const last = judge(machine).violations.at(-1) ?? null;
    const object = machine.faultObject === null || last?.kind === "deadlock" ? null : watcher.historyOf(machine.faultObject);
    const violation = last === null ? null : describeViolation(last, watcher.names, this.#steps, object);
    const waits = violation?.kind === "deadlock" ? findWaits(machine, watcher.names, this.#steps, violation) : [];
    const threads = machine.threads.map(({ index, label }) => ({ index, label }));
    const timeline = builder.build(threads, violation, waits);
    return { timeline, moveOf: timeline.steps.map((s) => (s.mark === "wait" ? this.#length : s.number)), files: excerpts.names };
  }
}
