// "Ravel: check this file": runs `ravel check`, fills the list of problems, and offers to debug the failure. In: a file. Out: problems, a message, a witness file.

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as vscode from "vscode";
import { type Place, type Problem, readReport } from "./problems.ts";
import { settings } from "./settings.ts";

export class Checker {
  /** The witness of the failure that was found last, and the directory that its names refer to. */
  failure: { readonly witness: string; readonly folder: string } | null = null;

  constructor(
    readonly problems: vscode.DiagnosticCollection,
    readonly storage: vscode.Uri,
  ) {}

  async check(document: vscode.TextDocument): Promise<void> {
    await document.save();
    const file = document.uri.fsPath;
    const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? dirname(file);
    mkdirSync(this.storage.fsPath, { recursive: true });
    const witness = join(this.storage.fsPath, "failure.json");
    const args = ["check", file, "--format", "json", "--witness", witness, ...settings().checkArguments];
    const { text, error } = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Ravel checks ${document.fileName}`, cancellable: true },
      (_, token) => run(args, folder, token),
    );
    const findings = readReport(text);
    if (findings === null) {
      void vscode.window.showErrorMessage(`Ravel: ${error || "the check was cancelled"}`);
      return;
    }
    this.#show(findings.problems, folder);
    this.failure = findings.isUnsafe ? { witness, folder } : null;
    await this.#tell(findings.headline, findings.isUnsafe);
  }

  #show(problems: readonly Problem[], folder: string): void {
    this.problems.clear();
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const problem of problems) {
      const path = resolve(folder, problem.place.file);
      byFile.set(path, [...(byFile.get(path) ?? []), diagnosticOf(problem, folder)]);
    }
    for (const [path, list] of byFile) this.problems.set(vscode.Uri.file(path), list);
  }

  async #tell(headline: string, isUnsafe: boolean): Promise<void> {
    const debug = "Debug the failure";
    const chosen = isUnsafe
      ? await vscode.window.showWarningMessage(`Ravel: ${headline}`, debug)
      : await vscode.window.showInformationMessage(`Ravel: ${headline}`);
    if (chosen === debug) await vscode.commands.executeCommand("ravel.debugFailure");
  }
}

function run(
  args: readonly string[],
  cwd: string,
  token: vscode.CancellationToken,
): Promise<{ readonly text: string; readonly error: string }> {
  return new Promise((done) => {
    const child = spawn(settings().path, args, { cwd });
    let [text, error] = ["", ""];
    child.stdout.on("data", (data: Buffer) => {
      text += data.toString();
    });
    child.stderr.on("data", (data: Buffer) => {
      error += data.toString();
    });
    child.on("error", (e) => done({ text: "", error: `${settings().path} cannot be started (${e.message}); set ravel.path` }));
    child.on("close", () => done({ text, error }));
    // Ravel reports what it has found so far.
    token.onCancellationRequested(() => child.kill("SIGINT"));
  });
}

function rangeOf({ line, column = 1 }: Place): vscode.Range {
  const start = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  return new vscode.Range(start, new vscode.Position(start.line, Number.MAX_SAFE_INTEGER));
}

function diagnosticOf({ place, severity, code, message, related }: Problem, folder: string): vscode.Diagnostic {
  const kind = severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const found = new vscode.Diagnostic(rangeOf(place), message, kind);
  found.source = "ravel";
  found.code = code;
  found.relatedInformation = related.map(
    (r) =>
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(vscode.Uri.file(resolve(folder, r.place.file)), rangeOf(r.place)),
        r.message,
      ),
  );
  return found;
}
