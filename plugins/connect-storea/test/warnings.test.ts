/** A preview tells what the vendor is going to refuse, and the vendor then does. */
import { assert, describe, it } from "vitest"
import { at, day, listAt, ok, refused, useConsole } from "./support.ts"

const console = useConsole()

/** What an owner has, by the names of the sandbox. */
const owner = async () => {
  const { appId, availableInNewTerritories, groupId, subscriptionPoints } = await console.things()
  const using = await console.using()
  const named = async (path: string, name: string) =>
    String(
      at(
        listAt(ok(await using.ask(path)), "items").find((one) => at(one, "name") === name),
        "id"
      )
    )
  const iap = (name: string) => named(`/apps/${appId}/iaps`, name)
  const subscription = (name: string) => named(`/subscription-groups/${groupId}/subscriptions`, name)
  return { ...using, appId, availableInNewTerritories, iap, subscription, subscriptionPoints }
}
interface Asked {
  readonly method: "POST" | "PATCH"
  readonly path: string
  readonly body: object
}
type Owner = Awaited<ReturnType<typeof owner>>

const pointIn = async ({ ask }: Owner, id: string) =>
  String(at(listAt(ok(await ask(`/subscriptions/${id}/price-points`)), "items")[20], "id"))
const price = async (of: Owner, startDate?: string): Promise<Asked> => {
  const id = await of.subscription("Premium monthly")
  return {
    method: "POST",
    path: `/subscriptions/${id}/prices`,
    body: {
      territory: "USA",
      pricePointId: await pointIn(of, id),
      preserveCurrentPrice: true,
      confirm: true,
      ...(startDate === undefined ? {} : { startDate })
    }
  }
}
const localization = async (of: Owner, name: string): Promise<Asked> => ({
  method: "POST",
  path: `/iaps/${await of.iap(name)}/localizations`,
  body: { locale: "it", name: "Nome" }
})
const named =
  (name: string) =>
  async (of: Owner): Promise<Asked> => ({
    method: "PATCH",
    path: `/iaps/${await of.iap(name)}`,
    body: { name: "Other" }
  })

const likely: Readonly<Record<string, (of: Owner) => Promise<Asked>>> = {
  PRODUCT_IN_REVIEW: named("Season pass"),
  PRODUCT_IS_APPROVED: (of) => localization(of, "100 coins"),
  MAY_BE_TOO_EARLY: (of) => price(of),
  SWITCH_IS_IN_CONSOLE: async ({ appId, availableInNewTerritories }) => ({
    method: "PATCH",
    path: `/availabilities/${appId}`,
    body: { availableInNewTerritories: !availableInNewTerritories, confirm: true }
  })
}
/** The same where the vendor has nothing against it. */
const welcome: Readonly<Record<string, (of: Owner) => Promise<Asked>>> = {
  "a product that isn't in review": named("Remove ads"),
  "a localization of a draft": (of) => localization(of, "Remove ads"),
  "a later price": (of) => price(of, day(30))
}
const codesIn = (preview: unknown) => listAt(preview, "warnings").map((warning) => at(warning, "code"))
const previewed = async ({ ask }: Owner, { body, method, path }: Asked) =>
  codesIn(ok(await ask(`${path}?dryRun=true`, { method, body })))

describe("a preview", () => {
  it.each(Object.entries(likely))("warns with %s of what is then refused", async (code, of) => {
    const who = await owner()
    const asked = await of(who)
    assert.include(await previewed(who, asked), code)
    refused(await who.ask(asked.path, { method: asked.method, body: asked.body }), 409, "VENDOR_CONFLICT")
  })

  it.each(Object.entries(welcome))("warns of nothing of that kind for %s, which is then done", async (_, of) => {
    const who = await owner()
    const asked = await of(who)
    const codes = await previewed(who, asked)
    for (const code of Object.keys(likely)) assert.notInclude(codes, code)
    assert.isBelow((await who.ask(asked.path, { method: asked.method, body: asked.body })).status, 300)
  })

  it("warns that family sharing stays once it's on, and not where it's on already", async () => {
    const who = await owner()
    const { path } = await named("Remove ads")(who)
    const share = { method: "PATCH", path, body: { familySharable: true } } as const
    const made = {
      method: "POST",
      path: `/apps/${who.appId}/iaps`,
      body: { name: "Gems", productId: "com.example.gems", inAppPurchaseType: "CONSUMABLE", familySharable: true }
    } as const
    for (const asked of [share, made]) assert.deepEqual(await previewed(who, asked), ["FAMILY_SHARING_STAYS"])
    ok(await who.ask(path, { method: "PATCH", body: share.body }))
    assert.deepEqual(await previewed(who, { ...share, body: { ...share.body, name: "Other" } }), [])
  })

  it("of what changes nothing warns of nothing", async () => {
    const who = await owner()
    const { body, ...asked } = await named("Season pass")(who)
    assert.deepEqual(await previewed(who, { ...asked, body: { ...body, name: "Season pass" } }), [])
  })
})
