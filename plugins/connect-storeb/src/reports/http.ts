import { asDocumented, Content, Exchange, fromUpstream, InvalidInput, NotConnected } from "@storeglass/plugin-api"
import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlayApi } from "../api.ts"
import { account, asData, makeAsked, saved } from "../asked.ts"
import { connectRoute } from "../PlayConnection.ts"
import { Bucket, bucketFor, bucketsOf, type StoredObject, tornAsUpstream } from "./Bucket.ts"
import { Export } from "./Export.ts"
import { ReportTooLarge } from "./errors.ts"
import { Imports } from "./Imports.ts"
import { makeStoredReports } from "./StoredReports.ts"
import { contentBytesMax } from "./schema.ts"

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

    const reports = yield* makeStoredReports

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
      analytics: ({ query }) => asData(Effect.flatMap(account, (accountId) => reports.analytics(accountId, query))),
      appAnalytics: ({ params: { packageName }, query }) =>
        asData(Effect.flatMap(account, (accountId) => reports.app(accountId, packageName, query))),
      searchTerms: ({ params: { packageName }, query }) =>
        asData(Effect.flatMap(account, (accountId) => reports.searchTerms(accountId, packageName, query))),
      sources: ({ params: { packageName }, query }) =>
        asData(Effect.flatMap(account, (accountId) => reports.sources(accountId, packageName, query))),
      exportRows: ({ payload }) =>
        asData(Effect.flatMap(account, (accountId) => asDocumented(exports.make(accountId, payload))))
    })
  })
)
