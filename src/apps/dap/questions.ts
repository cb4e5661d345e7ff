// Questions, asked in the debug console or by a custom request, with progress and cancellation. In: the text of a question. Out: the answer, as data and as text.
//
// A question may end with `in this run` (over reorderings of the present run, otherwise over all continuations of the present place) and with `with these inputs` (otherwise for
// all inputs).

import { Event } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { AskAnswer, AskRequest, DebugSession, FrameReference, Place } from "../../debugger/contract.ts";

type Send = (event: DebugProtocol.Event) => void;

export class Questions {
  /** Questions under way: cancelled or not. Keyed by the number of the request. */
  readonly #underWay = new Map<number, { isCancelled: boolean }>();
  /** Whether the editor shows progress. */
  reportsProgress = false;

  constructor(readonly send: Send) {}

  get isAsking(): boolean {
    return this.#underWay.size > 0;
  }

  /** Returns null if the question was cancelled. */
  async ask(session: DebugSession, request: AskRequest, seq: number): Promise<AskAnswer | null> {
    const question = { isCancelled: false };
    this.#underWay.set(seq, question);
    const progressId = progressName(seq);
    this.#progress("progressStart", { progressId, title: `? ${request.text}`, requestId: seq, cancellable: true });
    try {
      const answer = await session.ask(
        request,
        () => question.isCancelled,
        ({ text }) => this.#progress("progressUpdate", { progressId, message: text }),
      );
      return question.isCancelled ? null : answer;
    } catch (error) {
      if (question.isCancelled) return null;
      throw error;
    } finally {
      this.#underWay.delete(seq);
      this.#progress("progressEnd", { progressId });
    }
  }

  cancel({ requestId, progressId }: DebugProtocol.CancelArguments): void {
    for (const [seq, question] of this.#underWay) if (seq === requestId || progressName(seq) === progressId) question.isCancelled = true;
  }

  cancelAll(): void {
    for (const question of this.#underWay.values()) question.isCancelled = true;
  }

  #progress(event: string, body: object): void {
    if (this.reportsProgress) this.send(new Event(event, body));
  }
}

const progressName = (seq: number): string => `question-${seq}`;

/** Reads the endings that say what is covered. */
export function questionOf(typed: string, frame: FrameReference): AskRequest {
  const endings: readonly (readonly [RegExp, Partial<AskRequest>])[] = [
    [/\s+in this run$/i, { over: "reorderings" }],
    [/\s+with these inputs$/i, { fixedInputs: true }],
  ];
  let text = typed
    .replace(/^\s*\?/, "")
    .replace(/\?\s*$/, "")
    .trim();
  let request: Omit<AskRequest, "text"> = { over: "continuations", fixedInputs: false, ...frame };
  for (let again = true; again; ) {
    again = false;
    for (const [ending, means] of endings)
      if (ending.test(text)) {
        text = text.replace(ending, "");
        request = { ...request, ...means };
        again = true;
      }
  }
  return { text, ...request };
}

const placeText = (place: Place | null): string => (place === null ? "" : `  [:jump ${place.fork} ${place.move}]`);

/** As the console shows it; each place is a command that goes there. */
export function answerText({ answer, text, code, place, lines }: AskAnswer): string {
  const head = text.startsWith(answer) ? text : `${answer}: ${text}`;
  return [
    `${head}${code === "" ? "" : ` (${code})`}${placeText(place)}`,
    ...lines.map((line) => `  ${line.text}${placeText(line.place)}`),
  ].join("\n");
}
