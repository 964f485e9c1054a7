import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory, KeywordSeeding, TrackedKeywords } from "@storeglass/keywords/contract"
import { type Alert, Alerts } from "@storeglass/plugin-api"
import { type Answer, at, listAt, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { DraftVersions, type NewDraft, type NewReport, SavedReports } from "../src/contract.ts"
import { Chores } from "../src/jobs.ts"
import plugin from "../src/plugin.ts"

export { at }
/** The list at a path of an answer. */
export const listOf = listAt

export const base = "/v1/user/apps"
export const plugins = { stores: true, keywords: true, workspace: { writesPerSecond: 100_000 } } as const

export const idOf = ({ json }: Pick<Answer, "json">) => String(at(json, "data", "id"))

/** A number generator whose choices can be repeated. */
export const dice = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

// Letters, marks that combine, right to left, joiners, signs, ideographs, emoji, private use, other planes.
const ranges = [
  [0x21, 0x7e],
  [0xa1, 0x24f],
  [0x300, 0x36f],
  [0x590, 0x6ff],
  [0x900, 0x97f],
  [0x200b, 0x206f],
  [0x20a0, 0x2bff],
  [0x3040, 0x9fff],
  [0xac00, 0xd7a3],
  [0xe000, 0xfffd],
  [0x1f300, 0x1faff],
  [0x20000, 0x2ffff],
  [0x100000, 0x10ffff]
] as const

/** Makes texts of any valid Unicode, of so many code points. */
export const textsOf = (roll: (below: number) => number) => (length: number) =>
  Array.from({ length }, () => {
    const [from, to] = ranges[roll(ranges.length)] ?? [0x61, 0x7a]
    return String.fromCodePoint(from + roll(to - from + 1))
  }).join("")

/** Unreleased apps, so that no store is asked. */
export const unreleased = (appId: number | string) => ({ appId, isLive: false, appName: `App ${appId}` })

/** What tests do in the name of one account. */
export const actor = (gateway: TestGateway, account: TestAccount) => {
  const ask = (method: string, path: string, body?: unknown) =>
    gateway.ask(path, { method, key: account.key, ...(body === undefined ? {} : { body }) })
  const done = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
    return answer
  }
  return { ...account, ask, done }
}
export type Actor = ReturnType<typeof actor>

export const newActor = async (gateway: TestGateway, options: Parameters<TestGateway["account"]>[0] = {}) =>
  actor(gateway, await gateway.account(options))

/** Saves a report as another plugin does. */
export const saveReport = (
  gateway: TestGateway,
  { accountId }: Pick<TestAccount, "accountId">,
  more: Partial<NewReport> = {}
) =>
  gateway.run(
    SavedReports.use(({ save }) =>
      save({
        accountId,
        plan: "medium",
        kind: "aso.audit",
        title: "Audit",
        params: { country: "us" },
        payload: { score: 71 },
        ...more
      })
    ).pipe(Effect.provideContext(contextOf(Context.get(gateway.running.services, PluginContexts), plugin)))
  )

/** Does one of the workspace's chores, and gives the alerts that it sent. */
export const alertsOf = async (
  gateway: TestGateway,
  chore: (chores: Chores["Service"]) => Effect.Effect<unknown, unknown, Alerts | SqlClient.SqlClient>
) => {
  const sent: Array<Alert> = []
  const notify: Alerts["Service"]["notify"] = (_, alert) => Effect.sync(() => void sent.push(alert))
  await gateway.run(
    Chores.use(chore).pipe(
      Effect.provideService(Alerts, Alerts.of({ kinds: {}, notify })),
      Effect.provideContext(contextOf(Context.get(gateway.running.services, PluginContexts), plugin))
    )
  )
  return sent
}

/** Writes a draft as another plugin does. */
export const draftOf = (
  gateway: TestGateway,
  { accountId, plan }: Pick<NewDraft, "accountId" | "plan">,
  app: NewDraft["app"],
  more: Partial<NewDraft> = {}
) =>
  gateway.run(
    DraftVersions.use(({ draft }) =>
      draft({ accountId, plan, app, language: "en-US", versionName: "Suggested", texts: { title: "New" }, ...more })
    ).pipe(Effect.provideContext(contextOf(Context.get(gateway.running.services, PluginContexts), plugin)))
  )

