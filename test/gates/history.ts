import { type ChildProcess, fork } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { dayOf, type FeedEntry, makePackedHistory, packedTables } from "@storeglass/history"
import { Clock, Effect, Fiber, Schema, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { type Death, dayBack, type Kind, kinds, listings, Role, refusalOf, series, Told } from "./historyLists.ts"
import { makeReference, type Reference } from "./historyReference.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { endChild } from "./support/gatewayProcess.ts"

const writers = 3
const movers = 3
const database = "gate_history"
/** Moves of each kind that find something to move. */
const roundsMin = 30
/** A process that dies at none of its writes for so long does no work of its kind. */
const stuckMsMax = 60_000
const compiled = join(tmpdir(), `storeglass-gate-compiled-${process.getuid?.() ?? 0}`)
const actorFile = join(import.meta.dirname, "historyActor.ts")
const decodeTold = Schema.decodeUnknownEffect(Told)
const encodeRole = Schema.encodeUnknownSync(Role)
const failed = (doing: string) => (cause: unknown) =>
  new GateError({ message: `${doing}: ${cause instanceof Error ? cause.message : String(cause)}` })

interface Counts {
  readonly kills: Record<Kind, number>
  readonly moves: Record<Kind, number>
  /** How often something was moved by it. */
  readonly rounds: Record<Kind, number>
  /** What failed in a process though the database was there. */
  readonly failures: Array<string>
}

/** Keeps processes of one role going, one after the other, until there is no death left for it and it is told to stop. */
const keepGoing = (
  server: EmbeddedPostgres.TemporaryPostgres,
  given: Omit<Role, "socket" | "database" | "user" | "life" | "death">,
  deaths: Array<Death>,
  reference: Reference,
  counts: Counts
) => {
  let current: ChildProcess | undefined
  let stopping = false
  const life = Effect.fnUntraced(function* (life: number) {
    const death = deaths.shift() ?? null
    const role = encodeRole({
      ...given,
      socket: join(server.host, `.s.PGSQL.${server.port}`),
      database,
      user: server.user,
      life,
      death
    })
    let said = ""
    const heard: Array<Promise<void>> = []
    const { code, signal } = yield* Effect.callback<{ readonly code: number | null; readonly signal: string | null }>(
      (resume) => {
        const child = fork(actorFile, [role], {
          stdio: ["ignore", "pipe", "pipe", "ipc"],
          // Types are stripped once and not at every start.
          env: { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: compiled }
        })
        current = child
        for (const stream of [child.stdout, child.stderr])
          stream?.setEncoding("utf8").on("data", (text: string) => {
            said = (said + text).slice(-2_000)
          })
        child.on("message", (message) => {
          heard.push(
            Effect.runPromise(
              Effect.gen(function* () {
                const told = yield* Effect.orDie(decodeTold(message))
                if (told.tells === "moved" && told.count > 0) {
                  counts.moves[told.kind] += told.count
                  counts.rounds[told.kind] += 1
                }
                if (told.tells === "taken") counts.moves.write += told.keys.length
                if (told.tells === "fault") counts.failures.push(told.fault)
                yield* reference.hear(given.writer, told)
              })
            )
          )
        })
        // It may be killed before it is told to stop.
        child.on("error", () => undefined)
        child.once("close", (code, signal) => resume(Effect.succeed({ code, signal })))
        return endChild(child, "SIGKILL")
      }
    )
    yield* Effect.promise(() => Promise.all(heard))
    if (signal === "SIGKILL" && death !== null) counts.kills[death.kind] += 1
    else if (!stopping || code !== 0)
      counts.failures.push(`a process ended by itself with ${code ?? signal}: ${said.trim().slice(0, 300)}`)
    if (death !== null && signal !== "SIGKILL") deaths.unshift(death)
    return code === 0 || signal === "SIGKILL"
  })
  const all = Effect.gen(function* () {
    for (let lives = 0; !stopping; lives++) if (!(yield* life(lives))) return
  })
  const stop = Effect.sync(() => {
    stopping = true
    if (current?.connected === true) current.send({})
  })
  return { all, stop }
}

/** Reads one thing after the other, each held against what was acknowledged before it. */
const readOn = Effect.fnUntraced(function* (
  run: GateRun,
  nth: number,
  reference: Reference,
  { owners, today }: { readonly owners: number; readonly today: string },
  counted: () => void
) {
  const random = run.random.fork(`reads ${nth}`)
  const history = yield* makePackedHistory(series)
  let cursor: FeedEntry = { recordedMs: -1, owner: 0, day: today, market: 0 }
  const readFeed = (after: FeedEntry, limit: number) =>
    Effect.map(history.feed({ after, untilMs: Date.UTC(2100, 0, 1), limit }), ({ entries }) => entries)
  const once = Effect.gen(function* () {
    const some = Array.from(new Set(Array.from({ length: random.int(1, 8) }, () => random.int(1, owners))))
    const last = dayBack(today, random.chance(0.5) ? 0 : random.int(0, 100))
    const first = dayBack(last, random.int(0, 230))
    const what = random.int(0, 9)
    if (what < 3) yield* reference.lists(history.lists(some, first, last), some, first, last)
    else if (what < 4) yield* reference.facts(history.facts(some, first, last), some, first, last)
    else if (what < 5) yield* reference.measured(history.measured(some, first, last), some, first, last)
    else if (what < 9)
      yield* reference.matrix(
        (listing) => history.matrix(listing, reference.from, today),
        1 + Math.floor(listings * random.next() ** 2)
      )
    else {
      const before = cursor
      cursor = yield* reference.feed(readFeed, cursor, random.int(20, 200))
      if (cursor === before) cursor = { ...cursor, recordedMs: -1 }
    }
    counted()
    // The processes are to get their turns.
    yield* Effect.sleep(5)
  })
  // While the database is away there's nothing to compare.
  return yield* Effect.forever(
    Effect.catchCause(once, (cause) => {
      const refusal = refusalOf(cause)
      if (refusal !== null) reference.note(`a read failed: ${refusal}`)
      return Effect.sleep(30)
    })
  )
})

const shuffled = <A>(run: GateRun, all: ReadonlyArray<A>) => {
  const random = run.random.fork("order")
  const left = [...all]
  return Array.from(all, () => left.splice(random.int(0, left.length - 1), 1)).flat()
}

export const gate: Gate = {
  name: "history",
  proves:
    "writers and movers of a packed history killed at any moment, its database crashed: every list is there once, both ways, in every read",
  run: (run) =>
    Effect.mapError(held(run), (error) => (error instanceof GateError ? error : failed("the history")(error)))
}

const held = Effect.fnUntraced(function* (run: GateRun): Effect.fn.Return<void, unknown, Scope.Scope> {
  const server = yield* Effect.mapError(EmbeddedPostgres.temporary({ maxConnections: 60 }), failed("PostgreSQL"))
  const url = yield* EmbeddedPostgres.createDatabase(server.url, database)
  return yield* Effect.provide(holding(run, server), PgClient.layer({ url, maxConnections: 6 }))
})

const holding = Effect.fnUntraced(function* (run: GateRun, server: EmbeddedPostgres.TemporaryPostgres) {
  const sql = yield* SqlClient.SqlClient
  for (const statement of packedTables(series.name)) yield* sql.unsafe(statement)
  const killsOfKind = run.rounds(300, 4)
  const crashes = run.rounds(15, 1)
  const owners = run.short ? 60 : 300
  const today = dayOf(yield* Clock.currentTimeMillis)
  const random = run.random.fork("deaths")
  const deathsOf = (kind: Kind, writesMax: number): ReadonlyArray<Death> =>
    Array.from({ length: killsOfKind }, () => ({
      kind,
      writes: random.int(1, writesMax),
      isSent: random.chance(0.6)
    }))
  const writerDeaths = [...deathsOf("write", 150)]
  const moverDeaths = shuffled(run, [...deathsOf("flush", 20), ...deathsOf("merge", 20), ...deathsOf("fold", 20)])
  const reference = makeReference(run.seed, today)
  const counts: Counts = {
    kills: { write: 0, flush: 0, merge: 0, fold: 0 },
    moves: { write: 0, flush: 0, merge: 0, fold: 0 },
    rounds: { write: 0, flush: 0, merge: 0, fold: 0 },
    failures: []
  }
  const given = { seed: run.seed, owners, today, pauseMs: run.short ? 25 : 60 }
  const actors = Array.from({ length: writers + movers }, (_, index) => {
    const writer = index < writers ? index + 1 : 0
    return keepGoing(server, { ...given, writer }, writer > 0 ? writerDeaths : moverDeaths, reference, counts)
  })
  const lives = yield* Effect.forkScoped(
    Effect.forEach(actors, ({ all }) => all, { concurrency: "unbounded", discard: true })
  )
  let reads = 0
  const readers = yield* Effect.forkScoped(
    Effect.forEach(
      [1, 2],
      (nth) =>
        readOn(run, nth, reference, { owners, today }, () => {
          reads += 1
        }),
      { concurrency: "unbounded", discard: true }
    )
  )

  const total = kinds.length * killsOfKind
  const killed = () => kinds.reduce((sum, kind) => sum + counts.kills[kind], 0)
  let crashed = 0
  let saidAt = 0
  let progressMs = performance.now()
  /** Those who move have met often enough. */
  const met = () => Math.min(counts.rounds.flush, counts.rounds.merge, counts.rounds.fold) >= roundsMin
  for (let before = 0; (killed() < total || !met()) && performance.now() - progressMs < stuckMsMax; ) {
    yield* Effect.sleep(50)
    if (killed() > before) progressMs = performance.now()
    before = killed()
    if (crashed < crashes && before >= ((crashed + 1) * total) / (crashes + 1)) {
      // A stop without writing out, or the death of its whole machine.
      yield* crashed % 2 === 0 ? server.kill : server.stopImmediate
      yield* server.restart
      crashed += 1
    }
    if (before - saidAt >= total / 10) {
      saidAt = before
      yield* run.say(`${before} of ${total} kills, ${crashed} crashes, ${reads} reads, ${reference.held()} lists`)
    }
    if (run.short && reference.faults().count > 0) break
  }
  for (const { stop } of actors) yield* stop
  yield* Effect.ignore(Effect.timeout(Fiber.join(lives), stuckMsMax))
  yield* Fiber.interrupt(readers)

  yield* run.say(`${killed()} kills, ${crashed} crashes, ${reads} reads, ${reference.held()} lists: all of it again`)
  const history = yield* makePackedHistory(series, { feedDays: -20 })
  yield* reference.whole(history, owners)
  reference.justify()
  const asLeft = yield* history.check({ ownersMax: null })
  yield* history.flush
  yield* history.flush
  yield* history.merge
  yield* history.fold
  yield* reference.whole(history, owners)
  const atRest = yield* history.check({ ownersMax: null })

  const { count, first } = reference.faults()
  run.check(
    "every acknowledged list is there once, both ways, in every read",
    count === 0,
    `${count} faults: ${first.slice(0, 4).join("; ")}`
  )
  run.check(
    "no process fails but where it is killed or the database is away",
    counts.failures.length === 0,
    `${counts.failures.length}: ${counts.failures.slice(0, 3).join("; ")}`
  )
  const ranks = yield* reference.ranks
  for (const [when, { faults, lists, ranks: found }] of [
    ["as it was left", asLeft],
    ["once all is moved", atRest]
  ] as const) {
    run.check(
      `calendar, lists and places agree, ${when}`,
      faults.length === 0 && lists === reference.held() && found === ranks,
      `${faults.length} faults, ${lists} lists of ${reference.held()}, ${found} ranks of ${ranks}: ${faults.slice(0, 3).join("; ")}`
    )
  }
  for (const kind of kinds)
    run.check(
      `${killsOfKind} processes were killed in a ${kind}, and what they do was done`,
      (counts.kills[kind] >= killsOfKind || (count > 0 && run.short)) && counts.moves[kind] > 0,
      `${counts.kills[kind]} killed, ${counts.moves[kind]} moved`
    )
  run.check(`the database crashed ${crashes} times`, crashed === crashes || (count > 0 && run.short), `${crashed}`)
  run.check("there were reads", reads > 0, `${reads}`)
  run.measure("lists, ranks", `${reference.held()}, ${ranks}`)
  run.measure("lists whose acknowledgement was lost, and that are there", reference.held() - reference.acknowledged())
  run.measure("reads meanwhile", reads)
  run.measure("kills in write, flush, merge, fold", kinds.map((kind) => counts.kills[kind]).join(", "))
  run.measure(
    "lists flushed, blocks merged, lists folded",
    `${counts.moves.flush}, ${counts.moves.merge}, ${counts.moves.fold}`
  )
  run.measure("database crashes", crashed)
})
