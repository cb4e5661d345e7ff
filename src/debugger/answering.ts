// Questions put to a session. In: the text of a question, and the place that the session stands at. Out: the answer, with places to jump to: each run that answers becomes a fork, made by moves on the
// session's own machine before it is shown.

import { fail } from "../support/diagnostics.ts";
import type { AskResult } from "./ask/answer.ts";
import { ask } from "./ask/ask.ts";
import { parseQuestion } from "./ask/parse.ts";
import type { Expressions } from "./ask/watchers.ts";
import type { AskAnswer, AskProgress, AskRequest, Place } from "./contract.ts";
import type { Path } from "./moves.ts";
import type { Session } from "./session.ts";

export async function answer(
  session: Session,
  request: AskRequest,
  expressions: Expressions,
  isCancelled: () => boolean,
  progress: (p: AskProgress) => void,
): Promise<AskAnswer> {
  const question = parseQuestion(request.text);
  const { over, fixedInputs, thread, level } = request;
  const { program, machine: options } = session.options;
  const { start, moves, length } = session.path;
  const asked = session.place;
  const path = { start, moves: moves.slice() };
  const result = await ask(
    { program, options, path, at: length, over, fixedInputs, thread, level, expressions },
    question,
    isCancelled,
    progress,
  );
  return withPlaces(session, asked, result, `? ${request.text}`);
}

function withPlaces(session: Session, asked: Place, { answer, text, code, hint, path, lines }: AskResult, name: string): AskAnswer {
  const jump = (to: Path | null, called: string): Place | null => {
    if (to === null) return null;
    const place = session.addFork(to, called);
    return (
      place ??
      fail("RVL902", "an answer was found, but the program does not follow it", {
        hint: "please report this bug in Ravel, with the program",
      })
    );
  };
  return {
    answer,
    text: hint === null ? text : `${text} (${hint})`,
    code: code ?? "",
    place: jump(path, name),
    lines: lines.map((l, i) => ({
      text: l.text,
      place: l.move === null ? jump(l.path, `${name} (${i + 1})`) : { fork: asked.fork, move: l.move },
    })),
  };
}
