import { LatestRanks, type RankOfDay } from "@storeglass/keywords/contract"
import { isoOf, isUuid, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Apps } from "../apps/Apps.ts"
import { nothing } from "../errors.ts"
import { askedLanguage } from "../texts.ts"
import { Wall } from "../Wall.ts"
import { comparedFields, type Timeline, type VersionDiff } from "./schema.ts"
import { termChangeOf } from "./terms.ts"
import { wordDiff } from "./words.ts"

const NullOrText = Schema.NullOr(Schema.String)
const versionRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    versionName: Schema.String,
    language: Schema.String,
    title: NullOrText,
    subtitle: NullOrText,
    keywords: NullOrText,
    shortDescription: NullOrText,
    promotionalText: NullOrText,
    description: NullOrText,
    whatsNew: NullOrText,
    releasedMs: Schema.NullOr(Schema.Finite),
    nextMs: Schema.NullOr(Schema.Finite)
  })
)
type Row = Effect.Success<ReturnType<typeof versionRows>>[number]
const keywordRows = rowsOf(Schema.Struct({ keyword: Schema.String, country: Schema.String, device: Schema.String }))

const dayMs = 86_400_000
const termsMax = 200
interface Changed {
  readonly change: "added" | "removed"
  readonly keyword: string
  readonly country: string
  readonly device: string
}
/** What came before what went; else by the term, whose rows may all be of one moment. */
const inOrder = (a: Changed, b: Changed) => {
  const [one, other] = [a, b].map(({ change, country, device, keyword }) =>
    [change, keyword, country, device].join("\n")
  )
  return one === other ? 0 : (one ?? "") < (other ?? "") ? -1 : 1
}
const releasesMax = 500
const dayOf = (ms: number) => isoOf(ms).slice(0, 10)
const unmeasured: RankOfDay = { day: null, rank: null, rankStatus: "not_measured", depth: null }

const sideOf = ({ id, language, releasedMs, versionName }: Row) => ({
  id,
  versionName,
  language,
  releasedAt: releasedMs === null ? null : isoOf(releasedMs)
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const apps = yield* Apps
  const ranks = yield* Effect.serviceOption(LatestRanks)

  const columns = sql`v.id, v.version_name AS "versionName", v.language, v.title, v.subtitle, v.keywords,
    v.short_description AS "shortDescription", v.promotional_text AS "promotionalText", v.description,
    v.whats_new AS "whatsNew", v.released_ms::float8 AS "releasedMs",
    (SELECT min(n.released_ms)::float8 FROM workspace_versions n WHERE n.account_id = v.account_id AND n.app = v.app
      AND n.language = v.language AND n.released_ms > v.released_ms) AS "nextMs"`

  const compare = Effect.fn("Diffs.compare")(function* (
    accountId: string,
    appId: string,
    { from, to }: { readonly from: string; readonly to: string }
  ) {
    const found = yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        const read = Effect.fnUntraced(function* (id: string) {
          const [row] = isUuid(id)
            ? yield* versionRows(sql`
                SELECT ${columns} FROM workspace_versions v
                WHERE v.account_id = ${accountId}::uuid AND v.app = ${app.id}::uuid AND v.id = ${id}::uuid`)
            : []
          return row ?? (yield* nothing("version"))
        })
        const [former, latter] = [yield* read(from), yield* read(to)]
        const words = yield* keywordRows(sql`
          SELECT keyword, country, device FROM workspace_keywords
          WHERE account_id = ${accountId}::uuid AND app = ${app.id}::uuid ORDER BY created_ms, id`)
        return { app, former, latter, words }
      })
    )
    const { app, former, latter, words } = found
    const changeOf = termChangeOf(former, latter)
    const changed = words
      .flatMap((word) => {
        const change = changeOf(word.keyword)
        return change === "none" ? [] : [{ ...word, change }]
      })
      .sort(inOrder)
      .slice(0, termsMax)
    const nowMs = yield* Clock.currentTimeMillis
    const { nextMs, releasedMs } = latter
    // What a draft would change stands as it stands now.
    const ranksBefore = dayOf(releasedMs === null ? nowMs : releasedMs - dayMs)
    const ranksAfter = releasedMs === null ? null : dayOf(nextMs === null ? nowMs : nextMs - dayMs)
    const ranksOn = (day: string | null) =>
      day === null || Option.isNone(ranks) ? Effect.succeed([]) : ranks.value.upTo(app, changed, day)
    const before = yield* ranksOn(ranksBefore)
    const after = yield* ranksOn(ranksAfter)
    const answer: VersionDiff = {
      from: sideOf(former),
      to: sideOf(latter),
      fields: comparedFields.flatMap((field) => {
        const [a, b] = [former[field], latter[field]]
        if (a === null && b === null) return []
        return [{ field, isChanged: a !== b, pieces: wordDiff(a ?? "", b ?? "", latter.language) }]
      }),
      terms: changed.map((term, index) => ({
        ...term,
        before: before[index] ?? unmeasured,
        after: after[index] ?? unmeasured
      })),
      ranksBefore,
      ranksAfter
    }
    return answer
  })

  const timeline = Effect.fn("Diffs.timeline")(function* (accountId: string, appId: string, language?: string) {
    const tag = language === undefined ? null : yield* askedLanguage(language)
    const rows = yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        return yield* versionRows(sql`
          SELECT ${columns} FROM workspace_versions v
          WHERE v.account_id = ${accountId}::uuid AND v.app = ${app.id}::uuid AND v.released_ms IS NOT NULL
            AND (${tag}::text IS NULL OR v.language = ${tag}::text)
          ORDER BY v.released_ms DESC, v.id DESC LIMIT ${releasesMax}::int`)
      })
    )
    const answer: Timeline = {
      items: rows.map((row, index) => {
        const previous = rows.slice(index + 1).find(({ language }) => language === row.language)
        return {
          ...sideOf(row),
          until: row.nextMs === null ? null : isoOf(row.nextMs),
          previousId: previous?.id ?? null,
          changed: comparedFields.filter((field) => row[field] !== (previous?.[field] ?? null))
        }
      })
    }
    return answer
  })

  return { compare, timeline }
})

/** How an app's listing changed from version to version, and its ranks with it. */
export class Diffs extends Context.Service<Diffs, Effect.Success<typeof make>>()("@storeglass/workspace/Diffs") {
  static readonly layer = Layer.effect(Diffs, make)
}
