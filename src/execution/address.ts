// Addresses: two 32-bit halves, since generated code computes with 32-bit integers.

/** An address as a number: exact below 2^53, which every object's address is. */
export function toNumber(low: number, high: number): number {
  return (high >>> 0) * 2 ** 32 + (low >>> 0);
}

export function hex(low: number, high: number): string {
  return ((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)).toString(16);
}
