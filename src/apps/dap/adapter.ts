// The debug adapter of one editor. In: requests of the Debug Adapter Protocol. Out: responses and events. A request that fails is answered with a message, and the session stays as
// it is.
//
// Messages are read and written by @vscode/debugadapter. Requests are looked up in tables of handlers; the response goes out before the events that a request causes.

import { InitializedEvent, OutputEvent, DebugSession as Protocol, Response, TerminatedEvent } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { requireForm } from "./arguments.ts";
import { consoleHandlers, ravelHandlers } from "./asking.ts";
import { capabilities } from "./capabilities.ts";
import { type Connection, Core, type Handlers, on } from "./core.ts";
import { lookingHandlers } from "./looking.ts";
import { movingHandlers } from "./moving.ts";
import { stoppingHandlers } from "./stopping.ts";
import { launchArguments, type OpenTarget, textOf } from "./target.ts";

/** The number of error responses; editors show their text. */
const errorId = 1;

/** Requests that are served while a run continues: they neither move the session nor ask where it stands. */
const whileRunning: ReadonlySet<string> = new Set([
  "pause",
  "threads",
  "cancel",
  "restart",
  "terminate",
  "disconnect",
  "source",
  "loadedSources",
  "setBreakpoints",
  "setFunctionBreakpoints",
  "setDataBreakpoints",
  "setExceptionBreakpoints",
]);

export class Adapter extends Protocol {
  readonly #core: Core;
  readonly #handlers: Handlers;
  /** Called when the editor has ended the session. */
  readonly #ended: () => void;

  constructor(open: OpenTarget, ended: () => void) {
    super();
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
    const connection: Connection = {
      send: (event) => this.sendEvent(event),
      lineToEditor: (line) => this.convertDebuggerLineToClient(line),
      lineFromEditor: (line) => this.convertClientLineToDebugger(line),
      columnToEditor: (column) => this.convertDebuggerColumnToClient(column),
    };
    const core = new Core(connection, open);
    this.#core = core;
    this.#ended = ended;
    this.#handlers = {
      ...this.#life(core),
      ...lookingHandlers(core),
      ...stoppingHandlers(core),
      ...movingHandlers(core),
      ...consoleHandlers(core),
      ...ravelHandlers(core),
    };
  }

  /** Launch to end. */
  #life(core: Core): Handlers {
    const end = (): void => {
      core.abandonRun();
      core.questions.cancelAll();
      core.later(() => this.sendEvent(new TerminatedEvent()));
    };
    /** At the start of a run. */
    const begin = (): void => {
      if (core.launch.stopOnEntry === false) core.continueRun();
      else core.moved();
    };
    return {
      // The editor sends its breakpoints when the program is there, so that each can be checked at once.
      launch: on<Record<string, unknown>>(async (args) => {
        await core.start(launchArguments(args));
        core.later(() => this.sendEvent(new InitializedEvent()));
      }),
      configurationDone: on(() => {
        if (core.target.startsAtFailure) core.moved();
        else begin();
      }),
      restart: on<{ arguments?: Record<string, unknown> }>(async ({ arguments: given }) => {
        core.abandonRun();
        const launch = given === undefined ? core.launch : launchArguments(given);
        if (core.target.hasChanged() || JSON.stringify(launch) !== JSON.stringify(core.launch)) {
          await core.start(launch);
          core.breakpoints.apply(core.session);
        } else core.session.goTo({ fork: core.session.state().place.fork, move: 0 });
        if (core.session.state().place.move === 0) begin();
        else core.moved();
      }),
      terminate: on(end),
      disconnect: on(() => {
        core.abandonRun();
        core.questions.cancelAll();
        core.later(() => this.#ended());
      }),
    };
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse, args: DebugProtocol.InitializeRequestArguments): void {
    this.#core.questions.reportsProgress = args.supportsProgressReporting === true;
    response.body = capabilities;
    this.sendResponse(response);
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    if (request.command === "initialize") {
      const given = (request.arguments ?? {}) as DebugProtocol.InitializeRequestArguments;
      super.dispatchRequest({ ...request, arguments: { ...given, pathFormat: given.pathFormat ?? "path" } });
    } else void this.#serve(request);
  }

  async #serve(request: DebugProtocol.Request): Promise<void> {
    const response = new Response(request) as DebugProtocol.Response;
    try {
      const handler = Object.hasOwn(this.#handlers, request.command) ? this.#handlers[request.command] : undefined;
      if (handler === undefined) return this.#fail(response, `Ravel has no request ${request.command}`);
      if (this.#core.isRunning && !whileRunning.has(request.command)) return this.#fail(response, "the program is running: pause it first");
      requireForm(request.command, request.arguments);
      const result = handler(request.arguments, request.seq);
      // Most requests are answered at once, so that answers keep their order.
      const body = result instanceof Promise ? await result : result;
      if (body !== undefined) response.body = body;
      this.sendResponse(response);
    } catch (error) {
      this.#fail(response, textOf(error));
    }
    try {
      this.#core.runLater();
    } catch (error) {
      this.sendEvent(new OutputEvent(`${textOf(error)}\n`, "important"));
    }
  }

  #fail(response: DebugProtocol.Response, message: string): void {
    response.success = false;
    response.message = message;
    // Editors replace {names} in the format.
    response.body = { error: { id: errorId, format: "{_text}", variables: { _text: message }, showUser: true } };
    this.sendResponse(response);
  }

  /** The connection is gone, or a message was malformed; the latter is ignored. */
  override shutdown(): void {
    this.#core.pause();
    this.#core.questions.cancelAll();
  }
}
