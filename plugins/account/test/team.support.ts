import { Outbox } from "@storeglass/core"
import { type TestGateway, until } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { at, Browser, mailsOf, newEmail, signedUp, textAt } from "./support.ts"

type Role = "viewer" | "member" | "admin" | "owner"

/** Somebody signed in, with what their page knows. */
export const memberOf = async (gateway: () => TestGateway, browser: Browser, email: string) => {
  const me = await browser.ask("/dashboard/api/me")
  assert.strictEqual(me.status, 200, me.text)
  const headers = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
  const ask = (method: string, path: string, body?: unknown) =>
    browser.ask(
      `/dashboard/api${path}`,
      method === "GET" ? {} : { method, headers, ...(body === undefined ? {} : { body }) }
    )
  return {
    browser,
    csrf: headers,
    email,
    gateway,
    personId: textAt(me.json, "data", "person", "id"),
    accountId: textAt(me.json, "data", "accountId"),
    get: (path: string) => ask("GET", path),
    post: (path: string, body: unknown = {}) => ask("POST", path, body),
    patch: (path: string, body: unknown) => ask("PATCH", path, body),
    delete: (path: string) => ask("DELETE", path)
  }
}
export type Somebody = Awaited<ReturnType<typeof memberOf>>

export const freshLimits = (gateway: () => TestGateway) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))

/** Somebody with an account of their own. */
export const somebody = async (gateway: () => TestGateway, email = newEmail()) => {
  await freshLimits(gateway)
  const signed = await signedUp(gateway, email)
  return memberOf(gateway, signed.browser, email)
}

/** What an address's newest invitation has, once there are so many. */
export const invitationOf = async (gateway: () => TestGateway, email: string, count = 1) => {
  const read = Effect.flatMap(Outbox, (outbox) => outbox.list({ to: email }))
  const ofInvitations = Effect.map(read, (mails) => mails.filter(({ kind }) => kind === "account.invite"))
  await gateway().run(until(["core_outbox"], ofInvitations, ({ length }) => length >= count))
  const mail = (await mailsOf(gateway(), email)).find(({ kind }) => kind === "account.invite")
  return { token: mail?.link?.token ?? "", code: mail?.code ?? "", mail }
}

/** Somebody new whom this one has invited, signed in and in the account. */
export const joined = async (inviter: Somebody, role: Role) => {
  const { gateway } = inviter
  await freshLimits(gateway)
  const email = newEmail(role)
  const invited = await inviter.post("/invitations", { email, role })
  assert.strictEqual(invited.status, 201, invited.text)
  const { token } = await invitationOf(gateway, email)
  const browser = new Browser(gateway)
  const accepted = await browser.post("/auth/invitation", { token, name: role })
  assert.strictEqual(accepted.status, 200, accepted.text)
  const member = await memberOf(gateway, browser, email)
  assert.strictEqual(member.accountId, inviter.accountId)
  return member
}

export const codeAt = (json: unknown) => at(json, "error", "code")
