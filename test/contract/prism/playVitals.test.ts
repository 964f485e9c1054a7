/** Every route of the second store's apps and vitals, with Prism between the connector and the double. */
import { useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { isOf, prismOf } from "./prism.ts"

const area = /^gp\.(?:apps|vitals|anomalies)(?:\.|$)/
const prism = await prismOf("googleplay-reporting.v1beta1.rev20260813.openapi.json", area)
const base = "/v1/connect/storeb-play"
const Issued = Schema.Struct({ keyFile: Schema.Record(Schema.String, Schema.Unknown), packageName: Schema.String })
const days = { from: "2026-09-01", to: "2026-09-03" }
const sets = [
  "crashRate",
  "anrRate",
  "errorCount",
  "excessiveWakeupRate",
  "stuckBackgroundWakelockRate",
  "slowStartRate",
  "slowRenderingRate",
  "lmkRate",
  "anonRssAndSwapMemoryUsage",
  "bitmapMemoryUsage"
]

describe.skipIf(prism === undefined)("the second store's vitals, and Prism", () => {
  const gateway = useTestGateway({ plugins: { "connect-storeb": { reportingUrl: prism?.proxyUrl ?? "" } } })

  it("agree about every vector, in both directions", async () => {
    assert.isDefined(prism)
    assert.lengthOf(prism.vectors, 8)
    for (const vector of prism.vectors) {
      assert.strictEqual(await prism.takes(vector, {}), vector.valid, vector.id)
    }
  })

  it("agree about what every route sends and is answered, and a period that isn't one is never sent", async () => {
    assert.isDefined(prism)
    const { sandbox } = gateway().running
    assert.isDefined(sandbox)
    prism.setUpstream(sandbox.baseUrls["play-console"] ?? "")
    const { key } = await gateway().account()
    const { keyFile, packageName } = Schema.decodeUnknownSync(Issued)(
      await sandbox.control.act("play-console", "issue", {})
    )
    const ask = async (path: string, body?: unknown, status = 200) => {
      const method = body === undefined ? "GET" : "POST"
      const answer = await gateway().ask(`${base}${path}`, { key, method, ...(body === undefined ? {} : { body }) })
      assert.strictEqual(answer.status, status, `${path}: ${answer.text}`)
    }
    const app = (path: string, body?: unknown, status?: number) => ask(`/apps/${packageName}${path}`, body, status)
    // Before there is a connection, whose first sync asks too.
    await app("/vitals/crashRate/query", { ...days, period: "YEARLY" }, 400)
    assert.lengthOf(sandbox.control.requests({ upstream: "play-console" }), 0)
    await ask("/credentials", { serviceAccountJson: keyFile }, 201)
    await ask("/apps")
    for (const set of sets) {
      await app(`/vitals/${set}?from=${days.from}&to=${days.to}`)
      await app(`/vitals/${set}/query`, { ...days, period: "FULL_RANGE" })
    }
    const split = { dimensions: ["versionCode"], filter: "versionCode = 140", userCohort: "OS_PUBLIC", limit: 2 }
    await app("/vitals/crashRate/query", { ...days, period: "DAILY", ...split })
    await app("/vitals/anrRate/query", { ...days, period: "HOURLY" })
    await app("/anomalies")
    await app("/anomalies?from=2026-09-01&to=2026-09-30")
    await app("/error-issues?type=crash&versionCode=140&userPerceived=true&orderBy=distinctUsers&limit=1")
    await app("/error-issues/5a1c2e/reports?versionCode=140")
    await app("/analytics/vitals-sync", { metricSets: ["crashRate"] }, 202)
    const sent = sandbox.control.requests({ upstream: "play-console" })
    for (const vector of prism.vectors.filter(({ valid }) => valid)) {
      assert.isTrue(sent.some(isOf(vector)), `${vector.id} was sent`)
    }
  })
})
