import {
  asDocumented,
  Content,
  dayIn,
  Exchange,
  fromUpstream,
  InvalidInput,
  measured,
  NotConnected,
  plusDays
} from "@storeglass/plugin-api"
import { Clock, Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlayApi } from "../api.ts"
import { account, asData, makeAsked, saved } from "../asked.ts"
import { connectRoute } from "../PlayConnection.ts"
import { storeZone } from "./Actuals.ts"
import { Bucket, bucketFor, bucketsOf, type StoredObject, tornAsUpstream } from "./Bucket.ts"
import { Export } from "./Export.ts"
import { ReportTooLarge } from "./errors.ts"
import { Imports } from "./Imports.ts"
import { ReportRows } from "./ReportRows.ts"
import { acrossApps, asOfOf, rateOf, seriesOf, totalsOf, unmeasured } from "./rollups.ts"
import { contentBytesMax } from "./schema.ts"

const daysDefault = 28
const daysMax = 731
const importsShown = 500
const dayMs = 86_400_000

const windowOf = Effect.fnUntraced(function* (asked: { readonly from?: string; readonly to?: string }) {
  const to = asked.to ?? plusDays(dayIn(storeZone, yield* Clock.currentTimeMillis), -1)
  const from = asked.from ?? plusDays(to, 1 - daysDefault)
  if (from > to) return yield* new InvalidInput("from: must not be after to")
  if (Date.parse(to) - Date.parse(from) >= daysMax * dayMs) {
    return yield* new InvalidInput(`from: the window may have at most ${daysMax} days`)
  }
  return { from, to }
})

const shown = ({ crc32c: _, ...object }: StoredObject) => object

