/** Numbers as bytes: seven bits a byte, the lowest first, the eighth set where more follow. */

export class ByteWriter {
  private bytes = Buffer.allocUnsafe(1 << 12)
  private length = 0

  /** Room for so many more. */
  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count))
    this.bytes.copy(grown, 0, 0, this.length)
    this.bytes = grown
  }

  /** A whole number from 0 to 2^53 - 1. */
  varint(value: number): void {
    this.reserve(8)
    let rest = value
    while (rest > 127) {
      this.bytes[this.length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.bytes[this.length++] = rest
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  raw(values: Uint8Array): void {
    this.reserve(values.length)
    this.bytes.set(values, this.length)
    this.length += values.length
  }

  get size(): number {
    return this.length
  }

  /** What was written so far; valid until the next write. */
  written(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }
}

/** Reads what may be anything: beyond the end and where a number is none, it gives 0 and is `broken` from there on. */
export class ByteReader {
  broken = false
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  byte(): number {
    const value = this.bytes[this.at]
    if (value === undefined) {
      this.broken = true
      return 0
    }
    this.at += 1
    return value
  }

  varint(): number {
    let value = 0
    let scale = 1
    // 2^53 takes eight bytes; a ninth would be beyond what a number holds.
    for (let index = 0; index < 8; index++) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) {
        if (Number.isSafeInteger(value)) return value
        break
      }
      scale *= 128
    }
    this.broken = true
    return 0
  }

  /** The next so many. */
  take(count: number): Uint8Array {
    if (count > this.left) {
      this.broken = true
      return new Uint8Array(0)
    }
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }
}

/** 0, -1, 1, -2, … as 0, 1, 2, 3, … */
export const zigzag = (value: number): number => (value >= 0 ? 2 * value : -2 * value - 1)
export const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)
