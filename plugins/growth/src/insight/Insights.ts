import {
  asDocumented,
  Caller,
  Forbidden,
  InvalidInput,
  isoOf,
  isUuid,
  NotFound,
  plusDays,
  rowsOf
} from "@storeglass/plugin-api"
import { SavedReports } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { GrowthChannels, kinds } from "../contract.ts"
import { type About, AppInbox, firstDay } from "../dashboard/AppInbox.ts"
import { textsMax } from "../opportunities/find.ts"
import { Opportunities } from "../opportunities/Opportunities.ts"
import { Projects } from "../projects/Projects.ts"
import type { Scanned } from "../projects/ProjectTable.ts"
import { aliasOf } from "../scans/candidates.ts"
import { namesIn } from "../scoring/relevance.ts"
import { intents } from "../texts/lists.ts"
import { folded } from "../texts/words.ts"
import { addressNamesAuthor } from "../upkeep/forgotten.ts"
import { type AppInsight, Insight, type InsightTopic, type Quote } from "./schema.ts"
import { insightModel, quoteOf, type Topic, topicSteps, unsaidOf } from "./topics.ts"

const NullOr = Schema.NullOr
const Row = Schema.Struct({
  id: Schema.String,
  channel: Schema.String,
  kind: Schema.Literals(kinds),
  key: Schema.String,
  nativeId: NullOr(Schema.String),
  title: Schema.String,
  excerpt: Schema.String,
  url: NullOr(Schema.String),
  author: NullOr(Schema.String),
  language: NullOr(Schema.String),
  intent: NullOr(Schema.Literals(intents)),
  score: Schema.Int,
  publishedMs: Schema.Finite,
  reviewOf: NullOr(Schema.String),
  stars: NullOr(Schema.Int)
})
type Row = typeof Row.Type
const rows = rowsOf(Row)

const reportKind = "growth.insight"
const noReport = new NotFound("id: there is no such insight among your saved reports")
const complainingIntents: ReadonlySet<string | null> = new Set(["complaint", "problem"])
const otherIntents: ReadonlySet<string | null> = new Set(["praise", "news"])
/** A review of so many stars asks for nothing. */
const starsOfPraise = 4
/** As many bars as one takes in. */
const topicsOnPage = 10
const complaintsOnPage = 3
const rounded = (value: number) => Math.round(value * 1_000) / 1_000
const daysUsual = 90

/** What of a project tells whom a thread is about. */
type Subject = Pick<Scanned, "appId" | "appName" | "competitorNames" | "competitors" | "keywords">

/** How much is shown. */
interface Shown {
  readonly topics: number
  readonly quotes: number
}

const quoted = (row: Row, topic: string): Quote => ({
  opportunityId: row.id,
  text: quoteOf(row, topic),
  url: row.url,
  author: row.author,
  channel: row.channel,
  intent: row.intent,
  publishedAt: isoOf(row.publishedMs)
})

/** The best ones, each of another author and in other words. */
const quotesOf = (threads: ReadonlyArray<Row>, topic: string, max: number): ReadonlyArray<Quote> => {
  const told = new Set<string>()
  const quotes: Array<Quote> = []
  for (const row of threads) {
    if (quotes.length >= max) break
    const quote = quoted(row, topic)
    const signs = [`by ${row.author ?? row.id}`, `says ${quote.text}`]
    if (signs.some((sign) => told.has(sign))) continue
    for (const sign of signs) told.add(sign)
    quotes.push(quote)
  }
  return quotes
}

const topicOf = ({ authors, threads, topic, words }: Topic<Row>, all: number, { quotes }: Shown): InsightTopic => {
  const byIntent: Record<string, number> = {}
  for (const { intent } of threads) byIntent[intent ?? "unknown"] = (byIntent[intent ?? "unknown"] ?? 0) + 1
  return {
    topic,
    words,
    threads: threads.length,
    authors,
    share: rounded(threads.length / all),
    byIntent,
    lastAt: isoOf(Math.max(...threads.map(({ publishedMs }) => publishedMs))),
    quotes: quotesOf(threads, topic, quotes)
  }
}

