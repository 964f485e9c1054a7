// A process of the gate `history`: it writes lists or moves them, until it is told to stop or dies where it was told to.
import { Socket } from "node:net"
import { setTimeout as after } from "node:timers/promises"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgClient } from "@effect/sql-pg"
import { type Day, makePackedHistory } from "@storeglass/history"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { dayBack, type Kind, Role, refusalOf, series, snapshotOf, type Told } from "./historyLists.ts"
import { makePrng } from "./support/prng.ts"

const role = Schema.decodeUnknownSync(Role)(process.argv[2])
const random = makePrng(role.seed).fork(`${role.writer}:${role.life}`)

let doing: Kind | null = null
let writesLeft = role.death?.writes ?? 0

/** A connection of some length, so that those who move at once meet. */
const delaysMs = makePrng(role.seed).fork("delays")
const delayMsMax = 4

/** Counts what is written to the database within work of a kind, and ends the process in the middle of it. */
class Doomed extends Socket {
  private sending(send: () => void): void {
    const isCounted = doing !== null && doing === role.death?.kind
    if (isCounted) writesLeft -= 1
    const isLast = isCounted && writesLeft <= 0
    const go = () => {
      if (isLast && role.death?.isSent === false) process.kill(process.pid, "SIGKILL")
      send()
      if (isLast) process.kill(process.pid, "SIGKILL")
    }
    if (role.writer > 0) go()
    else setTimeout(go, delaysMs.int(0, delayMsMax))
  }
  override _write(...given: Parameters<Socket["_write"]>): void {
    this.sending(() => super._write(...given))
  }
  override _writev(...given: Parameters<NonNullable<Socket["_writev"]>>): void {
    this.sending(() => super._writev?.(...given))
  }
}

const tell = (told: Told) =>
  Effect.callback<void>((resume) => {
    process.send?.(told, undefined, {}, () => resume(Effect.void))
  })
const within = <A, E, R>(kind: Kind, work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      doing = kind
    }),
    () => work,
    () =>
      Effect.sync(() => {
        doing = null
      })
  )
const pause = (ms: number) => Effect.promise(() => after(ms))

let stopping = false
process.on("message", () => {
  stopping = true
})
// Without whoever started it there is nothing to do.
process.on("disconnect", () => process.exit(0))

/** What the database refuses for what we do is a fault; that it is away is not. */
const survive = (work: Effect.Effect<void, SqlError.SqlError>) =>
  Effect.catchCause(work, (cause) => {
    const fault = refusalOf(cause)
    const told: Told = fault === null ? { tells: "away" } : { tells: "fault", fault }
    return Effect.andThen(tell(told), pause(50))
  })

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const history = yield* makePackedHistory(series, { feedDays: -20, ranksMax: random.int(1_000, 4_000) })
  const keyOf = (): { readonly owner: number; readonly day: Day } => ({
    owner: random.int(1, role.owners),
    day: dayBack(role.today, random.chance(0.4) ? random.int(0, 3) : random.int(0, daysOf()))
  })
  const daysOf = () => (random.chance(0.5) ? 40 : 330)
  let last: ReadonlyArray<ReturnType<typeof keyOf>> = []

  const write = Effect.gen(function* () {
    // Some are given again, as by somebody who got no answer.
    const keys = random.chance(0.1) && last.length > 0 ? last : Array.from({ length: random.int(1, 6) }, keyOf)
    last = keys
    const given = keys.map(({ day, owner }) => snapshotOf(role.seed, role.writer, owner, day))
    const isSlow = random.chance(0.12)
    const live = !isSlow && random.chance(0.6)
    const slowMs = random.int(20, 300)
    yield* tell({ tells: "trying", keys })
    const append = history.append(given, { live })
    const outcomes = yield* within(
      "write",
      // A slow one still holds its slot when it is flushed.
      isSlow ? sql.withTransaction(Effect.tap(append, () => pause(slowMs))) : append
    )
    const taken: Array<{ readonly owner: number; readonly day: Day; readonly recordedMs: number }> = []
    const known: Array<ReturnType<typeof keyOf>> = []
    for (const [index, outcome] of outcomes.entries()) {
      const key = keys[index]
      if (key === undefined) continue
      if (outcome.outcome === "taken") taken.push({ ...key, recordedMs: outcome.recordedMs })
      else if (outcome.outcome === "known") known.push(key)
      else yield* tell({ tells: "fault", fault: `refused: ${outcome.reason}` })
    }
    yield* tell({ tells: "taken", keys: taken })
    yield* tell({ tells: "known", keys: known })
    yield* pause(random.int(0, role.pauseMs))
  })

  const move = Effect.gen(function* () {
    for (const kind of ["flush", "merge", "fold"] as const) {
      if (kind !== "flush" && random.chance(0.3)) continue
      const count = yield* within(kind, history[kind])
      yield* tell({ tells: "moved", kind, count })
      yield* pause(random.int(0, 15))
    }
  })

  while (!stopping) yield* survive(role.writer > 0 ? write : move)
})

NodeRuntime.runMain(
  program.pipe(
    Effect.provide(
      PgClient.layer({
        stream: () => new Doomed().connect(role.socket),
        database: role.database,
        username: role.user,
        maxConnections: 2
      })
    ),
    // A database that isn't there yet at the start.
    Effect.sandbox,
    Effect.retry({ while: (cause) => refusalOf(cause) === null, schedule: Schedule.spaced(50) }),
    Effect.andThen(Effect.sync(() => process.disconnect()))
  )
)
