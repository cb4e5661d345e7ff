// Processes of other solvers (`--solver smtlib:COMMAND`), started by Node.

import { spawn } from "node:child_process";
import type { StartProcess } from "../../solving/smtlib/process.ts";

export const startSolverProcess: StartProcess = ([program = "", ...words], listener) => {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
  child.stdout.setEncoding("utf8").on("data", listener.onOutput);
  child.stderr.setEncoding("utf8").on("data", listener.onErrorOutput);
  child.stdin.on("error", () => {}); // the end of the process is reported below
  child.on("error", (error) => listener.onEnd(error.message));
  child.on("close", (status) => listener.onEnd(`it ended with status ${status}`));
  return { write: (text) => void child.stdin.write(text), kill: () => void child.kill("SIGKILL") };
};
