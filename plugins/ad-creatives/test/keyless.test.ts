import { at, listAt, sampleValues, usePluginGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { checkedPng } from "../src/picture/index.ts"
import plugin from "../src/plugin.ts"
import { qualities } from "../src/schema.ts"
import { asked, bytesAt, done, ownImageKey } from "./support.ts"

const edit = { mode: "edit", editInstruction: "Make it evening", previousAd: { jobId: "x" } }

describe("a gateway without a model", () => {
  const gateway = usePluginGateway(plugin, { plugins: { stores: true } })
  const app = async () => ({ platform: "storea", appId: (await sampleValues(gateway())).id ?? "" })

  it("lays pictures out by rules at the price of low, whatever quality is asked for, and says so", async () => {
    for (const quality of qualities) {
      const account = await gateway().account()
      const job = await done(gateway(), account, { ...(await app()), quality })
      assert.strictEqual(at(job, "status"), "completed", JSON.stringify(job))
      const ad = at(job, "result", "ad")
      assert.deepEqual([at(ad, "model"), at(ad, "copyModel"), at(ad, "quality")], ["layout@1", "copy-rules@1", null])
      assert.deepEqual(at(job, "creditCost"), { category: "creative", amount: 1 })
      assert.strictEqual(await gateway().used(account.accountId, "creative"), 1)
      assert.isTrue(checkedPng(await bytesAt(gateway(), at(ad, "imageUrl"))))
      assert.isNotEmpty(listAt(job, "result", "sources", "screenshotUrls"))
    }
  })

  it("has nobody to edit, nor anybody whom a caller's key is for: 409, and nothing is charged", async () => {
    const account = await gateway().account()
    const headers = { "x-imageprovider-key": ownImageKey }
    for (const answer of [
      await asked(gateway(), account, { ...(await app()), ...edit }),
      await asked(gateway(), account, await app(), headers)
    ]) {
      assert.deepEqual([answer.status, at(answer.json, "error", "code")], [409, "PROVIDER_NOT_CONFIGURED"], answer.text)
    }
    assert.strictEqual((await asked(gateway(), account, { ...(await app()), mode: "analyze" }, headers)).status, 202)
    assert.strictEqual(await gateway().used(account.accountId, "creative"), 0)
  })
})

describe("a gateway whose operator wants no layouts", () => {
  const gateway = usePluginGateway(plugin, { plugins: { stores: true }, settings: { layoutEngine: false } })

  it("makes copy alone", async () => {
    const account = await gateway().account()
    const app = { platform: "storea", appId: (await sampleValues(gateway())).id ?? "" }
    const refused = await asked(gateway(), account, app)
    assert.deepEqual([refused.status, at(refused.json, "error", "code")], [409, "PROVIDER_NOT_CONFIGURED"])
    assert.match(refused.text, /generateImage/)
    assert.strictEqual(at(await done(gateway(), account, { ...app, generateImage: false }), "status"), "completed")
  })
})
