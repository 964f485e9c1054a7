import { InvalidInput, isoOf, type Param, plusDays } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { GrowthChannels } from "../contract.ts"
import { Opportunities } from "../opportunities/Opportunities.ts"
import { Stats } from "../opportunities/Stats.ts"
import { Projects } from "../projects/Projects.ts"
import type { Opportunity, Project } from "../schema.ts"
import { type Urgency, urgencies } from "../scoring/urgency.ts"
import type { AppStats, Inbox } from "./api.ts"

/** Each is read by itself. */
const projectsMax = 20
const titleMax = 90
const daysMax = 365
const daysUsual = 30
const hourMs = 3_600_000

export interface About {
  readonly appId: string
  readonly platform: Param.Platform
  readonly projectStatus?: Project["status"]
}

const ageOf = (publishedAt: string, nowMs: number): string => {
  const hours = Math.floor((nowMs - Date.parse(publishedAt)) / hourMs)
  if (hours < 1) return "within the last hour"
  const [n, unit] = hours < 48 ? [hours, "hour"] : [Math.floor(hours / 24), "day"]
  return `${n} ${unit}${n === 1 ? "" : "s"} ago`
}

const cut = (text: string) => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length <= titleMax ? line : `${line.slice(0, titleMax - 1).replace(/[\ud800-\udbff]$/, "")}…`
}

export const byUrgency = (a: Opportunity, b: Opportunity) =>
  urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency) ||
  (a.publishedAt < b.publishedAt ? 1 : a.publishedAt > b.publishedAt ? -1 : 0)

/** A thread as lists of pages show it. */
export const threadOf = (
  one: Opportunity,
  /** Of channels, by id. */
  names: ReadonlyMap<string, string>,
  nowMs: number
): Inbox["threads"][number] => ({
  id: one.id,
  title: one.title === "" ? cut(one.excerpt) : one.title,
  url: one.url,
  author: one.author,
  channel: one.channel,
  note: one.status === "pending" ? one.urgency : one.status,
  text: [
    [
      names.get(one.channel) ?? one.channel,
      ...(one.author === null ? [] : [`by ${one.author}`]),
      ageOf(one.publishedAt, nowMs),
      `relevance ${one.relevanceScore}`,
      ...(one.learnedScore === null ? [] : [`learned ${one.learnedScore}`])
    ].join(" · "),
    one.excerpt,
    ...(one.suggestedReply === null ? [] : [`Suggested answer: ${one.suggestedReply}`])
  ].join("\n"),
  urgency: one.urgency,
  status: one.status,
  relevanceScore: one.relevanceScore,
  publishedAt: one.publishedAt
})

/** The first day that a page is of: at most 364 days ago. */
export const firstDay = Effect.fnUntraced(function* (asked: string | undefined, usual: number) {
  const today = isoOf(yield* Clock.currentTimeMillis).slice(0, 10)
  const from = asked ?? plusDays(today, 1 - usual)
  if (from > today) return yield* new InvalidInput("from (query): is in the future")
  if (from <= plusDays(today, -daysMax)) {
    return yield* new InvalidInput(`from (query): lies further back than ${daysMax} days; send a later day`)
  }
  return from
})

/** What an app's page tells of growth; no place is asked. */
export class AppInbox extends Context.Service<AppInbox>()("@storeglass/growth/AppInbox", {
  make: Effect.gen(function* () {
    const stores = yield* AppStores
    const channels = yield* GrowthChannels
    const projects = yield* Projects
    const opportunities = yield* Opportunities
    const stats = yield* Stats

    const projectsOf = Effect.fnUntraced(function* (accountId: string, { platform, projectStatus, ...about }: About) {
      const store = yield* Effect.orDie(stores.get(platform))
      const appId = yield* store.parseAppId(about.appId, "appId (query)")
      const { items } = yield* projects.list(accountId, { appId, limit: 100 })
      return items
        .filter(
          (project) =>
            project.platform === platform &&
            (projectStatus === undefined ? project.status !== "archived" : project.status === projectStatus)
        )
        .slice(-projectsMax)
    })

    return {
      projectsOf,

      inbox: Effect.fn("AppInbox.inbox")(function* (
        accountId: string,
        {
          limit,
          status,
          urgency,
          ...about
        }: About & { readonly limit: number; readonly status: Opportunity["status"]; readonly urgency?: Urgency }
      ) {
        const own = yield* projectsOf(accountId, about)
        const nowMs = yield* Clock.currentTimeMillis
        const names = new Map((yield* channels.all).map(({ id, name }) => [id, name]))
        const lists = yield* Effect.forEach(own, ({ id }) =>
          opportunities.list(accountId, {
            projectId: id,
            status,
            minRelevance: 0,
            sort: "urgency",
            limit,
            ...(urgency === undefined ? {} : { urgency })
          })
        )
        const found = new Map(lists.flatMap(({ items }) => items).map((one) => [one.id, one]))
        const answer: Inbox = {
          projects: own.length,
          threads: [...found.values()]
            .sort(byUrgency)
            .slice(0, limit)
            .map((one) => threadOf(one, names, nowMs))
        }
        return answer
      }),

      stats: Effect.fn("AppInbox.stats")(function* (
        accountId: string,
        { from: asked, ...about }: About & { readonly from?: string }
      ) {
        const today = isoOf(yield* Clock.currentTimeMillis).slice(0, 10)
        const from = yield* firstDay(asked, daysUsual)
        const days = Math.round((Date.parse(today) - Date.parse(from)) / (24 * hourMs)) + 1
        const own = yield* projectsOf(accountId, about)
        const told = yield* Effect.forEach(own, ({ id }) =>
          // One that was deleted meanwhile brought nothing.
          Effect.catchTag(stats.of(accountId, id, days), "NOT_FOUND", () => Effect.succeed(undefined))
        )
        const all = told.filter((one) => one !== undefined)
        const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
        const decided = (status: string) => sum(({ byStatus }) => byStatus[status] ?? 0)
        const found = sum((one) => one.found)
        const right = decided("approved") + decided("replied")
        const judged = right + decided("dismissed")
        const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((100 * part) / whole))
        const lineOf = (name: AppStats["lines"][number]["name"], of: (at: number) => number | null) => ({
          name,
          days: Array.from({ length: days }, (_, at) => ({ date: plusDays(from, at), value: of(at) }))
        })
        const on = (field: "scanned" | "found" | "replied") => (at: number) =>
          sum(({ series }) => series[at]?.[field] ?? 0)
        const answer: AppStats = {
          projects: own.length,
          from,
          figures: [
            { name: "Posts looked at", value: sum((one) => one.scanned), unit: null },
            { name: "Threads found", value: found, unit: null },
            { name: "To decide on", value: decided("pending"), unit: null },
            { name: "Answered", value: sum((one) => one.replied), unit: null },
            { name: "Precision", value: percent(right, judged), unit: "%" }
          ],
          lines:
            own.length === 0
              ? []
              : [
                  // A day on which nothing was looked at isn't one on which nothing was there.
                  lineOf("Found", (at) => (on("scanned")(at) === 0 ? null : on("found")(at))),
                  lineOf("Answered", on("replied"))
                ]
        }
        return answer
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
