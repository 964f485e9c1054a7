import { Exchange, InvalidInput, measured } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlayApi } from "../api.ts"
import { account, asData, makeAsked, saved } from "../asked.ts"
import { PlayConnection } from "../PlayConnection.ts"
import { Syncs } from "../sync/Syncs.ts"
import { daysIn, metricSetIn } from "./asked.ts"
import { metricSetNames } from "./metricSets.ts"
import { beginningOf, readSlot, type Slot, slotAt } from "./timelines.ts"
import { vitalsRoom } from "./VitalRows.ts"
import { Vitals } from "./Vitals.ts"

const typeNames = { crash: "CRASH", anr: "ANR", nonFatal: "NON_FATAL" } as const
const orders = { errorReports: "errorReportCount desc", distinctUsers: "distinctUsers desc" } as const

/** Says how far the vendor's data go. */
const asOf = (endMs: number | undefined, clamped: boolean) =>
  endMs === undefined
    ? Effect.void
    : Exchange.use(({ describe }) =>
        describe(
          measured(
            { source: "connected_account", asOfMs: endMs, stale: false },
            clamped ? ["The window was cut off at the last that the store has."] : []
          )
        )
      )
const asOfSlot = (latestEnd: Slot | null, clamped: boolean) =>
  asOf(latestEnd === null ? undefined : beginningOf(latestEnd), clamped)

const dayIn = (text: string | undefined, name: string) => {
  const day = text === undefined ? undefined : readSlot("DAILY", text, "from")
  return text !== undefined && day === undefined
    ? Effect.fail(new InvalidInput(`${name} (body): must be a day in the form YYYY-MM-DD`))
    : Effect.succeed(day)
}
const versionFilter = (versionCode: string | undefined) =>
  versionCode === undefined ? [] : [`versionCode = ${versionCode}`]

export const vitalsHandlers = HttpApiBuilder.group(
  PlayApi,
  "connectStorebVitals",
  Effect.fn(function* (group) {
    const asked = yield* makeAsked
    const { ready } = yield* PlayConnection
    const syncs = yield* Syncs
    const vitals = yield* Vitals
    return group.handleAll({
      vitals: Effect.fn(function* ({ params: { metricSet, packageName }, query }) {
        const set = yield* metricSetIn(metricSet, "metricSet (path)")
        return yield* saved(
          asked((connection) =>
            Effect.gen(function* () {
              const { latestEnd, ...answer } = yield* vitals.read(connection, packageName, set, query)
              yield* asOfSlot(latestEnd, answer.window?.clamped ?? false)
              return answer
            })
          )
        )
      }),
      query: Effect.fn(function* ({ params: { metricSet, packageName }, payload }) {
        const set = yield* metricSetIn(metricSet, "metricSet (path)")
        return yield* saved(
          asked((connection) =>
            Effect.tap(vitals.query(connection, packageName, set, payload), ({ clamped, freshUntil }) =>
              asOf(freshUntil === null ? undefined : Date.parse(freshUntil), clamped)
            )
          )
        )
      }),
      anomalies: ({ params: { packageName }, query }) =>
        saved(asked((connection) => vitals.anomalies(connection, packageName, query))),
      errorIssues: ({ params: { packageName }, query: { orderBy, type, userPerceived, versionCode, ...query } }) =>
        saved(
          asked((connection) =>
            vitals.issues(connection, packageName, {
              ...query,
              orderBy: orders[orderBy],
              filter: [
                ...(type === undefined ? [] : [`errorIssueType = ${typeNames[type]}`]),
                ...versionFilter(versionCode),
                ...(userPerceived ? ["isUserPerceived"] : [])
              ]
            })
          )
        ),
      errorReports: ({ params: { issueId, packageName }, query: { versionCode, ...query } }) =>
        saved(
          asked((connection) =>
            vitals.reports(connection, packageName, issueId, { ...query, filter: versionFilter(versionCode) })
          )
        ),
      sync: Effect.fn(function* ({ params: { packageName }, payload }) {
        const named = payload.metricSets ?? metricSetNames
        const sets = yield* Effect.forEach(named, (name) => metricSetIn(name, "metricSets (body)"))
        const days = { from: yield* dayIn(payload.from, "from"), to: yield* dayIn(payload.to, "to") }
        if (days.from !== undefined) {
          const today = slotAt("DAILY", yield* Clock.currentTimeMillis)
          yield* daysIn(days.from, days.to ?? today, " (body)")
        }
        const metricSets = [...new Set(sets.map(({ name }) => name))]
        const asked = { packageName, metricSets, from: days.from ?? null, to: days.to ?? null }
        const begun = Effect.flatMap(Effect.flatMap(account, ready), ({ saved: { accountId } }) =>
          syncs.start(accountId, vitalsRoom, asked)
        )
        return yield* saved(asData(Effect.map(begun, (taskRunId) => ({ taskRunId }))))
      })
    })
  })
)
