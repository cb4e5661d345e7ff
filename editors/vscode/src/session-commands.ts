// Commands for a session that is being debugged: what the editor has no button for. Each is one of the adapter's own requests.

import * as vscode from "vscode";

interface Place {
  readonly fork: number;
  readonly move: number;
}

interface Fork {
  readonly id: number;
  readonly name: string;
  readonly length: number;
  readonly end: string;
}

interface Write {
  readonly place: Place;
  readonly thread: number;
  readonly location: { readonly file: string; readonly line: number } | null;
  readonly before: string;
  readonly after: string;
}

interface Answer {
  readonly answer: string;
  readonly text: string;
  readonly place: Place | null;
  readonly lines: readonly { readonly text: string; readonly place: Place | null }[];
}

/** The session, or an error that the user reads. */
function session(): vscode.DebugSession {
  const found = vscode.debug.activeDebugSession;
  if (found?.type !== "ravel") throw new Error("no program is being debugged with Ravel");
  return found;
}

async function step(isBack: boolean): Promise<void> {
  const item = vscode.debug.activeStackItem;
  if (item === undefined) throw new Error("select a thread in the call stack first");
  await session().customRequest("ravel/step", { threadId: item.threadId, kind: "visible", back: isBack });
}

async function chooseFork(): Promise<void> {
  const { forks, place } = (await session().customRequest("ravel/forks")) as { forks: readonly Fork[]; place: Place };
  const items = forks.map((fork) => ({
    label: `${fork.id === place.fork ? "$(check) " : ""}${fork.name}`,
    description: `${fork.length} moves${fork.end === "" ? "" : `, ${fork.end}`}`,
    fork: fork.id,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Go to the end of a fork" });
  if (chosen !== undefined) await session().customRequest("ravel/jump", { fork: chosen.fork });
}

async function chooseWrite(): Promise<void> {
  const expression = await vscode.window.showInputBox({ prompt: "A C expression for an object", placeHolder: "queue.head" });
  if (expression === undefined) return;
  const { writes } = (await session().customRequest("ravel/writes", { expression, frameId: frameId() })) as { writes: readonly Write[] };
  const items = writes.map(({ before, after, thread, location, place }) => ({
    label: `${before} → ${after}`,
    description: `${thread === 0 ? "main" : `T${thread}`}${location === null ? "" : `, ${location.file}:${location.line}`}`,
    place,
  }));
  if (items.length === 0) return void vscode.window.showInformationMessage(`${expression} has not been written in this run`);
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Go to a write" });
  if (chosen !== undefined) await session().customRequest("ravel/jump", chosen.place);
}

const frameId = (): number | undefined => {
  const item = vscode.debug.activeStackItem;
  return item !== undefined && "frameId" in item ? item.frameId : undefined;
};

async function ask(): Promise<void> {
  const text = await vscode.window.showInputBox({
    prompt: 'Ask about other schedules and inputs; end with "in this run" to keep its branches',
    placeHolder: "can x == 0 at 12",
  });
  if (text === undefined) return;
  const answer = (await session().customRequest("ravel/ask", { text, frameId: frameId() })) as Answer;
  const places = [{ text: answer.text, place: answer.place }, ...answer.lines].filter((line) => line.place !== null);
  const detail = answer.lines.map((line) => line.text).join("\n");
  const jump = "Go there";
  const chosen = await vscode.window.showInformationMessage(
    answer.text.startsWith(answer.answer) ? answer.text : `${answer.answer}: ${answer.text}`,
    { modal: detail !== "", detail },
    ...(places.length > 0 ? [jump] : []),
  );
  if (chosen === jump) await session().customRequest("ravel/jump", places[0]?.place);
}

async function saveWitness(): Promise<void> {
  const target = await vscode.window.showSaveDialog({ filters: { "Ravel witness": ["json"] } });
  if (target !== undefined) await session().customRequest("ravel/saveWitness", { path: target.fsPath });
}

export const sessionCommands: Readonly<Record<string, () => Promise<void>>> = {
  "ravel.ask": ask,
  "ravel.chooseFork": chooseFork,
  "ravel.writes": chooseWrite,
  "ravel.stepOperation": () => step(false),
  "ravel.stepOperationBack": () => step(true),
  "ravel.saveWitness": saveWitness,
};
