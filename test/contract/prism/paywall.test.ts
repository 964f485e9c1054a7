/** Every route of the paywall connector, with Prism between it and the double. */
import { connectDemo, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { at } from "../vendor.ts"
import { isOf, prismOf } from "./prism.ts"

const prism = await prismOf("superwall.v2.sdk0.3.0.derived.openapi.json", "pw.")
const base = "/v1/connect/paywall"

describe.skipIf(prism === undefined)("the paywall connector and Prism", () => {
  const gateway = useTestGateway({ plugins: { "connect-paywall": { baseUrl: prism?.proxyUrl ?? "" } } })

  it("agree about every vector, in both directions", async () => {
    assert.isDefined(prism)
    assert.lengthOf(prism.vectors, 8)
    for (const vector of prism.vectors) {
      assert.strictEqual(await prism.takes(vector, {}), vector.valid, vector.id)
    }
  })

  it("agree about what every route sends and is answered, and a chart without axes is never sent", async () => {
    assert.isDefined(prism)
    const { sandbox } = gateway().running
    assert.isDefined(sandbox)
    prism.setUpstream(sandbox.baseUrls.paywall ?? "")
    const account = await gateway().account()
    await connectDemo(gateway(), account)
    for (const path of [
      "/credentials/status",
      "/apps",
      "/overview",
      "/overview?environment=sandbox",
      "/dashboard",
      "/charts/proceeds?interval=day",
      "/charts/newTrials?preset=last_7_days&breakdown=placement",
      "/transactions?limit=100",
      "/campaigns",
      "/campaigns?archived=true"
    ]) {
      const answer = await gateway().ask(`${base}${path}`, { key: account.key })
      assert.strictEqual(answer.status, 200, `${path}: ${answer.text}`)
    }
    const sent = sandbox.control.requests({ upstream: "paywall" })
    for (const vector of prism.vectors.filter(({ valid }) => valid)) {
      assert.isTrue(sent.some(isOf(vector)), `${vector.id} was sent`)
    }
    for (const chart of [at({ all: await sandbox.control.act("paywall", "charted") }, "all")].flat()) {
      for (const axis of ["application_id", "x_axis", "y_axis"]) assert.isString(at(chart, axis))
    }
    const gone = await gateway().ask(`${base}/credentials`, { method: "DELETE", key: account.key })
    assert.strictEqual(gone.status, 200)
  })
})
