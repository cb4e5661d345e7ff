// printf's conversions of numbers and strtod, exactly as C has them: decimal digits come from exact integer arithmetic.

const flagMinus = 1;
const flagPlus = 2;
const flagSpace = 4;
const flagAlternate = 8;
const flagZero = 16;

/** One number as printf writes it. Integers come zero-extended from `bits`; floating letters take a double's image. */
export function formatNumber(conversion: string, flags: number, width: number, precision: number, bits: number, value: bigint): string {
  const letter = conversion.toLowerCase();
  const floating = "efga".includes(letter) && conversion !== "d";
  let sign = "";
  let prefix = "";
  let digits: string;
  let zeroPad = (flags & flagZero) !== 0 && (flags & flagMinus) === 0;
  if (floating) {
    const x = toDouble(value);
    sign = signOf(x < 0 || Object.is(x, -0) || (Number.isNaN(x) && value >> 63n === 1n), flags);
    if (!Number.isFinite(x)) {
      digits = Number.isNaN(x) ? "nan" : "inf";
      zeroPad = false;
    } else if (letter === "a") {
      prefix = "0x";
      digits = hexDigits(value, precision, (flags & flagAlternate) !== 0);
    } else digits = decimalDigits(letter as "e" | "f" | "g", Math.abs(x), precision < 0 ? 6 : precision, (flags & flagAlternate) !== 0);
  } else {
    let n = BigInt.asUintN(bits, value);
    if (letter === "d" || letter === "i") {
      const s = BigInt.asIntN(bits, value);
      sign = signOf(s < 0n, flags);
      n = s < 0n ? -s : s;
    }
    digits = n.toString(letter === "x" ? 16 : letter === "o" ? 8 : 10);
    if (precision === 0 && n === 0n) digits = "";
    if (precision >= 0) zeroPad = false;
    digits = digits.padStart(precision, "0");
    if ((flags & flagAlternate) !== 0) {
      if (letter === "x" && n !== 0n) prefix = "0x";
      else if (letter === "o" && !digits.startsWith("0")) digits = `0${digits}`;
    }
  }
  const body = zeroPad ? digits.padStart(width - sign.length - prefix.length, "0") : digits;
  const text = sign + prefix + body;
  const padded = (flags & flagMinus) !== 0 ? text.padEnd(width) : text.padStart(width);
  return conversion !== letter ? padded.toUpperCase() : padded;
}

function signOf(negative: boolean, flags: number): string {
  return negative ? "-" : (flags & flagPlus) !== 0 ? "+" : (flags & flagSpace) !== 0 ? " " : "";
}

function toDouble(image: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, image);
  return view.getFloat64(0);
}

/** x as an exact fraction m / 2^k. */
function exact(x: number): { m: bigint; k: bigint } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const image = view.getBigUint64(0);
  const exponent = Number((image >> 52n) & 0x7ffn);
  const fraction = image & ((1n << 52n) - 1n);
  const m = exponent === 0 ? fraction : fraction | (1n << 52n);
  const shift = (exponent === 0 ? 1 : exponent) - 1075;
  return shift >= 0 ? { m: m << BigInt(shift), k: 0n } : { m, k: BigInt(-shift) };
}

function divideRounded(n: bigint, d: bigint): bigint {
  const q = n / d;
  const twice = (n % d) * 2n;
  return twice > d || (twice === d && (q & 1n) === 1n) ? q + 1n : q;
}

function fixed(x: number, precision: number, alternate: boolean): string {
  const { m, k } = exact(x);
  const scaled = divideRounded(m * 10n ** BigInt(precision), 1n << k)
    .toString()
    .padStart(precision + 1, "0");
  const whole = scaled.slice(0, scaled.length - precision);
  return precision > 0 ? `${whole}.${scaled.slice(-precision)}` : alternate ? `${whole}.` : whole;
}