export const reportsHandlers = HttpApiBuilder.group(
  PlayApi,
  "connectStorebReports",
  Effect.fn(function* (group) {
    const asked = yield* makeAsked
    const bucket = yield* Bucket
    const contents = yield* Content
    const exports = yield* Export
    const imports = yield* Imports
    const rows = yield* ReportRows

    /** Where the figures are from, and when they were read. */
    const described = Effect.fnUntraced(function* (accountId: string) {
      const { atMs, total } = yield* asDocumented(rows.importsTotal(accountId))
      if (atMs !== null) {
        const provenance = measured({ source: "connected_account", asOfMs: atMs, stale: false })
        yield* Exchange.use(({ describe }) => describe(provenance))
      }
      return total
    })
    const visits = Effect.fnUntraced(function* (
      packageName: string,
      query: { readonly from?: string; readonly to?: string; readonly limit: number },
      by: "source" | "term"
    ) {
      const accountId = yield* account
      const window = yield* windowOf(query)
      const found = yield* asDocumented(rows.visits({ accountId, packageName, ...window }, by, query.limit))
      const lastDays = yield* asDocumented(rows.lastDays(accountId, packageName))
      const asOf = lastDays.find(({ family }) => family === "store_performance")?.day ?? null
      yield* described(accountId)
      const items = found.map(({ acquisitions, name, visitors }) => ({
        name,
        visitors,
        acquisitions,
        conversionRate: rateOf(acquisitions, visitors)
      }))
      return { packageName, ...window, items, asOf }
    })

    return group.handleAll({
      objects: ({ query: { cursor, limit, prefix } }) =>
        saved(
          asked(
            Effect.fnUntraced(function* (connection) {
              const buckets = bucketsOf(connection)
              const alone = prefix === undefined ? undefined : yield* bucketFor(buckets, prefix)
              const here = alone ?? buckets.find(({ place }) => place === cursor?.place) ?? buckets[0]
              if (here === undefined) {
                return yield* new NotConnected(
                  `no bucket of reports is connected; send reportsBucket to ${connectRoute}`
                )
              }
              const { items, nextPageToken } = yield* bucket.page(connection, here, {
                prefix,
                maxResults: limit,
                pageToken: cursor?.pageToken ?? undefined
              })
              const after = alone === undefined ? buckets[buckets.indexOf(here) + 1] : undefined
              const next =
                nextPageToken !== null
                  ? { place: here.place, pageToken: nextPageToken }
                  : after === undefined
                    ? null
                    : { place: after.place, pageToken: null }
              const nextCursor = next === null ? null : Buffer.from(JSON.stringify(next)).toString("base64url")
              if (nextCursor !== null) yield* Exchange.use(({ nextPage }) => nextPage(nextCursor))
              return { items: items.map(shown), nextCursor }
            })
          )
        ),
      object: ({ query: { content, name } }) =>
        saved(
          asked(
            Effect.fnUntraced(function* (connection) {
              const of = yield* bucketFor(bucketsOf(connection), name)
              const object = yield* bucket.object(connection, of, name)
              if (!content) return { ...shown(object), content: null }
              if (object.size > contentBytesMax) {
                return yield* new ReportTooLarge(
                  `content: the file has ${object.size} bytes, and at most ${contentBytesMax} are returned here; use GET /v1/connect/storeb-play/reports/download`
                )
              }
              const bytes = yield* Effect.scoped(
                Effect.flatMap(bucket.download(connection, of, object), (file) =>
                  Stream.runCollect(contents.bytes(file))
                )
              ).pipe(
                Effect.catchTags({
                  TornTransfer: (error) => Effect.fail(fromUpstream(tornAsUpstream(error))),
                  ObjectTooLarge: (error) => Effect.fail(new ReportTooLarge(error.message))
                })
              )
              return { ...shown(object), content: Buffer.concat([...bytes]).toString("base64") }
            })
          )
        ),
      importReport: ({ payload: { object } }) => saved(asked((connection) => imports.start(connection, { object }))),
      importReports: Effect.fn(function* ({ payload }) {
        if (payload.from !== undefined && payload.to !== undefined && payload.from > payload.to) {
          return yield* new InvalidInput("from (body): must not be after to")
        }
        return yield* saved(asked((connection) => imports.start(connection, payload)))
      }),
      analytics: ({ query }) =>
        asData(
          Effect.gen(function* () {
            const accountId = yield* account
            const window = yield* windowOf(query)
            const sums = yield* asDocumented(rows.sums({ accountId, ...window }))
            const lastDays = yield* asDocumented(rows.lastDays(accountId))
            const importsTotal = yield* described(accountId)
            const names = [...new Set(lastDays.map(({ packageName }) => packageName))].toSorted()
            const byApp = Map.groupBy(sums, ({ packageName }) => packageName)
            const apps = names.map((packageName) => ({
              packageName,
              totals: totalsOf(seriesOf(byApp.get(packageName) ?? [])),
              asOf: asOfOf(lastDays.filter((last) => last.packageName === packageName))
            }))
            return {
              ...window,
              totals: acrossApps(apps.map(({ totals }) => totals)),
              apps,
              notMeasured: unmeasured,
              imports: yield* asDocumented(rows.imports(accountId, importsShown)),
              importsTotal
            }
          })
        ),
      appAnalytics: ({ params: { packageName }, query }) =>
        asData(
          Effect.gen(function* () {
            const accountId = yield* account
            const window = yield* windowOf(query)
            const series = seriesOf(yield* asDocumented(rows.sums({ accountId, packageName, ...window })))
            const asOf = asOfOf(yield* asDocumented(rows.lastDays(accountId, packageName)))
            yield* described(accountId)
            return { packageName, ...window, totals: totalsOf(series), series, asOf, notMeasured: unmeasured }
          })
        ),
      searchTerms: ({ params: { packageName }, query }) =>
        asData(
          Effect.map(visits(packageName, query, "term"), ({ items, ...told }) => ({
            ...told,
            items: items.map(({ name, ...visit }) => ({ term: name, ...visit }))
          }))
        ),
      sources: ({ params: { packageName }, query }) =>
        asData(
          Effect.map(visits(packageName, query, "source"), ({ items, ...told }) => ({
            ...told,
            items: items.map(({ name, ...visit }) => ({ source: name, ...visit }))
          }))
        ),
      exportRows: ({ payload }) =>
        asData(Effect.flatMap(account, (accountId) => asDocumented(exports.make(accountId, payload))))
    })
  })
)
