// Requests to a session as plain data: a method by name with parameters, as they arrive from a page. In: the text of a method and any value. Out: plain data.
//
// Methods and parameters are looked up in the switch below only, never as properties of the session. Parameters are checked: a page may send anything.

import { allProperties, type Property } from "../execution/errors.ts";
import { fail } from "../support/diagnostics.ts";
import type {
  AskRequest,
  BreakpointSpec,
  BreakpointView,
  DebugSession,
  FrameReference,
  Place,
  SessionState,
  StepKind,
  ValueView,
  WriteView,
} from "./contract.ts";
import { Parameters } from "./parameters.ts";
import { TimelineFeed, type TimelineUpdate } from "./timeline-feed.ts";

/** A file as a page shows it. */
export interface SourcePage {
  readonly name: string;
  readonly text: string;
}

/** What a page is told when it opens. */
export interface Opening {
  readonly title: string;
  readonly sources: readonly SourcePage[];
  readonly breakpoints: readonly BreakpointView[];
  readonly state: SessionState;
}

type InFrame = FrameReference & { readonly expression: string };

/** Per method: its parameters and its answer. What moves the session answers with the new state. */
export interface SessionMethods {
  open: [Record<never, never>, Opening];
  state: [Record<never, never>, SessionState];
  step: [{ readonly thread: number; readonly kind: StepKind }, SessionState];
  back: [{ readonly thread: number; readonly kind: StepKind }, SessionState];
  continue: [Record<never, never>, SessionState];
  reverseContinue: [Record<never, never>, SessionState];
  runTo: [{ readonly file: string; readonly line: number; readonly thread?: number }, SessionState];
  goTo: [Place, SessionState];
  setInput: [{ readonly number: number; readonly value: string }, SessionState];
  renameFork: [{ readonly id: number; readonly name: string }, SessionState];
  removeFork: [{ readonly id: number }, SessionState];
  compareForks: [{ readonly a: number; readonly b: number }, readonly string[]];
  setBreakpoints: [{ readonly specs: readonly BreakpointSpec[] }, readonly BreakpointView[]];
  variables: [FrameReference, readonly ValueView[]];
  globals: [Record<never, never>, readonly ValueView[]];
  children: [InFrame, readonly ValueView[]];
  evaluate: [InFrame, ValueView];
  completions: [FrameReference & { readonly text: string }, readonly string[]];
  writesOf: [InFrame, readonly WriteView[]];
  timeline: [{ readonly since: number }, TimelineUpdate];
  witness: [Record<never, never>, Record<string, unknown>];
}

export type SessionMethod = keyof SessionMethods;

/** Methods that may move the session, or change its forks: what they answer is the new state. */
export const movingMethods: ReadonlySet<string> = new Set<SessionMethod>([
  "step",
  "back",
  "continue",
  "reverseContinue",
  "runTo",
  "goTo",
  "setInput",
  "renameFork",
  "removeFork",
]);

/** A session as pages see it. */
export class SessionDesk {
  #breakpoints: readonly BreakpointView[] = [];
  readonly #sources: readonly SourcePage[];
  readonly #feed: TimelineFeed;

  constructor(
    readonly session: DebugSession,
    readonly title: string,
  ) {
    this.#sources = session.files().flatMap((name) => {
      const text = session.sourceText(name);
      return text === null ? [] : [{ name, text }];
    });
    this.#feed = new TimelineFeed(session);
  }

  /** Throws a RavelError if the request is not one, or if the session refuses it. */
  answer(method: string, given: unknown): unknown {
    const { session } = this;
    const p = new Parameters(given);
    switch (method) {
      case "open":
        return { title: this.title, sources: this.#sources, breakpoints: this.#breakpoints, state: session.state() } satisfies Opening;
      case "state":
        return session.state();
      case "setBreakpoints":
        this.#breakpoints = session.setBreakpoints(p.list("specs").map(breakpointOf));
        return this.#breakpoints;
      case "compareForks":
        return session.compareForks(p.integer("a"), p.integer("b"));
      case "variables":
        return session.variables(p.frame());
      case "globals":
        return session.globals();
      case "children":
        return session.children(p.frame(), p.text("expression"));
      case "evaluate":
        return session.evaluate(p.frame(), p.text("expression"));
      case "completions":
        return session.completions(p.frame(), p.text("text"));
      case "writesOf":
        return session.writesOf(p.frame(), p.text("expression"));
      case "timeline":
        return this.#feed.update(p.integer("since"));
      case "witness":
        return session.witness();
      default:
        return this.#move(method, p);
    }
  }

  #move(method: string, p: Parameters): SessionState {
    const { session } = this;
    switch (method) {
      case "step":
        session.step(p.integer("thread"), p.stepKind());
        break;
      case "back":
        session.back(p.integer("thread"), p.stepKind());
        break;
      case "continue":
        session.continue();
        break;
      case "reverseContinue":
        session.reverseContinue();
        break;
      case "runTo":
        if (p.has("thread")) session.runTo(p.text("file"), p.integer("line"), p.integer("thread"));
        else session.runTo(p.text("file"), p.integer("line"));
        break;
      case "goTo":
        session.goTo({ fork: p.integer("fork"), move: p.integer("move") });
        break;
      case "setInput":
        session.setInput(p.integer("number"), p.text("value"));
        break;
      case "renameFork":
        session.renameFork(p.integer("id"), p.text("name"));
        break;
      case "removeFork":
        session.removeFork(p.integer("id"));
        break;
      default:
        return fail("RVL001", "unknown request");
    }
    return session.state();
  }
}

export function askRequestOf(given: unknown): AskRequest {
  const p = new Parameters(given);
  return {
    text: p.text("text"),
    over: p.choice("over", ["continuations", "reorderings"]),
    fixedInputs: p.flag("fixedInputs"),
    ...p.frame(),
  };
}

function breakpointOf(given: unknown): BreakpointSpec {
  const p = new Parameters(given);
  const common = {
    ...(p.has("condition") ? { condition: p.text("condition") } : {}),
    ...(p.has("hits") ? { hits: p.integer("hits") } : {}),
    ...(p.has("log") ? { log: p.text("log") } : {}),
    ...(p.has("thread") ? { thread: p.integer("thread") } : {}),
  };
  const frame = p.has("in") ? { in: new Parameters((given as { in: unknown }).in).frame() } : {};
  const kind = p.choice("kind", ["line", "function", "data", "lock", "failure"]);
  switch (kind) {
    case "line":
      return { ...common, kind, file: p.text("file"), line: p.integer("line") };
    case "function":
      return { ...common, kind, name: p.text("name") };
    case "data":
      return { ...common, ...frame, kind, expression: p.text("expression"), access: p.choice("access", ["read", "write", "both"]) };
    case "lock":
      return { ...common, ...frame, kind, expression: p.text("expression") };
    case "failure":
      return { ...common, kind, property: p.choice<Property | "any">("property", [...allProperties, "any"]) };
  }
}
