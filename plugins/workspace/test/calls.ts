import {
  type PreparedCall,
  type PreparedCalls,
  sampleValues,
  type TestAccount,
  type TestGateway
} from "@storeglass/testkit"
import { Watch } from "../src/jobRefs.ts"
import { actor, base, idOf, saveReport, unreleased } from "./support.ts"

const appId = "900001"
const app = `${base}/${appId}`

/** Made by the first who needs it. */
const once = <A>(make: () => Promise<A>) => {
  let made: Promise<A> | undefined
  return () => (made ??= make())
}

/** How each operation is called once what it needs is made. Each succeeds once, in any order. */
const makers = (gateway: TestGateway, account: TestAccount) => {
  const own = actor(gateway, account)
  const made = once(() =>
    own.done("POST", base, {
      ...unreleased(Number(appId)),
      developerName: "Us",
      bundleId: "com.example.ours"
    })
  )
  /** The id of what a body of the app makes. */
  const ofApp = (what: string, body: object) => async () => {
    await made()
    return idOf(await own.done("POST", `${app}/${what}`, body))
  }
  const competitor = once(ofApp("competitors", { competitorAppId: 900_004, name: "Rival" }))
  const otherCompetitor = once(ofApp("competitors", { competitorAppId: 900_005, name: "Other" }))
  const keyword = once(ofApp("keywords", { keyword: "collage", language: "en" }))
  const otherKeyword = once(ofApp("keywords", { keyword: "filters", language: "en" }))
  const tagged = once(ofApp("keywords", { keyword: "photo frames", tags: ["brand", "core"] }))
  const version = once(ofApp("versions", { versionName: "1.0", title: "Photo Studio" }))
  const released = (versionName: string, title: string, releasedAt: string) =>
    ofApp("versions", { versionName, title, isReleased: true, releasedAt })
  const releases = once(async () => {
    const former = await released("0.8", "Photo Studio", "2026-03-01T10:00:00Z")()
    const latter = await released("0.9", "Photo Studio Collage", "2026-04-10T10:00:00Z")()
    await released("0.10", "Photo Studio", "2026-05-10T10:00:00Z")()
    return { former, latter }
  })
  const view = once(async () =>
    idOf(
      await own.done("POST", "/v1/user/views", {
        lists: "keywords",
        name: "Brand",
        filter: { country: "us", tag: "brand" }
      })
    )
  )
  const otherView = once(async () => idOf(await own.done("POST", "/v1/user/views", { lists: "apps", name: "Ours" })))
  const report = once(() => saveReport(gateway, account))
  const oldReport = once(() => saveReport(gateway, account))
  const deleted = once(async () => {
    const id = idOf(await own.done("POST", base, unreleased(900_011)))
    await own.done("DELETE", `${base}?id=${id}`)
    return id
  })
  /** An app that the store has, and shows otherwise than it was released. */
  const listed = once(async () => {
    const { id = "" } = await sampleValues(gateway)
    await own.done("POST", base, { appId: Number(id) })
    await own.done("POST", `${base}/${id}/versions`, {
      versionName: "2.9",
      title: "Not it",
      isReleased: true,
      releasedAt: "2026-05-11T10:00:00Z"
    })
    await gateway.runJob(Watch, { accountId: account.accountId })
    return id
  })
  const values = { appId, language: "en" }
  const all: Readonly<Record<string, () => Promise<PreparedCall>>> = {
    workspace_apps: async () => ({ values: { appId, id: idOf(await made()) } }),
    workspace_addApp: async () => ({ body: { appId: 900_002, isLive: false, appName: "Collage Studio" } }),
    workspace_updateApp: async () => {
      await made()
      return { body: { appId, notes: "Ours" } }
    },
    workspace_removeApp: async () => {
      const id = idOf(await own.done("POST", base, unreleased(900_009)))
      return { values: { appId: "900009", id } }
    },
    workspace_competitors: async () => {
      await competitor()
      await otherCompetitor()
      return { values }
    },
    workspace_addCompetitor: async () => {
      await made()
      return { values, body: { competitorAppId: 900_003, name: "Third" } }
    },
    workspace_removeCompetitor: async () => ({
      values: { appId, id: await competitor(), competitorAppId: "900004" }
    }),
    workspace_suggestedCompetitors: async () => ({ values: { appId: await listed() } }),
    workspace_keywords: async () => {
      await keyword()
      await otherKeyword()
      return { values }
    },
    workspace_addKeywords: async () => {
      await made()
      return { values, body: { keyword: "photo editor" } }
    },
    workspace_removeKeyword: async () => ({ values: { appId, id: await keyword(), keyword: "collage" } }),
    workspace_versions: async () => {
      await version()
      await releases()
      return { values: { appId, language: "en-US" } }
    },
    workspace_addVersion: async () => {
      await made()
      return { values, body: { versionName: "2.0", title: "Photo Studio" } }
    },
    workspace_updateVersion: async () => ({ values, body: { id: await version(), title: "Photo Studio Pro" } }),
    workspace_reports: async () => ({ values: { id: (await report()).id } }),
    workspace_updateReport: async () => ({ body: { id: (await report()).id, isPinned: true } }),
    workspace_removeReports: async () => ({ values: { id: (await oldReport()).id } }),
    workspace_tags: async () => {
      await tagged()
      return {}
    },
    workspace_tagRows: async () => ({ body: { add: ["launch"], keywords: [await tagged()] } }),
    workspace_renameTag: async () => {
      await tagged()
      return { body: { tag: "brand", name: "branded" } }
    },
    workspace_removeTag: async () => {
      await tagged()
      return { values: { tag: "core" } }
    },
    workspace_views: async () => {
      await view()
      return {}
    },
    workspace_addView: async () => ({ body: { lists: "keywords", name: "Germany", filter: { country: "de" } } }),
    workspace_updateView: async () => ({ body: { id: await view(), columns: ["keyword", "rank"] } }),
    workspace_removeView: async () => ({ values: { id: await otherView() } }),
    workspace_importFile: async () => {
      await made()
      return { body: { text: "Keyword,Country\nphoto book,us\n", appId } }
    },
    workspace_exportAll: async () => {
      await keyword()
      return {}
    },
    workspace_deletedApps: async () => {
      await deleted()
      return {}
    },
    workspace_restoreApp: async () => ({ values: { id: await deleted() } }),
    workspace_diffVersions: async () => {
      await keyword()
      const { former, latter } = await releases()
      return { values: { appId, from: former, to: latter } }
    },
    workspace_versionTimeline: async () => {
      await releases()
      return { values: { appId, language: "en-US" } }
    },
    workspace_liveListing: async () => ({ values: { appId: await listed() } }),
    workspace_takeLive: async () => ({ values: { appId: await listed() }, body: { versionName: "3.0" } })
  }
  return all
}

/** Makes what each operation needs, or one of them, and tells how it's then called. */
export const workspaceCalls = async (
  gateway: TestGateway,
  account: TestAccount,
  operationId?: string
): Promise<PreparedCalls> => {
  const calls: Record<string, PreparedCall> = {}
  for (const [id, make] of Object.entries(makers(gateway, account))) {
    if (operationId === undefined || operationId === id) calls[id] = await make()
  }
  return calls
}
