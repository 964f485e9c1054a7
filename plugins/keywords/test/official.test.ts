import { useTestGateway } from "@storeglass/testkit"
import { Predicate, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { ManyMetricsAnswer } from "../src/schema.ts"

const gateway = useTestGateway({
  plugins: {
    stores: true,
    keywords: { collect: { enabled: false } },
    "connect-ads": { apiUrl: "${sandbox.ads}", tokenUrl: "${sandbox.ads-token}" }
  }
})
const Issued = Schema.Struct({
  clientId: Schema.String,
  teamId: Schema.String,
  keyId: Schema.String,
  privateKey: Schema.String,
  adAccountId: Schema.String
})
const Owned = Schema.Struct({
  accounts: Schema.Array(Schema.Struct({ keywords: Schema.Array(Schema.Struct({ text: Schema.String })) }))
})
const act = (action: string, input: unknown) => {
  const control = gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")
  return control.act("ads", action, input)
}
/** An account that is connected to search ads, and the words that these are about. */
const connected = async () => {
  const account = await gateway().account()
  const body = Schema.decodeUnknownSync(Issued)(await act("issue", {}))
  const answer = await gateway().ask("/v1/connect/storea-ads/credentials", { method: "POST", key: account.key, body })
  assert.strictEqual(answer.status, 201, answer.text)
  const { accounts } = Schema.decodeUnknownSync(Owned)(await act("owned", body.clientId))
  return { ...account, words: [...new Set(accounts.flatMap(({ keywords }) => keywords.map(({ text }) => text)))] }
}
const metrics = async (key: string, query: string) => {
  const answer = await gateway().ask(`/v1/keywords/metrics?${query}`, { key })
  assert.strictEqual(answer.status, 200, answer.text)
  const data = Predicate.hasProperty(answer.json, "data") ? answer.json.data : undefined
  return { ...Schema.decodeUnknownSync(ManyMetricsAnswer)(data), text: answer.text }
}

describe("official search popularity", () => {
  it("is beside the estimates of who is connected and asks for it, and nobody else sees any of it", async () => {
    const own = await connected()
    const stranger = await gateway().account()
    const words = own.words.slice(0, 6)
    const [first = "", ...others] = words
    const query = `keyword=${encodeURIComponent(first)}&keywords=${encodeURIComponent(others.join(","))}`
    const plain = await metrics(own.key, query)
    assert.notInclude(plain.text, '"official"')
    const told = await metrics(own.key, `${query}&official=true`)
    const all = [told, ...(told.more ?? [])]
    assert.lengthOf(all, words.length)
    const official = all.filter(({ official }) => official?.status === "official")
    assert.isAbove(official.length, 0)
    for (const { official } of all) {
      assert.strictEqual(official?.popularity === null, official?.status === "not_listed")
      assert.match(official?.week?.from ?? "", /^\d{4}-\d\d-\d\d$/)
    }
    // It goes into no estimate: each is as without it, before or after, as one may be measured only in between.
    const after = await metrics(own.key, query)
    const scoresOf = (answer: typeof plain) => [answer, ...(answer.more ?? [])].map(({ volumeScore }) => volumeScore)
    const [before, later] = [scoresOf(plain), scoresOf(after)]
    for (const [index, score] of scoresOf(told).entries()) assert.include([before[index], later[index]], score)
    const theirs = await metrics(stranger.key, `${query}&official=true`)
    for (const { official } of [theirs, ...(theirs.more ?? [])]) {
      assert.deepInclude(official, { status: "unavailable", popularity: null, band: null, week: null })
      assert.include(official?.reason, "NOT_CONNECTED")
    }
    assert.notInclude((await metrics(stranger.key, query)).text, '"official"')
  })

  it("says that a term isn't listed, and that the other store has none", async () => {
    const own = await connected()
    const rare = await metrics(own.key, "keyword=zzyzx%20quux&official=true")
    assert.deepInclude(rare.official, { status: "not_listed", popularity: null })
    const other = await metrics(own.key, "keyword=photo&platform=storeb&official=true")
    assert.deepInclude(other.official, { status: "unavailable", week: null })
  })
})
