import { at, listAt as listOf, type TestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import type { Actor } from "./support.ts"

const Mentions = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      name: Schema.String,
      position: Schema.NullOr(Schema.Int),
      trackId: Schema.NullOr(Schema.String),
      isOwnerApp: Schema.Boolean,
      sentiment: Schema.NullOr(Schema.Finite)
    })
  )
)
const Citations = Schema.fromJsonString(Schema.Array(Schema.Struct({ url: Schema.String })))
/** What is stored of answers, as the tests read it. */
const Rows = Schema.Array(
  Schema.Struct({
    day: Schema.String,
    intent: Schema.String,
    prompt: Schema.String,
    model: Schema.String,
    status: Schema.String,
    mentions: Mentions,
    citations: Citations
  })
)
export type Row = (typeof Rows.Type)[number]
/** The answers of an account, oldest first. */
export const rowsIn = async (gateway: Pick<TestGateway, "run">, { accountId }: Pick<Actor, "accountId">) => {
  const found = await gateway.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        SELECT day::text, intent, prompt, model_slug AS model, status, mentions, citations FROM ai_visibility_answers
        WHERE account_id = ${accountId}::uuid ORDER BY day, prompt_no`
    )
  )
  return Schema.decodeUnknownSync(Rows)(found)
}

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
const tenth = (value: number) => Math.round(value * 10) / 10
const weight = (position: number | null) => {
  if (position === null) return 0.5
  return position === 1 ? 1 : position < 4 ? 0.85 : position < 6 ? 0.7 : position < 11 ? 0.5 : 0.3
}
/** The document's words, over single answers. */
export const counted = (rows: ReadonlyArray<Row>) => {
  const ok = rows.filter(({ status }) => status === "ok")
  const owners = ok.map(({ mentions }) => mentions.find(({ isOwnerApp }) => isOwnerApp))
  const named = owners.flatMap((owner) => (owner === undefined ? [] : [owner]))
  const sentiments = named.flatMap(({ sentiment }) => (sentiment === null ? [] : [sentiment]))
  const visibility = 100 * mean(owners.map((owner) => (owner === undefined ? 0 : weight(owner.position))))
  const sentiment = sentiments.length === 0 ? null : ((mean(sentiments) + 1) / 2) * 100
  const score = sentiment === null ? visibility : 0.7 * visibility + 0.3 * sentiment
  return {
    sampleSize: ok.length,
    promptsWithOwner: named.length,
    visibilityScore: named.length === 0 ? 0 : Math.round(Number(score.toFixed(6))),
    sentimentPct: sentiment === null ? null : tenth(sentiment)
  }
}
/** What a mention names: an app of the store, or a name that none has. */
const appOf = ({ name, trackId }: { readonly name: string; readonly trackId: string | null }) =>
  trackId ?? name.normalize("NFKC").toLowerCase()

const trackIdOf = (row: unknown): string | null => {
  const id = at(row, "trackId")
  return typeof id === "string" ? id : null
}

/** The trend of the app and of each intent is that of its answers, to the integer. */
export const assertTrends = async (
  own: Actor,
  rows: ReadonlyArray<Row>,
  {
    days,
    model,
    window = ""
  }: { readonly model: string; readonly days: ReadonlyArray<string>; readonly window?: string }
) => {
  for (const intent of [undefined, ...new Set(rows.map(({ intent }) => intent))]) {
    const query = `?model=${model}${intent === undefined ? "" : `&intentId=${intent}`}${window}`
    const trend = listOf(await own.done("GET", `/trend${query}`))
    const expected = days.flatMap((date) => {
      const of = rows.filter(
        (row) => row.day === date && row.model === model && (intent === undefined || row.intent === intent)
      )
      const figures = counted(of)
      return figures.sampleSize === 0 ? [] : [{ date, promptsTotal: of.length, ...figures }]
    })
    assert.deepEqual(
      trend.map((row) => ({
        date: at(row, "date"),
        promptsTotal: at(row, "promptsTotal"),
        sampleSize: at(row, "sampleSize"),
        promptsWithOwner: at(row, "promptsWithOwner"),
        visibilityScore: at(row, "visibilityScore"),
        sentimentPct: at(row, "sentimentPct")
      })),
      expected
    )
  }
}

/** The competitors are the apps that the answers of a model name, most appearances first. */
export const assertCompetitors = async (own: Actor, rows: ReadonlyArray<Row>, model: string, query = "") => {
  const ok = rows.filter((row) => row.model === model && row.status === "ok")
  const named = ok.flatMap(({ intent, mentions, prompt }) => {
    const others = mentions.filter(({ isOwnerApp }) => !isOwnerApp)
    const once = new Map(others.toReversed().map((mention) => [appOf(mention), mention]))
    return [...once].map(([app, { position }]) => ({ app, intent, position, prompt }))
  })
  const apps = Map.groupBy(named, ({ app }) => app)
  const prompts = new Set(ok.map(({ prompt }) => prompt)).size
  const shown = listOf(await own.done("GET", `/competitors?model=${model}${query}`))
  assert.isNotEmpty(shown)
  assert.deepEqual(
    shown.map((row) => at(row, "appearancesTotal")),
    [...apps.values()]
      .map(({ length }) => length)
      .toSorted((a, b) => b - a)
      .slice(0, 20)
  )
  for (const row of shown) {
    const app = apps.get(appOf({ name: String(at(row, "name")), trackId: trackIdOf(row) })) ?? []
    const positions = app.flatMap(({ position }) => (position === null ? [] : [position]))
    assert.deepInclude(Object(row), {
      appearancesTotal: app.length,
      intentsCovered: new Set(app.map(({ intent }) => intent)).size,
      positionAvg: positions.length === 0 ? null : tenth(mean(positions)),
      visibilityPct: tenth((100 * new Set(app.map(({ prompt }) => prompt)).size) / prompts)
    })
  }
}

const domainOf = (url: string) => /^https?:\/\/(?:www\.)?([^/:]+)/.exec(url)?.[1]
/** The sources are the domains that answers of the grounded assistant cite, most cited first. */
export const assertSources = async (own: Actor, rows: ReadonlyArray<Row>, query = "") => {
  const ok = rows.filter(({ model, status }) => model === "model_d" && status === "ok")
  const cited = ok.flatMap(({ citations, day, intent, mentions }) => {
    const domains = new Set(citations.map(({ url }) => domainOf(url)))
    const isOwn = mentions.some(({ isOwnerApp }) => isOwnerApp)
    return [...domains].flatMap((domain) => (domain === undefined ? [] : [{ day, domain, intent, isOwn }]))
  })
  const expected = [...Map.groupBy(cited, ({ domain }) => domain)].map(([domain, answers]) => {
    const withOwner = answers.filter(({ isOwn }) => isOwn)
    return {
      domain,
      answersTotal: answers.length,
      answersWithOwner: withOwner.length,
      sharePct: tenth((100 * answers.length) / ok.length),
      intentsCovered: new Set(answers.map(({ intent }) => intent)).size,
      intentsWithOwner: new Set(withOwner.map(({ intent }) => intent)).size,
      lastCitedOn: answers.at(-1)?.day
    }
  })
  const shown = listOf(await own.done("GET", `/sources${query}`))
  assert.isNotEmpty(shown)
  assert.deepEqual(
    shown.map((row) => ({
      domain: at(row, "domain"),
      answersTotal: at(row, "answersTotal"),
      answersWithOwner: at(row, "answersWithOwner"),
      sharePct: at(row, "sharePct"),
      intentsCovered: at(row, "intentsCovered"),
      intentsWithOwner: at(row, "intentsWithOwner"),
      lastCitedOn: at(row, "lastCitedOn")
    })),
    expected.toSorted((a, b) => b.answersTotal - a.answersTotal || (a.domain < b.domain ? -1 : 1)).slice(0, 50)
  )
}
