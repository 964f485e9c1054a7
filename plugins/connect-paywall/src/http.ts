import { asDocumented, Caller, Exchange, InvalidInput, measured, NotFound, Vault } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PaywallApi } from "./api.ts"
import { Collecting } from "./collecting/Collecting.ts"
import { DailyCopy } from "./collecting/DailyCopy.ts"
import { Watch } from "./collecting/Watch.ts"
import type { PaywallConfig } from "./config.ts"
import { dashboardHandlers } from "./dashboard/http.ts"
import { campaignPages, Figures, transactionPages, type Which } from "./figures/Figures.ts"
import { daysAsked, momentsOf } from "./figures/period.ts"
import { connecting, saved } from "./http.errors.ts"
import { Links } from "./links/Links.ts"
import type { Environment } from "./PaywallSource.ts"
import { Dashboards } from "./performance/Dashboards.ts"
import { Performance } from "./performance/Performance.ts"

const reach = "These are the projects the saved key can reach. A key limited to some projects sees those alone."
/** Ten years, as much as a copy can hold. */
const copiedMonthsMax = 120
const noCopy =
  "chart: there's no daily copy of it; one is kept of what was connected with keepHistory: true, and made once a day. With several applications, send applicationId"
/** The parameter, if any, that a copy by day can't answer to. */
const unlikeCopy = (asked: {
  readonly preset: string | undefined
  readonly breakdown: string | undefined
  readonly environment: Environment
  readonly interval: string
}) => {
  if (asked.preset !== undefined) return "preset"
  if (asked.breakdown !== undefined) return "breakdown"
  if (asked.environment === "sandbox") return "environment"
  return asked.interval === "auto" || asked.interval === "day" ? undefined : "interval"
}
const accountId = Effect.map(Caller, (caller) => caller.accountId)

/** Says in headers that these figures are the provider's, and how old they are. */
const told = (figures: { readonly asOf: string; readonly stale?: boolean }) =>
  Exchange.use(({ describe }) =>
    describe(
      measured({
        source: "connected_account",
        asOfMs: Date.parse(figures.asOf),
        stale: figures.stale ?? false
      })
    )
  )
const nextPage = (cursor: string | null) =>
  cursor === null ? Effect.void : Exchange.use((exchange) => exchange.nextPage(cursor))

interface Window extends Which {
  readonly from?: string
  readonly to?: string
  readonly environment: Environment
}

