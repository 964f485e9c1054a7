/** What the vendor's description refuses is never sent to it. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { refused, useConsole, type WriteCall } from "./support.ts"

const file = join(root, "../shared/vendor-specs/contract-vectors.json")
const Vectors = Schema.fromJsonString(
  Schema.Struct({ vectors: Schema.Array(Schema.Struct({ id: Schema.String, valid: Schema.Boolean })) })
)
const area =
  /^(iap|iapLoc|iapVersion|iapSchedule|subGroup|sub|subLoc|subVersion|subPrice|avail|territory|appSchedule)\./

const console = useConsole()

type Body = WriteCall["body"]
const without =
  (field: string) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
/** The change that would have to be sent for it, by vector. */
const asked: Readonly<Record<string, readonly [id: string, body: (body: Body) => Body, field: string]>> = {
  "iap.create.noProductId": ["createIap", without("productId"), "productId"],
  "iapSchedule.create.noBase": ["replaceIapPriceSchedule", without("baseTerritory"), "baseTerritory"],
  "sub.create.badPeriod": [
    "createSubscription",
    (body) => ({ ...body, subscriptionPeriod: "TWO_WEEKS" }),
    "subscriptionPeriod"
  ],
  "subPrice.create.noPoint": ["setSubscriptionPrice", without("pricePointId"), "pricePointId"],
  "territory.patch.string": ["updateTerritoryAvailability", (body) => ({ ...body, available: "no" }), "available"]
}
/** Whose id is in our own address, which can't be left out. */
const addressed = {
  "iap.patch.noId": "updateIap",
  "avail.replace.noApp": "updateAvailability",
  "appSchedule.create.noApp": "replaceAppPriceSchedule"
}
/** The vendor adds types, so one that isn't known is passed on, with a warning. */
const passedOn = ["iap.list.badType"]

describe("what the vendor's description refuses", () => {
  it.skipIf(!existsSync(file))("is all here", () => {
    const { vectors } = Schema.decodeUnknownSync(Vectors)(readFileSync(file, "utf8"))
    assert.sameMembers(
      vectors.filter(({ id, valid }) => !valid && area.test(id)).map(({ id }) => id),
      [...Object.keys(asked), ...Object.keys(addressed), ...passedOn]
    )
  })

  it.each(Object.entries(asked))("%s is 400 and names the field, and the vendor isn't asked", async (_, of) => {
    const [id, bodyOf, field] = of
    const write = (await console.writes()).find((one) => one.id === id) ?? assert.fail(id)
    const { ask } = await console.using()
    const since = console.now()
    for (const path of [write.path, `${write.path}?dryRun=true`]) {
      const answer = await ask(path, { method: write.method, body: bodyOf(write.body) })
      assert.include(refused(answer, 400, "INVALID_INPUT"), field)
    }
    assert.strictEqual(console.now(), since)
  })

  it.each(Object.entries(addressed))("%s can't be asked for: the id is in the address", async (_, id) => {
    const write = (await console.writes()).find((one) => one.id === id) ?? assert.fail(id)
    const { ask } = await console.using()
    const { appId, draftIapId } = await console.things()
    const since = console.now()
    const path = write.path.replace(/\/\d+(?=\/|$)/, "/")
    assert.notInclude(
      [appId, draftIapId].map((one) => path.includes(one)),
      true
    )
    const answer = await ask(path, { method: write.method, body: write.body })
    assert.include([400, 404], answer.status, answer.text)
    assert.strictEqual(console.now(), since)
  })
})
