/** Every route that asks the second store's bucket, with Prism between the connector and the double. */
import { useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { isOf, prismOf } from "./prism.ts"

// A file's bytes are described as its resource, so that answers are the double's own business.
const prism = await prismOf("gcs-storage.v1.rev20260911.openapi.json", /^gp\.(?:objects?|download)$/, {
  answers: false
})
const base = "/v1/connect/storeb-play"
const Issued = Schema.Struct({ keyFile: Schema.Record(Schema.String, Schema.Unknown), packageName: Schema.String })

describe.skipIf(prism === undefined)("the second store's bucket, and Prism", () => {
  const gateway = useTestGateway({
    plugins: { "connect-storeb": { storageUrl: prism?.proxyUrl ?? "" } },
    config: { jobs: { lanes: { "connect-storeb.sync": 0 } } }
  })

  it("agree about every vector", async () => {
    assert.isDefined(prism)
    assert.lengthOf(prism.vectors, 3)
    for (const vector of prism.vectors) {
      assert.strictEqual(await prism.takes(vector, {}), vector.valid, vector.id)
    }
  })

  it("agree about what every route sends", async () => {
    assert.isDefined(prism)
    const { sandbox } = gateway().running
    assert.isDefined(sandbox)
    prism.setUpstream(sandbox.baseUrls["play-console"] ?? "")
    const { key } = await gateway().account()
    const { keyFile } = Schema.decodeUnknownSync(Issued)(await sandbox.control.act("play-console", "issue", {}))
    const ask = async (path: string, body?: unknown, status = 200) => {
      const asked = body === undefined ? {} : { method: "POST", body }
      const answer = await gateway().ask(`${base}${path}`, { key, ...asked })
      assert.strictEqual(answer.status, status, `${path}: ${answer.text.slice(0, 500)}`)
      return answer
    }
    const reportsBucket = "gs://pubsite_prod_01234567890123456789"
    await ask("/credentials", { serviceAccountJson: keyFile, reportsBucket }, 201)
    const listed = await ask("/reports/objects?prefix=stats/installs/&limit=1")
    const Listed = Schema.Struct({
      data: Schema.Struct({ items: Schema.Array(Schema.Struct({ name: Schema.String })) })
    })
    const name = encodeURIComponent(Schema.decodeUnknownSync(Listed)(listed.json).data.items[0]?.name ?? "")
    await ask(`/reports/object?name=${name}`)
    // Prism hands bodies on as text: bytes that don't have the bucket's checksum are never given away. What is sent counts.
    await ask(`/reports/object?content=true&name=${name}`, undefined, 502)
    await ask(`/reports/download?name=${name}`, undefined, 502)
    await ask("/analytics/import-report", { object: decodeURIComponent(name) }, 202)
    await ask("/analytics/import-reports", { prefix: "stats/crashes/" }, 202)
    const sent = sandbox.control.requests({ upstream: "play-console" })
    for (const vector of prism.vectors) assert.isTrue(sent.some(isOf(vector)), vector.id)
  })
})
