import { controlOf, describePlugin, rows, sampleApp } from "@storeglass/testkit"
import { type Visitor, visitor } from "../../account/test/visitor.ts"
import { growthCalls } from "./calls.ts"
import { type Measures, measuringPlugins } from "./measures.ts"
import { base, madeProject, scan } from "./support.ts"

const digest = { mail: "daily", chat: "daily", hour: 8, zone: "Europe/Berlin", quietFrom: 22, quietTo: 7 }
/** Beside an answer of five days ago. */
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const [before, after] = [dayAgo(6), dayAgo(4)]
const ranked = [before, after].map((day, n) => ({ day, rank: 20 - n, depth: 50, source: "a" }))
const chart = { platform: "storea", country: "us", chart: "top-free", genreId: null } as const
const measures: Measures = {
  views: { [before]: 10, [after]: 20 },
  downloads: { [before]: 1, [after]: 2 },
  ranks: { photo: ranked },
  charts: [{ key: chart, source: "a", days: ranked.map((day) => ({ ...day, asOfMs: 0, ofGenre: null })) }],
  asked: new Set()
}

let signedIn: Promise<Visitor> | undefined
describePlugin("growth", {
  plugins: { stores: true, workspace: true, growth: true, account: true },
  further: measuringPlugins(measures),
  prepare: async (gateway, account, operationId) => {
    // A scan that is asked for must be the project's first: another is free for a quarter of an hour.
    const calls = await growthCalls(gateway, account, {
      hasWorkers: true,
      isScanned: operationId !== "growth_scan",
      isTaught: operationId === "growth_learned"
    })
    if (!operationId.startsWith("growthDashboard_")) return calls
    signedIn ??= visitor(() => gateway)
    const { ask, headers, join } = await signedIn
    await join(account.accountId, "admin")
    if (operationId.endsWith("igest") || operationId.endsWith("Feed")) {
      const path = "/dashboard/api/growth/digest"
      const made = await ask(`${path}/feed`, { method: "POST" })
      const set = await ask(path, { method: "PUT", body: digest })
      if (made.status !== 200 || set.status !== 200) throw new Error(`no digest: ${made.text} ${set.text}`)
      // One was told, and the mail after it didn't go out.
      await rows(
        gateway,
        `UPDATE growth_digests SET told_ms = 1, problem = 'no' WHERE account_id = '${account.accountId}'`
      )
      const body = operationId === "growthDashboard_saveDigest" ? { body: digest } : {}
      return { ...calls, [operationId]: { ...body, headers: headers() } }
    }
    const saved = { name: "iPhone", query: "app OR which OR crashes" }
    const kept = await ask("/dashboard/api/growth/searches", { method: "PUT", body: saved })
    if (kept.status !== 200) throw new Error(`the view can't be saved: ${kept.text}`)
    // One that is approved, beside those that nobody decided on.
    const { id = "" } = calls.growth_review?.values ?? {}
    await gateway.ask(`${base}/opportunities/${id}/review`, {
      method: "PATCH",
      key: account.key,
      body: { decision: "approve" }
    })
    // Two that complain of a competitor.
    if (operationId === "growthDashboard_insight") {
      const posts = ["keeps crashing on startup", "crashes on startup since the update"].map((text, n) => ({
        ...{ id: 690_000 + n, title: `The Strivolux app ${text}`, text: "", author: `stranger${n}` },
        atMs: Date.now() - 600_000
      }))
      await controlOf(gateway).act("growth", "write", posts)
      const rival = { name: "Rival", channel: "hackernews", keywords: ["zzyzx road"], competitors: ["Strivolux"] }
      const id = await madeProject(gateway, account.key, { ...rival, appId: await sampleApp(gateway) })
      await scan(gateway, account.key, id)
    }
    const values = { appId: (await sampleApp(gateway)) ?? "", name: saved.name }
    const body = operationId === "growthDashboard_saveSearch" ? { body: saved } : {}
    return { ...calls, [operationId]: { values, ...body, headers: headers() } }
  }
})
