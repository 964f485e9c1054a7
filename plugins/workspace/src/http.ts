import { asDocumented, Caller, Exchange, InvalidInput } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Apps } from "./Apps.ts"
import { WorkspaceApi } from "./api.ts"
import { Competitors } from "./Competitors.ts"
import { Diffs } from "./history/Diffs.ts"
import { Keywords } from "./Keywords.ts"
import { Exports } from "./moving/Exports.ts"
import { Imports } from "./moving/Imports.ts"
import { namedBy } from "./named.ts"
import { Reports } from "./Reports.ts"
import { Suggestions } from "./rivals/Suggestions.ts"
import * as S from "./schema.ts"
import { TagNamed } from "./tags/schema.ts"
import { Tags } from "./tags/Tags.ts"
import { Restores } from "./undo/Restores.ts"
import { Versions } from "./Versions.ts"
import { ViewNamed } from "./views/schema.ts"
import { Views } from "./views/Views.ts"
import { Watches } from "./watch/Watches.ts"

const owner = Effect.map(Caller, ({ accountId, plan }) => ({ accountId, plan }))
const accountId = Effect.map(Caller, (caller) => caller.accountId)

const told = <A, E, R>(answer: Effect.Effect<A, E, R>) => Effect.map(asDocumented(answer), (data) => ({ data }))
/** A page, with the address of the next. */
const listed = <A extends { readonly nextCursor: string | null }, E, R>(answer: Effect.Effect<A, E, R>) =>
  told(
    Effect.tap(answer, ({ nextCursor }) =>
      nextCursor === null ? Effect.void : Exchange.use((exchange) => exchange.nextPage(nextCursor))
    )
  )

const appNamed = namedBy(S.AppNamed)
const competitorNamed = namedBy(S.CompetitorNamed)
const keywordNamed = namedBy(S.KeywordNamed)
const reportsNamed = namedBy(S.ReportsNamed)
const tagNamed = namedBy(TagNamed)
const viewNamed = namedBy(ViewNamed)

export const handlers = HttpApiBuilder.group(
  WorkspaceApi,
  "workspace",
  Effect.fn(function* (handlers) {
    const apps = yield* Apps
    const competitors = yield* Competitors
    const keywords = yield* Keywords
    const versions = yield* Versions
    const reports = yield* Reports
    const imports = yield* Imports
    const exports = yield* Exports
    const restores = yield* Restores
    const diffs = yield* Diffs
    const watches = yield* Watches
    const suggestions = yield* Suggestions
    const tags = yield* Tags
    const views = yield* Views
    return handlers.handleAll({
      apps: ({ query }) => listed(Effect.flatMap(accountId, (id) => apps.list(id, query))),
      addApp: ({ payload }) => told(Effect.flatMap(owner, (owner) => apps.add(owner, payload))),
      updateApp: ({ payload }) => told(Effect.flatMap(owner, (owner) => apps.update(owner, payload))),
      removeApp: ({ query, request }) =>
        told(
          Effect.gen(function* () {
            return yield* apps.remove(yield* owner, yield* appNamed(request, query))
          })
        ),
      competitors: ({ params, query }) =>
        listed(Effect.flatMap(accountId, (id) => competitors.list(id, params.appId, query))),
      addCompetitor: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => competitors.add(owner, params.appId, payload))),
      removeCompetitor: ({ params, query, request }) =>
        told(
          Effect.gen(function* () {
            return yield* competitors.remove(yield* owner, params.appId, yield* competitorNamed(request, query))
          })
        ),
      suggestedCompetitors: ({ params, query }) =>
        told(Effect.flatMap(accountId, (id) => suggestions.suggest(id, params.appId, query.limit))),
      keywords: ({ params, query }) =>
        listed(Effect.flatMap(owner, (owner) => keywords.list(owner, params.appId, query))),
      addKeywords: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => keywords.add(owner, params.appId, payload))),
      removeKeyword: ({ params, query, request }) =>
        told(
          Effect.gen(function* () {
            return yield* keywords.remove(yield* owner, params.appId, yield* keywordNamed(request, query))
          })
        ),
      versions: ({ params, query }) =>
        listed(Effect.flatMap(accountId, (id) => versions.list(id, params.appId, query))),
      addVersion: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => versions.add(owner, params.appId, payload))),
      updateVersion: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => versions.update(owner, params.appId, payload))),
      reports: ({ query }) => listed(Effect.flatMap(accountId, (id) => reports.list(id, query))),
      removeReports: ({ query, request }) =>
        told(
          Effect.gen(function* () {
            const { id, ids = [] } = yield* reportsNamed(request, query)
            const all = id === undefined ? ids : [id, ...ids]
            if (all.length === 0) return yield* new InvalidInput("id: send the report's id, or ids")
            return yield* reports.remove(yield* owner, all)
          })
        ),
      importFile: ({ payload }) => told(Effect.flatMap(owner, (owner) => imports.bring(owner, payload))),
      exportAll: ({ query: { part, ...query } }) =>
        listed(
          Effect.flatMap(accountId, (id) =>
            part === "reports" ? exports.reportsPage(id, query) : exports.page(id, query)
          )
        ),
      deletedApps: ({ query }) => listed(Effect.flatMap(accountId, (id) => restores.list(id, query))),
      restoreApp: ({ params }) => told(Effect.flatMap(owner, (owner) => restores.restore(owner, params.id))),
      diffVersions: ({ params, query }) =>
        told(Effect.flatMap(accountId, (id) => diffs.compare(id, params.appId, query))),
      versionTimeline: ({ params, query }) =>
        told(Effect.flatMap(accountId, (id) => diffs.timeline(id, params.appId, query.language))),
      liveListing: ({ params }) => told(Effect.flatMap(accountId, (id) => watches.show(id, params.appId))),
      takeLive: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => watches.take(owner, params.appId, payload))),
      tags: ({ query }) => listed(Effect.flatMap(accountId, (id) => tags.list(id, query))),
      tagRows: ({ payload }) => told(Effect.flatMap(owner, (owner) => tags.tagRows(owner, payload))),
      renameTag: ({ payload }) => told(Effect.flatMap(owner, (owner) => tags.rename(owner, payload))),
      removeTag: ({ query, request }) =>
        told(
          Effect.gen(function* () {
            return yield* tags.remove(yield* owner, yield* tagNamed(request, query))
          })
        ),
      views: ({ query }) => listed(Effect.flatMap(accountId, (id) => views.list(id, query))),
      addView: ({ payload }) => told(Effect.flatMap(owner, (owner) => views.add(owner, payload))),
      updateView: ({ payload }) => told(Effect.flatMap(owner, (owner) => views.update(owner, payload))),
      removeView: ({ query, request }) =>
        told(
          Effect.gen(function* () {
            const { id } = yield* viewNamed(request, query)
            return yield* views.remove(yield* owner, id)
          })
        )
    })
  })
)
