import {
  Alerts,
  Directory,
  dayIn,
  InvalidInput,
  isoOf,
  isTimeZone,
  Jobs,
  Mailer,
  NotFound,
  Operations,
  RetryAfter,
  randomCode,
  rowsOf,
  sha256Hex
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { digestKind, mustReply } from "../alerts.ts"
import { type Digest as DigestJob, Digest as DigestRef, TellMail } from "../jobRefs.ts"
import { urgencies, urgencyFrom } from "../scoring/urgency.ts"
import { tellOf } from "../tells.ts"
import type { Digest, NewDigest, NewFeed } from "./api.ts"
import { atomOf } from "./atom.ts"
import { loudFrom, nextDigest } from "./hours.ts"

const NullOr = Schema.NullOr
const Settings = Schema.Struct({
  accountId: Schema.String,
  mail: Schema.Literals(["off", "daily", "at_once"]),
  chat: Schema.Literals(["off", "daily"]),
  hour: Schema.Int,
  zone: Schema.String,
  quietFrom: NullOr(Schema.Int),
  quietTo: NullOr(Schema.Int),
  nextMs: NullOr(Schema.Finite),
  toldMs: NullOr(Schema.Finite),
  problem: NullOr(Schema.String),
  feedMs: NullOr(Schema.Finite)
})
type Settings = typeof Settings.Type
const settingsRows = rowsOf(Settings)

const thread = {
  id: Schema.String,
  channel: Schema.String,
  intent: NullOr(Schema.String),
  key: Schema.String,
  url: NullOr(Schema.String),
  author: NullOr(Schema.String),
  nativeId: NullOr(Schema.String),
  score: Schema.Int,
  mustMs: Schema.Finite,
  shouldMs: Schema.Finite,
  niceMs: Schema.Finite
}
const threadRows = rowsOf(Schema.Struct(thread))
const mailedRows = rowsOf(Schema.Struct({ ...thread, status: Schema.String, goneMs: NullOr(Schema.Finite) }))
const entryRows = rowsOf(
  Schema.Struct({
    ...thread,
    title: Schema.String,
    excerpt: Schema.String,
    publishedMs: Schema.Finite,
    foundMs: Schema.Finite
  })
)
const feedRows = rowsOf(Schema.Struct({ accountId: Schema.String, feedMs: Schema.Finite }))

const dayMs = 86_400_000
/** A digest has so many threads, and goes no further back, whatever came between. */
const shownMax = 10
const backMs = 7 * dayMs
const lookedMax = 1_000
const dueAtOnce = 200
const entriesMax = 50
const entriesLooked = 500

const isCode = (text: string) => /^[\w-]{32}$/.test(text)
/** The same for what never was and what has ended. */
const noFeed = new NotFound("code: there is no such feed; it may have ended")
const footer =
  "--\nTitles and texts aren't in here: what is deleted at its source couldn't be taken back from it. They're in the inbox of Growth.\nAn admin of the account can change or end this in its settings, under Growth."

const atFirst = (accountId: string): Settings => ({
  accountId,
  mail: "off",
  chat: "off",
  hour: 8,
  zone: "UTC",
  quietFrom: null,
  quietTo: null,
  nextMs: null,
  toldMs: null,
  problem: null,
  feedMs: null
})
const isoOrNull = (ms: number | null) => (ms === null ? null : isoOf(ms))
const shown = ({ accountId: _, feedMs, nextMs, toldMs, ...own }: Settings): Digest => ({
  ...own,
  state: own.mail === "off" && own.chat === "off" ? "off" : "on",
  nextAt: isoOrNull(nextMs),
  toldAt: isoOrNull(toldMs),
  feed: feedMs === null ? "off" : "on",
  feedMadeAt: isoOrNull(feedMs)
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const alerts = yield* Alerts
  const mailer = yield* Mailer
  const directory = yield* Directory
  const { gateway } = yield* Operations
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  const columns = sql`account_id::text AS "accountId", mail, chat, hour, zone, quiet_from AS "quietFrom", quiet_to AS "quietTo",
    next_ms::float8 AS "nextMs", told_ms::float8 AS "toldMs", problem, feed_ms::float8 AS "feedMs"`
  const ofThread = sql`o.id, o.channel, o.intent, o.key, o.url, o.author, o.native_id AS "nativeId", o.score,
    o.must_ms::float8 AS "mustMs", o.should_ms::float8 AS "shouldMs", o.nice_ms::float8 AS "niceMs"`
  const settingsOf = (accountId: string) =>
    Effect.map(
      settingsRows(sql`SELECT ${columns} FROM growth_digests WHERE account_id = ${accountId}::uuid`),
      ([row]) => row ?? atFirst(accountId)
    )
  /** What archived projects found is told to nobody. */
  const isCurrent = sql`o.gone_ms IS NULL AND EXISTS (SELECT FROM growth_projects p WHERE p.account_id = o.account_id
    AND p.id = o.project_id AND p.status <> 'archived')`

  const write = ({ accountId, ...own }: Settings) => sql`
    INSERT INTO growth_digests (account_id, mail, chat, hour, zone, quiet_from, quiet_to, next_ms)
    VALUES (${accountId}::uuid, ${own.mail}, ${own.chat}, ${own.hour}::int, ${own.zone}, ${own.quietFrom}::int,
      ${own.quietTo}::int, ${own.nextMs}::bigint)
    ON CONFLICT (account_id) DO UPDATE SET mail = excluded.mail, chat = excluded.chat, hour = excluded.hour,
      zone = excluded.zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, next_ms = excluded.next_ms`
  const note = (accountId: string, problem: string | null) =>
    sql`UPDATE growth_digests SET problem = ${problem} WHERE account_id = ${accountId}::uuid AND problem IS DISTINCT FROM ${problem}`

  const send = Effect.fnUntraced(function* (
    accountId: string,
    mail: { readonly subject: string; readonly text: string; readonly kind: string; readonly key: string }
  ) {
    const account = yield* directory.account(accountId)
    if (account === undefined) return
    const to = account.members.find(({ role }) => role === "owner")?.email ?? account.email
    yield* mailer.send({ ...mail, to, text: `${mail.text}\n\n${footer}`, accountId }).pipe(
      Effect.andThen(note(accountId, null)),
      Effect.catchTag("MailNotSent", (error) =>
        // Only what may go better the next time is tried again.
        Effect.andThen(note(accountId, error.message), error.reason === "failed" ? Effect.fail(error) : Effect.void)
      )
    )
  })

  /** Waits for the end of quiet hours that have begun since it was enqueued. */
  const assertLoud = Effect.fnUntraced(function* (settings: Settings) {
    const nowMs = yield* Clock.currentTimeMillis
    const waitMs = loudFrom(settings, nowMs) - nowMs
    if (waitMs > 0) return yield* new RetryAfter({ ms: waitMs })
  })

  /** What came in these moments and nobody has decided on, the most urgent first; what sank to ignore is left out. */
  const found = Effect.fnUntraced(function* (accountId: string, sinceMs: number, untilMs: number) {
    const nowMs = yield* Clock.currentTimeMillis
    const rows = yield* threadRows(sql`SELECT ${ofThread} FROM growth_opportunities o
      WHERE o.account_id = ${accountId}::uuid AND o.found_ms > ${sinceMs}::bigint AND o.found_ms <= ${untilMs}::bigint
        AND o.status = 'pending' AND ${isCurrent}
      ORDER BY o.found_ms DESC LIMIT ${lookedMax}::int`)
    return rows
      .map((row) => ({ ...row, urgency: urgencyFrom(row, nowMs)[0] }))
      .filter(({ urgency }) => urgency !== "ignore")
      .sort(
        (a, b) =>
          urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency) || b.score - a.score || (a.id < b.id ? -1 : 1)
      )
  })

  return {
    read: Effect.fn("Digests.read")(function* (accountId: string) {
      return shown(yield* settingsOf(accountId))
    }),

    save: Effect.fn("Digests.save")(function* (accountId: string, given: NewDigest) {
      const { quietFrom, quietTo, zone } = given
      if ((quietFrom === undefined) !== (quietTo === undefined)) {
        return yield* new InvalidInput(
          "quietFrom: goes with quietTo; send both hours, or neither to have no quiet hours"
        )
      }
      if (quietFrom !== undefined && quietFrom === quietTo) {
        return yield* new InvalidInput("quietTo: must be another hour than quietFrom")
      }
      if (zone !== undefined && !isTimeZone(zone)) {
        return yield* new InvalidInput("zone: must be a time zone as IANA names it, such as Europe/Berlin")
      }
      const nowMs = yield* Clock.currentTimeMillis
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT FROM growth_digests WHERE account_id = ${accountId}::uuid FOR UPDATE`
          const own: Settings = {
            ...(yield* settingsOf(accountId)),
            ...given,
            quietFrom: quietFrom ?? null,
            quietTo: quietTo ?? null
          }
          const isDaily = own.mail === "daily" || own.chat === "daily"
          const next = { ...own, nextMs: isDaily ? nextDigest(own, nowMs) : null }
          yield* write(next)
          return shown(next)
        })
      )
    }),

    makeFeed: Effect.fn("Digests.makeFeed")(function* (accountId: string) {
      const code = randomCode()
      const hash = yield* sha256Hex(code)
      const nowMs = yield* Clock.currentTimeMillis
      const { chat, hour, mail, zone } = atFirst(accountId)
      yield* sql`
        INSERT INTO growth_digests (account_id, mail, chat, hour, zone, feed_hash, feed_ms)
        VALUES (${accountId}::uuid, ${mail}, ${chat}, ${hour}::int, ${zone}, ${hash}, ${nowMs}::bigint)
        ON CONFLICT (account_id) DO UPDATE SET feed_hash = excluded.feed_hash, feed_ms = excluded.feed_ms`
      const url = `${gateway.url.replace(/\/+$/, "")}/growth/feeds/${code}`
      const answer: NewFeed = { feeds: [{ name: "Threads found, as an Atom feed", url, madeAt: isoOf(nowMs) }] }
      return answer
    }),

    removeFeed: Effect.fn("Digests.removeFeed")(function* (accountId: string) {
      yield* sql`UPDATE growth_digests SET feed_hash = NULL, feed_ms = NULL WHERE account_id = ${accountId}::uuid`
      return shown(yield* settingsOf(accountId))
    }),

    /** The feed of a secret address, read anew each time: what was erased since isn't in it. */
    feed: Effect.fn("Digests.feed")(function* (code: string) {
      if (!isCode(code)) return yield* noFeed
      const hash = yield* sha256Hex(code)
      const [feed] = yield* feedRows(sql`SELECT account_id::text AS "accountId", feed_ms::float8 AS "feedMs"
        FROM growth_digests WHERE feed_hash = ${hash}`)
      if (feed === undefined) return yield* noFeed
      const nowMs = yield* Clock.currentTimeMillis
      const rows = yield* entryRows(sql`
        SELECT ${ofThread}, o.title, o.excerpt, o.published_ms::float8 AS "publishedMs", o.found_ms::float8 AS "foundMs"
        FROM (SELECT n.* FROM growth_opportunities n WHERE n.account_id = ${feed.accountId}::uuid
          ORDER BY n.found_ms DESC LIMIT ${entriesLooked}::int) o
        WHERE o.status IN ('pending', 'approved', 'snoozed') AND ${isCurrent}
        ORDER BY o.found_ms DESC, o.id DESC LIMIT ${entriesMax}::int`)
      return atomOf(
        { id: hash, madeMs: feed.feedMs },
        rows.map(({ score, ...row }) => ({ ...row, relevance: score, urgency: urgencyFrom(row, nowMs)[0] }))
      )
    }),

    /** Enqueues the digests whose hour has come, each once: what is to be told and when the next is due are one change. */
    due: Effect.fn("Digests.due")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      for (;;) {
        const taken = yield* sql.withTransaction(
          Effect.gen(function* () {
            const rows = yield* settingsRows(sql`SELECT ${columns} FROM growth_digests WHERE next_ms <= ${nowMs}::bigint
              ORDER BY next_ms, account_id LIMIT ${dueAtOnce}::int FOR UPDATE SKIP LOCKED`)
            for (const row of rows) {
              const { accountId, toldMs, zone } = row
              const of = {
                accountId,
                day: dayIn(zone, nowMs),
                sinceMs: Math.max(toldMs ?? nowMs - dayMs, nowMs - backMs),
                untilMs: nowMs
              }
              for (const by of ["mail", "chat"] as const) {
                if (row[by] !== "daily") continue
                yield* here(jobs.enqueue(DigestRef, { ...of, by }, { key: `digest:${by}:${accountId}:${of.day}` }))
              }
              yield* sql`UPDATE growth_digests SET told_ms = ${nowMs}::bigint,
                  next_ms = ${nextDigest({ ...row, toldMs: nowMs }, nowMs)}::bigint
                WHERE account_id = ${accountId}::uuid`
            }
            return rows.length
          })
        )
        if (taken < dueAtOnce) return
      }
    }),

    /** Tells a day's digest by one way; nothing where nothing is to be told. The same day's is told once. */
    tell: Effect.fn("Digests.tell")(function* ({ accountId, by, day, sinceMs, untilMs }: DigestJob) {
      const settings = yield* settingsOf(accountId)
      if (settings[by] !== "daily") return
      yield* assertLoud(settings)
      const all = yield* found(accountId, sinceMs, untilMs)
      if (all.length === 0) return
      const must = all.filter(({ urgency }) => urgency === "must_reply").length
      const count = `${all.length === lookedMax ? "at least " : ""}${all.length} thread${all.length === 1 ? "" : "s"}`
      const title = `Growth: ${count} to answer${must === 0 ? "" : `, ${must} of them now`}`
      if (by === "chat") {
        const best = all.slice(0, 3).map((row) => `${row.urgency.replaceAll("_", " ")}: ${tellOf(row).what}`)
        yield* alerts.notify(accountId, {
          kind: digestKind,
          key: `${digestKind} ${day}`,
          title,
          text: `${best.join("\n")}\nThey're in the inbox of Growth.`
        })
        return
      }
      const lines = all.slice(0, shownMax).map((row) => {
        const { isNamed, url, what } = tellOf(row)
        return `${row.urgency.replaceAll("_", " ")}: ${what}\n${isNamed ? "Its address names its author." : (url ?? "It has no public address.")}`
      })
      const more = all.length - lines.length
      yield* send(accountId, {
        subject: title,
        text: [...lines, ...(more === 0 ? [] : [`And ${more} more.`])].join("\n\n"),
        kind: digestKind,
        key: `${digestKind}/${accountId}/${day}`
      })
    }),

    /** Has a thread that must be answered mailed at once, or when quiet hours end. */
    atOnce: Effect.fn("Digests.atOnce")(function* (accountId: string, id: string) {
      const settings = yield* settingsOf(accountId)
      if (settings.mail !== "at_once") return
      const nowMs = yield* Clock.currentTimeMillis
      const loudMs = loudFrom(settings, nowMs)
      yield* here(
        jobs.enqueue(
          TellMail,
          { accountId, id },
          { key: `tell-mail:${id}`, ...(loudMs === nowMs ? {} : { runAtMs: loudMs }) }
        )
      )
    }),

    tellMail: Effect.fn("Digests.tellMail")(function* (accountId: string, id: string) {
      const settings = yield* settingsOf(accountId)
      if (settings.mail !== "at_once") return
      yield* assertLoud(settings)
      const [row] = yield* mailedRows(sql`SELECT ${ofThread}, o.status, o.gone_ms::float8 AS "goneMs"
        FROM growth_opportunities o WHERE o.account_id = ${accountId}::uuid AND o.id = ${id}::uuid`)
      // Decided on or deleted since.
      if (row === undefined || row.goneMs !== null || row.status !== "pending") return
      const { isNamed, url, what } = tellOf(row)
      yield* send(accountId, {
        subject: "Growth: a thread where an answer of yours would help now",
        text: `${what}\n${isNamed ? "Its address names its author: it's in the inbox of Growth." : (url ?? "It has no public address.")}`,
        kind: mustReply,
        key: `${mustReply}/${id}`
      })
    }),

    giveUp: (accountId: string) => note(accountId, "a mail couldn't be sent: the mail service failed again and again")
  }
})

/** Tells people of what was found: once a day or at once, by mail, in chats and by a feed. */
export class Digests extends Context.Service<Digests, Effect.Success<typeof make>>()("@storeglass/growth/Digests") {
  static readonly layer = Layer.effect(Digests, make)
}
