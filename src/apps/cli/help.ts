// The help texts, made from the declarations in options.ts.

import { type Command, type Declaration, declarations, valueForm } from "./options.ts";

export const usage: Readonly<Record<Command, readonly [string, string]>> = {
  check: [
    "ravel check FILE.c [more .c] [options] [-- CLANG_FLAGS]",
    "check a multithreaded C program; without files, the targets of ravel.json",
  ],
  run: ["ravel run FILE.c [--seed N | --schedule W.json] [options] [-- CLANG_FLAGS]", "run the program once; show one column per thread"],
  replay: ["ravel replay WITNESS.json [options]", "replay the run stored in a witness"],
  certify: ["ravel certify CERTIFICATE FILE.c [more .c] [options] [-- CLANG_FLAGS]", "check the certificate of a safe verdict"],
  validate: [
    "ravel validate WITNESS FILE.c [more .c] [options] [-- CLANG_FLAGS]",
    "check a violation witness of SV-COMP by running along it",
  ],
  debug: [
    "ravel debug FILE.c [more .c] | WITNESS.json [--dap | --port N] [options] [-- CLANG_FLAGS]",
    "debug a program or a failure, in a browser or an editor: forwards, backwards, along other schedules",
  ],
  graph: [
    "ravel graph FILE.c --what program|skeleton|trace|gig [options] [-- CLANG_FLAGS]",
    "draw control flow, the skeleton, the trace program of one run, or the graph of a search, as DOT or SVG",
  ],
  solve: [
    "ravel solve FILE.cnf|FILE.smt2 [options]",
    "run only the solver: DIMACS (exit status 10, 20 or 0) or SMT-LIB (QF_BV with events)",
  ],
  init: ["ravel init BUILD_DIR", "write a first ravel.json from the compile_commands.json of a build directory"],
  completion: ["ravel completion bash|zsh|fish|man", "print completions for a shell, or the manual page"],
  engines: ["ravel engines", "list the engines and their papers"],
};

export function helpText(command: string | null): string {
  if (command !== null && Object.hasOwn(declarations, command)) return commandHelp(command as Command);
  return `Ravel checks multithreaded C: it finds the interleaving and the inputs that make a program fail, or proves that none exist.

${Object.values(usage)
  .map(([line, text]) => `  ${line}\n      ${text}`)
  .join("\n")}

Run ravel COMMAND --help for the options of a command.
Exit status: 0 safe, 1 unsafe, 2 usage or input error, 3 unknown, 4 safe up to a bound, 5 internal error.
`;
}

const column = 34;

function commandHelp(command: Command): string {
  const [line, text] = usage[command];
  const rows = Object.entries(declarations[command] as Record<string, Declaration>).map(([name, d]) => {
    const value = d.kind === "flag" ? "" : d.kind === "parts" ? ` [${valueForm(d)}]` : ` ${valueForm(d)}`;
    const left = `  ${d.short === undefined ? "" : `-${d.short}, `}--${name}${value}`;
    return left.length < column ? `${left.padEnd(column)}${d.help}` : `${left}\n${"".padEnd(column)}${d.help}`;
  });
  return `${line}\n${text}\n\n${rows.join("\n")}\n`;
}
