// Completions and the manual page name every command and option, and shells accept them.

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { completionCommand, completionText } from "../../../../src/apps/cli/completion.ts";
import { declarations, parseArguments } from "../../../../src/apps/cli/options.ts";

test.each(["bash", "zsh", "fish", "man"] as const)("%s has every command and option", (form) => {
  const text = completionText(form).replaceAll("\\-", "-");
  for (const [command, options] of Object.entries(declarations)) {
    expect(text).toContain(command);
    for (const name of Object.keys(options)) expect(text).toContain(form === "fish" ? `-l ${name}` : `--${name}`);
  }
});

test.each([[["tcsh"]], [[]], [["bash", "zsh"]]])("ravel completion %j is RVL001", async (words) => {
  await expect(completionCommand(parseArguments("completion", words))).rejects.toMatchObject({ diagnostics: [{ code: "RVL001" }] });
});

test("bash completes commands, options and values", () => {
  const ask = (...words: string[]): string[] => {
    const script = `${completionText("bash")}\nCOMP_WORDS=(${words.map((w) => `"${w}"`).join(" ")}); COMP_CWORD=${words.length - 1}; _ravel; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  };
  expect(ask("ravel", "rep")).toEqual(["replay"]);
  expect(ask("ravel", "check", "--unw")).toEqual(["--unwind"]);
  expect(ask("ravel", "check", "--data-model", "il")).toEqual(["ilp32"]);
});
