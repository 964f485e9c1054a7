import { randomInt } from "node:crypto"
import { Clock, Context, Deferred, Effect, Layer, Metric, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { counter } from "../metrics.ts"
import { within } from "./within.ts"

/** First half of the two-part advisory lock that each live node holds, for nodes of an earlier version to see. */
const lockClass = 726_354_811
/** How long a node counts as alive after the database last heard from it. */
const leaseMsDefault = 6_000
/** How long the database may take to be told that a node is gone. */
const leaveMsMax = 2_000

const leasesLost = counter(
  "storeglass_node_leases_lost_total",
  "Times that this node couldn't renew its lease in time, and stopped its runs with an Idempotency-Key."
)

/**
 * This process among the nodes on one database. Each renews a lease there, by the database's clock. A broken connection
 * isn't the end of it, and a node that can't renew in time knows before the others do, by its own monotonic clock.
 */
export class NodeIdentity extends Context.Service<
  NodeIdentity,
  {
    readonly id: number
    /** False once that node's lease has run out. */
    readonly isAlive: (node: number) => Effect.Effect<boolean, SqlError.SqlError | Schema.SchemaError>
    /** Makes sure that this node has its lease. */
    readonly hold: Effect.Effect<void, SqlError.SqlError>
    /** Ends when the lease that this node has now is lost. */
    readonly lost: Effect.Effect<void>
  }
>()("@storeglass/core/sql/NodeIdentity") {}

const Alive = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ alive: Schema.Boolean })]))

/** A node renews its lease six times in its length, and stops its runs a sixth of it before others may take them. */
const make = Effect.fnUntraced(function* (leaseMs: number) {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const id = randomInt(1, 2 ** 31 - 1)
  let untilNs = 0n
  let ended = Deferred.makeUnsafe<void>()
  const leftMs = () => Number(untilNs - clock.monotonicTimeNanosUnsafe()) / 1e6

  const beat = <E>(statement: Effect.Effect<unknown, E>) =>
    Effect.suspend(() => {
      const sentNs = clock.monotonicTimeNanosUnsafe()
      return Effect.map(statement, () => {
        const heldNs = sentNs + BigInt(leaseMs - Math.ceil(leaseMs / 6)) * 1_000_000n
        if (heldNs > untilNs) untilNs = heldNs
      })
    })
  const renewal = `INSERT INTO core_nodes (id, lease_until)
      VALUES ($1, clock_timestamp() + $2::int * interval '1 millisecond')
      ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`
  const renewed = beat(sql.unsafe(renewal, [id, leaseMs]).unprepared)

  yield* sql`DELETE FROM core_nodes WHERE lease_until < clock_timestamp() - interval '1 day'`
  yield* Effect.acquireRelease(renewed, () =>
    Effect.ignore(within(sql`DELETE FROM core_nodes WHERE id = ${id}`, leaveMsMax))
  )

  // Its own connection, so that it waits for nobody; after a failed beat it takes another.
  yield* Effect.gen(function* () {
    const connection = yield* sql.reserve
    yield* connection.executeRaw("SELECT pg_advisory_lock($1::int, $2::int)", [lockClass, id])
    yield* Effect.addFinalizer(() =>
      Effect.ignore(connection.executeRaw("SELECT pg_advisory_unlock($1::int, $2::int)", [lockClass, id]))
    )
    yield* Effect.repeat(
      within(beat(connection.executeRaw(renewal, [id, leaseMs])), leaseMs / 3),
      Schedule.spaced(leaseMs / 6)
    )
  }).pipe(Effect.scoped, Effect.retry(Schedule.spaced("250 millis")), Effect.forkScoped)

  const end = Effect.suspend(() => {
    const before = ended
    ended = Deferred.makeUnsafe<void>()
    return Deferred.succeed(before, undefined)
  })
  yield* Effect.gen(function* () {
    for (;;) {
      while (leftMs() > 0) yield* Effect.sleep(Math.max(leftMs(), 1))
      yield* end
      yield* Metric.update(leasesLost, 1)
      yield* Effect.logWarning(
        "This node couldn't renew its lease in time; its runs with an Idempotency-Key were stopped"
      )
      while (leftMs() <= 0) yield* Effect.sleep(100)
    }
  }).pipe(Effect.forkScoped)

  return NodeIdentity.of({
    id,
    isAlive: (node) =>
      Effect.map(Effect.flatMap(sql`SELECT core_node_alive(${node}::int) AS alive`, Alive), ([row]) => row.alive),
    hold: Effect.suspend(() => (leftMs() > 0 ? Effect.void : renewed)),
    lost: Effect.suspend(() => Deferred.await(ended))
  })
})

/** With a lease of this length, for tests. */
export const layerWith = (leaseMs: number) => Layer.effect(NodeIdentity, make(leaseMs))
export const layer = layerWith(leaseMsDefault)
