/** What each fault is to a caller, in whichever group of storefronts it happens: the other groups are kept. */
import { adjustableClock, at, codeOf, until, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { afterEach, assert, beforeAll, describe, it } from "vitest"
import { covered, storefrontsAtOnce } from "../src/storefronts.ts"
import { hour, repositoryOf } from "./support.ts"

const clock = adjustableClock()
// 20 s of a request are two here, so what takes the vendor 7 s takes 700 ms.
const gateway = useTestGateway({ plugins: { "ad-library": { timeoutMs: 2_000, deadlineMs: 4_000 } }, clock })
const repository = repositoryOf(gateway)
let account: ReturnType<typeof repository.as>
let key = ""
/** Of an ad that is there today. */
let sampleId = ""
const Provenance = Schema.Struct({ asOf: Schema.String, stale: Schema.optionalKey(Schema.Boolean) })

const groups = Array.from({ length: covered.length / storefrontsAtOnce }, (_, n) =>
  covered.slice(n * storefrontsAtOnce, (n + 1) * storefrontsAtOnce).join(",")
)
const faults = [
  ["429 with Retry-After", { kind: "429", retryAfterSeconds: 7 }, 429, "APPLE_AD_REPOSITORY_RATE_LIMITED"],
  ["429 without", { kind: "429" }, 429, "APPLE_AD_REPOSITORY_RATE_LIMITED"],
  ["500", { kind: "500" }, 502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"],
  ["a cut connection", { kind: "reset" }, 502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"],
  ["an answer cut off", { kind: "truncated" }, 502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"],
  ["HTML", { kind: "html" }, 502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"],
  ["none of the 3 rows it tells", { kind: "empty" }, 502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"],
  ["no answer", { kind: "slow", delayMs: 30_000 }, 504, "APPLE_AD_REPOSITORY_TIMEOUT"]
] as const

let lastAppId = 8_000_000_000
/** An app that nobody asked for yet, with one ad in each storefront. */
const published = async () => {
  lastAppId += 1
  const appId = lastAppId
  const rows = covered.map((countryOrRegion) => ({
    adId: "a1",
    appId,
    placement: "APPSTORE_TODAY_TAB",
    format: "Icon Ad",
    countryOrRegion,
    lastImpressionDate: "2026-11-01"
  }))
  await repository.act("publish", { appId, rows })
  return appId
}
const groupOf = (ql: string | undefined) => /=in=\(([A-Z,]+)\)/.exec(ql ?? "")?.[1] ?? ""
/** What was asked of an app: jobs that an earlier test left may be asking of theirs. */
const askedOf = (appId: number, since: number) =>
  repository.asked(since).filter(({ query }) => query.ql?.includes(String(appId)) === true)
const failIn = (group: string, fault: { readonly kind: string }) =>
  repository.control().fail({ ...fault, upstream: "ad-repository", path: `(%28|\\()${group.slice(0, 2)}(%2C|,)` })

beforeAll(async () => {
  const made = await gateway().account({ plan: "large" })
  key = made.key
  account = repository.as(made)
})
afterEach(async () => {
  repository.control().clearFaults()
  await repository.assertNoViolation()
  // Past what a breaker and a pause wait for.
  clock.advanceMs(hour)
})

describe.each(groups)("in the group %s", (group) => {
  it.each(faults)(
    "%s is answered as documented, free, with the other groups kept for the repeat and for 12 hours",
    async (_, fault, status, code) => {
      const appId = await published()
      const path = `/v1/apps/${appId}/storea-ads`
      failIn(group, fault)
      const before = repository.lastSequence()
      assert.deepEqual(await account.refused(path), [status, code])
      const good = askedOf(appId, before)
        .filter(({ faults }) => faults.length === 0)
        .map(({ query }) => groupOf(query.ql))
      assert.notInclude(good, group)
      // What slows all down isn't asked further: the others would fare the same.
      const first = groups.indexOf(group)
      assert.deepEqual(good, status === 502 ? groups.filter((one) => one !== group) : groups.slice(0, first))

      repository.control().clearFaults()
      clock.advanceMs(2 * 60_000)
      const again = repository.lastSequence()
      const told = await account.tryAds(appId)
      assert.deepEqual(
        askedOf(appId, again).map(({ query }) => groupOf(query.ql)),
        groups.filter((one) => !good.includes(one))
      )
      assert.strictEqual(told?.summary.totalAds, covered.length)

      // From the repeat on: 12 hours but a minute, and then a minute more.
      failIn(group, fault)
      clock.advanceMs(12 * hour - 60_000)
      const stale = await account.tryAds(appId)
      assert.deepEqual([stale?.summary, stale?.provenance.stale], [told?.summary, true])
      clock.advanceMs(2 * 60_000)
      assert.deepEqual(await account.refused(path), [status, code])
    }
  )

  it("an answer that takes 7 s of its 20 is one", async () => {
    const appId = await published()
    failIn(group, Object.assign({ kind: "slow" }, { delayMs: 700 }))
    assert.strictEqual((await account.tryAds(appId))?.summary.totalAds, covered.length)
  })
})

describe.each([
  ["a search", (n: number) => `/v1/ads/storea/search?q=zzq${n}`, "entities"],
  ["an ad in full", () => `/v1/ads/storea/ads/${sampleId}`, "ad-repository-ads/"]
] as const)("of %s", (_, pathOf, asked) => {
  it.each(faults.filter(([, { kind }]) => kind !== "empty"))(
    "%s is answered as documented and free, and what is kept is served for 12 hours",
    async (name, fault, status, code) => {
      sampleId = String((await gateway().running.sandbox?.samples())?.adId ?? "")
      const path = pathOf(faults.findIndex(([one]) => one === name))
      const fail = () => repository.control().fail({ ...fault, upstream: "ad-repository", path: asked })
      fail()
      assert.deepEqual(await account.refused(path), [status, code])
      repository.control().clearFaults()
      clock.advanceMs(2 * 60_000)
      const provenance = async () => {
        const answer = await gateway().ask(path, { key })
        assert.strictEqual(answer.status, 200, answer.text)
        return Schema.decodeUnknownSync(Provenance)(at(answer.json, "data", "provenance"))
      }
      const { asOf } = await provenance()
      fail()
      clock.advanceMs(12 * hour - 60_000)
      assert.deepEqual(await provenance(), { asOf, stale: true })
      clock.advanceMs(2 * 60_000)
      assert.deepEqual(await account.refused(path), [status, code])
      repository.control().clearFaults()
      // What was kept for this fault isn't for the next.
      clock.advanceMs(13 * hour)
    }
  )
})

describe("past its deadline", () => {
  const slow = (path: string) =>
    repository.control().fail({ kind: "slow", delayMs: 1_300, upstream: "ad-repository", path })
  const timeout: readonly [number, unknown] = [504, "APPLE_AD_REPOSITORY_TIMEOUT"]

  it("a search that waits for its turn behind others is a 504, and free", async () => {
    slow("entities")
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => gateway().ask(`/v1/ads/storea/search?q=turn${n}`, { key }))
    )
    const late = answers.filter(({ status }) => status !== 200)
    assert.isNotEmpty(late)
    for (const { headers, json, status } of late) {
      assert.deepEqual([status, codeOf(json)], [...timeout])
      assert.isTrue(headers.has("retry-after"))
    }
  })

  it("an app's ads whose restrictions take longer are a 504, and free", async () => {
    const one = { actionTaken: "ACTION_ADVERTISING_REMOVED", actionDate: "2026-10-01", affectedPlacements: [] }
    await repository.act(
      "restrict",
      Array.from({ length: 300 }, () => one)
    )
    slow("restrictions")
    const path = `/v1/apps/${await published()}/storea-ads?countries=DE&include=restrictions`
    assert.deepEqual(await account.refused(path), timeout)
  })

  it("a developer's ads are read on in a job, what was read already not once more", { timeout: 60_000 }, async () => {
    const appId = 8_100_000_001
    const developerId = 8_100_000_002
    const rows = covered.map((countryOrRegion) => ({
      ...{ adId: "d1", appId, developerId, placement: "APPSTORE_TODAY_TAB", format: "Icon Ad" },
      ...{ countryOrRegion, lastImpressionDate: "2026-11-01" }
    }))
    await repository.act("publish", { appId, rows })
    // Four of them are all of its time.
    repository.control().fail({ kind: "slow", delayMs: 1_040, times: 4, upstream: "ad-repository", path: "DEVELOPER" })
    const path = `/v1/apps/${appId}/storea-ads?include=developer&includeAds=false`
    assert.deepEqual(await account.refused(path), timeout)
    const kept = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.orDie(
        sql<{
          storefront: string
        }>`SELECT storefront FROM ad_library_sellers WHERE developer_id = ${developerId}::bigint`
      )
    )
    const early = (await gateway().run(kept)).map(({ storefront }) => storefront)
    repository.control().clearFaults()
    const before = repository.lastSequence()
    await gateway().run(until(["ad_library_sellers"], kept, (found) => found.length === covered.length))
    const asked = askedOf(developerId, before).map(({ query }) => groupOf(query.ql))
    assert.isEmpty(asked.filter((group) => early.some((storefront) => group.includes(storefront))))
    const again = repository.lastSequence()
    const answer = await gateway().ask(path, { key })
    assert.strictEqual(at(answer.json, "data", "developer", "totalAds"), covered.length)
    assert.isEmpty(askedOf(developerId, again))
  })
})

it("a repository that failed too often isn't asked for a while, which is a 502 and free", async () => {
  repository.control().fail({ kind: "500", upstream: "ad-repository", path: "entities" })
  // Five in a row open it; a job of another test that gets an answer in between begins the count anew.
  let isOpen = false
  for (let n = 0; n < 20 && !isOpen; n++) {
    const before = repository.lastSequence()
    await account.refused(`/v1/ads/storea/search?q=breaker${n}`)
    isOpen = n >= 5 && repository.asked(before).length === 0
  }
  assert.isTrue(isOpen)
  repository.control().clearFaults()
  const before = repository.lastSequence()
  const path = "/v1/ads/storea/search?q=breakerisopen"
  assert.deepEqual(await account.refused(path), [502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"])
  assert.isEmpty(repository.asked(before))
})

it.each([
  ["403", 502],
  ["500", 502],
  ["429", 429]
] as const)("what the repository says with a %s isn't told to the caller", async (kind, status) => {
  const message = "words of the vendor's own"
  repository.control().fail({ kind, message, upstream: "ad-repository", path: "entities|%28|\\(" })
  for (const path of [`/v1/ads/storea/search?q=said${kind}`, `/v1/apps/${await published()}/storea-ads?countries=AT`]) {
    const answer = await gateway().ask(path, { key })
    assert.strictEqual(answer.status, status, answer.text)
    assert.notInclude(answer.text, message)
  }
})

it("what fails for one of many callers fails for all who wait with it, asked once", async () => {
  const appId = await published()
  failIn("AT,", { kind: "500" })
  const before = repository.lastSequence()
  const path = `/v1/apps/${appId}/storea-ads?countries=AT,BE`
  const answers = await Promise.all(Array.from({ length: 10 }, () => gateway().ask(path, { key })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [502])
  // With the one repeat that a failure has.
  assert.strictEqual(askedOf(appId, before).length, 2)
})

it("a pause that the repository asks for is passed on, and one that it doesn't is a time to come back as well", async () => {
  const { key } = await gateway().account()
  for (const [retryAfterSeconds, least] of [
    [37, 30],
    [undefined, 1]
  ] as const) {
    const appId = await published()
    failIn("AT,", { kind: "429", ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
    const { headers, status } = await gateway().ask(`/v1/apps/${appId}/storea-ads`, { key })
    assert.deepEqual([status, Number(headers.get("retry-after")) >= least], [429, true])
    repository.control().clearFaults()
    clock.advanceMs(hour)
  }
})
