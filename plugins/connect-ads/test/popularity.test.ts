import { usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { SearchPopularity } from "../src/contract.ts"
import plugin from "../src/plugin.ts"
import { publishedWeek } from "../src/reads/Popularity.ts"
import { adsOf, at, settings } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { "connect-ads": settings } })
const ads = adsOf(gateway)
const lastWeek = (accountId: string, country: string, terms: ReadonlyArray<string>) =>
  gateway().run(
    Effect.result(Effect.flatMap(SearchPopularity, (popularity) => popularity.lastWeek(accountId, { country, terms })))
  )

describe("search popularity for other plugins", () => {
  it("is of the last week from Sunday to Saturday, once its Monday is there", () => {
    const week = { from: "2026-11-15", to: "2026-11-21" }
    assert.deepEqual([publishedWeek("2026-11-23"), publishedWeek("2026-11-29")], [week, week])
    assert.deepEqual(publishedWeek("2026-11-22"), { from: "2026-11-08", to: "2026-11-14" })
  })

  it("gives each term in its order, says which aren't listed, and is asked for once a day", async () => {
    const { account, client } = await ads.connect()
    const { keywords } = await ads.keywords(client)
    const terms = [...new Set(keywords)].slice(0, 12)
    const asked = [...terms.map((term) => term.toUpperCase()), "no such word"]
    const found = at(await lastWeek(account.accountId, "us", asked), "success")
    const shown = [at(found, "terms")].flat()
    assert.deepEqual(
      shown.map((term) => at(term, "term")),
      asked
    )
    const listed = shown.filter((term) => at(term, "listed") === true)
    assert.isAbove(listed.length, 0)
    for (const term of listed) {
      assert.isTrue(Number(at(term, "popularity")) >= 1 && Number(at(term, "popularity")) <= 100)
      assert.isAbove([at(term, "genres")].flat().length, 0)
    }
    assert.deepEqual(shown.at(-1), { term: "no such word", listed: false, popularity: null, band: null, genres: [] })
    // What it cost is read beside it, on a schedule of its own.
    const counted = () =>
      ads.requests(client).filter(({ path }) => path.includes("/insights/apps/search-term-popularity/")).length
    assert.strictEqual(counted(), 1)
    await lastWeek(account.accountId, "us", asked.toReversed())
    assert.strictEqual(counted(), 1)
    await lastWeek(account.accountId, "de", asked)
    assert.strictEqual(counted(), 2)
  })

  it("isn't told to an account without a connection of its own, and goes with it", async () => {
    const stranger = await ads.gateway().account()
    assert.strictEqual(at(await lastWeek(stranger.accountId, "us", ["a"]), "failure", "code"), "NOT_CONNECTED")
    const { account } = await ads.connect()
    assert.isDefined(at(await lastWeek(account.accountId, "us", ["a"]), "success"))
    await ads.ask("/credentials", account.key, { method: "DELETE" })
    assert.strictEqual(at(await lastWeek(account.accountId, "us", ["a"]), "failure", "code"), "NOT_CONNECTED")
  })
})
