import { assert, describe, it } from "@effect/vitest"
import { versionOn } from "../src/world/InventedApp.ts"
import { marketOf, markets } from "../src/world/markets.ts"
import { ownedApps } from "../src/world/owned.ts"
import { ratingCount, starRatings } from "../src/world/ratings.ts"
import { reviewsPage } from "../src/world/reviews.ts"
import { World } from "../src/world/World.ts"
import { noonDay, noonMs } from "./support.ts"

const front = (country: string) => marketOf(country) ?? assert.fail(`no market ${country}`)
const us = front("us")
const de = front("de")

const everything = (world: World, day: number): string => {
  const today = world.at(day)
  const found = today.search(us, "planner", 2)
  return JSON.stringify([
    today.chart(us, "top-free", "phone").slice(0, 100),
    found,
    found.slice(0, 3).map((app) => reviewsPage(app, us, day, "mosthelpful", 1)),
    today.hints(us, "p", 10),
    today.trends(de, 10)
  ])
}

const topIds = (world: World, day: number, country = "us", count = 100) =>
  world
    .at(day)
    .chart(front(country), "top-free", "phone")
    .slice(0, count)
    .map((app) => app.id)

describe("World", () => {
  it("gives the same bytes for the same seed and day", () => {
    const first = everything(new World({ seed: 7, size: 800 }), noonDay)
    assert.isAbove(first.length, 50_000)
    assert.strictEqual(everything(new World({ seed: 7, size: 800 }), noonDay), first)
  })

  it("gives another store for another seed", () => {
    const one = topIds(new World({ seed: 1, size: 800 }), noonDay)
    const two = new Set(topIds(new World({ seed: 2, size: 800 }), noonDay))
    assert.isEmpty(one.filter((id) => two.has(id)))
  })

  it("does not depend on the days that were asked before", () => {
    const walked = new World({ seed: 3, size: 800 })
    for (let day = noonDay - 20; day < noonDay; day++) topIds(walked, day)
    assert.deepStrictEqual(topIds(walked, noonDay), topIds(new World({ seed: 3, size: 800 }), noonDay))
  })

  it("moves its charts from day to day, with entries and exits but not many", () => {
    const world = new World({ seed: 1, size: 3000 })
    for (let day = noonDay - 10; day < noonDay; day++) {
      const before = topIds(world, day)
      const after = topIds(world, day + 1)
      const entries = after.filter((id) => !before.includes(id)).length
      assert.isAtLeast(entries, 1, `day ${day}`)
      assert.isAtMost(entries, 15, `day ${day}`)
      const moved = after.filter((id, rank) => before.includes(id) && before.indexOf(id) !== rank).length
      assert.isAtLeast(moved, 30, `day ${day}`)
    }
  })

  it("ranks differently in different countries", () => {
    const world = new World({ seed: 1, size: 3000 })
    const common = topIds(world, noonDay, "us").filter((id) => topIds(world, noonDay, "jp").includes(id))
    assert.isAbove(common.length, 10)
    assert.isBelow(common.length, 95)
  })

  it("never lets a count of ratings fall, and its stars always add up", () => {
    const world = new World({ seed: 5, size: 300 })
    for (const app of world.at(noonDay).apps()) {
      let last = 0
      for (let day = Math.max(app.releaseDay, noonDay - 40); day <= noonDay; day++) {
        const count = ratingCount(app, us, day)
        assert.isAtLeast(count, last, app.name)
        last = count
      }
      const { counts } = starRatings(app, us, noonDay)
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        last
      )
      assert.isAtLeast(Math.min(...counts), 0)
    }
  })

  it("gives new ratings, new reviews and new versions within a week", () => {
    const world = new World({ seed: 1, size: 3000 })
    const [app] = world.at(noonDay).chart(us, "top-free", "phone")
    if (app === undefined) return assert.fail("the chart is empty")
    assert.isAbove(ratingCount(app, us, noonDay + 7), ratingCount(app, us, noonDay))
    const before = reviewsPage(app, us, noonDay, "mostrecent", 1).map((review) => review.id)
    const after = reviewsPage(app, us, noonDay + 7, "mostrecent", 1).map((review) => review.id)
    assert.isAbove(after.filter((id) => !before.includes(id)).length, 0)
    const updated = world
      .at(noonDay)
      .apps()
      .filter((some) => versionOn(some, noonDay).text !== versionOn(some, noonDay + 7).text)
    assert.isAbove(updated.length, 50)
  })

  it("keeps what was written: a review stays the same on later days", () => {
    const world = new World({ seed: 1, size: 800 })
    const app = world.at(noonDay).chart(us, "top-free", "phone")[2]
    if (app === undefined) return assert.fail("the chart is empty")
    const before = new Map(reviewsPage(app, us, noonDay, "mostrecent", 1).map((review) => [review.id, review]))
    const later = reviewsPage(app, us, noonDay + 1, "mostrecent", 1).filter((review) => before.has(review.id))
    assert.isAbove(later.length, 0)
    for (const { voteCount: _c, voteSum: _s, ...review } of later) assert.deepInclude(before.get(review.id), review)
  })

  it("dates no review after the moment that is asked", () => {
    const world = new World({ seed: 1, size: 800 })
    for (const app of world.at(noonDay).chart(us, "top-free", "phone").slice(0, 40)) {
      const reviews = reviewsPage(app, us, noonDay, "mostrecent", 1)
      for (const [i, review] of reviews.entries()) {
        assert.isBelow(review.atMs, noonMs)
        assert.isAtMost(review.atMs, reviews[i - 1]?.atMs ?? noonMs)
        assert.isAtLeast(review.atMs, app.releaseDay * 86_400_000)
      }
      assert.strictEqual(new Set(reviews.map((review) => review.id)).size, reviews.length)
    }
  })

  it("is as full in any year, with launches and removals", () => {
    const world = new World({ seed: 1, size: 1000 })
    for (const day of [0, 10_000, noonDay, noonDay + 4000]) {
      const apps = world.at(day).apps()
      assert.strictEqual(new Set(apps.map((app) => app.id)).size, 1000)
      assert.isTrue(apps.every((app) => app.releaseDay <= day))
      assert.isAbove(apps.filter((app) => day - app.releaseDay <= 30).length, 3)
      const later = new Set(world.at(day + 30).apps())
      assert.isAbove(apps.filter((app) => !later.has(app)).length, 3)
    }
  })

  it("has every market once, each with apps on sale", () => {
    assert.strictEqual(new Set(markets.map(({ country }) => country)).size, markets.length)
    assert.strictEqual(new Set(markets.map(({ key }) => key)).size, markets.length)
    const today = new World({ seed: 1, size: 300 }).at(noonDay)
    for (const market of markets) assert.isAbove(today.chart(market, "top-free", "phone").length, 10, market.country)
  })

  it("spreads ratings as stores do: most apps have few, some have very many", () => {
    const counts = new World({ seed: 1, size: 3000 })
      .at(noonDay)
      .apps()
      .map((app) => ratingCount(app, us, noonDay))
      .sort((a, b) => b - a)
    assert.isAbove(counts[0] ?? 0, 300_000)
    assert.isBelow(counts[1500] ?? 0, 2000)
  })

  it("has apps of its customer's own: known ones that stay the same from week to week", () => {
    const world = new World({ seed: 1, size: 1000 })
    const owned = ownedApps(world, noonDay, 3)
    assert.lengthOf(owned, 3)
    for (const app of owned) assert.isAtMost(app.releaseDay, noonDay - 365)
    const ids = (day: number) => ownedApps(world, day, 3).map(({ id }) => id)
    for (const days of [1, 7, 30]) assert.deepEqual(ids(noonDay + days), ids(noonDay))
  })
})
