// Adds to the assembly of an instrumented unit what the runtime needs to know. In: gcc's assembly for x86-64, and numbers for files. Out: the assembly with
// two more sections: a line for every return address, and the program's data objects by name.
//
// The runtime finds out from the return address of a call in which line the thread is. Functions that are atomic by their name call the runtime's
// entry and exit of a section.

const sitesSection = "ravel_sites";
const symbolsSection = "ravel_symbols";

/** The functions that a unit defines. */
export const definedIn = (assembly: string): string[] =>
  [...assembly.matchAll(/^\t\.type\t([\w$]+), @function$/gm)].map((m) => m[1] as string);

/**
 * `unit`: a number that makes labels unique. `fileNumber`: the number of a source file in the plan, or -1. `redirected`: library functions whose
 * uses become uses of the runtime's.
 */
export function annotate(assembly: string, unit: number, fileNumber: (path: string) => number, redirected: readonly string[]): string {
  const uses = new RegExp(`(?<![\\w."])(${redirected.join("|")})(?![\\w.$"])`, "g");
  const redirect = (line: string): string =>
    /^\t\.(string|ascii|file|section)\b/.test(line)
      ? line
      : line.replace(uses, "__wrap_$1").replace(/(?<![\w.$"])main(?![\w.$"])/g, "ravel_program_main");
  const out: string[] = [];
  const files = new Map<string, number>();
  const symbols = new Map<string, number>();
  const threadLocal = new Set<string>();
  let place = "-1, 0";
  let isAtomic = false;
  let isInThreadLocals = false;
  let labels = 0;
  for (const line of assembly.split("\n")) {
    const file = /^\t\.file (\d+) (?:"[^"]*" )?"([^"]*)"/.exec(line);
    if (file !== null) files.set(file[1] as string, fileNumber(file[2] as string));
    const position = /^\t\.loc (\d+) (\d+)/.exec(line);
    if (position !== null) place = `${files.get(position[1] as string) ?? -1}, ${position[2]}`;
    const label = /^([A-Za-z_][\w.$]*):/.exec(line)?.[1];
    if (label !== undefined) {
      isAtomic = /^__VERIFIER_atomic_/.test(label);
      if (isInThreadLocals) threadLocal.add(label);
    }
    if (/^\t\.(text|data|bss)\b/.test(line)) isInThreadLocals = false;
    if (/^\t\.section\t/.test(line)) isInThreadLocals = /\.t(bss|data)/.test(line);
    const object = /^\t\.size\t([\w.$]+), (\d+)$/.exec(line);
    if (object !== null) symbols.set(object[1] as string, Number(object[2]));
    const common = /^\t\.comm\t([\w.$]+),(\d+)/.exec(line);
    if (common !== null) symbols.set(common[1] as string, Number(common[2]));
    const own = redirect(line);
    out.push(isAtomic ? own.replace(/__tsan_func_(entry|exit)\b/, "ravel_section_$1") : own);
    if (!/^\tcall\t/.test(line)) continue;
    const name = `.Lravel_${unit}_${labels++}`;
    out.push(`${name}:`, `\t.pushsection\t${sitesSection},"aw"`, `\t.quad\t${name}`, `\t.long\t${place}`, "\t.popsection");
  }
  for (const [name, size] of symbols) {
    if (threadLocal.has(name) || name === "main") continue;
    const text = `.Lravel_${unit}_${labels++}`;
    out.push(
      `\t.section\t.rodata`,
      `${text}:`,
      `\t.string\t"${name}"`,
      `\t.section\t${symbolsSection},"aw"`,
      `\t.quad\t${name}, ${size}, ${text}`,
    );
  }
  return `${out.join("\n")}\n`;
}

/** Assembly for functions that stand before library functions and tell the runtime of the call: registers of arguments are kept, unless it changes them; it may also return at once. */
export function stubs(names: readonly string[]): string {
  return `\t.text\n${names.map(stub).join("")}\t.section\t.note.GNU-stack,"",@progbits\n`;
}

function stub(name: string): string {
  const registers = ["rdi", "rsi", "rdx", "rcx", "r8", "r9", "rax"];
  const wide = [0, 1, 2, 3, 4, 5, 6, 7];
  const room = (i: number): string => `${64 + 16 * i}(%rsp)`;
  const lines = [
    `\t.globl\t__wrap_${name}`,
    `__wrap_${name}:`,
    "\tpushq\t%rbp",
    "\tmovq\t%rsp, %rbp",
    "\tsubq\t$192, %rsp",
    ...registers.map((r, i) => `\tmovq\t%${r}, ${8 * i}(%rsp)`),
    ...wide.map((i) => `\tmovups\t%xmm${i}, ${room(i)}`),
    `\tleaq\t.Lname_${name}(%rip), %rdi`,
    "\tmovq\t8(%rbp), %rsi",
    "\tmovq\t%rsp, %rdx",
    `\tleaq\t${8 * registers.length}(%rsp), %rcx`,
    "\tcall\travel_enter",
    "\ttestl\t%eax, %eax",
    `\tjne\t.Lskip_${name}`,
    ...registers.map((r, i) => `\tmovq\t${8 * i}(%rsp), %${r}`),
    ...wide.map((i) => `\tmovups\t${room(i)}, %xmm${i}`),
    "\tleave",
    `\tjmp\t${name}`,
    `.Lskip_${name}:`,
    `\tmovq\t${8 * registers.length}(%rsp), %rax`,
    "\tleave",
    "\tret",
    "\t.section\t.rodata",
    `.Lname_${name}:`,
    `\t.string\t"${name}"`,
    "\t.text",
  ];
  return `${lines.join("\n")}\n`;
}
