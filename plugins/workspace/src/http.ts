import { asDocumented, Caller, Exchange, InvalidCountry, InvalidInput } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Owner } from "./Accounts.ts"
import { WorkspaceApi } from "./api.ts"
import { Apps } from "./apps/Apps.ts"
import { broughtOf } from "./dashboard/moving.ts"
import { releaseMarks } from "./dashboard/releaseMarks.ts"
import { makeVersionChoices } from "./dashboard/versionChoices.ts"
import { Diffs } from "./history/Diffs.ts"
import { InvalidKeyword } from "./keywords/InvalidKeyword.ts"
import { Keywords } from "./keywords/Keywords.ts"
import { Exports } from "./moving/Exports.ts"
import { Imports } from "./moving/Imports.ts"
import { namedBy } from "./named.ts"
import { Reports } from "./reports/Reports.ts"
import { Competitors } from "./rivals/Competitors.ts"
import { Suggestions } from "./rivals/Suggestions.ts"
import * as S from "./schema.ts"
import { TagNamed } from "./tags/schema.ts"
import { Tags } from "./tags/Tags.ts"
import { Restores } from "./undo/Restores.ts"
import { Versions } from "./versions/Versions.ts"
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

/** Deletes what the query and the body name. */
const removing = <A, B, E, R, E2, R2>(
  named: Effect.Effect<A, E, R>,
  remove: (owner: Owner, named: A) => Effect.Effect<B, E2, R2>
) => told(Effect.flatMap(Effect.all([owner, named]), ([owner, named]) => remove(owner, named)))

const appNamed = namedBy(S.AppNamed)
const competitorNamed = namedBy(S.CompetitorNamed)
const keywordNamed = namedBy<typeof S.KeywordNamed.Type, InvalidKeyword | InvalidCountry>(S.KeywordNamed, (named) =>
  named === InvalidKeyword ? InvalidKeyword : named === InvalidCountry ? InvalidCountry : undefined
)
const reportsNamed = namedBy(S.ReportsNamed)
const tagNamed = namedBy(TagNamed)
const viewNamed = namedBy(ViewNamed)

const operations = HttpApiBuilder.group(
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
      removeApp: ({ query, request }) => removing(appNamed(request, query), apps.remove),
      competitors: ({ params, query }) =>
        listed(Effect.flatMap(accountId, (id) => competitors.list(id, params.appId, query))),
      addCompetitor: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => competitors.add(owner, params.appId, payload))),
      removeCompetitor: ({ params, query, request }) =>
        removing(competitorNamed(request, query), (owner, named) => competitors.remove(owner, params.appId, named)),
      suggestedCompetitors: ({ params, query }) =>
        told(Effect.flatMap(accountId, (id) => suggestions.suggest(id, params.appId, query.limit))),
      keywords: ({ params, query }) =>
        listed(Effect.flatMap(owner, (owner) => keywords.list(owner, params.appId, query))),
      addKeywords: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => keywords.add(owner, params.appId, payload))),
      removeKeyword: ({ params, query, request }) =>
        removing(keywordNamed(request, query), (owner, named) => keywords.remove(owner, params.appId, named)),
      versions: ({ params, query }) =>
        listed(Effect.flatMap(accountId, (id) => versions.list(id, params.appId, query))),
      addVersion: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => versions.add(owner, params.appId, payload))),
      updateVersion: ({ params, payload }) =>
        told(Effect.flatMap(owner, (owner) => versions.update(owner, params.appId, payload))),
      reports: ({ query }) => listed(Effect.flatMap(accountId, (id) => reports.list(id, query))),
      updateReport: ({ payload }) => told(Effect.flatMap(owner, (owner) => reports.update(owner, payload))),
      removeReports: ({ query, request }) =>
        removing(
          reportsNamed(request, query),
          Effect.fnUntraced(function* (owner: Owner, { id, ids = [] }) {
            const all = id === undefined ? ids : [id, ...ids]
            if (all.length === 0) return yield* new InvalidInput("id: send the report's id, or ids")
            return yield* reports.remove(owner, all)
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
      removeTag: ({ query, request }) => removing(tagNamed(request, query), tags.remove),
      views: ({ query }) => listed(Effect.flatMap(accountId, (id) => views.list(id, query))),
      addView: ({ payload }) => told(Effect.flatMap(owner, (owner) => views.add(owner, payload))),
      updateView: ({ payload }) => told(Effect.flatMap(owner, (owner) => views.update(owner, payload))),
      removeView: ({ query, request }) =>
        removing(viewNamed(request, query), (owner, { id }) => views.remove(owner, id))
    })
  })
)

const dashboard = HttpApiBuilder.group(
  WorkspaceApi,
  "workspaceDashboard",
  Effect.fn(function* (handlers) {
    const diffs = yield* Diffs
    const imports = yield* Imports
    const exports = yield* Exports
    const versionChoices = yield* makeVersionChoices
    return handlers.handleAll({
      releases: ({ query }) =>
        told(Effect.flatMap(accountId, (id) => releaseMarks(id, query))).pipe(Effect.provideService(Diffs, diffs)),
      versions: ({ query }) => told(Effect.flatMap(accountId, (id) => versionChoices(id, query.appId))),
      importFile: ({ payload }) =>
        told(
          Effect.map(
            Effect.flatMap(owner, (owner) => imports.bring(owner, payload)),
            broughtOf
          )
        ),
      exportAll: () => told(Effect.flatMap(accountId, exports.whole))
    })
  })
)

export const handlers = Layer.mergeAll(operations, dashboard)