/** One of each, twice, so that lists have a next page. */
export const filled = async (gateway: TestGateway, own: Actor, app: number) => {
  const made = await own.done("POST", base, unreleased(app))
  await own.done("POST", base, unreleased(app + 1))
  const path = `${base}/${app}`
  const competitor = await own.done("POST", `${path}/competitors`, { competitorAppId: app + 2, name: "Rival" })
  await own.done("POST", `${path}/competitors`, { competitorAppId: app + 3, name: "Other" })
  const keyword = await own.done("POST", `${path}/keywords`, { keyword: "collage" })
  await own.done("POST", `${path}/keywords`, { keyword: "photo editor" })
  const version = await own.done("POST", `${path}/versions`, { versionName: "1.0", title: "Ours" })
  await own.done("POST", `${path}/versions`, { versionName: "2.0", title: "Ours" })
  const gone = await own.done("POST", base, unreleased(app + 4))
  await own.done("POST", `${base}/${app + 4}/keywords`, { keyword: "collage" })
  await own.done("POST", `${base}/${app + 4}/competitors`, { competitorAppId: app + 2, name: "Rival" })
  await own.done("DELETE", `${base}?id=${idOf(gone)}`)
  await own.done("POST", base, unreleased(app + 5))
  await own.done("DELETE", `${base}?appId=${app + 5}`)
  const tags = { add: ["core", "launch"] }
  await own.done("POST", "/v1/user/tags", { ...tags, apps: [idOf(made)], keywords: [idOf(keyword)] })
  const view = await own.done("POST", "/v1/user/views", { lists: "apps", name: `Ours ${app}` })
  await own.done("POST", "/v1/user/views", { lists: "keywords", name: `Ours ${app}`, filter: { tag: "core" } })
  const { id: report } = await saveReport(gateway, own)
  await saveReport(gateway, own)
  return {
    app: idOf(made),
    competitor: idOf(competitor),
    keyword: idOf(keyword),
    version: idOf(version),
    report,
    view: idOf(view),
    deleted: idOf(gone)
  }
}

const keywordsContext = (gateway: TestGateway) =>
  contextOf(Context.get(gateway.running.services, PluginContexts), keywordsPlugin)

/** Has these searched for now. */
export const searchNow = (gateway: TestGateway, keywords: ReadonlyArray<string>) =>
  gateway.run(
    KeywordSeeding.use(({ begin }) => begin({ platform: "storea", country: "us" }, keywords)).pipe(
      Effect.provideContext(keywordsContext(gateway))
    )
  )

/** Searches of the past in the first market: which apps each found, best first. */
export const recordSearches = (
  gateway: TestGateway,
  searches: ReadonlyArray<readonly [keyword: string, day: string, apps: ReadonlyArray<string>]>,
  volume: number | null = null
) =>
  gateway.run(
    KeywordHistory.use(({ importSnapshots }) =>
      importSnapshots(
        searches.map(([keyword, day, apps]) => ({
          platform: "storea",
          country: "us",
          device: "iphone",
          keyword,
          day,
          source: "test",
          depth: 200,
          resultCount: apps.length,
          reach: null,
          volume,
          difficulty: null,
          apps: apps.map((appId) => ({ appId, name: appId, seller: "Seller" }))
        }))
      )
    ).pipe(Effect.provideContext(keywordsContext(gateway)))
  )

/** What the account tracks, as `keyword country`, in order. */
export const trackedBy = async (gateway: TestGateway, { accountId }: Pick<TestAccount, "accountId">) => {
  const found = await gateway.run(
    TrackedKeywords.use(({ list }) => list(accountId)).pipe(Effect.provideContext(keywordsContext(gateway)))
  )
  return found.map(({ country, keyword }) => `${keyword} ${country}`).toSorted()
}
