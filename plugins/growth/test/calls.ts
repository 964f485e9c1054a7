import { at, listAt, type PreparedCalls, sampleApp, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { Scan } from "../src/jobRefs.ts"
import { base, madeProject, scanned } from "./support.ts"

const project = {
  name: "Anything",
  channel: "hackernews",
  keywords: ["recommend app", "crashes since", "which is better"]
}

/** Decides on 30 threads of a project; every third is dismissed. */
const teach = async (gateway: TestGateway, key: string, projectId: string) => {
  const { json } = await gateway.ask(`${base}/opportunities?limit=30&projectId=${projectId}`, { key })
  for (const [n, item] of listAt(json, "data", "items").entries()) {
    await gateway.ask(`${base}/opportunities/${at(item, "id")}/review`, {
      method: "PATCH",
      key,
      body: n % 3 === 0 ? { decision: "dismiss", reason: "not_relevant" } : { decision: "approve" }
    })
  }
}

/** What calls of growth need: a project, and what a scan found for it. */
export const growthCalls = async (
  gateway: TestGateway,
  { accountId, key }: Pick<TestAccount, "accountId" | "key">,
  {
    hasWorkers,
    isScanned = true,
    isTaught = false
  }: {
    readonly hasWorkers: boolean
    readonly isScanned?: boolean
    /** Has learned from as many decisions as it takes. */
    readonly isTaught?: boolean
  }
): Promise<PreparedCalls> => {
  const appId = await sampleApp(gateway)
  const id = await madeProject(gateway, key, { ...project, appId })
  const calls: PreparedCalls = {
    growth_addProject: { body: { ...project, name: "Another" } },
    growth_dryRun: { body: { channel: project.channel, keywords: project.keywords, exclude: ["coupon"], appId } },
    growth_bootstrap: { body: { channel: "stackexchange", appId } },
    growth_scan: { values: { id } },
    growth_stats: { values: { id } },
    growth_learned: { values: { id } },
    growth_insight: { values: { id } },
    growth_outcomes: { values: { id } }
  }
  if (!isScanned) return calls
  const accepted = await gateway.ask(`${base}/projects/${id}/scan`, { method: "POST", key })
  const runId = String(at(accepted.json, "data", "taskRunId"))
  if (hasWorkers) await scanned(gateway, key, id)
  else await gateway.runJob(Scan, { accountId, runId })
  const unscanned = await madeProject(gateway, key, { ...project, name: "Unscanned", keywords: ["zzyzx road"] })
  if (isTaught) await teach(gateway, key, id)
  const found = listAt((await gateway.ask(`${base}/opportunities?limit=100`, { key })).json, "data", "items")
  // One that was answered five days ago, at noon, so that two accounts that ask one after the other are told the same.
  const repliedAt = `${new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)}T12:00:00.000Z`
  const answered = found.slice(1).find((item) => String(at(item, "publishedAt")) < repliedAt)
  await gateway.ask(`${base}/opportunities/${at(answered, "id")}/mark-replied`, {
    method: "POST",
    key,
    body: { replyUrl: "https://news.ycombinator.com/item?id=1", repliedAt }
  })
  const saved = await gateway.ask(`${base}/projects/${id}/insight?save=true`, { key })
  const report = at(saved.json, "data", "savedReport")
  const opportunity = { id: String(at(found[0], "id")) }
  return {
    ...calls,
    growth_scan: { values: { id: unscanned } },
    ...(report === undefined ? {} : { growth_keptInsight: { values: { id: String(at(report, "id")) } } }),
    growth_review: { values: opportunity, body: { decision: "approve" } },
    growth_markReplied: { values: opportunity, body: { replyUrl: "https://news.ycombinator.com/item?id=1" } }
  }
}
