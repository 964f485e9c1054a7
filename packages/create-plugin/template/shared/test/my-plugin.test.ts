import { describePlugin, sampleApp, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"

const id = "my-plugin"
const plugins = { stores: true, [id]: true } as const

describePlugin(id, { plugins })

describe("the rating of an app", () => {
  const gateway = useTestGateway({ plugins })

  it("is what the store gives, says where it comes from, and costs one credit", async () => {
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask(`/v1/${id}/${await sampleApp(gateway())}/rating`, { key })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.match(answer.text, /"averageRating":\d.*"ratingCount":\d.*"source":"store_live"/)
    assert.strictEqual(await gateway().used(accountId), 1)
  })

  it("costs nothing when the store does not list the app", async () => {
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask(`/v1/${id}/1/rating`, { key })
    assert.strictEqual(answer.status, 404, answer.text)
    assert.strictEqual(await gateway().used(accountId), 0)
  })
})