/** Whom each thread is about, and what those have in common that ask, and that complain of the same competitor. */
const insightOf = Effect.fnUntraced(function* (
  given: ReadonlyArray<Row>,
  subjects: ReadonlyArray<Subject>,
  shown: Shown
) {
  const own = new Set(subjects.flatMap(({ appId }) => appId ?? []))
  const names = new Map<string, string>()
  const byId = new Map<string, string>()
  for (const { competitorNames, competitors } of subjects) {
    for (const name of [...competitors, ...Object.values(competitorNames)]) {
      names.set(folded(name), names.get(folded(name)) ?? name)
    }
    for (const [id, name] of Object.entries(competitorNames)) byId.set(id, names.get(folded(name)) ?? name)
  }
  const sought = [...names.values()].map((name) => ({ name, of: "competitor" as const }))
  const competitorsIn = ({ excerpt, language, reviewOf, title }: Row): ReadonlyArray<string> => {
    if (reviewOf === null) return namesIn(sought, { title, text: excerpt, language }).map(({ name }) => name)
    return own.has(reviewOf) ? [] : [byId.get(reviewOf) ?? reviewOf]
  }

  const asking: Array<Row> = []
  const complaints = new Map<string, Array<Row>>()
  let complaining = 0
  let notAsking = 0
  for (const row of given) {
    const about = competitorsIn(row)
    const isReview = row.kind === "review"
    // Stars tell more than words: praise says "cannot" too. Without them, it was found before these were kept.
    const isUseless = isReview ? (row.stars ?? starsOfPraise) >= starsOfPraise : otherIntents.has(row.intent)
    if (isUseless) notAsking += 1
    else if (about.length > 0 && (isReview || complainingIntents.has(row.intent))) {
      complaining += 1
      for (const name of about) complaints.set(name, [...(complaints.get(name) ?? []), row])
    } else asking.push(row)
  }

  const unsaid = unsaidOf(
    {
      keywords: subjects.flatMap(({ keywords }) => keywords),
      names: [...names.values(), ...subjects.flatMap(({ appName }) => (appName === null ? [] : [aliasOf(appName)]))]
    },
    given
  )
  const groupOf = Effect.fnUntraced(function* (threads: ReadonlyArray<Row>) {
    const steps = topicSteps(threads, unsaid, shown.topics)
    let step = steps.next()
    while (step.done !== true) {
      yield* Effect.yieldNow
      step = steps.next()
    }
    const topics = step.value.map((topic) => topicOf(topic, threads.length, shown))
    const grouped = topics.reduce((sum, topic) => sum + topic.threads, 0)
    return { threads: threads.length, ungrouped: threads.length - grouped, topics }
  })
  const competitors = yield* Effect.forEach([...complaints], ([name, threads]) =>
    Effect.map(groupOf(threads), (group) => ({ name, ...group }))
  )
  return {
    notAsking,
    complaining,
    asked: yield* groupOf(asking),
    competitors: competitors.toSorted((a, b) => b.threads - a.threads || (a.name < b.name ? -1 : 1))
  }
})

