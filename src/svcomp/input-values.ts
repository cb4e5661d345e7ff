// The values of inputs as witnesses of SV-COMP write them. In: bits that the input functions of the library take. Out: constants of C that they return; and back.
//
// A function may take several inputs (128 bits are two halves, the upper one first) or return what its bits are not (floats). What has no name as a result, such as bytes that are
// written to memory, is not written.

const isWide = (what: string): boolean => /_u?int128$/.test(what);
const isUnsigned = (what: string): boolean => /(^|_)nondet_(u\w*|U\d+|size_t|sector_t|pthread_t|bool|_Bool)$/.test(what);
const isFloat = (what: string): boolean => /_(float|double)$/.test(what);

/** Inputs that the function takes for one result; null: its result does not say what they are. */
export const inputsPerResult = (what: string): number | null =>
  !/^\w+$/.test(what) || /_nondet_memory$/.test(what) ? null : isWide(what) ? 2 : 1;

/** What the function returns, as a constant; null: no constant of C equals it. */
export function resultText(what: string, inputs: readonly { readonly bits: number; readonly value: number | string }[]): string | null {
  let [bits, width] = [0n, 0];
  for (const i of inputs) {
    bits = (bits << BigInt(i.bits)) | BigInt.asUintN(i.bits, BigInt(i.value));
    width += i.bits;
  }
  if (!isFloat(what)) return `${isUnsigned(what) || width === 1 ? bits : BigInt.asIntN(width, bits)}`;
  const value = floatOf(what, bits);
  return Number.isFinite(value) ? constantOf(value) : null;
}

/** The input that makes the function return this. `part`: which of its inputs. */
export function inputFor(what: string, value: bigint | number, bits: number, part: number): bigint {
  if (isFloat(what)) return bitsOf(what, Number(value));
  const whole = typeof value === "bigint" ? value : BigInt(Math.trunc(value));
  return BigInt.asUintN(bits, isWide(what) && part === 0 ? whole >> 64n : whole);
}

function floatOf(what: string, bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  if (what.endsWith("float")) {
    view.setUint32(0, Number(BigInt.asUintN(32, bits)));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  return view.getFloat64(0);
}

function bitsOf(what: string, value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (what.endsWith("float")) {
    view.setFloat32(0, value);
    return BigInt(view.getUint32(0));
  }
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

/** The shortest decimal text that is this double, as a floating constant. */
function constantOf(value: number): string {
  const text = Object.is(value, -0) ? "-0" : `${value}`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}
