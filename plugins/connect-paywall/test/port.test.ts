import { erased } from "@storeglass/gateway"
import { useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import type { PaywallSource } from "../src/PaywallSource.ts"
import { pluginOf } from "../src/plugin.ts"
import { actor } from "./support.ts"

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

describe("another provider behind the same port", () => {
  const gateway = useTestGateway({
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
      capabilities: { apps: "available", charts: "unsupported", campaigns: "available", transactions: "unsupported" }
    })
    await account.read("/apps")
    await account.read("/campaigns")
    for (const path of ["/overview", "/charts/proceeds", "/transactions"]) {
      const answer = await account.ask(path)
      assert.deepEqual([answer.status, answer.code, answer.cost], [400, "PLATFORM_UNSUPPORTED", "0"], path)
    }
    const board = await account.ask("/dashboard")
    assert.deepEqual([board.status, board.cost], [200, "1"])
  })
})
