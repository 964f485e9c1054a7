/** The envelope that lookup and search share. */
import { Predicate, Result, Schema } from "effect"
import { misread, type Read } from "../common/answers.ts"
import type { StoreApp } from "../contract.ts"
import { misfit } from "./answers.ts"
import type { Body } from "./body.ts"
import { appOf, decodeRecord, isApp } from "./record.ts"

export interface Results {
  /** Apps in the order given; other products are left out. */
  readonly apps: ReadonlyArray<StoreApp>
  /** How many records came, of any kind. The count that the answer claims is not always true. */
  readonly records: number
  /** What the store said instead of giving results. */
  readonly refusal: string | null
}

const Envelope = Schema.Struct({ resultCount: Schema.Int, results: Schema.Array(Schema.Unknown) })
const decodeEnvelope = Schema.decodeUnknownResult(Envelope)

export const readResults = (body: Body, country: string): Read<Results> => {
  if (body.kind !== "json") return misfit(body)
  const { value } = body
  if (Predicate.hasProperty(value, "errorMessage") && typeof value.errorMessage === "string")
    return Result.succeed({ apps: [], records: 0, refusal: value.errorMessage })
  // Some answers are the record alone.
  if (Predicate.hasProperty(value, "trackId")) return readRecords([value], country)
  return Result.match(decodeEnvelope(value), {
    onFailure: (cause) => misread("an unknown shape", cause),
    onSuccess: ({ results }) => readRecords(results, country)
  })
}

const readRecords = (records: ReadonlyArray<unknown>, country: string): Read<Results> => {
  const apps: Array<StoreApp> = []
  for (const record of records) {
    if (!isApp(record)) continue
    const decoded = decodeRecord(record)
    if (Result.isFailure(decoded)) return misread("a record without id or name", decoded.failure)
    apps.push(appOf(decoded.success, country))
  }
  return Result.succeed({ apps, records: records.length, refusal: null })
}
