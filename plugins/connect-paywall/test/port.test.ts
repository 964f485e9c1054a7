import { erased } from "@storeglass/gateway"
import { useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { Collect } from "../src/collecting/Collecting.ts"
import type { PaywallSource } from "../src/PaywallSource.ts"
import { pluginOf } from "../src/plugin.ts"
import { actor, at, idle } from "./support.ts"

/** A provider that tells applications and campaigns, and nothing else. */
const modest: PaywallSource = {
  provider: "paywall_b",
  grantedAt: "Team, Keys",
  keyProblem: (key) => (key.startsWith("live_") ? undefined : "this provider's keys begin with live_"),
  verify: () =>
    Effect.succeed({
      organization: { id: "o1", name: null },
      capabilities: { apps: "available", charts: "unknown", campaigns: "available", transactions: "unknown" }
    }),
  apps: () =>
    Effect.succeed([
      {
        id: "p",
        name: "Project",
        archived: false,
        createdAt: null,
        applications: [{ id: "a", bundleId: null, storeId: null, name: "App", platform: "ios", integrated: null }]
      }
    ]),
  overview: null,
  charts: null,
  transactions: null,
  campaigns: () => Effect.succeed({ items: [], after: null })
}

/** One that tells figures and charts for applications it can't list, and no single transaction. */
const figuresAlone: PaywallSource = {
  ...modest,
  provider: "paywall_c",
  keyProblem: () => undefined,
  verify: () =>
    Effect.succeed({
      organization: null,
      capabilities: { apps: "unknown", charts: "available", campaigns: "unknown", transactions: "available" }
    }),
  apps: null,
  campaigns: null,
  overview: () =>
    Effect.succeed([
      { key: "revenue", name: "Revenue", description: null, unit: "currency", value: 12.5, problem: null, chart: "r" }
    ]),
  charts: {
    definitions: () =>
      Effect.succeed({
        charts: [
          {
            key: "r",
            name: "Revenue",
            description: null,
            xAxis: "date",
            yAxis: "revenue",
            unit: "currency",
            dateDimension: null,
            include: []
          }
        ],
        breakdowns: [],
        intervals: ["day"],
        presets: []
      }),
    data: () =>
      Effect.succeed([
        { key: "total", name: "Revenue", points: [{ x: "2026-11-01", y: 12.5, incomplete: false, extra: {} }] }
      ])
  }
}

describe("another provider behind the same port", () => {
  const gateway = useTestGateway({
    config: idle,
    further: [{ plugin: erased(pluginOf(() => Effect.succeed(modest))), settings: {}, from: "the test" }]
  })

  it("shows what it can't do in its status, and says so where it's asked for it, at no cost", async () => {
    const account = actor(gateway(), await gateway().account())
    const refused = await account.connect({ secretKey: "sk_of_another_provider" })
    assert.strictEqual(refused.status, 400)
    assert.strictEqual((await account.connect({ secretKey: "live_12345678" })).status, 201)
    assert.deepInclude(await account.read("/credentials/status"), {
      provider: "paywall_b",
      state: "connected",
      organization: { id: "o1", name: null },
      capabilities: {
        apps: "available",
        overview: "unsupported",
        charts: "unsupported",
        campaigns: "available",
        transactions: "unsupported"
      }
    })
    await account.read("/apps")
    await account.read("/campaigns")
    for (const path of ["/overview", "/charts/proceeds", "/transactions"]) {
      const answer = await account.ask(path)
      assert.deepEqual([answer.status, answer.code, answer.cost], [400, "PLATFORM_UNSUPPORTED", "0"], path)
    }
    const board = await account.ask("/dashboard")
    assert.deepEqual([board.status, board.cost], [200, "1"])
    const campaigns = await account.read("/campaigns", { performance: "true" })
    assert.strictEqual(at(campaigns, "performance", "placements", "reason", "code"), "PLATFORM_UNSUPPORTED")
    await gateway().runJob(Collect, { accountId: account.accountId })
  })
})

describe("a provider with figures alone behind the same port", () => {
  const gateway = useTestGateway({
    config: idle,
    further: [{ plugin: erased(pluginOf(() => Effect.succeed(figuresAlone))), settings: {}, from: "the test" }]
  })

  it("tells what it has for an application that is named, and shows that it lists none and tells no transaction", async () => {
    const account = actor(gateway(), await gateway().account())
    assert.strictEqual((await account.connect({ secretKey: "any_12345678" })).status, 201)
    assert.deepInclude(await account.read("/credentials/status"), {
      provider: "paywall_c",
      state: "connected",
      organization: null,
      capabilities: {
        apps: "unsupported",
        overview: "available",
        charts: "available",
        campaigns: "unsupported",
        transactions: "unsupported"
      }
    })
    const app = { projectId: "p", applicationId: "a" }
    assert.strictEqual(at(await account.read("/overview", app), "metrics", 0, "value"), 12.5)
    const chart = await account.read("/charts/r", { applicationId: "a", interval: "day" })
    assert.strictEqual(at(chart, "series", 0, "points", 0, "y"), 12.5)
    for (const [path, query] of [
      ["/apps", {}],
      ["/overview", {}],
      ["/transactions", app],
      ["/campaigns", { applicationId: "a" }]
    ] as const) {
      const answer = await account.ask(path, query)
      assert.deepEqual([answer.status, answer.code, answer.cost], [400, "PLATFORM_UNSUPPORTED", "0"], path)
    }
  })
})
