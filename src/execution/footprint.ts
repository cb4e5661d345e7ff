// What a step touched of the shared state: ranges read and written. Two steps of different threads commute unless their
// footprints conflict; the end of the process conflicts with everything. The beginning and the end of an object write all of it: a
// thread that was given an address uses it after that anyway, but one that guesses it may use it before.

const empty: number[] = [];
const noWrites: boolean[] = [];

export class Footprint {
  /** How many ranges there are. The arrays may be longer: a footprint can be cleared and used again. */
  count = 0;
  starts: number[] = empty;
  ends: number[] = empty;
  writes: boolean[] = noWrites;
  /** Sets of addresses, approximated by 32 buckets: footprints with disjoint buckets cannot conflict. */
  touched = 0;
  written = 0;
  /** The step ended the process. */
  everything = false;
  /** The step is one plain store: it writes and reads nothing. */
  blind = false;
  /** Objects of the program begin in this step. */
  begins = false;

  clear(): void {
    this.count = this.touched = this.written = 0;
    this.everything = this.blind = this.begins = false;
  }

  /** A copy that does not change. */
  copy(): Footprint {
    const out = new Footprint();
    out.include(this);
    out.blind = this.blind;
    return out;
  }

  /** `kind`: of an access to data; without it the step reads or changes whether the object lives (or the next input). */
  add(address: number, size: number, write: boolean, _kind?: "read" | "write" | "update"): void {
    const n = this.count;
    // The same range again, as sections read and write one field: keep one entry.
    for (let i = n - 1; i >= 0 && i >= n - 4; i--) {
      if (this.starts[i] === address && this.ends[i] === address + size) {
        if (write && !this.writes[i]) {
          this.writes[i] = true;
          this.written |= buckets(address, size);
        }
        return;
      }
    }
    this.count++;
    // Most footprints have one range, and an array of one takes a tenth of the memory of one with spare capacity.
    if (n < this.starts.length) {
      this.starts[n] = address;
      this.ends[n] = address + size;
      this.writes[n] = write;
    } else if (n === 0) {
      this.starts = [address];
      this.ends = [address + size];
      this.writes = [write];
    } else {
      this.starts.push(address);
      this.ends.push(address + size);
      this.writes.push(write);
    }
    const mask = buckets(address, size);
    this.touched |= mask;
    if (write) this.written |= mask;
  }

  /** Adds another footprint: what the step may touch under other decisions. */
  include(other: Footprint): void {
    for (let i = 0; i < other.count; i++) {
      const start = other.starts[i] as number;
      this.add(start, (other.ends[i] as number) - start, other.writes[i] as boolean);
    }
    this.everything ||= other.everything;
    this.begins ||= other.begins;
  }

  /** Does every range begin inside one of these objects? */
  liesIn(objects: readonly { readonly address: number; readonly size: number }[]): boolean {
    for (let i = 0; i < this.count; i++) {
      const start = this.starts[i] as number;
      if (!objects.some((o) => o.address <= start && start < o.address + o.size)) return false;
    }
    return true;
  }

  /** Does a range that is written begin inside the object? */
  writesIn({ address, size }: { readonly address: number; readonly size: number }): boolean {
    for (let i = 0; i < this.count; i++)
      if (this.writes[i] && address <= (this.starts[i] as number) && (this.starts[i] as number) < address + size) return true;
    return false;
  }

  /** Does an access to these bytes conflict with it? */
  touches(address: number, size: number, write: boolean): boolean {
    if (this.everything) return true;
    for (let i = 0; i < this.count; i++)
      if ((write || this.writes[i]) && (this.starts[i] as number) < address + size && address < (this.ends[i] as number)) return true;
    return false;
  }

  conflicts(other: Footprint): boolean {
    if (this.everything || other.everything) return true;
    if (((this.touched & other.written) | (this.written & other.touched)) === 0) return false;
    for (let i = 0; i < this.count; i++) {
      for (let j = 0; j < other.count; j++) {
        if (
          (this.writes[i] || other.writes[j]) &&
          (this.starts[i] as number) < (other.ends[j] as number) &&
          (other.starts[j] as number) < (this.ends[i] as number)
        )
          return true;
      }
    }
    return false;
  }
}

/** Buckets of 8 bytes, hashed to 32; a wide range touches all. */
function buckets(address: number, size: number): number {
  const first = Math.floor(address / 8);
  const last = Math.floor((address + size - 1) / 8);
  if (last - first >= 31) return -1;
  let mask = 0;
  for (let b = first; b <= last; b++) mask |= 1 << ((b ^ (b >> 5)) & 31);
  return mask;
}
