// The words that begin a constant. They distinguish a value from an attribute before it, and a known constant from an unknown one.

export const castWords = new Set<string>([
  "trunc",
  "zext",
  "sext",
  "fptrunc",
  "fpext",
  "fptoui",
  "fptosi",
  "uitofp",
  "sitofp",
  "ptrtoint",
  "ptrtoaddr",
  "inttoptr",
  "bitcast",
  "addrspacecast",
]);

export const binaryWords = new Set([
  "add",
  "sub",
  "mul",
  "udiv",
  "sdiv",
  "urem",
  "srem",
  "shl",
  "lshr",
  "ashr",
  "and",
  "or",
  "xor",
  "fadd",
  "fsub",
  "fmul",
  "fdiv",
  "frem",
]);

const otherWords = new Set([
  "true",
  "false",
  "null",
  "undef",
  "poison",
  "none",
  "zeroinitializer",
  "splat",
  "blockaddress",
  "dso_local_equivalent",
  "no_cfi",
  "ptrauth",
  "asm",
  "getelementptr",
  "icmp",
  "fcmp",
  "select",
  "extractelement",
  "insertelement",
  "shufflevector",
  "extractvalue",
  "insertvalue",
  "fneg",
]);

export const integerPredicates = new Set(["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"]);

export const floatPredicates = new Set([
  "false",
  "oeq",
  "ogt",
  "oge",
  "olt",
  "ole",
  "one",
  "ord",
  "ueq",
  "ugt",
  "uge",
  "ult",
  "ule",
  "une",
  "uno",
  "true",
]);

export function isValueWord(word: string): boolean {
  return otherWords.has(word) || castWords.has(word) || binaryWords.has(word) || word.startsWith("f0x");
}
