/** What the operations over one's own app need, and how they're then called. */
import { type PreparedCalls, sampleValues, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { zipOf } from "../src/shipping/zip.ts"
import { changed, recordRanks, releases, untouched } from "./beforeAfter/support.ts"

const Ranks = Schema.Struct({
  data: Schema.Struct({ rankings: Schema.Array(Schema.Struct({ trackId: Schema.Int })) })
})

/** Apps of the sandbox that are ranked for a keyword. */
export const rankedApps = async (gateway: TestGateway) => {
  const { key } = await gateway.account()
  const { json } = await gateway.ask("/v1/keywords/ranks?keyword=weather", { key })
  return Schema.decodeUnknownSync(Ranks)(json).data.rankings.map(({ trackId }) => String(trackId))
}

const archive = Buffer.from(
  zipOf([{ path: "metadata/en-US/name.txt", bytes: new TextEncoder().encode("Weather: Rain Radar\n") }])
).toString("base64")

/** Keeps an app of the sandbox with two releases, keywords, and their ranks around the later one. */
export const asoCalls = async (gateway: TestGateway, { key }: Pick<TestAccount, "key">): Promise<PreparedCalls> => {
  const { id: sample } = await sampleValues(gateway)
  const id = (await rankedApps(gateway)).find((appId) => appId !== sample) ?? ""
  const keep = async (path: string, body: unknown) => {
    const answer = await gateway.ask(path, { method: "POST", key, body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.text}`)
  }
  const path = `/v1/user/apps/${id}`
  await keep("/v1/user/apps", { appId: Number(id) })
  for (const version of releases) await keep(`${path}/versions`, version)
  // One after the other, so that each account has them in one order.
  for (const keyword of [...changed, ...untouched]) await keep(`${path}/keywords`, { keyword, country: "us" })
  const days = [7, 8, 9, 11, 12, 13]
  await recordRanks(
    gateway,
    days.flatMap((daysAgo) =>
      [changed, untouched].map((keywords) => ({ appId: id, keywords, daysAgo, rank: daysAgo < 10 ? 8 : 24 }))
    )
  )
  const values = { id }
  return {
    aso_productPages: { values },
    aso_beforeAfter: { values },
    aso_listingFiles: { values },
    aso_readFolder: { values, body: { base64: archive } }
  }
}

/** Keeps the first app of the demo's console, which the account has connected, with a draft of its listing. */
export const publishCalls = async (gateway: TestGateway, { key }: Pick<TestAccount, "key">): Promise<PreparedCalls> => {
  const { packageName = "" } = await sampleValues(gateway)
  for (const [path, body] of [
    ["/v1/user/apps", { appId: packageName, isLive: false }],
    [
      `/v1/user/apps/${packageName}/versions`,
      { versionName: "2.0", language: "en-US", title: "Frames of Your Days", shortDescription: "Frames for pictures." }
    ]
  ] as const) {
    const answer = await gateway.ask(path, { method: "POST", key, body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.text}`)
  }
  return { aso_publish: { values: { id: packageName }, body: {} } }
}
