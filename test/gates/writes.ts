import { PgClient } from "@effect/sql-pg"
import { coreMigrations, migrate } from "@storeglass/core"
import { Effect, Exit, Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { type Killed, killOnce, moments, registerSurvivor } from "../../packages/core/test/writes/killing.ts"
import { asRequest, quick, setValue, startNode } from "../../packages/core/test/writes/operation.ts"
import { startVendor } from "../../packages/core/test/writes/vendor.ts"
import { freshDatabase, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { percentile } from "./support/load.ts"

const settledMsMax = 60_000
const repeatsAtOnce = 50

const asGateError = (cause: unknown) =>
  new GateError({ message: cause instanceof Error ? cause.message : String(cause) })

const runWrites = Effect.fn("writes")(function* (run: GateRun) {
  const rounds = run.rounds(200, 9)
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  yield* Effect.mapError(
    Effect.provide(migrate("core", coreMigrations), PgClient.layer({ url, maxConnections: 1 })),
    asGateError
  )
  const vendor = yield* startVendor
  const options = { ...quick, sendMsMax: 1_000, settleMsMax: 3_000 }
  const survivor = yield* Effect.mapError(startNode(url, options), asGateError)
  yield* registerSurvivor(survivor, vendor)
  const account = uuidV7Unsafe()
  const choices = run.random.fork("repeats")
  const all: Array<Killed & { readonly repeats: boolean }> = []
  for (let round = 1; round <= rounds; round++) {
    const moment = moments[round % moments.length] ?? "unread"
    const repeats = choices.chance(0.7)
    const killed = yield* Effect.mapError(
      killOnce(url, vendor, survivor, account, `round-${round}`, moment, repeats),
      asGateError
    )
    all.push({ ...killed, repeats })
    if (round % 20 === 0) yield* run.say(`${round}/${rounds} killed`)
  }
  const wanted = ({ moment, repeats }: (typeof all)[number]) => repeats || moment !== "unread"
  const wrong = all.filter((killed) => killed.done.length !== (wanted(killed) ? 1 : 0))
  run.check(
    "the vendor's ledger shows each intended write exactly once",
    wrong.length === 0,
    `${wrong.length} of ${all.length}${wrong[0] === undefined ? "" : `, as ${wrong[0].target} (${wrong[0].moment})`}`
  )
  const apart = all.filter((killed) => killed.row?.outcome !== (wanted(killed) ? "applied" : "absent"))
  run.check("the journal agrees with the vendor's ledger", apart.length === 0, `${apart.length} differ`)
  const refused = all.filter(({ repeatSucceeded }) => !repeatSucceeded)
  run.check("a repeat with its key is answered in the end", refused.length === 0, `${refused.length}`)
  const slowest = Math.max(...all.map(({ settledMs }) => settledMs))
  run.check("no row stays sent over a minute", slowest < settledMsMax, `${Math.round(slowest)} ms`)
  const open = yield* Effect.mapError(survivor.log.list({ unknown: true }), asGateError)
  run.check("nothing is left open", open.length === 0, `${open.length}`)

  const scope = yield* Scope.make()
  const other = yield* Effect.mapError(Scope.provide(startNode(url, options), scope), asGateError)
  const burst = yield* Effect.mapError(
    Effect.forEach(
      Array.from({ length: repeatsAtOnce }, (_, index) => (index % 2 === 0 ? survivor : other)),
      (node) => node.writes.run(setValue(vendor, "burst", "v")).pipe(asRequest(account, "burst")),
      { concurrency: "unbounded" }
    ),
    asGateError
  )
  yield* Scope.close(scope, Exit.void)
  run.check(
    `${repeatsAtOnce} repeats with one key at once, on two nodes, send once`,
    vendor.ledger.filter((line) => line.startsWith("burst=")).length === 1 && burst.length === repeatsAtOnce
  )
  run.measure("kills", all.length)
  run.measure(
    "settled after, median ms",
    percentile(
      all.map(({ settledMs }) => settledMs),
      50
    )
  )
  run.measure("settled after, most ms", slowest)
})

export const gate: Gate = {
  name: "writes",
  proves: "kill -9 in the middle of a write to a vendor: done exactly once, the journal agrees, and nothing stays open",
  run: runWrites
}
