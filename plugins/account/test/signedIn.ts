/** Somebody who is signed in at a gateway, with a plan that has all there is and a key of their account. */
import { AccountAdmin } from "@storeglass/plugin-api"
import type { TestGateway } from "@storeglass/testkit"
import { assert } from "vitest"
import { signedUp, textAt } from "./support.ts"

export const signedIn = async (gateway: () => TestGateway, plan = "large") => {
  const { browser } = await signedUp(gateway)
  const me = await browser.ask("/dashboard/api/me")
  const accountId = textAt(me.json, "data", "accountId")
  await gateway().run(AccountAdmin.use(({ setPlan }) => setPlan(accountId, plan)))
  const csrf = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
  const made = await browser.post("/dashboard/api/keys", { name: "first" }, csrf)
  assert.strictEqual(made.status, 201, made.text)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  return {
    browser,
    cookie,
    changing: { cookie, origin: browser.origin, ...csrf },
    accountId,
    key: textAt(made.json, "data", "value")
  }
}
export type SignedIn = Awaited<ReturnType<typeof signedIn>>
