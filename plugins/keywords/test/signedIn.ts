/** Who is signed in at a gateway, and what they track there. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import type { TestGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"
import { signedUp, textAt } from "../../account/test/support.ts"
import { KeywordHistory, TrackedKeywords } from "../src/contract.ts"
import plugin from "../src/plugin.ts"

/** With what the plugin offers others. */
export const runIn = <A, E>(gateway: TestGateway, effect: Effect.Effect<A, E, KeywordHistory | TrackedKeywords>) =>
  gateway.run(Effect.provideContext(effect, contextOf(Context.get(gateway.running.services, PluginContexts), plugin)))

export const signedIn = async (gateway: () => TestGateway) => {
  const { browser } = await signedUp(gateway)
  const me = await browser.ask("/dashboard/api/me")
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  return { browser, cookie, accountId: textAt(me.json, "data", "accountId") }
}

const dayMs = 86_400_000
export const dayOf = (daysBack: number) => new Date(Date.now() - daysBack * dayMs).toISOString().slice(0, 10)

/** Searches of the past: keyword, days back, and ids, first is best. */
export const searched = (
  gateway: TestGateway,
  searches: ReadonlyArray<readonly [keyword: string, daysBack: number, apps: string]>
) =>
  runIn(
    gateway,
    Effect.flatMap(KeywordHistory, ({ importSnapshots }) =>
      importSnapshots(
        searches.map(([keyword, daysBack, apps]) => ({
          platform: "storea",
          country: "us",
          device: "iphone",
          keyword,
          day: dayOf(daysBack),
          source: "storea.catalog",
          depth: 100,
          resultCount: 100,
          reach: 1000,
          volume: 50,
          difficulty: 40,
          apps: apps.split(" ").map((appId) => ({ appId, name: `App ${appId}`, seller: `Seller ${appId}` }))
        }))
      )
    )
  )

export const tracks = (gateway: TestGateway, accountId: string, keywords: ReadonlyArray<string>) =>
  runIn(
    gateway,
    Effect.flatMap(TrackedKeywords, ({ trackAll }) =>
      trackAll(
        accountId,
        keywords.map((keyword) => ({ platform: "storea", country: "us", device: "iphone", keyword }))
      )
    )
  )
