/** Products and prices that the nightly sync keeps: what the vendor tells, for its own account alone. */
import { at, listAt, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { KeptProducts } from "../src/dashboard/api.ts"
import { SyncConsole } from "../src/sync/Nightly.ts"
import { controlOf, headersOf, issue, type Owner, ok, settings } from "./support.ts"

const gateway = useTestGateway({
  plugins: { "connect-storea": settings, account: true },
  // Syncs run when a test says so.
  config: { jobs: { lanes: { "connect-storea.sync": 0 } } }
})
const credentials = "/v1/connect/storea/credentials"
let own: SignedIn
let other: SignedIn
beforeAll(async () => {
  own = await signedIn(gateway)
  other = await signedIn(gateway)
})

const connected = async (input: object = {}): Promise<Owner> => {
  await gateway().ask(`${credentials}?purge=true`, { method: "DELETE", key: own.key })
  const owner = await issue(gateway(), input)
  const saved = await gateway().ask(credentials, { method: "POST", key: own.key, body: { ...owner, analytics: false } })
  assert.strictEqual(saved.status, 201, saved.text)
  return owner
}
const sync = () => gateway().runJob(SyncConsole, { accountId: own.accountId })
const kept = async (query = "", by = own) =>
  Schema.decodeUnknownSync(KeptProducts)(
    ok(await by.browser.ask(`/dashboard/api/connect-storea/products?limit=2000${query}`)),
    { onExcessProperty: "error" }
  )
const rows = (table: string) =>
  gateway().run(
    Effect.map(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.unsafe(`SELECT 1 FROM connect_storea_${table} WHERE account_id = '${own.accountId}'`)
      ),
      ({ length }) => length
    )
  )

describe("products of a saved console", { timeout: 120_000 }, () => {
  it("are those of the console, with its prices of each territory, and go when they're purged", async () => {
    const owner = await connected()
    await sync()
    const { lastReadAt, problem, products } = await kept()
    assert.isNull(problem)
    assert.isNotNull(lastReadAt)
    const read = async (path: string) =>
      ok(await gateway().ask(`/v1/connect${path}`, { key: own.key, headers: headersOf(owner) }))
    const priced = products.find(({ kind, territories }) => kind === "iap" && territories > 100)
    const appId = priced?.appId ?? assert.fail("no app has a purchase with prices")
    const ofApp = await kept(`&appId=${appId}`)
    const iaps = listAt(await read(`/apps/${appId}/iaps`), "items")
    assert.sameMembers(
      ofApp.products.filter(({ kind }) => kind === "iap").map(({ id }) => id),
      iaps.map((one) => String(at(one, "id")))
    )
    assert.isNotEmpty(ofApp.products.filter(({ kind }) => kind === "subscription"))
    const schedule = await read(`/iaps/${priced?.id}/price-schedule`)
    const current = [...listAt(schedule, "automaticPrices"), ...listAt(schedule, "manualPrices")].filter(
      (one) => at(one, "status") === "current"
    )
    const told = new Map(
      current.map((one) => [
        at(one, "territory"),
        [at(one, "currency"), Number(at(one, "customerPrice")), Number(at(one, "proceeds"))]
      ])
    )
    const prices = ofApp.prices.filter(({ id }) => id === priced?.id)
    assert.deepEqual(
      new Map(
        prices.map(({ currency, price, proceeds, territory }) => [
          territory,
          [currency, Number(price), Number(proceeds)]
        ])
      ),
      told
    )
    const [usa] = (await kept(`&appId=${appId}&territory=USA`)).prices.filter(({ id }) => id === priced?.id)
    assert.deepEqual([usa?.territory, usa?.currency], ["USA", "USD"])
    assert.deepInclude(await kept("", other), { lastReadAt: null, products: [], prices: [] })
    await gateway().ask(`${credentials}?purge=true`, { method: "DELETE", key: own.key })
    for (const table of ["catalogues", "products", "prices"]) assert.strictEqual(await rows(table), 0, table)
  })

  it("stay as they were where the vendor is away, which is told, and asked again", async () => {
    const { keyId } = await connected()
    await sync()
    const before = await kept()
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE connect_storea_products SET read_at = NULL`)
    )
    const control = controlOf(gateway())
    control.fail({ kind: "500", upstream: "console", credential: keyId, path: "iapPriceSchedule" })
    await sync()
    control.clearFaults()
    const after = await kept()
    assert.isNotNull(after.problem)
    assert.strictEqual(after.lastReadAt, before.lastReadAt)
    assert.deepEqual(after.prices, before.prices)
  })
})
