/** What pages of an account read of an app's ads. */
import { Data } from "@storeglass/plugin-api"
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { KeptAdsAnswer } from "../src/dashboard/api.ts"
import { repositoryOf } from "./support.ts"

const gateway = useTestGateway({ plugins: { "ad-library": true, account: true } })
const repository = repositoryOf(gateway)
const base = "/dashboard/api/ad-library/kept"
const appId = 5_800_000_001
const common = {
  appId,
  appName: "Lens",
  placement: "APPSTORE_SEARCH_RESULTS",
  format: "Icon + Asset Ad",
  firstImpressionDate: "2026-09-01",
  lastImpressionDate: "2026-11-01"
}
const picture = "https://pictures.example/lens.png"
let one: SignedIn
let other: SignedIn

beforeAll(async () => {
  one = await signedIn(gateway)
  other = await signedIn(gateway)
  await repository.act("publish", {
    appId,
    rows: [
      ...["DE", "FR", "AT"].map((countryOrRegion) => ({
        ...common,
        adId: "a1",
        countryOrRegion,
        adAssets: [{ pictureUrl: picture, order: 1 }]
      })),
      {
        ...common,
        adId: "a2",
        countryOrRegion: "DE",
        placement: "APPSTORE_TODAY_TAB",
        firstImpressionDate: "2026-10-01",
        lastImpressionDate: "2026-10-01",
        adAssets: [{ pictureUrl: "https://pictures.example/today.png", order: 1 }]
      }
    ]
  })
  const asked = await gateway().ask(`/v1/apps/${appId}/storea-ads`, { key: one.key })
  assert.strictEqual(asked.status, 200, asked.text)
  const moves = JSON.stringify([{ kind: "country", values: ["FR"] }])
  await gateway().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO ad_library_watchers (account_id, app_id, is_own, since_ms, synced_ms)
        VALUES (${one.accountId}::uuid, ${appId}::bigint, false, 0, 0)`
      yield* sql`INSERT INTO ad_library_moves (app_id, seen_ms, data_end, moves)
        VALUES (${appId}::bigint, 1, '2026-11-01', ${moves}::text::jsonb)`
    })
  )
})

const read = async (query = `appId=${appId}`, by = one) => {
  gateway().running.sandbox?.control.clearRequests()
  const answer = await by.browser.ask(`${base}?${query}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "the repository was asked")
  return Schema.decodeUnknownSync(Data(KeptAdsAnswer))(answer.json, { onExcessProperty: "error" }).data
}

describe("the ads that were read here", () => {
  it("are shown as creatives with storefronts and days; looking costs nothing and asks nobody", async () => {
    const before = await gateway().used(one.accountId)
    const { countries, creatives, provenance, totalAds } = await read()
    assert.strictEqual(await gateway().used(one.accountId), before)
    assert.deepEqual([totalAds, provenance.status], [4, "measured"])
    assert.deepEqual(
      creatives.map(({ pictureUrl, text, title, totalAds: ads }) => [pictureUrl, title, text, ads]),
      [
        [picture, "Icon + Asset Ad in store search results", "AT, DE, FR · 2026-09-01 to 2026-11-01", 3],
        ["https://pictures.example/today.png", "Icon + Asset Ad in store today tab", "DE · 2026-10-01", 1]
      ]
    )
    assert.deepEqual(
      countries.map(({ ads, code, name }) => [code, name, ads]),
      [
        ["DE", "Germany", 2],
        ["AT", "Austria", 1],
        ["FR", "France", 1]
      ]
    )
    assert.strictEqual((await read(`appId=${appId}&limit=1`)).creatives.length, 1)
  })

  it("tell what changed to who watches the app, and to nobody else", async () => {
    const mine = await read()
    assert.deepEqual(
      [mine.isWatched, mine.moves.map(({ dataEndDate, text }) => [dataEndDate, text])],
      [true, [["2026-11-01", "It has ads in new storefronts: FR."]]]
    )
    const theirs = await read(undefined, other)
    assert.deepEqual([theirs.isWatched, theirs.moves], [false, []])
    // What the store published is the same for all.
    assert.deepEqual(theirs.creatives, mine.creatives)
  })

  it("are none of an app that nobody asked about, with what to do", async () => {
    const { countries, creatives, provenance } = await read("appId=5800000002")
    assert.deepEqual([countries, creatives, provenance.status], [[], [], "not_measured"])
    assert.include(String(provenance.limitations), "ask for them below")
  })

  it.each([
    ["", "INVALID_APP_ID"],
    ["appId=0", "INVALID_APP_ID"],
    ["appId=com.example.app", "INVALID_APP_ID"],
    ["appId=7&limit=61", "INVALID_INPUT"],
    ["appId=7&country=de", "INVALID_INPUT"]
  ])("answer 400 to ?%s", async (query, code) => {
    const answer = await one.browser.ask(`${base}?${query}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, code], answer.text)
  })

  it("are for whoever is signed in alone", async () => {
    const byKey = await gateway().ask(`${base}?appId=${appId}`, { key: one.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })
})
