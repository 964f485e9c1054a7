/** The operator's key of the provider of pictures and a caller's own, looked for in all that the gateway writes. */
import { randomBytes } from "node:crypto"
import { at, leaksOf, listAt, useWatchedGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { base, done, imageKey, ownImageKey } from "./support.ts"

// The gateway's own sandbox: it alone lets pictures be read from this machine.
const gateway = useWatchedGateway({
  doubles: [],
  config: { sandbox: {} },
  plugins: () => ({
    stores: {
      storea: {
        baseUrls: {
          itunes: "${sandbox.itunes}",
          search: "${sandbox.search}",
          rssV2: "${sandbox.rssV2}",
          apps: "${sandbox.apps}"
        }
      }
    },
    apps: {},
    "ad-creatives": {
      image: { vendor: "openai", model: "gpt-image-2", apiKey: imageKey, baseUrl: "${sandbox.creatives}" }
    }
  })
})

describe("keys of the provider of pictures", () => {
  it("are in no log, trace, metric, table, cache or answer, neither those that work nor that are refused", async () => {
    const { ask } = gateway()
    const refused = `cnry-${randomBytes(18).toString("hex")}`
    const found = await ask("/v1/search?q=photo&limit=1")
    assert.strictEqual(found.status, 200, found.text)
    const appId = String(at(listAt(found.json, "data", "results")[0], "trackId"))
    const job = (headers: Record<string, string>) =>
      done(gateway(), gateway(), { platform: "storea", appId, quality: "low" }, headers)
    const own = { "x-imageprovider-key": ownImageKey }
    const first = await job(own)
    assert.strictEqual(at(first, "status"), "completed", JSON.stringify(first))
    // The provider quotes what it was sent.
    assert.strictEqual(at(await job({ "x-imageprovider-key": refused }), "error", "code"), "IMAGE_KEY_REJECTED")
    assert.strictEqual(at(await job({}), "status"), "completed")
    // It belongs in its header: elsewhere it's refused, and not written down.
    const body = { platform: "storea", appId, imageProviderKey: refused }
    assert.strictEqual((await ask(`${base}/generate?key=${refused}`, { method: "POST", body })).status, 400)
    assert.strictEqual((await ask(`${base}/generate`, { method: "POST", body })).status, 400)

    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "ad_creatives_jobs")
    assert.isAbove((sinks.telemetry ?? "").length, 0)
    const secrets = new Map([
      ["the operator's", imageKey],
      ["a caller's own", ownImageKey],
      ["one that is refused", refused]
    ])
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "" }, secrets), [])
  })
})
