// ravel completion SHELL: completions for bash, zsh and fish, and the manual page, made from the table of options. In: a shell's name. Out: a script.

import { version } from "../../../package.json";
import { fail } from "../../support/diagnostics.ts";
import { usage } from "./help.ts";
import { type Command, type Declaration, declarations, type ParsedArguments, valueForm } from "./options.ts";

const forms = ["bash", "zsh", "fish", "man"] as const;
const commands = Object.keys(declarations) as Command[];
const optionsOf = (command: Command): [string, Declaration][] => Object.entries(declarations[command] as Record<string, Declaration>);

export async function completionCommand(args: ParsedArguments): Promise<number> {
  const [form, ...more] = args.positionals;
  if (form === undefined || more.length > 0 || !(forms as readonly string[]).includes(form))
    return fail("RVL001", "expected bash, zsh, fish or man", { hint: 'for bash: eval "$(ravel completion bash)"' });
  process.stdout.write(completionText(form as (typeof forms)[number]));
  return 0;
}

export function completionText(form: (typeof forms)[number]): string {
  switch (form) {
    case "bash":
      return bash();
    case "zsh":
      return zsh();
    case "fish":
      return fish();
    case "man":
      return manual();
  }
}

/** The options of every command and the values of every option with a list, as cases of a shell. */
function cases(): { readonly options: string[]; readonly values: string[] } {
  const options = commands.map(
    (c) =>
      `    ${c}) options="${optionsOf(c)
        .map(([name]) => `--${name}`)
        .join(" ")}" ;;`,
  );
  const values = commands.flatMap((c) =>
    optionsOf(c).flatMap(([name, d]) => (d.values === undefined ? [] : [`    ${c}/--${name}) values="${d.values.join(" ")}" ;;`])),
  );
  return { options, values };
}

function bash(): string {
  const { options, values } = cases();
  return `# bash completion for ravel: eval "$(ravel completion bash)"
_ravel() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} options="" values=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.join(" ")}" -- "$word"))
    return
  fi
  case $command in
${options.join("\n")}
  esac
  case $command/$before in
${values.join("\n")}
  esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _ravel ravel
`;
}

function zsh(): string {
  const { options, values } = cases();
  return `#compdef ravel
# zsh completion for ravel: eval "$(ravel completion zsh)"
_ravel() {
  local command=\${words[2]} before=\${words[CURRENT-1]} options="" values=""
  if (( CURRENT == 2 )); then
    compadd -- ${commands.join(" ")}
    return
  fi
  case $command in
${options.join("\n")}
  esac
  case $command/$before in
${values.join("\n")}
  esac
  if [[ -n $values ]]; then compadd -- \${=values}
  elif [[ \${words[CURRENT]} == -* ]]; then compadd -- \${=options}
  else _files
  fi
}
compdef _ravel ravel
`;
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function fish(): string {
  const lines = commands.map((c) => `complete -c ravel -n __fish_use_subcommand -a ${c} -d ${quoted(usage[c][1])}`);
  const options = commands.flatMap((c) =>
    optionsOf(c).map(([name, d]) => {
      const short = d.short === undefined ? "" : ` -s ${d.short}`;
      const value = d.kind === "flag" ? "" : d.values === undefined ? " -r" : ` -x -a ${quoted(d.values.join(" "))}`;
      return `complete -c ravel -n '__fish_seen_subcommand_from ${c}' -l ${name}${short}${value} -d ${quoted(d.help)}`;
    }),
  );
  return `# fish completion for ravel: ravel completion fish | source\n${[...lines, ...options].join("\n")}\n`;
}

/** A text of the manual: a hyphen is a minus, and a line must not begin with a control character. */
const roff = (text: string): string => text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/gm, "\\&$&");

function manual(): string {
  const sections = commands.flatMap((c) => {
    const [line, text] = usage[c];
    const rows = optionsOf(c).map(([name, d]) => {
      const value = d.kind === "flag" ? "" : ` ${valueForm(d)}`;
      return `.TP\n.B ${roff(`${d.short === undefined ? "" : `-${d.short}, `}--${name}${value}`)}\n${roff(d.help)}`;
    });
    return [`.SS ${roff(line)}`, roff(text), ...rows];
  });
  return `.TH RAVEL 1 "" "ravel ${version}"
.SH NAME
ravel \\- check multithreaded C programs
.SH SYNOPSIS
.B ravel
.I command
[options] [files]
.SH COMMANDS
${sections.join("\n")}
.SH EXIT STATUS
0 safe, 1 unsafe, 2 usage or input error, 3 unknown, 4 safe up to a bound, 5 internal error.
`;
}
