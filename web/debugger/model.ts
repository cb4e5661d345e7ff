// What the page shows: the state of the session, the time line, and what the reader has selected. In: requests of the panes. Out: calls of their `show`.
//
// Every request that moves the session answers with the whole state, so that panes only draw. Requests are sent one after the other, except questions. The place and the
// selection are kept in the address: a reload comes back to them.

import type {
  BreakpointSpec,
  BreakpointView,
  FrameView,
  Place,
  SessionState,
  StepKind,
  Stop,
  ThreadView,
} from "../../src/debugger/contract.ts";
import type { Opening, SessionMethod, SessionMethods } from "../../src/debugger/requests.ts";
import type { Timeline } from "../../src/reports/html/model.ts";
import { Refused, type SessionClient } from "./client.ts";

/** A part of the page. */
export interface Pane {
  /** Called after every change of state or selection. */
  show(): void;
}

export interface TimelineModel {
  readonly timeline: Timeline;
  readonly files: readonly string[];
  readonly moveOf: readonly number[];
}

/** Messages of log points that are kept. */
const maxLog = 500;

const emptyTimeline: TimelineModel = { timeline: { lanes: [], steps: [], arrows: [] }, files: [], moveOf: [] };

export class DebuggerModel {
  state: SessionState;
  breakpoints: readonly BreakpointView[];
  timeline: TimelineModel = emptyTimeline;
  /** Changes whenever the time line does. */
  timelineVersion = 0;
  thread = 0;
  /** The level of the selected frame; null: the innermost. */
  level: number | null = null;
  readonly panes: Pane[] = [];
  /** All messages of log points. */
  log: string[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly client: SessionClient,
    readonly opening: Opening,
    /** Whether the place and the selection are kept in the address. */
    readonly keepsAddress: boolean,
    /** Tells the reader what happened. */
    readonly say: (text: string, isFault: boolean) => void,
  ) {
    this.state = opening.state;
    this.breakpoints = opening.breakpoints;
    client.moved = (place) => void this.#follow(place);
  }

  /** The first state: that of the address if there is one. */
  async start(): Promise<void> {
    const address = new URLSearchParams(this.keepsAddress ? location.hash.slice(1) : "");
    const number = (name: string): number | null => (/^\d+$/.test(address.get(name) ?? "") ? Number(address.get(name)) : null);
    const place: Place = { fork: number("fork") ?? this.state.place.fork, move: number("move") ?? this.state.place.move };
    const [thread, level] = [number("thread"), number("frame")];
    this.#arrive(this.state);
    // First as the session stands: the place of the address may not exist any more.
    await this.#refresh();
    if (place.fork !== this.state.place.fork || place.move !== this.state.place.move) await this.move("goTo", place);
    if (thread !== null && this.threadView(thread) !== undefined) this.select(thread, level);
  }

  threadView(index: number): ThreadView | undefined {
    return this.state.threads.find((t) => t.index === index);
  }

  get selectedThread(): ThreadView | undefined {
    return this.threadView(this.thread);
  }

  get frame(): FrameView | undefined {
    const stack = this.selectedThread?.stack ?? [];
    return stack.find((f) => f.level === this.level) ?? stack[0];
  }

  select(thread: number, level: number | null): void {
    this.thread = thread;
    this.level = level;
    this.#draw();
  }

  /** Sends a request that moves the session, and shows where it leads. */
  move<M extends MovingMethod>(method: M, params: SessionMethods[M][0]): Promise<void> {
    return this.#inTurn(async () => {
      const state: SessionState = await this.client.call(method, params);
      this.#arrive(state);
      this.say(stopText(state.stop), state.stop.reason === "failure");
      await this.#refresh();
    });
  }

  /** Shows what has changed without a move: new forks. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      this.#arrive(await this.client.call("state", {}));
      await this.#refresh();
    });
  }

  /** Another page of the session has moved it. */
  async #follow(place: Place): Promise<void> {
    await this.#queue;
    const { fork, move } = this.state.place;
    if (place.fork !== fork || place.move !== move) await this.reload();
  }

  step(kind: StepKind, isBack: boolean, thread = this.thread): Promise<void> {
    return this.move(isBack ? "back" : "step", { thread, kind });
  }

  setBreakpoints(specs: readonly BreakpointSpec[]): Promise<void> {
    return this.#inTurn(async () => {
      this.breakpoints = await this.client.call("setBreakpoints", { specs });
      const refused = this.breakpoints.find((b) => b.problem !== "");
      this.#draw();
      if (refused !== undefined) this.say(refused.problem, true);
    });
  }

  /** Sets a breakpoint on a line, or removes those that are there. */
  toggleLine(file: string, line: number): Promise<void> {
    const specs = this.breakpoints.map((b) => b.spec);
    const others = specs.filter((s, i) => !(s.kind === "line" && isAt(this.breakpoints[i], file, line)));
    return this.setBreakpoints(others.length < specs.length ? others : [...specs, { kind: "line", file, line }]);
  }

  /** A request that changes nothing. Null: it was refused, and the reader was told. */
  async read<M extends SessionMethod>(method: M, params: SessionMethods[M][0]): Promise<SessionMethods[M][1] | null> {
    try {
      return await this.client.call(method, params);
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work).catch((error: unknown) => this.#refuse(error));
    this.#queue = done;
    await done;
  }

  #refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.say(error.message, true);
  }

  /** The thread that moved is selected; one that has ended gives way to the next that can move. */
  #arrive(state: SessionState): void {
    const { stop, next, place } = state;
    const isElsewhere = place.fork !== this.state.place.fork || place.move !== this.state.place.move;
    this.state = state;
    if (isElsewhere) this.log = [...this.log, ...stop.log].slice(-maxLog);
    if (isElsewhere || this.selectedThread === undefined) {
      this.level = null;
      if (this.threadView(stop.thread) !== undefined) this.thread = stop.thread;
      else if (this.selectedThread === undefined) this.thread = next >= 0 ? next : 0;
    }
  }

  async #refresh(): Promise<void> {
    const update = await this.client.call("timeline", { since: this.timelineVersion });
    if (update.version !== this.timelineVersion) {
      const { timeline, moveOf } = this.timeline;
      this.timeline = {
        timeline: {
          lanes: update.lanes,
          steps: [...timeline.steps.slice(0, update.keptSteps), ...update.steps],
          arrows: [...timeline.arrows.slice(0, update.keptArrows), ...update.arrows],
        },
        files: update.files,
        moveOf: [...moveOf.slice(0, update.keptSteps), ...update.moveOf],
      };
      this.timelineVersion = update.version;
    }
    this.#draw();
  }

  #draw(): void {
    const { fork, move } = this.state.place;
    const frame = this.level === null ? "" : `&frame=${this.level}`;
    const address = `#fork=${fork}&move=${move}&thread=${this.thread}${frame}`;
    if (this.keepsAddress && location.hash !== address) history.replaceState(null, "", address);
    for (const pane of this.panes) pane.show();
  }
}

export const stopText = ({ reason, text, breakpoints }: Stop): string =>
  reason === "breakpoint" && breakpoints.length > 0 ? `Breakpoint ${breakpoints.join(", ")}: ${text}` : text;

type MovingMethod = {
  [M in SessionMethod]: SessionMethods[M][1] extends SessionState ? M : never;
}[SessionMethod];

export const isAt = (b: BreakpointView | undefined, file: string, line: number): boolean =>
  b?.spec.kind === "line" && (b.location ?? b.spec).file === file && (b.location ?? b.spec).line === line;
