import { type PreparedCalls, sampleValues, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { Watch } from "../src/jobRefs.ts"
import { actor, base, idOf, saveReport, unreleased } from "./support.ts"

const appId = "900001"
const app = `${base}/${appId}`

/** Makes what each operation needs, once, and tells how it's then called. Each succeeds once, in any order. */
export const workspaceCalls = async (gateway: TestGateway, account: TestAccount): Promise<PreparedCalls> => {
  const own = actor(gateway, account)
  const made = await own.done("POST", base, {
    ...unreleased(Number(appId)),
    developerName: "Us",
    bundleId: "com.example.ours"
  })
  const spare = await own.done("POST", base, unreleased(900_009))
  const competitor = await own.done("POST", `${app}/competitors`, { competitorAppId: 900_004, name: "Rival" })
  await own.done("POST", `${app}/competitors`, { competitorAppId: 900_005, name: "Other" })
  const keyword = await own.done("POST", `${app}/keywords`, { keyword: "collage", language: "en" })
  await own.done("POST", `${app}/keywords`, { keyword: "filters", language: "en" })
  const kept = await own.done("POST", `${app}/keywords`, { keyword: "photo frames", tags: ["brand", "core"] })
  const view = await own.done("POST", "/v1/user/views", {
    lists: "keywords",
    name: "Brand",
    filter: { country: "us", tag: "brand" }
  })
  const spareView = await own.done("POST", "/v1/user/views", { lists: "apps", name: "Ours" })
  const version = await own.done("POST", `${app}/versions`, { versionName: "1.0", title: "Photo Studio" })
  const release = async (versionName: string, title: string, releasedAt: string) =>
    idOf(await own.done("POST", `${app}/versions`, { versionName, title, isReleased: true, releasedAt }))
  const former = await release("0.8", "Photo Studio", "2026-03-01T10:00:00Z")
  const latter = await release("0.9", "Photo Studio Collage", "2026-04-10T10:00:00Z")
  await release("0.10", "Photo Studio", "2026-05-10T10:00:00Z")
  const report = await saveReport(gateway, account)
  const old = await saveReport(gateway, account)
  const gone = await own.done("POST", base, unreleased(900_011))
  await own.done("DELETE", `${base}?id=${idOf(gone)}`)
  const { id: listed = "" } = await sampleValues(gateway)
  await own.done("POST", base, { appId: Number(listed) })
  await own.done("POST", `${base}/${listed}/versions`, {
    versionName: "2.9",
    title: "Not it",
    isReleased: true,
    releasedAt: "2026-05-11T10:00:00Z"
  })
  await gateway.runJob(Watch, { accountId: account.accountId })
  const values = { appId, language: "en" }
  return {
    workspace_apps: { values: { appId, id: idOf(made) } },
    workspace_addApp: { body: { appId: 900_002, isLive: false, appName: "Collage Studio" } },
    workspace_updateApp: { body: { appId, notes: "Ours" } },
    workspace_removeApp: { values: { appId: "900009", id: idOf(spare) } },
    workspace_competitors: { values },
    workspace_addCompetitor: { values, body: { competitorAppId: 900_003, name: "Third" } },
    workspace_removeCompetitor: { values: { appId, id: idOf(competitor), competitorAppId: "900004" } },
    workspace_suggestedCompetitors: { values: { appId: listed } },
    workspace_keywords: { values },
    workspace_addKeywords: { values, body: { keyword: "photo editor" } },
    workspace_removeKeyword: { values: { appId, id: idOf(keyword), keyword: "collage" } },
    workspace_versions: { values: { appId, language: "en-US" } },
    workspace_addVersion: { values, body: { versionName: "2.0", title: "Photo Studio" } },
    workspace_updateVersion: { values, body: { id: idOf(version), title: "Photo Studio Pro" } },
    workspace_reports: { values: { id: report.id } },
    workspace_removeReports: { values: { id: old.id } },
    workspace_tags: {},
    workspace_tagRows: { body: { add: ["launch"], keywords: [idOf(kept)] } },
    workspace_renameTag: { body: { tag: "brand", name: "branded" } },
    workspace_removeTag: { values: { tag: "core" } },
    workspace_views: {},
    workspace_addView: { body: { lists: "keywords", name: "Germany", filter: { country: "de" } } },
    workspace_updateView: { body: { id: idOf(view), columns: ["keyword", "rank"] } },
    workspace_removeView: { values: { id: idOf(spareView) } },
    workspace_importFile: { body: { text: "Keyword,Country\nphoto book,us\n", appId } },
    workspace_exportAll: {},
    workspace_deletedApps: {},
    workspace_restoreApp: { values: { id: idOf(gone) } },
    workspace_diffVersions: { values: { appId, from: former, to: latter } },
    workspace_versionTimeline: { values: { appId, language: "en-US" } },
    workspace_liveListing: { values: { appId: listed } },
    workspace_takeLive: { values: { appId: listed }, body: { versionName: "3.0" } }
  }
}
