/** Every route of the search ads connector, with Prism between it and the double. */
import { type AskOptions, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { at } from "../vendor.ts"
import { isOf, prismOf } from "./prism.ts"

const prism = await prismOf("appleads-platform.v1.handauthored.openapi.json", "ads.", {
  // The description was written before the vendor's own documentation told of this one.
  undescribed: ["/ad-accounts/{id}"],
  // Prism holds no number above 2^53, and one of the double's ids is: its answers are checked by AJV in every suite.
  answers: false
})
const base = "/v1/connect/storea-ads"
const context = { "x-ap-context": "adAccountId=1" }

const Client = Schema.Struct({
  clientId: Schema.String,
  teamId: Schema.String,
  keyId: Schema.String,
  privateKey: Schema.String,
  adAccountId: Schema.String
})
const Things = Schema.Array(
  Schema.Struct({ id: Schema.String, status: Schema.String, defaultBidAmount: Schema.optionalKey(Schema.Unknown) })
)

describe.skipIf(prism === undefined)("the search ads connector and Prism", () => {
  const gateway = useTestGateway({
    plugins: {
      "connect-ads": {
        apiUrl: prism?.proxyUrl ?? "",
        // The documented form ends in a semicolon; the description doesn't have it.
        contextHeader: "adAccountId={adAccountId}",
        tokenUrl: "${sandbox.ads-token}",
        requestsPerMinute: 60_000,
        readBackMs: 600
      }
    }
  })

  it("agree about every vector, in both directions", async () => {
    assert.isDefined(prism)
    assert.lengthOf(prism.vectors, 9)
    for (const vector of prism.vectors) {
      assert.strictEqual(await prism.takes(vector, context), vector.valid, vector.id)
    }
  })

  it("agree about what every route sends and is answered, and a status that isn't one is never sent", async () => {
    assert.isDefined(prism)
    const { sandbox } = gateway().running
    assert.isDefined(sandbox)
    prism.setUpstream(sandbox.baseUrls.ads ?? "")
    const { key } = await gateway().account()
    const ask = async (path: string, asked: AskOptions = {}, status = 200) => {
      const answer = await gateway().ask(`${base}${path}`, { key, ...asked })
      assert.strictEqual(answer.status, status, `${path}: ${answer.text}`)
      return at(answer.json, "data")
    }
    const body = Schema.decodeUnknownSync(Client)(await sandbox.control.act("ads", "issue", {}))
    await ask("/credentials", { method: "POST", body }, 201)
    await ask("/credentials/status")
    const campaigns = Schema.decodeUnknownSync(Things)(at(await ask("/campaigns"), "items"))
    const campaign =
      campaigns.find(({ id, status }) => status === "ENABLED" && Number.isSafeInteger(Number(id))) ??
      assert.fail("there is no campaign")
    const groups = Schema.decodeUnknownSync(Things)(at(await ask(`/campaigns/${campaign.id}/adgroups`), "items"))
    const group =
      groups.find(({ defaultBidAmount }) => defaultBidAmount !== null) ?? assert.fail("there is no ad group")
    const sent = () => sandbox.control.requests({ upstream: "ads" })
    const puts = () => sent().filter(({ method }) => method === "PUT").length
    await ask(`/campaigns/${campaign.id}`, { method: "PUT", body: { status: "STOPPED" } }, 400)
    assert.strictEqual(puts(), 0)
    await ask(`/campaigns/${campaign.id}`, {
      method: "PUT",
      body: { status: "PAUSED", name: "Prism", dailyBudgetAmount: { amount: "50", currency: "USD" }, confirm: true }
    })
    await ask(`/campaigns/${campaign.id}/adgroups/${group.id}`, {
      method: "PUT",
      body: { defaultBidAmount: { amount: "1.25", currency: "USD" }, confirm: true }
    })
    assert.strictEqual(puts(), 2)
    for (const kind of ["keywords", "searchterms"]) {
      await ask(`/campaigns/${campaign.id}/reports/${kind}`, { method: "POST" })
    }
    for (const vector of prism.vectors.filter(({ valid }) => valid)) {
      assert.isTrue(sent().some(isOf(vector)), `${vector.id} was sent`)
    }
    await ask("/credentials", { method: "DELETE" })
  })
})
