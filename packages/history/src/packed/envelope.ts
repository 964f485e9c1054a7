import { crc32, deflateRawSync, inflateRawSync } from "node:zlib"
import * as Result from "effect/Result"

/** The version of what this code writes; it reads no other. */
const version = 1
const headBytes = 6
const deflated = 1
/** Deflating costs more than it saves below. */
const deflateBytesMin = 220
const inflatedBytesMax = 4 * 2 ** 20

/** What a block holds; one kind is never read for another. */
export const kinds = { places: 0, facts: 16, moments: 32 } as const
export type Kind = keyof typeof kinds

/** Why bytes are no block. */
export type Fault = string

/** Which form a body has that is kept as it is; `wide` is the body's own flag. */
export interface Body {
  readonly plain: Uint8Array
  readonly wide?: boolean
  /** What to deflate in its place; where it's left out, the plain body. */
  readonly toDeflate?: () => Uint8Array
}

const wideFlag = 2

const checksum = (bytes: Uint8Array) => crc32(bytes.subarray(headBytes), crc32(bytes.subarray(0, 2)))

/** Version, flags, CRC32, body: deflated where that is smaller. */
export const seal = (kind: Kind, { plain, toDeflate, wide = false }: Body): Buffer => {
  let body: Uint8Array = plain
  let flags: number = kinds[kind] | (wide ? wideFlag : 0)
  if (plain.length >= deflateBytesMin) {
    const smaller = deflateRawSync(toDeflate?.() ?? plain)
    if (smaller.length < plain.length) {
      body = smaller
      flags = kinds[kind] | deflated
    }
  }
  const bytes = Buffer.allocUnsafe(headBytes + body.length)
  bytes[0] = version
  bytes[1] = flags
  bytes.set(body, headBytes)
  bytes.writeUInt32LE(checksum(bytes), 2)
  return bytes
}

export interface Opened {
  readonly body: Uint8Array
  readonly isDeflated: boolean
  readonly isWide: boolean
}

export const open = (kind: Kind, bytes: Uint8Array): Result.Result<Opened, Fault> => {
  const [foundVersion, flags = 0] = bytes
  if (bytes.length < headBytes) return Result.fail("it is shorter than its head")
  if (foundVersion !== version) return Result.fail(`its version is ${foundVersion}, not ${version}`)
  const stored = new DataView(bytes.buffer, bytes.byteOffset).getUint32(2, true)
  if (stored !== checksum(bytes)) return Result.fail("its checksum is another")
  const isDeflated = (flags & deflated) !== 0
  const isWide = (flags & wideFlag) !== 0
  if ((flags & ~(deflated | wideFlag)) !== kinds[kind]) return Result.fail(`it holds no ${kind}`)
  if (isDeflated && isWide) return Result.fail("its flags exclude each other")
  const body = bytes.subarray(headBytes)
  if (!isDeflated) return Result.succeed({ body, isDeflated, isWide })
  return Result.try({
    try: () => ({ body: inflateRawSync(body, { maxOutputLength: inflatedBytesMax }), isDeflated, isWide }),
    catch: () => "it does not inflate, or to more than 4 MB"
  })
}
