// The time line as a view beside the call stack. In: stops of a debugging session. Out: a page with the component of Ravel's reports; a row that is chosen is jumped to.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** What the page sends. */
interface Chosen {
  readonly fork: number;
  readonly move: number;
}

export class TimelineViews implements vscode.WebviewViewProvider, vscode.DebugAdapterTrackerFactory {
  #view: vscode.WebviewView | null = null;
  /** What the page shows: of which session, and in which version. */
  #shown = { session: "", version: 0 };

  constructor(readonly extension: vscode.Uri) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.extension] };
    view.webview.html = this.#page(view.webview);
    view.webview.onDidReceiveMessage((message: Chosen | "ready") => {
      if (message === "ready") {
        this.#shown = { session: "", version: 0 }; // a page that was hidden begins again
        void this.#refresh(vscode.debug.activeDebugSession);
      } else void vscode.debug.activeDebugSession?.customRequest("ravel/jump", message);
    });
    view.onDidDispose(() => {
      this.#view = null;
    });
    view.onDidChangeVisibility(() => void this.#refresh(vscode.debug.activeDebugSession));
  }

  /** The session's messages are followed: after each stop the time line is fetched again. */
  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: (message: { readonly type?: string; readonly event?: string }) => {
        if (message.type === "event" && message.event === "stopped") void this.#refresh(session);
      },
    };
  }

  async #refresh(session: vscode.DebugSession | undefined): Promise<void> {
    if (this.#view?.visible !== true || session?.type !== "ravel") return;
    const since = this.#shown.session === session.id ? this.#shown.version : 0;
    const update = (await session.customRequest("ravel/timeline", { since })) as { readonly version: number };
    this.#shown = { session: session.id, version: update.version };
    await this.#view?.webview.postMessage(update);
  }

  #page(webview: vscode.Webview): string {
    const nonce = randomBytes(16).toString("hex");
    const uri = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(this.extension, name)).toString();
    const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${uri("timeline.css")}">
<title>Ravel time line</title>
</head>
<body>
<main id="timeline"><p class="faint">The time line appears at the first stop.</p></main>
<script nonce="${nonce}" src="${uri("timeline.js")}"></script>
</body>
</html>
`;
  }
}
