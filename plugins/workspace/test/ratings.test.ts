/** What people are told of their apps' ratings. */
import { sampleValues, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { dropOf } from "../src/watch/RatingDrops.ts"
import { type Actor, alertsOf, at, base, newActor, plugins } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { ...plugins, apps: true } })
const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const told = ({ accountId }: Actor) => alertsOf(gateway(), ({ ratings }) => ratings(accountId))
const kept = (appId: string, back: number, average: number) =>
  gateway().run(
    SqlClient.SqlClient.use(
      (sql) => sql`INSERT INTO apps_rating_snapshots
        (platform, country, app_id, day, observed_at, rating_count, average_rating, installs)
        VALUES ('storea', 'us', ${appId}, ${dayOf(back)}::date, now(), 5000, ${average}::float8, NULL)
        ON CONFLICT (platform, country, app_id, day) DO UPDATE SET average_rating = excluded.average_rating`
    )
  )

describe("a rating that dropped", () => {
  it("by the threshold or more is told with one key, to accounts with the app alone", async () => {
    const id = String((await sampleValues(gateway())).id)
    const [own, other] = [await newActor(gateway()), await newActor(gateway())]
    const name = at((await own.done("POST", base, { appId: Number(id) })).json, "data", "appName")
    // What is kept of today stays, whatever the store shows.
    await kept(id, 0, 4)
    await kept(id, 2, 4.09)
    assert.deepEqual(await told(own), [])
    await kept(id, 8, 4.9)
    assert.deepEqual(await told(own), [])
    await kept(id, 2, 4.1)
    const [alert, ...more] = [...(await told(own)), ...(await told(own))]
    assert.strictEqual(alert?.kind, "workspace.rating-dropped")
    assert.strictEqual(alert?.title, `${name}: rated 4.00 after 4.10`)
    assert.deepEqual(more, [alert])
    assert.deepEqual(await told(other), [])
  })

  it("is of a listed app: one that the store doesn't know is passed over", async () => {
    const own = await newActor(gateway())
    await own.done("POST", base, { appId: 999_999_998, appName: "Gone" })
    await kept("999999998", 1, 5)
    assert.deepEqual(await told(own), [])
  })

  it("keeps what the store tells today, for the days to come", async () => {
    const id = String((await sampleValues(gateway())).id)
    const own = await newActor(gateway())
    await own.done("POST", base, { appId: Number(id) })
    const today = (statement: "DELETE" | "SELECT average_rating AS average") =>
      gateway().run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.unsafe(`${statement} FROM apps_rating_snapshots WHERE app_id = '${id}' AND day = '${dayOf(0)}'`)
        )
      )
    await today("DELETE")
    await told(own)
    assert.lengthOf(await today("SELECT average_rating AS average"), 1)
  })
})

describe("a fall", () => {
  const days = (...averages: ReadonlyArray<number>) =>
    averages.map((average, at) => ({ day: `2026-11-0${at + 1}`, average, count: 100 }))
  it.each([
    [[], undefined],
    [[4], undefined],
    [[4, 4.5], undefined],
    [[4.5, 4.41], undefined],
    [[4.5, 4.4], "2026-11-01"],
    [[4.5, 4.5, 4.5, 4.4], "2026-11-03"],
    [[4.5, 4.4, 4.3], "2026-11-01"],
    [[4.5, 4.4, 4.45], undefined]
  ])("of %j is from %s", (averages, day) => {
    assert.strictEqual(dropOf(days(...averages), 0.1)?.peak.day, day)
  })

  it("of an app with few ratings is none", () => {
    assert.isUndefined(
      dropOf(
        [
          { day: "2026-11-01", average: 5, count: 1 },
          { day: "2026-11-02", average: 3, count: 2 }
        ],
        0.1
      )
    )
  })
})
