// Frames and values by number, as the protocol names them. In: the session. Out: scopes, variables, and what a number stands for. Numbers are valid until the session moves.

import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DebugSession, FrameReference, LockView, SessionState, ThreadView, ValueView } from "../../debugger/contract.ts";
import type { DataPlace } from "./breakpoints.ts";
import { refuse } from "./target.ts";

/** Behind a variablesReference. */
type Holder =
  | { readonly kind: "locals" | "globals"; readonly frame: FrameReference }
  | { readonly kind: "locks" }
  | { readonly kind: "inputs" }
  | { readonly kind: "value"; readonly frame: FrameReference; readonly expression: string };

/** Threads have numbers from 1: some editors take 0 for none. */
export const threadId = (index: number): number => index + 1;
export const threadIndex = (id: number): number => id - 1;

export class Values {
  #frames: FrameReference[] = [];
  #holders: Holder[] = [];

  /** The session has moved: old numbers mean nothing. */
  reset(): void {
    this.#frames = [];
    this.#holders = [];
  }

  frameId(frame: FrameReference): number {
    const at = this.#frames.findIndex((f) => f.thread === frame.thread && f.level === frame.level);
    return at >= 0 ? at + 1 : this.#frames.push(frame);
  }

  frame(id: number): FrameReference {
    return this.#frames[id - 1] ?? refuse("this frame is of an earlier stop: the session has moved since");
  }

  #reference(holder: Holder): number {
    return this.#holders.push(holder);
  }

  #holder(reference: number): Holder {
    return this.#holders[reference - 1] ?? refuse("this value is of an earlier stop: the session has moved since");
  }

  scopes(frame: FrameReference, state: SessionState): DebugProtocol.Scope[] {
    const scope = (name: string, holder: Holder, rest: Partial<DebugProtocol.Scope> = {}): DebugProtocol.Scope => ({
      name,
      variablesReference: this.#reference(holder),
      expensive: false,
      ...rest,
    });
    return [
      scope("Locals", { kind: "locals", frame }, { presentationHint: "locals" }),
      scope("Globals", { kind: "globals", frame }),
      ...(state.locks.length === 0 ? [] : [scope("Locks", { kind: "locks" }, { namedVariables: state.locks.length })]),
      ...(state.inputs.length === 0 ? [] : [scope("Inputs", { kind: "inputs" }, { namedVariables: state.inputs.length })]),
    ];
  }

  variables(
    { variablesReference, start = 0, count = 0 }: DebugProtocol.VariablesArguments,
    session: DebugSession,
  ): DebugProtocol.Variable[] {
    const all = this.#all(this.#holder(variablesReference), session);
    return count === 0 && start === 0 ? all : all.slice(start, count === 0 ? all.length : start + count);
  }

  #all(holder: Holder, session: DebugSession): DebugProtocol.Variable[] {
    switch (holder.kind) {
      case "locks": {
        const { locks, threads } = session.state();
        return locks.map((lock) => ({ name: lock.name, value: lockText(lock, threads), variablesReference: 0 }));
      }
      case "inputs":
        return session.state().inputs.map(({ number, what, value, thread, bits }) => ({
          name: `input ${number}`,
          value,
          type: `${what}, ${bits} bits, asked for by thread ${thread}`,
          variablesReference: 0,
        }));
      case "locals":
      case "globals":
      case "value":
        return this.#views(holder, session).map((view) => this.variable(view, holder.frame));
    }
  }

  #views(holder: Exclude<Holder, { readonly kind: "locks" | "inputs" }>, session: DebugSession): ValueView[] {
    switch (holder.kind) {
      case "locals":
        return session.variables(holder.frame);
      case "globals":
        return session.globals();
      case "value":
        return session.children(holder.frame, holder.expression);
    }
  }

  variable(view: ValueView, frame: FrameReference): DebugProtocol.Variable {
    const { name, text, type, expression } = view;
    return {
      name,
      value: text,
      type,
      ...(expression === "" ? {} : { evaluateName: expression }),
      ...this.below(view, frame),
    };
  }

  /** The number for what is below a value; elements of arrays can be asked for in pages. */
  below(
    { expression, children, type }: ValueView,
    frame: FrameReference,
  ): Pick<DebugProtocol.Variable, "variablesReference" | "indexedVariables"> {
    if (children === 0 || expression === "") return { variablesReference: 0 };
    return {
      variablesReference: this.#reference({ kind: "value", frame, expression }),
      ...(type.endsWith("]") ? { indexedVariables: children } : {}),
    };
  }

  /** The number of the input that a variable stands for. Others cannot be set. */
  inputOf({ variablesReference, name }: Pick<DebugProtocol.SetVariableArguments, "variablesReference" | "name">): number {
    const number = /^input (\d+)$/.exec(name)?.[1];
    if (this.#holder(variablesReference).kind !== "inputs" || number === undefined)
      return refuse(`${name} cannot be set: its value follows from schedule and inputs; set an input instead`);
    return Number(number);
  }

  /** The object that a variable, or an expression in a frame, stands for. */
  dataPlace(
    { variablesReference, name, frameId }: DebugProtocol.DataBreakpointInfoArguments,
    focus: FrameReference,
    session: DebugSession,
  ): DataPlace {
    const none = (why: string): never => refuse(`${name} ${why}`);
    if (variablesReference === undefined || variablesReference === 0) {
      const frame = frameId === undefined ? focus : this.frame(frameId);
      return session.evaluate(frame, name).isObject ? { expression: name, frame } : none("is not an object in memory");
    }
    const holder = this.#holder(variablesReference);
    if (holder.kind === "locks" || holder.kind === "inputs") return none("is not an object in memory");
    const view = this.#views(holder, session).find((v) => v.name === name);
    if (view === undefined) return none("does not exist here");
    return view.isObject && view.expression !== ""
      ? { expression: view.expression, frame: holder.frame }
      : none("is not an object in memory");
  }
}

function lockText({ holders, waiters }: LockView, threads: readonly ThreadView[]): string {
  const names = (list: readonly number[]): string => list.map((index) => threads[index]?.name ?? `T${index}`).join(", ");
  const held = holders.length === 0 ? [] : [`held by ${names(holders)}`];
  const awaited = waiters.length === 0 ? [] : [`${names(waiters)} ${waiters.length === 1 ? "waits" : "wait"}`];
  return [...held, ...awaited].join("; ") || "free";
}
