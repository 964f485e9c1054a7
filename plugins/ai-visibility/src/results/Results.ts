import { isoOf, isUuid, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { notBegun, nothing } from "../errors.ts"
import { type DrawnChange, drawn, makeChanges } from "../kept/Changes.ts"
import { Intents } from "../kept/Intents.ts"
import { makeSettingsTable } from "../kept/SettingsTable.ts"
import { ModelSlug, modelSlugs } from "../models.ts"
import type { Place, Subject } from "../Subjects.ts"
import { Citations, Mentions, type StoredMention } from "../scans/stored.ts"
import { answerStatuses, type Intent, samplesMax } from "../schema.ts"
import { changeOf, intervalOf } from "../scoring/interval.ts"
import { emptyTally } from "../scoring/Tally.ts"
import { type Score, scoreOf } from "../scoring/visibility.ts"
import type { DayWindow } from "./dayWindow.ts"
import { Sums, sql as sums } from "./sums.ts"

const competitorsMax = 20
const topAppsMax = 3
const sourcesMax = 50
/** The one that searches the web and tells its sources. */
const groundedModel = "model_d"

const modelId = Schema.NullOr(Schema.String)
const DaySums = Schema.Struct({
  day: Schema.String,
  modelId,
  addedMs: Schema.NullOr(Schema.Finite),
  ...Sums.fields
})
const daySums = rowsOf(DaySums)
const IntentSums = Schema.Struct({ day: Schema.String, intent: Schema.String, modelId, ...Sums.fields })
const intentSums = rowsOf(IntentSums)
const intentRows = rowsOf(
  Schema.Struct({
    intentId: Schema.String,
    label: Schema.String,
    description: Schema.NullOr(Schema.String),
    status: Schema.Literals(["active", "paused", "archived"]),
    source: Schema.Literals(["llm", "user"]),
    promptsTotal: Schema.Int
  })
)
const TopApp = Schema.Struct({
  intent: Schema.String,
  name: Schema.String,
  trackId: Schema.NullOr(Schema.String),
  isOwnerApp: Schema.Boolean
})
const topRows = rowsOf(TopApp)
const competitorRows = rowsOf(
  Schema.Struct({
    trackId: Schema.NullOr(Schema.String),
    name: Schema.String,
    appearances: Schema.Int,
    intents: Schema.Int,
    positionSum: Schema.Int,
    positionN: Schema.Int,
    prompts: Schema.Int
  })
)
const scoredRows = rowsOf(Schema.Struct({ answers: Schema.Int, asOf: Schema.NullOr(Schema.String) }))
const sourceRows = rowsOf(
  Schema.Struct({
    domain: Schema.String,
    answers: Schema.Int,
    withOwner: Schema.Int,
    intents: Schema.Int,
    ownIntents: Schema.Int,
    day: Schema.String,
    url: Schema.String,
    title: Schema.String
  })
)
const askedRows = rowsOf(Schema.Struct({ prompts: Schema.Int, asOf: Schema.NullOr(Schema.String) }))
const AnswerRow = Schema.Struct({
  id: Schema.String,
  prompt: Schema.String,
  intent: Schema.String,
  model: ModelSlug,
  modelId: Schema.String,
  rawText: Schema.String,
  citations: Citations,
  mentions: Mentions,
  fetchedMs: Schema.Finite,
  status: Schema.Literals(answerStatuses)
})
const answerRows = rowsOf(AnswerRow)
const LatestRow = Schema.Struct({
  id: Schema.String,
  prompt: Schema.String,
  model: ModelSlug,
  sample: Schema.Int,
  modelId: Schema.String,
  mentions: Mentions,
  fetchedMs: Schema.Finite,
  status: Schema.Literals(answerStatuses),
  asked: Schema.String,
  day: Schema.String
})
const latestRows = rowsOf(LatestRow)

/** Of a prompt's answers, by model and latest first, those that belong together: of one day and text, one of each sample. */
const latestSamples = (answers: ReadonlyArray<typeof LatestRow.Type>) =>
  modelSlugs.flatMap((slug) => {
    const ofModel = answers.filter(({ model }) => model === slug)
    const [latest] = ofModel
    const together = ofModel.filter(({ asked, day }) => asked === latest?.asked && day === latest.day)
    const bySample = new Map(together.toReversed().map((answer) => [answer.sample, answer]))
    return [...bySample.values()].toSorted((a, b) => a.sample - b.sample)
  })

/** Where nothing was scored, all of it is null. */
const scored = (tally: typeof Sums.Type | undefined): Score => scoreOf(tally ?? emptyTally)
const spread = (tally: typeof Sums.Type | undefined) => (tally === undefined ? null : intervalOf(tally))
const rounded = (value: number) => Math.round(value * 10) / 10

/** By position, those in prose last, in the order in which they were named. */
const shownMentions = (mentions: ReadonlyArray<StoredMention>) =>
  mentions
    .map(({ citation: _, ...mention }) => mention)
    .toSorted((a, b) => (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER))

/** When a day was added up; of one from before that was kept, its end. */
const addedAt = ({ addedMs, day }: typeof DaySums.Type) => addedMs ?? Date.parse(plusDays(day, 1)) - 1

const modelNote = (before: string | null, after: string | null): ReadonlyArray<DrawnChange> =>
  before === null || after === null || before === after
    ? []
    : [{ kind: "model_changed", count: 1, at: null, detail: `${before} → ${after}` }]

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const settings = yield* makeSettingsTable
  const intents = yield* Intents
  const changes = yield* makeChanges

  const assertBegun = Effect.fnUntraced(function* (place: Place) {
    if ((yield* settings.read(place)) === undefined) return yield* notBegun(place.appId, place.country)
  })

  const measuredAt = ({ accountId, appId, country }: Place, model: ModelSlug) =>
    sql`account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country} AND model_slug = ${model}`
  const inWindow = (at: Statement.Fragment, { from, to }: DayWindow) =>
    sql`${at} AND day BETWEEN ${from}::date AND ${to}::date`
  /** Days with scored answers, the latest first: of the app, or of one intent. */
  const days = (at: Statement.Fragment, most: number, intentId?: string) =>
    daySums(sql`SELECT day::text, model_id AS "modelId", added_ms::float8 AS "addedMs", ${sql.literal(sums.plain)}
      FROM ${
        intentId === undefined
          ? sql`ai_visibility_app_days WHERE ${at}`
          : sql`ai_visibility_rollups WHERE ${at} AND intent = ${intentId}::uuid`
      } AND ok > 0 ORDER BY day DESC LIMIT ${most}::int`)
  /** How many bits are set in any of the rows of `shown`. Later rows have more, as there are more prompts and intents. */
  const inAny = (bits: string) =>
    sql.literal(
      `bit_count(bit_or(${bits} || repeat('0', (SELECT max(length(${bits})) FROM shown) - length(${bits}))::varbit))::int`
    )

  /** Of each intent the latest day with scored answers. */
  const latestOf = (place: Place, model: ModelSlug, intentId?: string) =>
    intentSums(sql`
      SELECT latest.day::text, latest.intent, latest.model_id AS "modelId", ${sql.literal(sums.plain)}
      FROM ai_visibility_intents i CROSS JOIN LATERAL (
        SELECT * FROM ai_visibility_rollups r WHERE ${measuredAt(place, model)} AND r.intent = i.id AND ok > 0
        ORDER BY r.day DESC LIMIT 1) AS latest
      WHERE i.account_id = ${place.accountId}::uuid AND i.app_id = ${place.appId} AND i.country = ${place.country}
        ${intentId === undefined ? sql`AND i.status <> 'archived'` : sql`AND i.id = ${intentId}::uuid`}
      ORDER BY latest.intent`)

  const topApps = Effect.fnUntraced(function* (
    place: Place,
    model: ModelSlug,
    latest: ReadonlyArray<{ readonly intent: string; readonly day: string }>
  ) {
    const rows = yield* topRows(sql`
      SELECT latest.intent, named.name, named.track_id AS "trackId", named.is_owner AS "isOwnerApp"
      FROM json_to_recordset(${JSON.stringify(latest.map(({ day, intent }) => ({ day, intent })))}::text::json)
          AS latest (day date, intent uuid)
        CROSS JOIN LATERAL (
          SELECT n.*, n.position_sum::float8 / nullif(n.position_n, 0) AS position FROM ai_visibility_named n
          WHERE n.account_id = ${place.accountId}::uuid AND n.app_id = ${place.appId} AND n.country = ${place.country}
            AND n.model_slug = ${model} AND n.day = latest.day AND n.intent = latest.intent
          ORDER BY n.appearances DESC, position NULLS LAST, n.key LIMIT ${topAppsMax}::int) AS named
      ORDER BY latest.intent, named.appearances DESC, named.position NULLS LAST, named.key`)
    const byIntent = new Map<string, Array<Omit<typeof TopApp.Type, "intent">>>()
    for (const { intent, ...app } of rows) byIntent.set(intent, [...(byIntent.get(intent) ?? []), app])
    return byIntent
  })

  const scoresOf = (model: ModelSlug, latest: typeof IntentSums.Type | undefined) => {
    const { positionAvg, sampleSize, score, sentimentPct, status, visibility } = scored(latest)
    return {
      visibilityScore: score,
      visibilityPct: visibility,
      sentimentPct,
      positionAvg,
      promptsWithOwner: latest?.promptsWithOwner ?? 0,
      sampleSize,
      promptsScored: latest?.promptsOk ?? 0,
      interval: spread(latest),
      scoredAt: latest?.day ?? null,
      scoreStatus: status,
      modelSlug: model,
      modelId: latest?.modelId ?? null
    }
  }

  return {
    /** Fails where the app isn't set up in the country. */
    assertBegun,

    overview: Effect.fn("Results.overview")(function* (subject: Subject, model: ModelSlug) {
      yield* assertBegun(subject)
      const { accountId, appId, country } = subject
      const at = measuredAt(subject, model)
      const [latest, before] = yield* days(at, 2)
      const { label, mentionPct, positionAvg, sampleSize, score, sentimentPct, status } = scored(latest)
      const previous = scored(before)
      const active = yield* intentRows(sql`
        SELECT id AS "intentId", label, description, status, source, 0 AS "promptsTotal" FROM ai_visibility_intents
        WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country} AND status = 'active'`)
      const covered =
        latest === undefined
          ? []
          : yield* intentSums(sql`
              SELECT day::text, intent, model_id AS "modelId", ${sql.literal(sums.plain)}
              FROM ai_visibility_rollups WHERE ${at} AND day = ${latest.day}::date AND named > 0`)
      const isCovered = new Set(covered.map(({ intent }) => intent))
      return {
        appId,
        country,
        modelSlug: model,
        modelId: latest?.modelId ?? null,
        scoredAt: latest?.day ?? null,
        visibilityScore: { score, label, interval: spread(latest), status },
        visibilityPct: mentionPct,
        sentimentPct,
        positionAvg,
        sampleSize,
        promptsScored: latest?.promptsOk ?? 0,
        errors: latest?.answersFailed ?? 0,
        refusals: latest?.answersRefused ?? 0,
        unparsed: latest?.answersUnread ?? 0,
        intentsTotal: active.length,
        intentsCovered: active.filter(({ intentId }) => isCovered.has(intentId)).length,
        trend: {
          scoredAtPrev: before?.day ?? null,
          visibilityScorePrev: previous.score,
          sentimentPctPrev: previous.sentimentPct,
          change: changeOf(spread(before), spread(latest))
        }
      }
    }),

    intents: Effect.fn("Results.intents")(function* (subject: Subject, model: ModelSlug) {
      yield* assertBegun(subject)
      const { accountId, appId, country } = subject
      const rows = yield* intentRows(sql`
        SELECT i.id AS "intentId", i.label, i.description, i.status, i.source, (SELECT count(*)::int
          FROM ai_visibility_prompts p WHERE p.account_id = i.account_id AND p.intent = i.id AND p.status = 'active'
        ) AS "promptsTotal"
        FROM ai_visibility_intents i
        WHERE i.account_id = ${accountId}::uuid AND i.app_id = ${appId} AND i.country = ${country}
          AND i.status <> 'archived'
        ORDER BY i.created_ms, i.id`)
      const latest = yield* latestOf(subject, model)
      const top = yield* topApps(subject, model, latest)
      return rows.map((row) => ({
        ...row,
        ...scoresOf(
          model,
          latest.find(({ intent }) => intent === row.intentId)
        ),
        topApps: top.get(row.intentId) ?? []
      }))
    }),

    intent: Effect.fn("Results.intent")(function* (
      owner: Omit<Subject, "country">,
      intentId: string,
      asked: ModelSlug | undefined
    ) {
      const found: Intent = yield* intents.find(owner, intentId)
      const place = { ...owner, country: found.country }
      const model = asked ?? modelSlugs[0]
      const latest = yield* latestOf(place, model, intentId)
      const top = yield* topApps(place, model, latest)
      const prompts = yield* intents.prompts(owner, intentId)
      const models = asked === undefined ? modelSlugs : [asked]
      const answers = yield* latestRows(sql`
        SELECT a.id, wanted.prompt, a.model_slug AS model, a.sample, a.model_id AS "modelId", a.mentions,
          a.fetched_ms::float8 AS "fetchedMs", a.status, a.prompt_text AS asked, a.day::text AS day
        FROM json_to_recordset(${JSON.stringify(
          prompts.flatMap(({ promptId }) => models.map((slug) => ({ prompt: promptId, slug })))
        )}::text::json) AS wanted (prompt uuid, slug text)
          CROSS JOIN LATERAL (
            SELECT extract(epoch FROM day)::bigint * 1000 AS ms FROM ai_visibility_answers
            WHERE account_id = ${owner.accountId}::uuid AND prompt = wanted.prompt AND model_slug = wanted.slug
              AND fetched_ms IS NOT NULL
            ORDER BY fetched_ms DESC LIMIT 1) AS since
          CROSS JOIN LATERAL (
            SELECT * FROM ai_visibility_answers
            WHERE account_id = ${owner.accountId}::uuid AND prompt = wanted.prompt AND model_slug = wanted.slug
              AND fetched_ms >= since.ms
            ORDER BY fetched_ms DESC LIMIT ${samplesMax}::int) AS a
        ORDER BY a.model_slug, a.fetched_ms DESC`)
      return {
        ...found,
        ...scoresOf(model, latest[0]),
        topApps: top.get(intentId) ?? [],
        prompts: prompts.map(({ promptId, status, style, text }) => ({
          promptId,
          text,
          style,
          status,
          latestAnswers: latestSamples(answers.filter(({ prompt }) => prompt === promptId)).map(
            ({ fetchedMs, id, mentions, model: modelSlug, modelId, sample, status }) => {
              const own = mentions.find(({ isOwnerApp }) => isOwnerApp)
              return {
                answerId: id,
                modelSlug,
                sample,
                modelId,
                fetchedAt: isoOf(fetchedMs),
                status,
                ownerMentioned: own !== undefined,
                ownerPosition: own?.position ?? null,
                apps: shownMentions(mentions)
              }
            }
          )
        }))
      }
    }),

    competitors: Effect.fn("Results.competitors")(function* (subject: Subject, model: ModelSlug, window: DayWindow) {
      yield* assertBegun(subject)
      const at = measuredAt(subject, model)
      const within = inWindow(at, window)
      const [asked] = yield* askedRows(sql`
        WITH shown AS MATERIALIZED (SELECT day, prompts FROM ai_visibility_app_days WHERE ${within})
        SELECT coalesce(${inAny("prompts")}, 0) AS prompts, max(day)::text AS "asOf" FROM shown`)
      // Twenty rows a day are looked up one by one (LIMIT 1 of what is one anyhow says so) rather than picked from all.
      const rows = yield* competitorRows(sql`
        WITH scanned AS MATERIALIZED (SELECT day FROM ai_visibility_app_days WHERE ${within}),
        top AS MATERIALIZED (
          SELECT *, row_number() OVER (ORDER BY appearances DESC, "positionSum"::float8 / nullif("positionN", 0) NULLS LAST, key)
            AS place
          FROM (SELECT key, sum(appearances)::int AS appearances, sum(position_sum)::int AS "positionSum",
              sum(position_n)::int AS "positionN"
            FROM ai_visibility_app_named WHERE ${within} AND NOT is_owner GROUP BY key) AS summed
          ORDER BY place LIMIT ${competitorsMax}::int),
        shown AS MATERIALIZED (
          SELECT place, named.* FROM top CROSS JOIN scanned CROSS JOIN LATERAL (
            SELECT day, prompts, intents FROM ai_visibility_app_named
            WHERE ${at} AND day = scanned.day AND key = top.key AND NOT is_owner LIMIT 1) AS named),
        seen AS MATERIALIZED (
          SELECT place, max(day) AS day, ${inAny("intents")} AS intents, ${inAny("prompts")} AS prompts FROM shown GROUP BY place)
        SELECT last.name, last.track_id AS "trackId", appearances, intents, "positionSum", "positionN", prompts
        FROM top JOIN seen USING (place) CROSS JOIN LATERAL (
          SELECT name, track_id FROM ai_visibility_app_named WHERE ${at} AND day = seen.day AND key = top.key LIMIT 1) AS last
        ORDER BY place`)
      const total = asked?.prompts ?? 0
      const shown = rows.map(({ appearances, intents, name, positionN, positionSum, prompts, trackId }) => ({
        trackId,
        name,
        iconUrl: null,
        appearancesTotal: appearances,
        intentsCovered: intents,
        positionAvg: positionN === 0 ? null : rounded(positionSum / positionN),
        visibilityPct: total === 0 ? 0 : rounded((100 * prompts) / total)
      }))
      return { rows: shown, asOf: asked?.asOf ?? null }
    }),

    sources: Effect.fn("Results.sources")(function* (subject: Subject, window: DayWindow) {
      yield* assertBegun(subject)
      const at = measuredAt(subject, groundedModel)
      const within = inWindow(at, window)
      const [scored] = yield* scoredRows(sql`
        SELECT coalesce(sum(ok), 0)::int AS answers, max(day) FILTER (WHERE ok > 0)::text AS "asOf"
        FROM ai_visibility_app_days WHERE ${within}`)
      // Fifty rows a day are picked from all, read once (OFFSET 0 says so), rather than looked up one by one.
      const rows = yield* sourceRows(sql`
        WITH top AS MATERIALIZED (
          SELECT domain, sum(answers)::int AS answers, sum(with_owner)::int AS "withOwner"
          FROM ai_visibility_app_sources WHERE ${within} GROUP BY domain ORDER BY answers DESC, domain LIMIT ${sourcesMax}::int),
        shown AS MATERIALIZED (
          SELECT cited.* FROM top JOIN (
            SELECT domain, day, intents, own_intents FROM ai_visibility_app_sources WHERE ${within} OFFSET 0) AS cited
          USING (domain)),
        seen AS MATERIALIZED (
          SELECT domain, max(day) AS day, ${inAny("intents")} AS intents, ${inAny("own_intents")} AS "ownIntents"
          FROM shown GROUP BY domain)
        SELECT domain, answers, "withOwner", intents, "ownIntents", seen.day::text, url, title
        FROM top JOIN seen USING (domain) CROSS JOIN LATERAL (
          SELECT url, title FROM ai_visibility_app_sources AS page
          WHERE ${at} AND page.day = seen.day AND page.domain = top.domain LIMIT 1) AS page
        ORDER BY answers DESC, domain`)
      const total = scored?.answers ?? 0
      const shown = rows.map(({ answers, day, domain, intents, ownIntents, title, url, withOwner }) => ({
        domain,
        answersTotal: answers,
        answersWithOwner: withOwner,
        answersWithoutOwner: answers - withOwner,
        ownerNamed:
          withOwner === 0 ? ("never" as const) : withOwner === answers ? ("always" as const) : ("sometimes" as const),
        sharePct: total === 0 ? 0 : rounded((100 * answers) / total),
        intentsCovered: intents,
        intentsWithOwner: ownIntents,
        lastCitedOn: day,
        exampleUrl: url,
        exampleTitle: title
      }))
      return { rows: shown, asOf: scored?.asOf ?? null }
    }),

    trend: Effect.fn("Results.trend")(function* (
      subject: Subject,
      model: ModelSlug,
      window: DayWindow,
      intentId?: string
    ) {
      yield* assertBegun(subject)
      if (intentId !== undefined) {
        const found = yield* intents.find(subject, intentId)
        if (found.country !== subject.country) return yield* nothing("intent")
      }
      const within = inWindow(measuredAt(subject, model), window)
      const rows = (yield* days(within, 90, intentId)).toReversed()
      const [oldest, newest] = [rows[0], rows.at(-1)]
      const changed =
        oldest === undefined || newest === undefined
          ? []
          : yield* changes.between(subject, { afterMs: addedAt(oldest), untilMs: addedAt(newest), intentId })
      const notesOf = (before: typeof DaySums.Type | undefined, row: typeof DaySums.Type) =>
        before === undefined
          ? []
          : [
              ...modelNote(before.modelId, row.modelId),
              ...drawn(changed.filter(({ atMs }) => atMs > addedAt(before) && atMs <= addedAt(row)))
            ]
      return rows.flatMap((row, at) => {
        const { mentionPct, positionAvg, sampleSize, score, sentimentPct } = scoreOf(row)
        const before = rows[at - 1]?.modelId ?? null
        if (score === null || mentionPct === null) return []
        return [
          {
            date: row.day,
            visibilityScore: score,
            visibilityPct: mentionPct,
            sentimentPct,
            positionAvg,
            promptsTotal: row.promptsAsked,
            promptsWithOwner: row.promptsWithOwner,
            sampleSize,
            promptsScored: row.promptsOk,
            interval: intervalOf(row),
            change: changeOf(spread(rows[at - 1]), intervalOf(row)),
            errors: row.answersFailed,
            refusals: row.answersRefused,
            unparsed: row.answersUnread,
            modelId: row.modelId,
            modelChanged: modelNote(before, row.modelId).length > 0,
            notes: notesOf(rows[at - 1], row)
          }
        ]
      })
    }),

    answer: Effect.fn("Results.answer")(function* ({ accountId, appId }: Omit<Subject, "country">, answerId: string) {
      if (!isUuid(answerId)) return yield* nothing("answer")
      const [row] = yield* answerRows(sql`
        SELECT id, prompt, intent, model_slug AS model, model_id AS "modelId", raw_text AS "rawText", citations, mentions,
          fetched_ms::float8 AS "fetchedMs", status
        FROM ai_visibility_answers WHERE account_id = ${accountId}::uuid AND id = ${answerId}::uuid
          AND app_id = ${appId} AND status <> 'waiting'`)
      if (row === undefined) return yield* nothing("answer")
      const { citations, fetchedMs, id, intent, mentions, model, modelId, prompt, rawText, status } = row
      return {
        answer: {
          id,
          promptId: prompt,
          intentId: intent,
          modelSlug: model,
          modelId,
          rawText,
          citations,
          fetchedAt: isoOf(fetchedMs),
          status
        },
        mentions: shownMentions(mentions)
      }
    })
  }
})

/** What was measured. Of an answer's apps alone its own row is read, everything else from sums. */
export class Results extends Context.Service<Results, Effect.Success<typeof make>>()(
  "@storeglass/ai-visibility/Results"
) {
  static readonly layer = Layer.effect(Results, make)
}
