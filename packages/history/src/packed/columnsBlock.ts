import * as Result from "effect/Result"
import { ByteReader, ByteWriter, unzigzag, zigzag } from "./bytes.ts"
import { type Fault, type Kind, open, seal } from "./envelope.ts"

/** Columns of one length: whole numbers, and null where nothing was measured. */
export type Columns = ReadonlyArray<ReadonlyArray<number | null>>

export const rowsMax = 4_096
const columnsMax = 64
/** Beyond it a difference of two does not fit a number. */
export const valueMax = 2 ** 50

type ColumnsKind = Exclude<Kind, "places">

const writer = new ByteWriter()

/** Column by column, each number as its difference to the last known one; 0 is null. */
export const encodeColumns = (kind: ColumnsKind, rows: number, columns: Columns): Buffer => {
  writer.clear()
  writer.varint(rows)
  writer.varint(columns.length)
  for (const column of columns) {
    let known = 0
    for (const value of column) {
      writer.varint(value === null ? 0 : zigzag(value - known) + 1)
      if (value !== null) known = value
    }
  }
  return seal(kind, { plain: writer.written() })
}

/** Decodes what may be anything, within the bounds above. */
export const decodeColumns = (kind: ColumnsKind, bytes: Uint8Array): Result.Result<Columns, Fault> => {
  const opened = open(kind, bytes)
  if (Result.isFailure(opened)) return Result.fail(opened.failure)
  const reader = new ByteReader(opened.success.body)
  const rows = reader.varint()
  const count = reader.varint()
  if (rows > rowsMax || count > columnsMax) return Result.fail("it is larger than a block can be")
  const columns: Array<ReadonlyArray<number | null>> = []
  for (let index = 0; index < count && !reader.broken; index++) {
    const column: Array<number | null> = []
    for (let row = 0, known = 0; row < rows && !reader.broken; row++) {
      const read = reader.varint()
      if (read === 0) {
        column.push(null)
        continue
      }
      known += unzigzag(read - 1)
      if (Math.abs(known) > valueMax) return Result.fail("a number is out of bounds")
      column.push(known)
    }
    columns.push(column)
  }
  return reader.broken || reader.left > 0 ? Result.fail("it ends too early or too late") : Result.succeed(columns)
}
