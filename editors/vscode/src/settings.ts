// The user's settings.

import * as vscode from "vscode";

export interface Settings {
  readonly path: string;
  readonly checkArguments: readonly string[];
}

export function settings(): Settings {
  const found = vscode.workspace.getConfiguration("ravel");
  return { path: found.get<string>("path") || "ravel", checkArguments: found.get<string[]>("checkArguments") ?? [] };
}
