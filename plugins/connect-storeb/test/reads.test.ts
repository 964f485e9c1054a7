import { savedVectors, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { moneyOf } from "../src/vendor/neutral.ts"
import { at, controlOf, dataOf, demo, idle, issue, listAt, plugins, refused, stranger } from "./support.ts"

const gateway = useTestGateway({ plugins, config: idle })

describe("money", () => {
  it.each([
    [
      { currencyCode: "USD", units: "9", nanos: 990_000_000 },
      { amount: "9.99", currency: "USD" }
    ],
    [
      { currencyCode: "USD", nanos: 10_000_000 },
      { amount: "0.01", currency: "USD" }
    ],
    [
      { currencyCode: "JPY", units: "1500" },
      { amount: "1500", currency: "JPY" }
    ],
    [
      { currencyCode: "KWD", units: "1", nanos: 1 },
      { amount: "1.000000001", currency: "KWD" }
    ],
    [
      { currencyCode: "USD", units: "-1", nanos: -750_000_000 },
      { amount: "-1.75", currency: "USD" }
    ],
    [
      { currencyCode: "USD", nanos: -750_000_000 },
      { amount: "-0.75", currency: "USD" }
    ],
    [
      { currencyCode: "IDR", units: "9223372036854775807", nanos: 0 },
      { amount: "9223372036854775807", currency: "IDR" }
    ],
    [{ currencyCode: "USD" }, { amount: "0", currency: "USD" }],
    [{ currencyCode: "USD", units: "1.5" }, null],
    [{ currencyCode: "", units: "1" }, null]
  ])("tells %j exactly", (vendors, ours) => {
    assert.deepEqual(moneyOf(vendors), ours)
  })
})

describe("reading the console", () => {
  it("lists its apps", async () => {
    const person = await demo(gateway())
    const answer = await person.ask("/apps")
    const data = dataOf(answer)
    assert.strictEqual(at(data, "total"), 12)
    assert.deepEqual(Object.keys(Object(listAt(data, "items")[0])), ["packageName", "displayName"])
    assert.strictEqual(answer.headers.get("x-credit-cost"), "1")
  })

  it("tells subscriptions with their plans, prices and texts, and archived ones if asked", async () => {
    const person = await demo(gateway())
    const path = `/apps/${person.packageName}/subscriptions`
    const data = dataOf(await person.ask(path))
    assert.deepInclude(data, { total: 1, truncated: false })
    const [premium] = listAt(data, "items")
    assert.deepInclude(premium, { productId: "premium", archived: false })
    const [monthly, parts, pass] = listAt(premium, "basePlans")
    assert.deepInclude(monthly, {
      basePlanId: "monthly",
      state: "active",
      kind: "autoRenewing",
      billingPeriod: "P1M",
      gracePeriod: "P7D",
      committedPayments: null,
      offerTags: ["main"]
    })
    assert.deepEqual(listAt(monthly, "prices")[0], {
      region: "us",
      price: { amount: "4.99", currency: "USD" },
      newSubscribers: true
    })
    assert.deepEqual(at(listAt(monthly, "prices")[4], "price"), { amount: "749", currency: "JPY" })
    assert.deepInclude(parts, { kind: "installments", committedPayments: 12, otherRegions: null })
    assert.deepInclude(pass, { kind: "prepaid", state: "draft", gracePeriod: null })
    assert.deepEqual(listAt(pass, "prices"), [{ region: "us", price: null, newSubscribers: false }])
    assert.deepInclude(listAt(premium, "listings")[1], { locale: "de-DE", description: null })
    const all = dataOf(await person.ask(`${path}?archived=true`))
    assert.deepEqual(
      listAt(all, "items").map((item) => at(item, "productId")),
      ["premium", "supporter"]
    )
  })

  it("tells one-time products with their options", async () => {
    const person = await demo(gateway())
    const data = dataOf(await person.ask(`/apps/${person.packageName}/one-time-products`))
    assert.deepInclude(data, { total: 3, truncated: false })
    const [coins, , ads] = listAt(data, "items")
    const [buy] = listAt(coins, "purchaseOptions")
    assert.deepInclude(buy, { kind: "buy", state: "active", multiQuantity: true, rentalPeriod: null })
    const india = listAt(buy, "prices").find((price) => at(price, "region") === "in")
    assert.strictEqual(at(india, "availability"), "noLongerAvailable")
    assert.deepInclude(listAt(ads, "purchaseOptions")[1], {
      kind: "rent",
      state: "inactive",
      rentalPeriod: "P3D",
      expirationPeriod: "P1D",
      otherRegions: null
    })
  })

  it("reads all pages of a list", async () => {
    const person = await demo(gateway())
    const { keyFile } = await issue(gateway())
    await controlOf(gateway()).act("play-console", "fill", {
      email: keyFile.client_email,
      packageName: person.packageName,
      products: 250
    })
    dataOf(await person.connect({ serviceAccountJson: keyFile }), 201)
    const data = dataOf(await person.ask(`/apps/${person.packageName}/one-time-products`))
    assert.deepInclude(data, { total: 253, truncated: false })
    assert.strictEqual(new Set(listAt(data, "items").map((item) => at(item, "productId"))).size, 253)
  })

  it("refuses what is no package name before anybody is asked, and tells an app of others' as not found", async () => {
    const person = await demo(gateway())
    const before = controlOf(gateway()).requests().length
    for (const path of [
      "/apps/123/subscriptions",
      "/apps/com..example/one-time-products",
      "/apps/a%2Fb.c/subscriptions"
    ]) {
      refused(await person.ask(path), 400, "INVALID_APP_ID")
    }
    assert.strictEqual(controlOf(gateway()).requests().length, before)
    refused(await person.ask("/apps/com.somebody.elses/subscriptions"), 404, "NOT_FOUND")
    assert.strictEqual(await gateway().used(person.accountId), 1, "only the demo's own list of apps cost")
  })

  it("charges nothing and names the right where it's missing", async () => {
    const person = await stranger(gateway())
    const { keyFile, packageName } = await issue(gateway(), { without: ["products"] })
    dataOf(await person.connect({ serviceAccountJson: keyFile }), 201)
    const said = refused(await person.ask(`/apps/${packageName}/subscriptions`), 403, "CONNECTION_PERMISSION_MISSING")
    assert.match(said, /"Manage store presence", granted at the console, Users and permissions/)
    assert.strictEqual(await gateway().used(person.accountId), 0)
  })

  it("rejects a connection whose key was deleted at the vendor, and says how to connect again", async () => {
    const person = await stranger(gateway())
    const { keyFile } = await issue(gateway())
    dataOf(await person.connect({ serviceAccountJson: keyFile }), 201)
    dataOf(await person.ask("/apps"))
    await controlOf(gateway()).act("play-console", "revoke", keyFile.client_email)
    assert.match(refused(await person.ask("/apps"), 409, "CONNECTION_REJECTED"), /POST \/v1\/connect\/storeb-play/)
    assert.deepInclude(dataOf(await person.ask("/credentials/status")), { connected: false, state: "rejected" })
  })

  it("signs by the vendor's clock when this machine's is wrong", async () => {
    const person = await stranger(gateway())
    const { keyFile } = await issue(gateway())
    await controlOf(gateway()).act("play-console", "skew", -600_000)
    try {
      dataOf(await person.connect({ serviceAccountJson: keyFile }), 201)
    } finally {
      await controlOf(gateway()).act("play-console", "skew", 0)
    }
  })
})

describe.skipIf(savedVectors.length === 0)("the vendor's descriptions", () => {
  it("have each request of these reads as it is sent", async () => {
    const person = await demo(gateway())
    dataOf(await person.ask(`/apps/${person.packageName}/subscriptions`))
    dataOf(await person.ask(`/apps/${person.packageName}/one-time-products`))
    const sent = controlOf(gateway())
      .requests({ upstream: "play-console" })
      .map(({ method, path, query }) => ({ method, path: path.replace(person.packageName, "{packageName}"), query }))
    for (const id of ["gp.apps", "gp.subs", "gp.otp"]) {
      const { method, path, query = {} } = savedVectors.find((one) => one.id === id) ?? assert.fail(id)
      assert.deepInclude(sent, { method, path, query }, id)
    }
  })
})
