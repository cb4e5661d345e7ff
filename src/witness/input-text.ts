// Formats inputs for people. In: the name of the source, a width, and the bits. Out: the number in the type that the program sees, and a text for
// it: characters in quotes, the bytes of one text together, fractions as decimals.

export interface Input {
  readonly what: string;
  readonly bits: number;
  readonly value: bigint;
}

/** An input, or several that make up one text. */
export interface ReadableInput {
  readonly what: string;
  readonly text: string;
}

/** Sources whose 8 bits are a character of a text. */
const characters = /^(argv\[\d+\]|getenv|input byte)$/;
/** Sources whose text ends with a zero. */
const strings = /^(argv\[\d+\]|getenv)$/;
/** Sources of signed numbers: signed C types, and what is scanned or returned without a type. All others are counts. */
const signed = /nondet_(char|schar|short|int|long|ssize|loff|s\d|S\d)|^(scanf|mrand48|cycle counter)$|^(the result of|uninitialised) /;
const smallCharacters = /nondet_(char|schar|uchar|unsigned_char)$/;
const fractions = /^[de]rand48$/;
const pointers = /nondet_(pointer|pchar|charp)|: pointer$/;
const floats = /nondet_(float|double)$|: (float|double)$/;

/** The value as a signed or unsigned integer, as the program sees it. */
export function inputNumber({ what, bits, value }: Input): bigint {
  return signed.test(what) && bits > 1 ? BigInt.asIntN(bits, value) : value;
}

export function inputText(input: Input): string {
  const { what, bits, value } = input;
  const number = inputNumber(input);
  if (characters.test(what)) return `'${escape(Number(value), "'")}'`;
  if (what === "input bytes") return `"${bytesOf(value).map(escapeByte).join("")}"`;
  if (smallCharacters.test(what) && isPrintable(Number(number))) return `${number} '${escape(Number(number), "'")}'`;
  if (fractions.test(what)) return String(Number(value) / 2 ** 48);
  if (what === "time passed") return timeText(Number(value));
  if (pointers.test(what)) return `0x${value.toString(16)}`;
  if (floats.test(what)) return floatText(bits, value);
  return String(number);
}

/** Joins the characters of one text, and leaves out that there is more input. */
export function joinInputs(inputs: readonly { readonly what: string; readonly text: string }[]): ReadableInput[] {
  const out: { what: string; text: string }[] = [];
  let isOpen = false; // the last one is a text that may continue
  for (const { what, text } of inputs) {
    if (what === "more input") {
      if (text !== "1") out.push({ what: "input", text: "at its end" });
      isOpen &&= text === "1";
      continue;
    }
    const last = out.at(-1);
    const isText = characters.test(what) || what === "input bytes";
    const isEnd = strings.test(what) && text === "'\\0'";
    const name = /^input byte/.test(what) ? "input" : what;
    const inside = isEnd ? "" : unquote(text);
    if (!isText) out.push({ what, text });
    else if (isOpen && last?.what === name) last.text = `${last.text.slice(0, -1)}${inside}"`;
    else out.push({ what: name, text: `"${inside}"` });
    isOpen = isText && !isEnd;
  }
  return out;
}

const unquote = (quoted: string): string => {
  const inside = quoted.slice(1, -1);
  return inside === '"' ? '\\"' : inside === "\\'" ? "'" : inside;
};

const bytesOf = (word: bigint): number[] => Array.from({ length: 8 }, (_, i) => Number((word >> BigInt(8 * i)) & 0xffn));
const escapeByte = (byte: number): string => escape(byte, '"');

const isPrintable = (code: number): boolean => code >= 32 && code < 127;

const names: Readonly<Record<number, string>> = { 0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r" };

/** A character as C writes it between these quotes. */
function escape(code: number, quote: string): string {
  if (isPrintable(code)) {
    const character = String.fromCharCode(code);
    return character === quote || character === "\\" ? `\\${character}` : character;
  }
  return names[code] ?? `\\x${code.toString(16).padStart(2, "0")}`;
}

function floatText(bits: number, image: bigint): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, image);
  return String(bits === 32 ? view.getFloat32(4) : view.getFloat64(0));
}

/** A duration as time.c encodes it: milliseconds, then whole seconds. */
const timeText = (step: number): string => (step < 128 ? `${step} ms` : `${step - 127} s`);
