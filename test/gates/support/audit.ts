import { Effect, type Redacted } from "effect"
import { differencesOf, type Entry, entriesOf } from "./database.ts"
import type { GateError, GateRun } from "./gate.ts"
import type { Answer } from "./load.ts"

/** What was delivered, held against what the ledger has. */
export interface Audit {
  readonly delivered: number
  readonly charges: number
  /** Delivered successes that cost something and have no standing entry, or one of another amount. */
  readonly free: ReadonlyArray<Answer>
  /** Request ids with more than one charge. */
  readonly duplicates: ReadonlyArray<string>
  /** Failures whose charge stands, though no repeat got a success for it. */
  readonly chargedFailures: ReadonlyArray<Answer>
  /** Standing charges without a delivered answer. */
  readonly undelivered: ReadonlyArray<Entry>
  /** Figures that are not the sum of their entries. */
  readonly imbalances: number
}

/** Charges that were not given back, by id. */
export const standingCharges = (entries: ReadonlyArray<Entry>): ReadonlyMap<string, Entry> => {
  const reversed = new Set(entries.flatMap(({ kind, ref }) => (kind === "reversal" && ref !== null ? [ref] : [])))
  return new Map(
    entries.flatMap((entry) => (entry.kind === "charge" && !reversed.has(entry.id) ? [[entry.id, entry]] : []))
  )
}

const repeated = (ids: ReadonlyArray<string>) => {
  const seen = new Set<string>()
  return ids.filter((id) => seen.size === seen.add(id).size)
}

/** An id under an Idempotency-Key of one caller, by which a repeat gets the first answer for the first charge. */
const repeatOf = ({ ask: { apiKey, idempotencyKey }, requestId }: Answer) =>
  idempotencyKey === undefined ? undefined : JSON.stringify([apiKey, idempotencyKey, requestId])

/** Compares answers with entries. */
export const compareDelivered = (
  entries: ReadonlyArray<Entry>,
  answers: ReadonlyArray<Answer>
): Omit<Audit, "imbalances"> => {
  const standing = standingCharges(entries)
  const succeeded = answers.filter(({ status }) => status >= 200 && status < 300)
  const deliveredIds = new Set(succeeded.map(({ requestId }) => requestId))
  // A success that could not be confirmed is answered 503, and stands once a repeat got it before it was taken back.
  const repeats = new Set(succeeded.map(repeatOf))
  const isRepeated = (answer: Answer) => {
    const repeat = repeatOf(answer)
    return repeat !== undefined && repeats.has(repeat)
  }
  return {
    delivered: succeeded.length,
    charges: standing.size,
    // A replay costs nothing itself; its first answer was paid under the same id.
    free: succeeded.filter(({ cost, replayed, requestId }) =>
      replayed ? !standing.has(requestId) : cost === null || (cost > 0 && standing.get(requestId)?.credits !== cost)
    ),
    duplicates: repeated(entries.flatMap(({ id, kind }) => (kind === "charge" ? [id] : []))),
    chargedFailures: answers.filter(
      (answer) => answer.status >= 300 && standing.has(answer.requestId) && !isRepeated(answer)
    ),
    undelivered: [...standing.values()].filter(({ id }) => !deliveredIds.has(id))
  }
}

/** Compares answers with the ledger, of all accounts or of these. */
export const auditDelivered = Effect.fn("auditDelivered")(function* (
  url: Redacted.Redacted<string>,
  answers: ReadonlyArray<Answer>,
  accountIds?: ReadonlyArray<string>
) {
  const compared = compareDelivered(yield* entriesOf(url, accountIds), answers)
  const audit: Audit = { ...compared, imbalances: (yield* differencesOf(url)).length }
  return audit
})

/** The guarantees that every gate asks of an audit. */
export const checkAudit = ({ check }: GateRun, label: string, audit: Audit): void => {
  const of = `of ${audit.delivered} answers`
  const example = (answer: Answer | undefined) =>
    answer === undefined ? "" : `, as ${answer.requestId} ${answer.ask.path}`
  check(
    `${label}: no delivered answer without its entry`,
    audit.free.length === 0,
    `${audit.free.length} ${of}${example(audit.free[0])}`
  )
  check(`${label}: no duplicate charge`, audit.duplicates.length === 0, `${audit.duplicates.length}`)
  check(
    `${label}: no failure is charged`,
    audit.chargedFailures.length === 0,
    `${audit.chargedFailures.length}${example(audit.chargedFailures[0])}`
  )
  check(`${label}: balances are the sums of their entries`, audit.imbalances === 0, `${audit.imbalances} differ`)
}

const settledMsMax = 20_000

/**
 * Waits until every charge that stands has a delivered answer, but for so many, and no failure is charged: what was not
 * confirmed is given back by then.
 */
export const awaitSettled = Effect.fnUntraced(function* (
  url: Redacted.Redacted<string>,
  answers: ReadonlyArray<Answer>,
  openMax = 0
): Effect.fn.Return<{ readonly open: number; readonly tookMs: number }, GateError> {
  const succeeded = (answer: Answer) => answer.status >= 200 && answer.status < 300
  const delivered = new Set(answers.filter(succeeded).map(({ requestId }) => requestId))
  const failed = new Set(answers.filter((answer) => !succeeded(answer)).map(({ requestId }) => requestId))
  const startedMs = performance.now()
  for (;;) {
    const standing = [...standingCharges(yield* entriesOf(url)).keys()].filter((id) => !delivered.has(id))
    const tookMs = performance.now() - startedMs
    const isSettled = standing.length <= openMax && !standing.some((id) => failed.has(id))
    if (isSettled || tookMs > settledMsMax) return { open: standing.length, tookMs }
    yield* Effect.sleep(250)
  }
})