/** Digits d.ddd and the decimal exponent, correctly rounded to `precision` places. */
function scientificParts(x: number, precision: number): { digits: string; exponent: number } {
  if (x === 0) return { digits: "0".repeat(precision + 1), exponent: 0 };
  const { m, k } = exact(x);
  let exponent = Math.floor(Math.log10(x));
  if (!Number.isFinite(exponent)) exponent = -323;
  // log10 rounds: the double 1e-7 lies below 10^-7. With an exponent too large, rounding up would hide it.
  if (exponent >= 0 ? (10n ** BigInt(exponent)) << k > m : 1n << k > m * 10n ** BigInt(-exponent)) exponent--;
  for (;;) {
    const shift = precision - exponent;
    const numerator = shift >= 0 ? m * 10n ** BigInt(shift) : m;
    const denominator = shift >= 0 ? 1n << k : (1n << k) * 10n ** BigInt(-shift);
    const digits = divideRounded(numerator, denominator).toString();
    if (digits.length === precision + 1) return { digits, exponent };
    exponent += digits.length > precision + 1 ? 1 : -1;
  }
}

function scientific(x: number, precision: number, alternate: boolean): string {
  const { digits, exponent } = scientificParts(x, precision);
  const fraction = precision > 0 ? `.${digits.slice(1)}` : alternate ? "." : "";
  return `${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function decimalDigits(letter: "e" | "f" | "g", x: number, precision: number, alternate: boolean): string {
  if (letter === "f") return fixed(x, precision, alternate);
  if (letter === "e") return scientific(x, precision, alternate);
  const places = precision === 0 ? 1 : precision;
  const { exponent } = scientificParts(x, places - 1);
  const plain = exponent >= -4 && exponent < places;
  const text = plain ? fixed(x, places - 1 - exponent, alternate) : scientific(x, places - 1, alternate);
  if (alternate) return text;
  const [mantissa, power] = text.split("e");
  const trimmed = (mantissa as string).includes(".") ? (mantissa as string).replace(/\.?0+$/, "") : mantissa;
  return power === undefined ? (trimmed as string) : `${trimmed}e${power}`;
}

function hexDigits(image: bigint, precision: number, alternate: boolean): string {
  let exponent = Number((image >> 52n) & 0x7ffn);
  let fraction = image & ((1n << 52n) - 1n);
  let lead = exponent === 0 ? 0n : 1n;
  exponent = exponent === 0 ? (fraction === 0n ? 0 : -1022) : exponent - 1023;
  let digits: string;
  if (precision < 0) digits = fraction.toString(16).padStart(13, "0").replace(/0+$/, "");
  else if (precision >= 13) digits = fraction.toString(16).padStart(13, "0").padEnd(precision, "0");
  else {
    const rounded = divideRounded((lead << 52n) | fraction, 1n << BigInt(52 - 4 * precision));
    lead = rounded >> BigInt(4 * precision);
    fraction = rounded & ((1n << BigInt(4 * precision)) - 1n);
    digits = precision === 0 ? "" : fraction.toString(16).padStart(precision, "0");
  }
  return `${lead}${digits !== "" || alternate ? "." : ""}${digits}p${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

/** The longest prefix strtod accepts. */
export function parseDouble(text: string): { value: number; length: number } {
  const m =
    /^([ \t\n\v\f\r]*)([+-]?)(?:(0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(inf(?:inity)?|nan(?:\([0-9a-zA-Z_]*\))?))/i.exec(
      text,
    );
  if (m === null) return { value: 0, length: 0 };
  const negative = m[2] === "-";
  let value: number;
  if (m[3] !== undefined) value = parseHex(m[3]);
  else if (m[4] !== undefined) value = Number(m[4]);
  else value = (m[5] as string)[0]?.toLowerCase() === "n" ? Number.NaN : Number.POSITIVE_INFINITY;
  return { value: negative ? -value : value, length: m[0].length };
}

function parseHex(text: string): number {
  const [mantissa, power] = text.slice(2).toLowerCase().split("p");
  const [whole, fraction = ""] = (mantissa as string).split(".");
  const digits = BigInt(`0x0${whole}${fraction}`);
  let exponent = Number(power ?? 0) - 4 * fraction.length;
  let value = Number(digits); // correctly rounded; scaling by powers of two is exact unless it is subnormal
  while (exponent > 1000) {
    value *= 2 ** 1000;
    exponent -= 1000;
  }
  while (exponent < -1000) {
    value *= 2 ** -1000;
    exponent += 1000;
  }
  return value * 2 ** exponent;
}
