import { Field, isoOf, rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Apps } from "../apps/Apps.ts"
import { Wall } from "../Wall.ts"

const states = ["draft", "released", "current"] as const
const idOf = (which: string) =>
  Schema.NullOr(Schema.String).annotate({ description: `Id of the ${which} one; null: there aren't two.` })

export const VersionChoices = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      id: Field.text("Id of the version."),
      title: Field.text("Its name, language and the day of its release.", "2.1 · en-US · 2026-11-27"),
      state: Schema.Literals(states)
    }).annotate({ identifier: "VersionChoice" })
  ).annotate({ description: "Newest first." }),
  from: idOf("former"),
  to: idOf("latter")
}).annotate({ identifier: "VersionChoices" })
export type VersionChoices = typeof VersionChoices.Type

const versionRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    versionName: Schema.String,
    language: Schema.String,
    releasedMs: Schema.NullOr(Schema.Finite)
  })
)
type Row = Effect.Success<ReturnType<typeof versionRows>>[number]

const choicesMax = 200

/** The pair that says most: the newest draft and what it would replace, else the last release and the one before. */
const pairOf = (rows: ReadonlyArray<Row>) => {
  const releasesIn = (language: string) =>
    rows
      .flatMap(({ releasedMs, ...row }) =>
        releasedMs === null || row.language !== language ? [] : [{ ...row, releasedMs }]
      )
      .toSorted((a, b) => b.releasedMs - a.releasedMs)
  for (const draft of rows.filter(({ releasedMs }) => releasedMs === null)) {
    const [current] = releasesIn(draft.language)
    if (current !== undefined) return { from: current.id, to: draft.id }
  }
  for (const { language } of rows) {
    const [latter, former] = releasesIn(language)
    if (latter !== undefined && former !== undefined) return { from: former.id, to: latter.id }
  }
  const [to = null, from = null] = rows.map(({ id }) => id)
  return from === null ? { from: null, to: null } : { from, to }
}

/** Versions of an app to compare; none for an app that the account doesn't keep. */
export const makeVersionChoices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const apps = yield* Apps
  return Effect.fn("versionChoices")(function* (accountId: string, appId: string) {
    const rows = yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        return yield* versionRows(sql`
          SELECT id, version_name AS "versionName", language, released_ms::float8 AS "releasedMs"
          FROM workspace_versions
          WHERE account_id = ${accountId}::uuid AND app = ${app.id}::uuid AND NOT is_archived
          ORDER BY created_ms DESC, id DESC LIMIT ${choicesMax}::int`)
      }).pipe(Effect.catchTag("NOT_FOUND", () => Effect.succeed([])))
    )
    const currentOf = Map.groupBy(
      rows.filter(({ releasedMs }) => releasedMs !== null),
      ({ language }) => language
    )
    const isCurrent = ({ id, language, releasedMs }: Row) =>
      releasedMs !== null &&
      (currentOf.get(language) ?? []).every((other) => other.id === id || (other.releasedMs ?? 0) < releasedMs)
    const answer: VersionChoices = {
      items: rows.map((row) => ({
        id: row.id,
        title: [
          row.versionName,
          row.language,
          ...(row.releasedMs === null ? [] : [isoOf(row.releasedMs).slice(0, 10)])
        ].join(" · "),
        state: row.releasedMs === null ? "draft" : isCurrent(row) ? "current" : "released"
      })),
      ...pairOf(rows)
    }
    return answer
  })
})
