import { Jobs, Operations, RetryAfter, rowsOf, sha256 } from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Bot } from "./bot/Bot.ts"
import { Update } from "./bot/Update.ts"
import { Poll } from "./jobRefs.ts"
import { Inbound } from "./pairing/Inbound.ts"
import { webhookPath } from "./routes.ts"

const known = rowsOf(Schema.Struct({ same: Schema.Boolean }))
const polled = rowsOf(Schema.Struct({ nextId: Schema.Finite }))

/** Sees to it that the platform delivers here, and only writes there what differs. */
export const setUp = Effect.gen(function* () {
  const bot = yield* Bot
  const sql = yield* SqlClient.SqlClient
  const { gateway } = yield* Operations
  if (bot === undefined || bot.polling || !gateway.url.startsWith("https://")) return
  const url = `${gateway.url}${webhookPath}`
  const hash = yield* sha256(Redacted.value(bot.secret))
  const [kept] = yield* known(sql`SELECT url = ${url} AND secret_hash = ${hash} AS same FROM alerts_webhook`)
  // The platform doesn't tell the secret that it has, so what was set last is kept here.
  if (kept?.same === true && (yield* bot.deliversTo(url))) return
  yield* bot.deliver(url)
  yield* sql`INSERT INTO alerts_webhook (url, secret_hash) VALUES (${url}, ${hash})
    ON CONFLICT (one) DO UPDATE SET url = excluded.url, secret_hash = excluded.secret_hash`
})

/** Begins to fetch, or goes on. */
export const pollOn = Effect.gen(function* () {
  const { enqueue } = yield* Jobs
  yield* enqueue(Poll, {}, { key: "next" })
})

/** Fetches what people wrote and answers it; waits at the platform until there is something. */
export const poll = Effect.gen(function* () {
  const bot = yield* Bot
  if (bot?.polling !== true) return
  const sql = yield* SqlClient.SqlClient
  const [next] = yield* polled(sql`SELECT next_id::float8 AS "nextId" FROM alerts_polled`)
  const fetched = bot.updates(next?.nextId ?? 0).pipe(
    // It delivers somewhere, as it was told to before.
    Effect.tapError(({ reason }) => (reason === "refused" ? Effect.ignore(bot.undeliver) : Effect.void)),
    Effect.mapError((cause) => new RetryAfter({ ms: (cause.retryAfterSeconds ?? 30) * 1_000, cause }))
  )
  // A node that stops goes on waiting for nothing, but answers what it has taken.
  yield* Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(restore(fetched), (updates) => takeAll(updates, next?.nextId ?? 0))
  )
  yield* pollOn
})

const takeAll = Effect.fnUntraced(function* (updates: ReadonlyArray<unknown>, fromId: number) {
  const bot = yield* Bot
  const inbound = yield* Inbound
  const sql = yield* SqlClient.SqlClient
  let nextId = fromId
  for (const one of updates) {
    const update = yield* Effect.option(Schema.decodeUnknownEffect(Update)(one))
    const id = Schema.decodeUnknownOption(Schema.Struct({ update_id: Schema.Int }))(one)
    if (id._tag === "Some") nextId = Math.max(nextId, id.value.update_id + 1)
    const answer = update._tag === "Some" ? yield* inbound.take(update.value) : undefined
    if (answer !== undefined && bot !== undefined) yield* Effect.ignore(bot.answer(answer))
  }
  yield* sql`INSERT INTO alerts_polled (next_id) VALUES (${nextId}::bigint)
    ON CONFLICT (one) DO UPDATE SET next_id = greatest(alerts_polled.next_id, excluded.next_id)`
})
