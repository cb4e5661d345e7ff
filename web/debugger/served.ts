// The script of the page that `ravel debug` serves.

import { el } from "../dom.ts";
import { ServerClient } from "./client.ts";
import { startDebugger } from "./debugger.ts";

const root = document.getElementById("app") as HTMLElement;

const client = new ServerClient(() => {
  if (document.getElementById("lost") === null)
    document.body.prepend(
      el("p", { id: "lost", class: "lost", role: "alert" }, "The server has ended. Run ravel debug again and open its new address."),
    );
});

startDebugger(client, root, { tools: [], keepsAddress: true }).catch((error: unknown) => {
  root.replaceChildren(el("p", { class: "lost", role: "alert" }, error instanceof Error ? error.message : String(error)));
});
