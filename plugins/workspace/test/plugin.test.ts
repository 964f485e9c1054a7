import { describePlugin, type TestGateway } from "@storeglass/testkit"
import { signedIn } from "../../account/test/signedIn.ts"
import { workspaceCalls } from "./calls.ts"
import { type Actor, actor, at, base, plugins, recordSearches, searchNow, unreleased } from "./support.ts"

/** Keeps the first app that the store finds for a keyword, with the keyword. */
const rankedFor = async (gateway: TestGateway, own: Actor, keyword: string) => {
  await searchNow(gateway, [keyword])
  const ranks = await own.done("GET", `/v1/keywords/ranks?keyword=${keyword}`)
  const first = String(at(ranks.json, "data", "rankings", 0, "trackId"))
  await own.done("POST", base, unreleased(Number(first)))
  await own.done("POST", `${base}/${first}/keywords`, { keyword, language: "en" })
  return first
}

describePlugin("workspace", {
  plugins: {
    ...plugins,
    account: true,
    keywords: { collect: { searchesPerMinute: { storea: 1, storeb: 1 } } }
  },
  prepare: async (gateway, account, operationId) => {
    if (operationId.startsWith("workspaceDashboard_")) {
      const { changing, key } = await signedIn(() => gateway)
      const own = actor(gateway, { ...account, key })
      await own.done("POST", base, unreleased(900_021))
      await own.done("POST", `${base}/900021/versions`, {
        versionName: "1.0",
        title: "Tide",
        isReleased: true,
        force: true
      })
      if (operationId === "workspaceDashboard_importFile") {
        const base64 = Buffer.from("Keyword;Country\ntide times;us\n").toString("base64")
        return { [operationId]: { body: { base64, appId: "900021" }, headers: changing } }
      }
      const values = operationId === "workspaceDashboard_exportAll" ? {} : { appId: "900021" }
      return { [operationId]: { values, headers: changing } }
    }
    const calls = await workspaceCalls(gateway, account, operationId)
    if (operationId === "workspace_diffVersions") {
      await recordSearches(gateway, [
        ["collage", "2026-04-09", ["1", "900001"]],
        ["collage", "2026-05-09", ["900001"]]
      ])
    }
    return operationId === "workspace_keywords"
      ? { ...calls, [operationId]: { values: { appId: await rankedFor(gateway, actor(gateway, account), "weather") } } }
      : calls
  }
})
