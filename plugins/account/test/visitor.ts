import type { AccountRole } from "@storeglass/plugin-api"
import type { AskOptions, TestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { signedUp, textAt } from "./support.ts"

/** Somebody who is signed in at a gateway whose plugin `account` is enabled. */
export const visitor = async (gateway: () => TestGateway) => {
  const { browser, email } = await signedUp(gateway)
  const me = await browser.ask("/dashboard/api/me")
  const csrf = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
  const personId = textAt(me.json, "data", "person", "id")
  return {
    email,
    /** Their own account. */
    accountId: textAt(me.json, "data", "accountId"),
    /** What a page sends of them, also with what changes something. */
    headers: () => ({
      ...csrf,
      origin: browser.origin,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    }),
    ask: (path: string, options: AskOptions = {}) =>
      browser.ask(path, { ...options, headers: { ...csrf, ...options.headers } }),
    /** Looks at an account from now on, as this role there. */
    join: async (accountId: string, role: AccountRole = "viewer") => {
      await gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
            VALUES (${accountId}::uuid, ${personId}, ${role}, now())
            ON CONFLICT (account_id, person_id) DO UPDATE SET role = excluded.role`
        )
      )
      const chosen = await browser.post("/dashboard/api/account", { accountId }, csrf)
      assert.strictEqual(chosen.status, 200, chosen.text)
    }
  }
}
export type Visitor = Awaited<ReturnType<typeof visitor>>

/** Somebody who looks at an account as this role there. */
export const visitorOf = async (gateway: () => TestGateway, accountId: string, role?: AccountRole) => {
  const made = await visitor(gateway)
  await made.join(accountId, role)
  return made
}