/** As it's kept: without what strangers wrote, who they are, and addresses that name them. Those are read when it's shown. */
const withoutStrangers = (insight: Insight, named: ReadonlySet<string>): Insight => {
  const bare = (topic: InsightTopic): InsightTopic => ({
    ...topic,
    quotes: topic.quotes.map((quote) => ({
      ...quote,
      text: null,
      author: null,
      url: named.has(quote.opportunityId) ? null : quote.url
    }))
  })
  return {
    ...insight,
    asked: { ...insight.asked, topics: insight.asked.topics.map(bare) },
    competitors: insight.competitors.map((one) => ({ ...one, topics: one.topics.map(bare) }))
  }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const channels = yield* GrowthChannels
  const projects = yield* Projects
  const opportunities = yield* Opportunities
  const inbox = yield* AppInbox
  const reports = yield* Effect.serviceOption(SavedReports)

  /** The newest threads of these projects, each once; one more than are looked at, to know whether there are more. */
  const newest = (accountId: string, projectIds: ReadonlyArray<string>, fromMs: number) =>
    rows(sql`
      WITH found AS MATERIALIZED (
        SELECT each.id, max(each.ms) AS ms FROM unnest(${projectIds}::uuid[]) p (id) CROSS JOIN LATERAL (
          SELECT f.opportunity_id AS id, f.published_ms AS ms FROM growth_finds f
          WHERE f.account_id = ${accountId}::uuid AND f.project_id = p.id AND f.published_ms >= ${fromMs}::bigint
            AND f.status <> 'dismissed'
          ORDER BY f.published_ms DESC, f.opportunity_id DESC LIMIT ${textsMax + 1}::int) each
        GROUP BY each.id ORDER BY ms DESC, each.id DESC LIMIT ${textsMax + 1}::int)
      SELECT o.id, o.channel, o.kind, o.key, o.native_id AS "nativeId", o.title, o.excerpt, o.url, o.author, o.language,
        o.intent, o.score, o.published_ms::float8 AS "publishedMs", o.review_of AS "reviewOf", o.stars
      FROM found JOIN growth_opportunities o ON o.account_id = ${accountId}::uuid AND o.id = found.id AND o.gone_ms IS NULL
      ORDER BY found.ms DESC, found.id DESC`)

  /** What was looked at in the days up to today, and what it says. */
  const told = Effect.fnUntraced(function* (
    accountId: string,
    subjects: ReadonlyArray<Scanned>,
    from: string,
    shown: Shown
  ) {
    const ids = subjects.map(({ id }) => id)
    const all = ids.length === 0 ? [] : yield* newest(accountId, ids, Date.parse(`${from}T00:00:00Z`))
    const looked = all.slice(0, textsMax)
    return { looked, isComplete: all.length <= textsMax, ...(yield* insightOf(looked, subjects, shown)) }
  })

  /** Keeps answers of the caller's. Who may not, or where there's no workspace, is refused before any work. */
  const keeper = Effect.gen(function* () {
    const { accountId, plan, scopes } = yield* Caller
    if (!scopes.includes("write")) {
      return yield* new Forbidden("save: needs a key with the scope write; this one may only read")
    }
    if (Option.isNone(reports)) {
      return yield* new InvalidInput("save: the plugin workspace, which keeps reports, isn't enabled on this gateway")
    }
    const lost = (reason: string) => Effect.succeed({ savedReport: null, reason })
    return (insight: Insight, { appId, name, platform }: Scanned, named: ReadonlySet<string>) =>
      reports.value
        .save({
          accountId,
          plan,
          kind: reportKind,
          title: `What people ask for: ${name}`,
          ...(appId === null ? {} : { app: { platform, appId } }),
          model: insightModel,
          params: { projectId: insight.projectId, from: insight.from, to: insight.to },
          payload: withoutStrangers(insight, named)
        })
        .pipe(
          Effect.map(({ id }) => ({ savedReport: { id } })),
          Effect.catchTags({
            TIER_LIMIT_EXCEEDED: ({ message }) => lost(message),
            ReportTooLarge: ({ bytes }) => lost(`the answer has ${bytes} bytes, and a report at most 1 MiB`),
            ReportIdTaken: Effect.die
          }),
          asDocumented
        )
  })

  /** A kept topic with what is still there of its threads. */
  const filled = (
    topic: InsightTopic,
    threads: ReadonlyMap<string, Effect.Success<ReturnType<typeof opportunities.named>>[number]>
  ): InsightTopic => ({
    ...topic,
    quotes: topic.quotes.map((quote) => {
      const thread = threads.get(quote.opportunityId)
      return thread === undefined
        ? { ...quote, text: null, author: null, url: null }
        : { ...quote, text: quoteOf(thread, topic.topic), author: thread.author, url: thread.url }
    })
  })

  return {
    /** What the threads of a project have in common. No place is asked. */
    of: Effect.fn("Insights.of")(function* (
      accountId: string,
      id: string,
      { days, save, ...shown }: Shown & { readonly days: number; readonly save: boolean }
    ) {
      const keep = save ? yield* keeper : undefined
      const project = yield* projects.find(accountId, id)
      const nowMs = yield* Clock.currentTimeMillis
      const to = isoOf(nowMs).slice(0, 10)
      const from = plusDays(to, 1 - days)
      const { looked, ...found } = yield* told(accountId, [project], from, shown)
      const insight: Insight = {
        projectId: project.id,
        from,
        to,
        looked: looked.length,
        ...found,
        provenance: { source: "stored", asOf: isoOf(nowMs), status: "measured", model: insightModel }
      }
      if (keep === undefined) return insight
      const named = new Set(looked.filter(addressNamesAuthor).map(({ id }) => id))
      return { ...insight, ...(yield* keep(insight, project, named)) }
    }),

    /** A kept one, with the quotes that are still there. */
    kept: Effect.fn("Insights.kept")(function* (accountId: string, id: string) {
      if (Option.isNone(reports) || !isUuid(id)) return yield* noReport
      const report = yield* reports.value.read(accountId, id)
      const decoded =
        report?.kind === reportKind ? Schema.decodeUnknownOption(Insight)(report.payload) : Option.none<Insight>()
      if (Option.isNone(decoded)) return yield* noReport
      const insight = decoded.value
      const topics = [insight.asked, ...insight.competitors].flatMap((group) => group.topics)
      const ids = topics.flatMap(({ quotes }) => quotes.map(({ opportunityId }) => opportunityId))
      const threads = new Map((yield* opportunities.named(accountId, ids)).map((thread) => [thread.id, thread]))
      const answer: Insight = {
        ...insight,
        asked: { ...insight.asked, topics: insight.asked.topics.map((topic) => filled(topic, threads)) },
        competitors: insight.competitors.map((one) => ({
          ...one,
          topics: one.topics.map((topic) => filled(topic, threads))
        }))
      }
      return answer
    }),

    /** The same over the projects of an app, as its page shows it. */
    ofApp: Effect.fn("Insights.ofApp")(function* (
      accountId: string,
      { from: asked, ...about }: About & { readonly from?: string }
    ) {
      const own = yield* inbox.projectsOf(accountId, about)
      const from = yield* firstDay(asked, daysUsual)
      const subjects = (yield* Effect.forEach(own, ({ id }) =>
        // One that was deleted meanwhile has nothing.
        Effect.catchTag(projects.find(accountId, id), "NOT_FOUND", () => Effect.succeed(undefined))
      )).filter((project) => project !== undefined)
      const {
        asked: asks,
        competitors,
        complaining,
        isComplete,
        looked,
        notAsking
      } = yield* told(accountId, subjects, from, { topics: topicsOnPage, quotes: 2 })
      const names = new Map((yield* channels.all).map(({ id, name }) => [id, name]))
      const by = ({ author, channel, publishedAt }: Quote) =>
        [...(author === null ? [] : [author]), names.get(channel) ?? channel, publishedAt.slice(0, 10)].join(" · ")
      const answer: AppInsight = {
        projects: own.length,
        from,
        looked: looked.length,
        isComplete,
        figures: [
          { name: "Threads looked at", value: looked.length },
          { name: "Ask for something", value: asks.threads },
          { name: "Complain of a competitor", value: complaining },
          { name: "Neither", value: notAsking }
        ],
        topics: asks.topics.map(({ threads, topic }) => ({ topic, threads })),
        quotes: asks.topics.flatMap(({ quotes, topic }) =>
          quotes.flatMap((quote) =>
            quote.text === null ? [] : [{ topic, quote: quote.text, url: quote.url, text: by(quote) }]
          )
        ),
        complaints: competitors.flatMap(({ name, topics }) =>
          topics.slice(0, complaintsOnPage).map(({ quotes: [quote], threads, topic }) => ({
            name: `${name}: ${topic}`,
            threads: `${threads}×`,
            url: quote?.url ?? null,
            text: quote === undefined ? "" : `${quote.text ?? ""}\n${by(quote)}`
          }))
        )
      }
      return answer
    })
  }
})

/** What people ask for most, and what they complain of. */
export class Insights extends Context.Service<Insights, Effect.Success<typeof make>>()("@storeglass/growth/Insights") {
  static readonly layer = Layer.effect(Insights, make)
}
