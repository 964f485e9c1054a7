import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Figures, Own, Shared } from "./stored.ts"

/** What a snapshot is of. */
export interface SnapshotKey {
  readonly platform: string
  readonly appId: string
  readonly country: string
  readonly device: string
}

/** Whose it is, over which shared one, and what of the account's own it was read with. */
export interface OwnKey {
  readonly accountId: string
  readonly sharedId: string
  readonly inputs: string
}

export interface Kept<A> {
  readonly id: string
  readonly madeMs: number
  readonly body: A
}

const NullText = Schema.NullOr(Schema.String)
const rows = rowsOf(Schema.Struct({ id: Schema.String, madeMs: Schema.Finite, body: NullText }))
type Row = Effect.Success<ReturnType<typeof rows>>[number]

/** A body is never changed under its id, so that a node reads one that it has had of late no more. */
const recentMax = 32

const codecOf = <A, I>(schema: Schema.Codec<A, I>) => {
  const json = Schema.fromJsonString(schema)
  const decode = Schema.decodeUnknownOption(json)
  const recent = new Map<string, A>()
  const keep = (id: string, body: A) => {
    recent.delete(id)
    recent.set(id, body)
    const [oldest] = recent.keys()
    if (recent.size > recentMax && oldest !== undefined) recent.delete(oldest)
    return body
  }
  return {
    encode: Schema.encodeEffect(json),
    /** Bodies that needn't be read, however many others are read meanwhile. */
    known: (): ReadonlyMap<string, A> => new Map(recent),
    /** Undefined for none, and for one that another version of the plugin wrote. */
    kept: (row: Row | undefined, known: ReadonlyMap<string, A>): Kept<A> | undefined => {
      if (row === undefined) return undefined
      const { body: text, id, madeMs } = row
      const body = known.get(id) ?? (text === null ? undefined : Option.getOrUndefined(decode(text)))
      return body === undefined ? undefined : { id, madeMs, body: keep(id, body) }
    }
  }
}

/** Snapshots over all nodes. The one that is written first within `keepMs` holds, until one with more requests is. */
export class SnapshotTable extends Context.Service<
  SnapshotTable,
  {
    readonly shared: (key: SnapshotKey) => Effect.Effect<Kept<Shared> | undefined, SqlError.SqlError>
    /** Gives the one that holds: this, or the one that was written before. */
    readonly keepShared: (key: SnapshotKey, body: Shared) => Effect.Effect<Kept<Shared>, SqlError.SqlError>
    readonly own: (key: OwnKey) => Effect.Effect<Kept<Own> | undefined, SqlError.SqlError>
    readonly keepOwn: (key: OwnKey, body: Own) => Effect.Effect<Kept<Own>, SqlError.SqlError>
    /** Of keywords beside a snapshot: `inputs` are these, and all else that they were read with. */
    readonly figures: (key: OwnKey) => Effect.Effect<Kept<Figures> | undefined, SqlError.SqlError>
    readonly keepFigures: (key: OwnKey, body: Figures) => Effect.Effect<Kept<Figures>, SqlError.SqlError>
    /** Deletes those that no longer hold; gives how many. */
    readonly prune: Effect.Effect<number, SqlError.SqlError>
  }
>()("@storeglass/aso/SnapshotTable") {
  static readonly layer = ({ keepMs }: { readonly keepMs: number }) =>
    Layer.effect(
      SnapshotTable,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shared = codecOf(Shared)
        const own = codecOf(Own)
        const columns = (known: ReadonlyMap<string, unknown>) =>
          sql`id, made_ms::float8 AS "madeMs",
            CASE WHEN id = ANY(${`{${[...known.keys()].join(",")}}`}::uuid[]) THEN NULL ELSE body END AS body`
        const sinceMs = Effect.map(Clock.currentTimeMillis, (nowMs) => nowMs - keepMs)

        const readShared = Effect.fnUntraced(function* (key: SnapshotKey) {
          const known = shared.known()
          const [row] = yield* rows(sql`SELECT ${columns(known)} FROM aso_snapshots
            WHERE platform = ${key.platform} AND app_id = ${key.appId} AND country = ${key.country}
              AND device = ${key.device} AND made_ms > ${yield* sinceMs}::bigint`)
          return shared.kept(row, known)
        })
        const keepShared = Effect.fnUntraced(function* (key: SnapshotKey, body: Shared) {
          const madeMs = yield* Clock.currentTimeMillis
          const id = crypto.randomUUID()
          const text = yield* Effect.orDie(shared.encode(body))
          yield* sql`INSERT INTO aso_snapshots (platform, app_id, country, device, id, made_ms, requests_max, body)
            VALUES (${key.platform}, ${key.appId}, ${key.country}, ${key.device}, ${id}::uuid, ${madeMs}::bigint,
              ${body.requestsMax}::integer, ${text})
            ON CONFLICT (platform, app_id, country, device) DO UPDATE
              SET id = excluded.id, made_ms = excluded.made_ms, requests_max = excluded.requests_max, body = excluded.body
              WHERE aso_snapshots.made_ms <= ${yield* sinceMs}::bigint
                OR aso_snapshots.requests_max < excluded.requests_max`
          return (yield* readShared(key)) ?? { id, madeMs, body }
        })
        /** What is kept for one account under a shared snapshot. */
        const beside = <A, I>(codec: ReturnType<typeof codecOf<A, I>>) => {
          const read = Effect.fnUntraced(function* ({ accountId, inputs, sharedId }: OwnKey) {
            const known = codec.known()
            const [row] = yield* rows(sql`SELECT ${columns(known)} FROM aso_own_snapshots
              WHERE account_id = ${accountId}::uuid AND shared_id = ${sharedId}::uuid AND inputs = md5(${inputs})`)
            return codec.kept(row, known)
          })
          const keep = Effect.fnUntraced(function* (key: OwnKey, body: A) {
            const madeMs = yield* Clock.currentTimeMillis
            const id = crypto.randomUUID()
            const text = yield* Effect.orDie(codec.encode(body))
            yield* sql`INSERT INTO aso_own_snapshots (account_id, shared_id, inputs, id, made_ms, body)
              VALUES (${key.accountId}::uuid, ${key.sharedId}::uuid, md5(${key.inputs}), ${id}::uuid, ${madeMs}::bigint, ${text})
              ON CONFLICT DO NOTHING`
            return (yield* read(key)) ?? { id, madeMs, body }
          })
          return { read, keep }
        }
        const ofOwn = beside(own)
        const ofFigures = beside(codecOf(Figures))
        const prune = Effect.gen(function* () {
          const before = yield* sinceMs
          const all = yield* sql`DELETE FROM aso_snapshots WHERE made_ms <= ${before}::bigint RETURNING 1`
          const mine = yield* sql`DELETE FROM aso_own_snapshots WHERE made_ms <= ${before}::bigint RETURNING 1`
          return all.length + mine.length
        })
        return SnapshotTable.of({
          shared: Effect.fn("SnapshotTable.shared")(readShared),
          keepShared: Effect.fn("SnapshotTable.keepShared")(keepShared),
          own: Effect.fn("SnapshotTable.own")(ofOwn.read),
          keepOwn: Effect.fn("SnapshotTable.keepOwn")(ofOwn.keep),
          figures: Effect.fn("SnapshotTable.figures")(ofFigures.read),
          keepFigures: Effect.fn("SnapshotTable.keepFigures")(ofFigures.keep),
          prune: Effect.withSpan(prune, "SnapshotTable.prune")
        })
      })
    )
}
