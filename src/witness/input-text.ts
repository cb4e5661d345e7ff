// Inputs as people write them. In: what the program asked for (the source's name, a width, the bits). Out: the number in the type the
// program sees it in, and a text for it: characters as characters, bytes of one text together, fractions as such.

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
/** Of these a zero is the end of the text. */
const strings = /^(argv\[\d+\]|getenv)$/;
/** Numbers with a sign: C types that have one, and what is scanned or returned without a type. All other sources count something. */
const signed = /nondet_(char|schar|short|int|long|ssize|loff|s\d|S\d)|^(scanf|mrand48|cycle counter)$|^(the result of|uninitialised) /;
const smallCharacters = /nondet_(char|schar|uchar|unsigned_char)$/;
const fractions = /^[de]rand48$/;
const pointers = /nondet_(pointer|pchar|charp)|: pointer$/;
const floats = /nondet_(float|double)$|: (float|double)$/;

/** The value as the program sees it, as far as an integer tells. */
export function inputNumber({ what, bits, value }: Input): bigint {
  return signed.test(what) && bits > 1 ? BigInt.asIntN(bits, value) : value;
}

export function inputText(input: Input): string {
  const { what, bits, value } = input;
  const number = inputNumber(input);
  if (characters.test(what)) return `'${escaped(Number(value), "'")}'`;
  if (what === "input bytes") return `"${bytesOf(value).map(byteInText).join("")}"`;
  if (smallCharacters.test(what) && isPrintable(Number(number))) return `${number} '${escaped(Number(number), "'")}'`;
  if (fractions.test(what)) return String(Number(value) / 2 ** 48);
  if (what === "time passed") return timeText(Number(value));
  if (pointers.test(what)) return `0x${value.toString(16)}`;
  if (floats.test(what)) return floatText(bits, value);
  return String(number);
}

/** Characters of one text are put together; that there is one more is not worth a word. */
export function readInputs(inputs: readonly { readonly what: string; readonly text: string }[]): ReadableInput[] {
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
    const inside = isEnd ? "" : inText(text);
    if (!isText) out.push({ what, text });
    else if (isOpen && last?.what === name) last.text = `${last.text.slice(0, -1)}${inside}"`;
    else out.push({ what: name, text: `"${inside}"` });
    isOpen = isText && !isEnd;
  }
  return out;
}

const inText = (quoted: string): string => {
  const inside = quoted.slice(1, -1);
  return inside === '"' ? '\\"' : inside === "\\'" ? "'" : inside;
};

const bytesOf = (word: bigint): number[] => Array.from({ length: 8 }, (_, i) => Number((word >> BigInt(8 * i)) & 0xffn));
const byteInText = (byte: number): string => escaped(byte, '"');

const isPrintable = (code: number): boolean => code >= 32 && code < 127;

const names: Readonly<Record<number, string>> = { 0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r" };

/** As C writes it between these quotes. */
function escaped(code: number, quote: string): string {
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

/** As time.c counts it: milliseconds, then whole seconds. */
const timeText = (step: number): string => (step < 128 ? `${step} ms` : `${step - 127} s`);
