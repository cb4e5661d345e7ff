// Decodes the escapes of IR strings: `\\`, and `\XX` with two hex digits. In: the text between two quotes. Out: its bytes (for `c"…"`), or
// those bytes read as UTF-8 (for names and metadata).

const BACKSLASH = 92;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function decodeBytes(raw: string): Uint8Array {
  const source = encoder.encode(raw);
  if (!raw.includes("\\")) return source;
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    let byte = source[i];
    if (byte === BACKSLASH && i + 1 < source.length) {
      if (source[i + 1] === BACKSLASH) i++;
      else {
        const high = hexDigit(source[i + 1]);
        const low = i + 2 < source.length ? hexDigit(source[i + 2]) : -1;
        // A lone backslash stands for itself, as in LLVM.
        if (high >= 0 && low >= 0) {
          byte = high * 16 + low;
          i += 2;
        }
      }
    }
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

export function decodeText(raw: string): string {
  return raw.includes("\\") ? decoder.decode(decodeBytes(raw)) : raw;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
