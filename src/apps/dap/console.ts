// Commands of the debug console, for editors that have no other way to what the protocol lacks: forks, jumps, inputs, histories. They begin with a colon, which no C expression
// does. In: a line. Out: text to show; whether the session has moved.

import { questionForms } from "../../debugger/ask/parse.ts";
import type { DebugSession, FrameReference, StepKind } from "../../debugger/contract.ts";
import { refuse } from "./target.ts";

export interface ConsoleAnswer {
  readonly text: string;
  readonly hasMoved: boolean;
}

export interface ConsoleContext {
  readonly session: DebugSession;
  readonly frame: FrameReference;
  saveWitness(path: string): void;
}

interface ConsoleCommand {
  readonly usage: string;
  readonly help: string;
  run(words: readonly string[], context: ConsoleContext): ConsoleAnswer;
}

const said = (lines: readonly string[], none: string): ConsoleAnswer => ({
  text: lines.length === 0 ? none : lines.join("\n"),
  hasMoved: false,
});
const moved = (text: string): ConsoleAnswer => ({ text, hasMoved: true });

export const stepKinds: readonly StepKind[] = ["visible", "line", "over", "out"];

export const isStepKind = (word: unknown): word is StepKind => stepKinds.includes(word as StepKind);

function numberOf(word: string | undefined, what: string): number {
  return word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : refuse(`${what} is not a number: ${word ?? "nothing was given"}`);
}

/** A thread by its name; without one, the thread of the frame. */
function threadOf(word: string | undefined, { session, frame }: ConsoleContext): number {
  if (word === undefined) return frame.thread;
  const found = session.state().threads.find((t) => t.name === word);
  return found?.index ?? refuse(`there is no thread ${word}`);
}

const kindOf = (word: string | undefined): StepKind => {
  if (word === undefined) return "over";
  return isStepKind(word) ? word : refuse(`${word} is not a kind of step: use ${stepKinds.join(", ")}`);
};

export const consoleCommands: Readonly<Record<string, ConsoleCommand>> = {
  forks: {
    usage: ":forks",
    help: "lists the forks of the run",
    run: (_, { session }) => {
      const { forks, place } = session.state();
      return said(
        forks.map(({ id, name, parent, length, end }) => {
          const from = parent === null ? "" : `, from fork ${parent.fork} after move ${parent.move}`;
          return `${id === place.fork ? "*" : " "} ${id} ${name}: ${length} moves${from}${end === "" ? "" : `, ${end}`}`;
        }),
        "there are no forks",
      );
    },
  },
  jump: {
    usage: ":jump FORK [MOVE]",
    help: "goes to a place: a move of a fork, or its end",
    run: ([fork, move], { session }) => {
      const id = numberOf(fork, "the fork");
      const found = session.state().forks.find((f) => f.id === id) ?? refuse(`there is no fork ${id}`);
      return moved(session.goTo({ fork: id, move: move === undefined ? found.length : numberOf(move, "the move") }).text);
    },
  },
  name: {
    usage: ":name FORK TEXT",
    help: "names a fork",
    run: ([fork, ...text], { session }) => {
      session.renameFork(numberOf(fork, "the fork"), text.join(" "));
      return said([], "named");
    },
  },
  remove: {
    usage: ":remove FORK",
    help: "removes a fork",
    run: ([fork], { session }) => {
      session.removeFork(numberOf(fork, "the fork"));
      return said([], "removed");
    },
  },
  compare: {
    usage: ":compare FORK FORK",
    help: "says where two forks part, and what differs at their ends",
    run: ([a, b], { session }) => said(session.compareForks(numberOf(a, "the fork"), numberOf(b, "the fork")), "they do not differ"),
  },
  writes: {
    usage: ":writes EXPRESSION",
    help: "lists the writes that an object has seen",
    run: (words, { session, frame }) =>
      said(
        session.writesOf(frame, words.join(" ")).map(({ place, thread, location, before, after }) => {
          const at = location === null ? "" : ` at ${location.file}:${location.line}`;
          return `${before} → ${after} by ${session.state().threads[thread]?.name ?? thread}${at}  [:jump ${place.fork} ${place.move}]`;
        }),
        "no write so far",
      ),
  },
  inputs: {
    usage: ":inputs",
    help: "lists the inputs so far",
    run: (_, { session }) =>
      said(
        session.state().inputs.map(({ number, what, value }) => `${number} ${what} = ${value}`),
        "no input so far",
      ),
  },
  input: {
    usage: ":input NUMBER VALUE",
    help: "gives an input another value; the run forks there",
    run: ([number, value], { session }) =>
      moved(session.setInput(numberOf(number, "the input"), value ?? refuse("no value was given")).text),
  },
  step: {
    usage: ":step [visible|line|over|out] [THREAD]",
    help: "steps a thread; another than the recorded one forks the run",
    run: ([kind, thread], context) => moved(context.session.step(threadOf(thread, context), kindOf(kind)).text),
  },
  back: {
    usage: ":back [visible|line|over|out] [THREAD]",
    help: "undoes a step of a thread",
    run: ([kind, thread], context) => moved(context.session.back(threadOf(thread, context), kindOf(kind)).text),
  },
  save: {
    usage: ":save FILE",
    help: "writes the present run to a witness file",
    run: ([path], { saveWitness }) => {
      saveWitness(path ?? refuse("no file was given"));
      return said([], `written: ${path}`);
    },
  },
};

export function consoleHelp(): string {
  const rows = Object.values(consoleCommands).map(({ usage, help }) => `${usage.padEnd(40)}${help}`);
  return [
    "EXPRESSION                              the value of a C expression in this frame",
    "? QUESTION [in this run] [with these inputs]",
    "                                        asks about other schedules and inputs:",
    ...questionForms.map(({ form, meaning }) => `  ? ${form}`.padEnd(40) + meaning),
    ...rows,
  ].join("\n");
}

export function runConsoleCommand(line: string, context: ConsoleContext): ConsoleAnswer {
  const [name = "", ...words] = line.replace(/^\s*:/, "").trim().split(/\s+/);
  if (name === "help" || name === "") return said([consoleHelp()], "");
  const command = Object.hasOwn(consoleCommands, name) ? consoleCommands[name] : undefined;
  return command === undefined ? refuse(`there is no command :${name}; :help lists them`) : command.run(words, context);
}
