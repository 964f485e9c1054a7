/** Each fault of a store, at each thing that it's asked, under each operation: the documented code, or what was measured. */

import { at, codeOf, listAt } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { releases } from "./beforeAfter/support.ts"
import { forgetAll, makeWorld, planners, useWorldGateway } from "./snapshot/world.ts"

const world = makeWorld()
const gateway = useWorldGateway(world, {
  aso: { storeRequests: 200, opportunityStoreRequests: 200, storeWaitMs: 60_000 }
})

const { asked } = world
/** An app of each store, and two that it's compared with. */
const stores = [
  { platform: "storea", id: "700", rivals: ["2", "3"] },
  { platform: "storeb", id: "com.example.budget", rivals: ["com.example.2", "com.example.3"] }
] as const
type Store = (typeof stores)[number]
/** The store as it was, with this at fault; what it was asked is counted from here. */
const reset = ({ id, platform }: Store, fails: Readonly<Record<string, keyof typeof codes>> = {}) => {
  asked.length = 0
  const over = planners(id)
  const searches = Object.fromEntries(
    Object.entries(over.searches ?? {}).map(([term, ids]) => [term, ids.map((one) => idIn(platform, one))])
  )
  const apps = Object.fromEntries(Object.entries(over.apps ?? {}).map(([one, app]) => [idIn(platform, one), app]))
  Object.assign(world, makeWorld({ ...over, searches, apps, asked, fails }))
}
/** The second store's ids are names of packages. */
const idIn = (platform: Store["platform"], id: string) =>
  platform === "storea" || id.includes(".") ? id : `com.example.${id}`

/** Somebody who keeps the app with two releases, so that what is read over these has something to say. */
const newOwner = async ({ id, platform }: Store) => {
  const account = await gateway().account({ plan: "indie" })
  const ask = (address: string, body?: unknown) =>
    gateway().ask(address, { key: account.key, ...(body === undefined ? {} : { method: "POST", body }) })
  await ask("/v1/user/apps", { appId: platform === "storea" ? Number(id) : id, isLive: false, appName: "Moneta" })
  for (const { keywords, ...release } of releases) {
    const texts = platform === "storea" ? { keywords } : {}
    const kept = await ask(`/v1/user/apps/${id}/versions`, { ...release, ...texts })
    assert.strictEqual(kept.status, 200, kept.text)
  }
  return { ask, used: () => gateway().used(account.accountId) }
}

const keywords = ["budget planner", "receipt scanner"]
type Question = readonly [name: string, price: number, asked: readonly [address: string, body?: unknown]]
const operationsOf = ({ id, platform, rivals }: Store): ReadonlyArray<Question> => {
  const compared = `competitorIds=${rivals.join()}`
  const of = (name: string, query = "") => [`/v1/aso/apps/${id}/${name}?platform=${platform}&${query}`] as const
  const appId = platform === "storea" ? Number(id) : id
  const competitorIds = platform === "storea" ? rivals.map(Number) : rivals
  const all: ReadonlyArray<Question> = [
    ["audit", 5, of("audit")],
    ["brief", 3, of("brief")],
    ["competitor report", 5, of("competitor-report", compared)],
    ["intent clusters", 3, of("intent-clusters", compared)],
    ["opportunities", 4, of("opportunities")],
    ["suggestion", 3, ["/v1/aso/metadata/suggest", { appId, platform, keywords, competitorIds }]],
    ["validation", 1, ["/v1/aso/metadata/validate", { appId, platform, title: "Moneta: Budget Planner" }]],
    ["before and after", 1, of("before-after")],
    ["listing files", 0, of("listing-files")]
  ]
  // The other one has no pages of that kind, and searches one locale in a storefront.
  const further: ReadonlyArray<Question> = [
    ["product pages", 3, of("product-pages", compared)],
    ["locale plan", 4, of("locale-plan", compared)]
  ]
  return platform === "storea" ? [...all, ...further] : all
}
const methods = ["app", "apps", "page", "reviews", "search", "suggestions"]
const codes = {
  timeout: [504, "UPSTREAM_TIMEOUT"],
  rate_limited: [503, "UPSTREAM_RATE_LIMITED"],
  circuit_open: [503, "UPSTREAM_RATE_LIMITED"],
  drift: [502, "UPSTREAM_ERROR"],
  failed: [502, "UPSTREAM_ERROR"],
  suspect: [502, "UPSTREAM_ERROR"]
} as const
const reasons = ["timeout", "rate_limited", "drift", "circuit_open", "failed", "suspect"] as const

