// The state of one adapter, which the handlers of requests share: the target, what numbers stand for, breakpoints, questions, and events that wait for a response to go first.

import { OutputEvent } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DebugSession, FrameReference, SessionState, Stop } from "../../debugger/contract.ts";
import { TimelineFeed } from "../../debugger/timeline-feed.ts";
import { Breakpoints } from "./breakpoints.ts";
import { Questions } from "./questions.ts";
import { focusOf, Stops } from "./stops.ts";
import { diagnosticLine, type LaunchArguments, type OpenTarget, refuse, type Target, textOf } from "./target.ts";
import { Values } from "./values.ts";

/** Moves of a run that continues, between looks at other requests: some milliseconds. */
const movesPerPortion = 1_000;
/** Then a run stops by itself. */
const maxPortions = 200;

/** What handlers need of the connection. */
export interface Connection {
  send(event: DebugProtocol.Event): void;
  /** Lines as the editor counts them, and as locations do. */
  lineToEditor(line: number): number;
  lineFromEditor(line: number): number;
  columnToEditor(column: number): number;
}

/** Serves one request; `seq` is its number. What it returns is the body of the response. */
export type Handler = (args: unknown, seq: number) => unknown;

/** Handlers know the form of their arguments from the protocol; a malformed request fails and changes nothing. */
export const on =
  <A>(run: (args: A, seq: number) => unknown): Handler =>
  (args, seq) =>
    run((args ?? {}) as A, seq);

export type Handlers = Readonly<Record<string, Handler>>;

export class Core {
  readonly values = new Values();
  readonly breakpoints = new Breakpoints();
  readonly questions: Questions;
  #stops = new Stops();
  #target: Target | null = null;
  #feed: TimelineFeed | null = null;
  #launch: LaunchArguments | null = null;
  #later: (() => void)[] = [];
  #run: { isPaused: boolean } | null = null;

  constructor(
    readonly connection: Connection,
    readonly open: OpenTarget,
  ) {
    this.questions = new Questions((event) => connection.send(event));
  }

  get isLaunched(): boolean {
    return this.#target !== null;
  }

  get target(): Target {
    return this.#target ?? refuse("no program is being debugged: send launch first");
  }

  get session(): DebugSession {
    return this.target.session;
  }

  get feed(): TimelineFeed {
    return this.#feed ?? refuse("no program is being debugged: send launch first");
  }

  get launch(): LaunchArguments {
    return this.#launch ?? {};
  }

  /** Opens a program. If that fails, what was open stays. */
  async start(launch: LaunchArguments): Promise<void> {
    const target = await this.open(launch);
    this.questions.cancelAll();
    this.#target = target;
    this.#launch = launch;
    this.#feed = new TimelineFeed(target.session);
    this.#stops = new Stops();
    this.values.reset();
    for (const remark of target.remarks) this.connection.send(new OutputEvent(`${diagnosticLine(remark)}\n`, "console"));
  }

  /** The innermost frame of the thread that the session stopped in. */
  focus(): FrameReference {
    const state = this.session.state();
    const thread = focusOf(state);
    return { thread, level: this.#innermost(state, thread) };
  }

  #innermost(state: SessionState, thread: number): number {
    return state.threads.find((t) => t.index === thread)?.stack[0]?.level ?? 0;
  }

  frameOf(id: number | undefined): FrameReference {
    return id === undefined || id === 0 ? this.focus() : this.values.frame(id);
  }

  /** Runs after the response of the present request has been sent. */
  later(run: () => void): void {
    this.#later.push(run);
  }

  runLater(): void {
    const runs = this.#later;
    this.#later = [];
    for (const run of runs) run();
  }

  /** A run continues: the session moves between requests. */
  get isRunning(): boolean {
    return this.#run !== null;
  }

  /** Continues the run, in portions: between them other requests are served, `pause` among them. The editor is told when it stops. */
  continueRun(): void {
    const first = this.session.continue(movesPerPortion);
    if (first.reason !== "cancelled") return this.moved();
    const run = { isPaused: false };
    this.#run = run;
    void this.#continueLater(run, first).catch((error) => this.connection.send(new OutputEvent(`${textOf(error)}\n`, "important")));
  }

  async #continueLater(run: { isPaused: boolean }, first: Stop): Promise<void> {
    try {
      let stop = first;
      for (let n = 1; n < maxPortions && stop.reason === "cancelled"; n++) {
        await new Promise((resolve) => setImmediate(resolve));
        if (run.isPaused) break;
        // Log messages of the last portion come with the stop.
        for (const text of stop.log) this.connection.send(new OutputEvent(`${text}\n`, "console"));
        stop = this.session.continue(movesPerPortion);
      }
    } finally {
      if (this.#run === run) {
        this.#run = null;
        this.moved();
        this.runLater();
      }
    }
  }

  /** Stops a run that continues after its present portion. Returns whether there was one. */
  pause(): boolean {
    if (this.#run === null) return false;
    this.#run.isPaused = true;
    return true;
  }

  /** Gives up a run that continues, without telling the editor. */
  abandonRun(): void {
    this.pause();
    this.#run = null;
  }

  /** The session has moved: the editor is told after the response. */
  moved(): void {
    this.values.reset();
    this.later(() => {
      for (const event of this.#stops.events(this.session.state(), this.breakpoints)) this.connection.send(event);
    });
  }
}
