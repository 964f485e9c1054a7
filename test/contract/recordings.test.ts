import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"

const recordings = join(root, "../shared/recordings")

describe.skipIf(!existsSync(recordings))("the main job on recorded answers (../shared/recordings)", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true }, recordings })
  const data = async (path: string) => {
    const { key } = await gateway().account()
    const answer = await gateway().ask(path, { key })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.strictEqual(answer.headers.get("x-storeglass-sandbox"), "true")
    return Predicate.hasProperty(answer.json, "data") ? answer.json.data : undefined
  }

  it("an app's record, with null for what an old answer did not tell", async () => {
    assert.deepInclude(await data("/v1/apps/284882215"), {
      trackId: 284882215,
      trackName: "Facebook",
      sellerName: "Facebook, Inc.",
      bundleId: "com.facebook.Facebook",
      averageUserRating: 3.5,
      userRatingCount: 2840784,
      price: 0,
      currency: "USD",
      currentVersionReleaseDate: null
    })
  })

  it("a search, in the recorded order, without the apps for computers that the store mixes in", async () => {
    const file = readdirSync(join(recordings, "itunes-search")).find((name) => name.startsWith("us-slack")) ?? ""
    const recorded: { results: ReadonlyArray<{ kind: string; trackId: number }> } = JSON.parse(
      readFileSync(join(recordings, "itunes-search", file), "utf8")
    )
    const found = await data("/v1/search?q=slack")
    const results = Predicate.hasProperty(found, "results") && Array.isArray(found.results) ? found.results : []
    assert.deepEqual(
      results.map(({ rank, trackId }) => ({ rank, trackId })),
      recorded.results
        .filter(({ kind }) => kind === "software")
        .map(({ trackId }, index) => ({ rank: index + 1, trackId }))
    )
  })

  it("reviews, newest first, fifty a page", async () => {
    const page = await data("/v1/apps/595068606/reviews")
    const reviews = Predicate.hasProperty(page, "reviews") && Array.isArray(page.reviews) ? page.reviews : []
    assert.strictEqual(reviews.length, 50)
    assert.deepInclude(reviews[0], { id: "13165612391", rating: 5, title: "Just what i needed" })
    const dates = reviews.map((review) => String(review.date))
    assert.deepEqual(dates, [...dates].sort().reverse())
  })

  it("health says that the stores are recorded ones", async () => {
    const health = await gateway().ask("/v1/health")
    assert.nestedPropertyVal(health.json, "data.sandbox", "recordings")
  })
})
