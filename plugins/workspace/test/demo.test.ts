/** What the demo account of the sandbox can show at once. */
import { makeDemoCalls } from "@storeglass/gateway"
import { until, usePluginGateway } from "@storeglass/testkit"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { DemoKeywords } from "../../dev-seed/src/jobs.ts"
import plugin from "../src/plugin.ts"
import { at, base, listOf, newActor, plugins } from "./support.ts"

const days = 2
const gateway = usePluginGateway(plugin, {
  plugins: { ...plugins, "dev-seed": { days, keywords: { perMarket: 1, countries: ["us"] } } }
})
const countries = ["de", "fr", "gb", "us"]

describe("the demo account's keywords", () => {
  it("have ranks of past days in all four countries, as the stores had them then", { timeout: 300_000 }, async () => {
    const own = await newActor(gateway(), { plan: "large" })
    const run = <A>(effect: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
      gateway().run(Effect.flatMap(SqlClient.SqlClient, effect))
    await run(
      (sql) => sql`UPDATE core_accounts SET email = 'demo@storeglass.invalid' WHERE id = ${own.accountId}::uuid`
    )
    assert.deepEqual(await gateway().run(makeDemoCalls(gateway().running, Redacted.make(own.key))), [])
    // As many as at the look before, so all of them are there.
    await gateway().runJob(DemoKeywords, { looks: 0, tracked: 60 })
    await gateway().run(
      until(
        ["dev_seed_days"],
        SqlClient.SqlClient.use(
          (sql) => sql<{ n: number }>`SELECT count(*)::int AS n FROM dev_seed_days WHERE kind = 'demo-keywords'`
        ),
        ([row]) => row?.n === 2 * countries.length * days
      )
    )
    const origin = gateway().running.sandbox?.baseUrls.history
    const dayBefore = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
    const apps = listOf((await own.done("GET", base)).json, "data", "items").filter(
      (app) => Number(at(app, "counts", "keywords")) > 0
    )
    assert.lengthOf(apps, 2)
    for (const app of apps) {
      const [id, platform] = [String(at(app, "appId")), String(at(app, "platform"))]
      const rows = listOf((await own.done("GET", `${base}/${id}/keywords?limit=100`)).json, "data", "items")
      const byCountry = Map.groupBy(rows, (row) => String(at(row, "country")))
      assert.deepEqual([...byCountry.keys()].toSorted(), countries)
      for (const [country, words] of byCountry) {
        const terms = words.map((row) => String(at(row, "keyword")))
        for (let back = 1; back <= days; back += 1) {
          const day = dayBefore(back)
          const query = new URLSearchParams({ platform, country, day, terms: terms.join("\n") })
          const then: unknown = await (await fetch(`${origin}/searches?${query}`)).json()
          for (const search of listOf(then, "searches")) {
            const asked = new URLSearchParams({ keyword: String(at(search, "term")), country, platform, date: day })
            const past = await own.done("GET", `/v1/keywords/ranks?${asked}`)
            const wanted = listOf(search, "apps").map((each) => String(at(each, "appId")))
            const found = listOf(past.json, "data", "rankings").map((each) => String(at(each, "trackId")))
            assert.deepEqual(found, wanted.slice(0, 100), `${platform} ${asked}`)
          }
          assert.isTrue(
            listOf(then, "searches").some((search) => listOf(search, "apps").length > 0),
            `${country} ${day}`
          )
        }
      }
    }
  })
})
