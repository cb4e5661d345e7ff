// The extension's entry: registers the debugger, the commands and the time line. The debugger itself is `ravel debug --dap`.

import * as vscode from "vscode";
import { Checker } from "./check.ts";
import { sessionCommands } from "./session-commands.ts";
import { settings } from "./settings.ts";
import { TimelineViews } from "./timeline-view.ts";

export function activate(context: vscode.ExtensionContext): void {
  const problems = vscode.languages.createDiagnosticCollection("ravel");
  const checker = new Checker(problems, context.storageUri ?? context.globalStorageUri);
  const views = new TimelineViews(context.extensionUri);
  const commands: Readonly<Record<string, () => Promise<unknown>>> = {
    "ravel.checkFile": () => checker.check(activeFile()),
    "ravel.debugFile": () => debug({ name: "Ravel: this file", program: activeFile().uri.fsPath }),
    "ravel.debugFailure": () => debugFailure(checker),
    ...sessionCommands,
  };
  context.subscriptions.push(
    problems,
    vscode.debug.registerDebugAdapterDescriptorFactory("ravel", { createDebugAdapterDescriptor: adapterOf }),
    vscode.debug.registerDebugConfigurationProvider("ravel", { resolveDebugConfiguration: completeConfiguration }),
    vscode.debug.registerDebugAdapterTrackerFactory("ravel", views),
    vscode.window.registerWebviewViewProvider("ravel.timeline", views),
  );
  for (const [name, run] of Object.entries(commands))
    context.subscriptions.push(vscode.commands.registerCommand(name, () => reported(run)));
}

/** Errors of a command are for the user. */
async function reported(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    void vscode.window.showErrorMessage(`Ravel: ${(error as Error).message}`);
  }
}

function activeFile(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !/\.[ci]$/.test(document.fileName)) throw new Error("open a C file first");
  return document;
}

/** A process per session, in the directory that the configuration names. */
function adapterOf(session: vscode.DebugSession): vscode.DebugAdapterDescriptor {
  const cwd = (session.configuration.cwd as string | undefined) ?? session.workspaceFolder?.uri.fsPath;
  return new vscode.DebugAdapterExecutable(settings().path, ["debug", "--dap"], cwd === undefined ? undefined : { cwd });
}

/** F5 without a configuration debugs the file in the editor. */
function completeConfiguration(
  _: vscode.WorkspaceFolder | undefined,
  given: vscode.DebugConfiguration,
): vscode.DebugConfiguration | undefined {
  if (given.type) return given;
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === "c"
    ? { type: "ravel", request: "launch", name: "Ravel: this file", program: document.fileName }
    : undefined;
}

const debug = (configuration: { readonly name: string } & Record<string, unknown>): Thenable<boolean> & Promise<boolean> =>
  Promise.resolve(
    vscode.debug.startDebugging(vscode.workspace.workspaceFolders?.[0], { type: "ravel", request: "launch", ...configuration }),
  );

function debugFailure({ failure }: Checker): Promise<boolean> {
  if (failure === null) throw new Error('no failure was found: run "Ravel: check this file" first');
  return debug({ name: "Ravel: failure", program: failure.witness, cwd: failure.folder, at: "failure" });
}