/** They count what is listed beside them, or what a figure stands on that is null then. */
const counts = new Set([
  ".data.total",
  ".data.idle",
  ".data.covered",
  ".data.leftOverTotal",
  ".data.ratings.you.velocity.sampleSize"
])

/** Where an answer has 0 in the place of another's figure. */
const zeroed = (whole: unknown, part: unknown, path = ""): ReadonlyArray<string> => {
  if (typeof whole === "number") return part === 0 && whole !== 0 && !counts.has(path) ? [path] : []
  if (typeof whole !== "object" || whole === null || typeof part !== "object" || part === null) return []
  // Rows of lists aren't the same rows.
  if (Array.isArray(whole)) return []
  return Object.entries(whole).flatMap(([name, value]) => zeroed(value, Reflect.get(part, name), `${path}.${name}`))
}

/** What an answer says, but for when. */
const said = (json: unknown) => {
  const { asOf: _, snapshot: __, provenance: ___, ...data } = Object(at(json, "data"))
  return JSON.stringify(data)
}

describe("a store that fails", { timeout: 120_000 }, () => {
  it.each(stores.flatMap((store) => operationsOf(store).map(([name, price, ask]) => ({ store, name, price, ask }))))(
    "leaves of $store.platform's $name its documented code or what was measured",
    async ({ ask, name, price, store }) => {
      const [address, body] = ask
      reset(store)
      const owner = await newOwner(store)
      await gateway().run(forgetAll)
      const whole = await owner.ask(address, body)
      assert.include([200, 404], whole.status, whole.text)
      const needed = new Set(asked.map((line) => line.split(" ")[0]))
      for (const method of methods) {
        // What it isn't asked can't fail; one fault shows that.
        const isAsked = method === "app" || needed.has(method)
        for (const reason of isAsked ? reasons : reasons.slice(0, 1)) {
          const [status, code] = codes[reason]
          // No kept snapshot answers for the store.
          await gateway().run(forgetAll)
          reset(store, { [method]: reason })
          const before = await owner.used()
          const answer = await owner.ask(address, body)
          const charged = (await owner.used()) - before
          const told = `${name}, ${method} ${reason}: ${answer.status} ${answer.text.slice(0, 3_000)}`
          const failed = asked.some((line) => line.startsWith(`${method} `))
          if (answer.status !== whole.status) {
            // One that compares has nothing left, whatever the reasons are.
            const expected = method === "apps" ? [502, "UPSTREAM_ERROR"] : [status, code]
            assert.deepStrictEqual([answer.status, codeOf(answer.json)], expected, told)
            assert.strictEqual(charged, 0, told)
            assert.isTrue(failed, told)
            continue
          }
          assert.include([0, price], charged, told)
          if (!failed) assert.isFalse(needed.has(method) && method === "app", told)
          if (answer.status === 200) assert.deepStrictEqual(zeroed(whole.json, answer.json), [], told)
          const { notMeasured = undefined } = Object(at(answer.json, "data"))
          if (!failed || notMeasured === undefined) continue
          for (const missing of listAt(answer.json, "data", "notMeasured")) {
            assert.isNotEmpty(at(missing, "what"), told)
            assert.isNotEmpty(at(missing, "reason"), told)
          }
          // Nothing is other than it would be and doesn't say why.
          if (said(answer.json) !== said(whole.json)) assert.isNotEmpty(notMeasured, told)
        }
      }
    }
  )
})