const keyed = ({ bandAlerts = true }: PaywallConfig) =>
  HttpApiBuilder.group(
    PaywallApi,
    "paywall",
    Effect.fn(function* (handlers) {
      const links = yield* Links
      const figures = yield* Figures
      const dashboards = yield* Dashboards
      const vault = yield* Vault
      const watch = yield* Watch
      const dailyCopy = yield* DailyCopy
      const performances = yield* Performance
      const collecting = yield* Collecting
      const link = Effect.flatMap(accountId, links.use)
      const windowOf = Effect.fnUntraced(function* ({ from, to, ...which }: Window) {
        const opened = yield* link
        const given = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
        const days = yield* daysAsked(given, opened.known.timeZone)
        return { link: opened, days, of: yield* figures.application(opened, which) }
      })
      return handlers.handleAll({
        connect: ({ payload }) =>
          Effect.gen(function* () {
            const id = yield* accountId
            const before = yield* links.status(id)
            const data = yield* connecting(links.connect(id, payload))
            yield* collecting.settle(id, before.organization?.id)
            if (bandAlerts) yield* watch.begin(id)
            yield* collecting.begin(id)
            return { data }
          }),
        status: () => Effect.map(Effect.flatMap(accountId, links.status), (data) => ({ data })),
        disconnect: () =>
          Effect.map(Effect.flatMap(accountId, links.disconnect), (disconnected) => ({ data: { disconnected } })),
        apps: () =>
          Effect.map(Effect.flatMap(link, figures.apps), (projects) => ({ data: { projects, note: reach } })).pipe(
            saved
          ),
        overview: ({ query }) =>
          Effect.gen(function* () {
            const { days, link, of } = yield* windowOf(query)
            const read = yield* figures.overview(link, of, query.environment, days)
            yield* told(read)
            return { data: { ...of, environment: query.environment, period: days, ...read } }
          }).pipe(saved),
        dashboard: ({ query }) =>
          Effect.gen(function* () {
            const { days, link, of } = yield* windowOf(query)
            return { data: yield* dashboards.read(link, of, query.environment, days) }
          }).pipe(saved),
        chart: ({
          params: { chart },
          query: { breakdown, environment, from, interval, origin, preset, to, ...which }
        }) =>
          Effect.gen(function* () {
            if (preset !== undefined && (from !== undefined || to !== undefined)) {
              return yield* new InvalidInput("preset (query): send either preset or from and to")
            }
            const opened = yield* link
            const given = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
            const isCopy = origin === "copy"
            const days = yield* daysAsked(given, opened.known.timeZone, isCopy ? copiedMonthsMax : undefined)
            const unlike = unlikeCopy({ breakdown, environment, interval, preset })
            const copied = asDocumented(
              dailyCopy.read(opened, { applicationId: which.applicationId, chart, from: days.from, to: days.to })
            )
            if (isCopy) {
              if (unlike !== undefined) {
                return yield* new InvalidInput(`${unlike} (query): the copy holds production by day, without breakdown`)
              }
              const data = yield* copied
              if (data === undefined) return yield* new NotFound(noCopy)
              yield* told(data)
              return { data }
            }
            const asked = Effect.gen(function* () {
              const { applicationId } = yield* figures.chartApplication(opened, which)
              const range = preset === undefined ? { from: days.from, to: days.to } : { preset }
              return yield* figures.chart(opened, { applicationId, chart, environment, interval, breakdown, range })
            })
            const data = yield* Effect.catchTag(asked, "UpstreamError", (error) =>
              unlike !== undefined || !opened.known.keepHistory
                ? Effect.fail(error)
                : Effect.flatMap(copied, (found) => (found === undefined ? Effect.fail(error) : Effect.succeed(found)))
            )
            yield* told(data)
            return { data }
          }).pipe(saved),
        transactions: ({ query: { cursor, limit, ...asked } }) =>
          Effect.gen(function* () {
            const id = yield* accountId
            const owner = { accountId: id, parameters: asked }
            const position = yield* transactionPages.open(cursor, owner)
            // A later page is of the first one's days, though it may be another day by now.
            const { days, link, of } = yield* windowOf({
              ...asked,
              ...(position === undefined ? {} : { from: position.from, to: position.to })
            })
            const { environment } = asked
            const after = position === undefined ? undefined : { beforeMs: position.beforeMs, id: position.id }
            const { items, next } = yield* figures.transactions(link, of, {
              environment,
              limit,
              ...momentsOf(days),
              after
            })
            const nextCursor =
              next === undefined ? null : yield* transactionPages.seal({ from: days.from, to: days.to, ...next }, owner)
            yield* nextPage(nextCursor)
            return { data: { items, nextCursor, period: days } }
          }).pipe(Effect.provideService(Vault, vault), saved),
        campaigns: ({ query: { archived, cursor, from, limit, performance, to, ...which } }) =>
          Effect.gen(function* () {
            if (!performance && (from !== undefined || to !== undefined)) {
              const name = from === undefined ? "to" : "from"
              return yield* new InvalidInput(`${name} (query): belongs to performance; send performance=true with it`)
            }
            const id = yield* accountId
            const owner = { accountId: id, parameters: { ...which, archived } }
            const position = yield* campaignPages.open(cursor, owner)
            const opened = yield* link
            const given = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
            const period = yield* daysAsked(given, opened.known.timeZone)
            const { applicationId } = yield* figures.lone(opened, which)
            const page = { applicationId, archived, limit, after: position?.after }
            const { after, items } = yield* figures.campaigns(opened, page)
            const nextCursor = after === null ? null : yield* campaignPages.seal({ after }, owner)
            yield* nextPage(nextCursor)
            const read = performance ? yield* performances.read(opened, applicationId, period) : null
            return {
              data: { items, nextCursor, performance: read === null ? null : { applicationId, period, ...read } }
            }
          }).pipe(Effect.provideService(Vault, vault), saved)
      })
    })
  )

export const handlers = (config: PaywallConfig) => Layer.mergeAll(keyed(config), dashboardHandlers)
