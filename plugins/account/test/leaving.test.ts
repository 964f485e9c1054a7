import { ForgetAccount } from "@storeglass/core"
import { AccountAdmin, ApiKeys, AuditLog, jobRef } from "@storeglass/plugin-api"
import { adjustableClock, codeOf, entriesOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { SendFarewell } from "../src/leaving/news.ts"
import { at, Browser, mailOfKind, mailsOf, signedUp, textAt } from "./support.ts"

const days = 86_400_000
const clock = adjustableClock(Date.parse("2026-11-23T10:00:00Z"))
const gateway = useTestGateway({ plugins: { account: true, stores: true, apps: true }, clock })

const owner = async () => {
  await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
  const signed = await signedUp(gateway)
  const me = await signed.browser.ask("/dashboard/api/me")
  const csrf = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
  return {
    ...signed,
    personId: textAt(me.json, "data", "person", "id"),
    accountId: textAt(me.json, "data", "accountId"),
    post: (path: string, body: unknown) => signed.browser.ask(path, { method: "POST", headers: csrf, body })
  }
}
const mailOf = (email: string, kind: string) => mailOfKind(gateway(), email, kind)
const newKey = async ({ post }: Awaited<ReturnType<typeof owner>>) =>
  textAt((await post("/dashboard/api/keys", { name: "used" })).json, "data", "value")
const refusedOf = async (key: string) => {
  // Nodes hear of it within 5 s.
  let answer = await gateway().ask("/v1/auth/usage", { key })
  while (answer.status === 200) answer = await gateway().ask("/v1/auth/usage", { key })
  return [answer.status, codeOf(answer.json)]
}
const joins = (one: { readonly personId: string }, accountId: string, role: string) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
        VALUES (${accountId}::uuid, ${one.personId}, ${role}, now())`
    )
  )

describe("the export through the page", () => {
  it("is for owners, is told by mail when it's ready, and is downloaded behind the sign-in", async () => {
    const one = await owner()
    const asked = await one.post("/dashboard/api/exports", {})
    assert.deepEqual([asked.status, textAt(asked.json, "data", "export", "state")], [202, "waiting"])
    const mail = await mailOf(one.email, "account.export-ready")
    assert.notMatch(mail.text, /\/files\//)
    const listed = await one.browser.ask("/dashboard/api/exports")
    assert.strictEqual(textAt(listed.json, "data", "exports", 0, "state"), "ready")
    const { pathname } = new URL(textAt(listed.json, "data", "exports", 0, "files", 0, "url"))
    assert.strictEqual((await gateway().ask(pathname)).headers.get("content-type"), "application/zip")
    const { entries } = await gateway().run(
      Effect.flatMap(AuditLog, (audit) =>
        audit.list({ accountId: one.accountId, actions: ["account.exported"], limit: 5 })
      )
    )
    assert.deepEqual(
      entries.map(({ actor }) => [actor.kind, actor.id]),
      [["person", one.personId]]
    )
    const admin = await owner()
    await joins(admin, one.accountId, "admin")
    await admin.post("/dashboard/api/account", { accountId: one.accountId })
    assert.strictEqual((await admin.browser.ask("/dashboard/api/exports")).status, 403)
    assert.strictEqual((await admin.post("/dashboard/api/exports", {})).status, 403)
    clock.advanceMs(15 * 60_000)
    assert.strictEqual(codeOf((await one.post("/dashboard/api/exports", {})).json), "CONFIRMATION_NEEDED")
  })
})

describe("the deletion of an account by its owner", () => {
  it("asks for its name, ends keys and sessions at once, and is undone by the link of the mail, once", async () => {
    const one = await owner()
    const key = await newKey(one)
    const wrong = await one.post("/dashboard/api/account/delete", { name: "delete" })
    assert.deepEqual(
      [wrong.status, codeOf(wrong.json), textAt(wrong.json, "error", "field")],
      [400, "INVALID_INPUT", "name"]
    )
    const other = await owner()
    await joins(other, one.accountId, "member")
    await other.post("/dashboard/api/account", { accountId: one.accountId })
    // Another of their browsers looks at a third account, and stays there.
    const third = await owner()
    await joins(other, third.accountId, "viewer")
    const elsewhere = new Browser(gateway)
    await elsewhere.post("/auth/sign-in", { email: other.email, password: other.password })
    const chosenIn = async (browser: Browser) =>
      textAt((await browser.ask("/dashboard/api/me")).json, "data", "accountId")
    const csrfElsewhere = {
      "x-csrf-token": textAt((await elsewhere.ask("/dashboard/api/me")).json, "data", "csrfToken")
    }
    await elsewhere.post("/dashboard/api/account", { accountId: third.accountId }, csrfElsewhere)
    const asked = await one.post("/dashboard/api/account/delete", { name: one.email.toUpperCase() })
    assert.strictEqual(asked.status, 202, asked.text)
    assert.strictEqual(await chosenIn(elsewhere), third.accountId)
    assert.strictEqual(
      Date.parse(textAt(asked.json, "data", "deletion", "dueAt")) - Effect.runSync(clock.clock.currentTimeMillis) >
        13 * days,
      true
    )
    assert.deepEqual(await refusedOf(key), [401, "INVALID_API_KEY"])
    assert.strictEqual((await one.browser.ask("/dashboard/api/me")).status, 401)
    // Who is in another account looks at that one.
    const me = await other.browser.ask("/dashboard/api/me")
    assert.strictEqual(textAt(me.json, "data", "accountId"), other.accountId)

    // Signed in once more, they see it, and can change nothing but that.
    const again = new Browser(gateway)
    await again.post("/auth/sign-in", { email: one.email, password: one.password })
    const state = await again.ask("/dashboard/api/account")
    assert.isString(at(state.json, "data", "deletion", "dueAt"))
    const csrf = { "x-csrf-token": textAt((await again.ask("/dashboard/api/me")).json, "data", "csrfToken") }
    const made = await again.ask("/dashboard/api/keys", { method: "POST", headers: csrf, body: { name: "no" } })
    assert.strictEqual(made.status, 403, made.text)

    const mail = await mailOf(one.email, "account.deletion-asked")
    assert.strictEqual(await chosenIn(elsewhere), third.accountId)
    assert.strictEqual(mail.link?.purpose, "keep")
    const token = mail.link?.token
    const stranger = new Browser(gateway)
    assert.strictEqual((await stranger.ask("/auth/mail")).status, 200)
    const page = await (await fetch(`${gateway().url}/auth/mail.js`)).text()
    assert.include(page, "/auth/keep-account")
    assert.strictEqual((await stranger.post("/auth/keep-account", { token: "x".repeat(43) })).status, 400)
    assert.strictEqual((await stranger.post("/auth/keep-account", { token })).status, 200)
    assert.strictEqual(codeOf((await stranger.post("/auth/keep-account", { token })).json), "PROOF_INVALID")
    const kept = await again.ask("/dashboard/api/account")
    assert.isNull(at(kept.json, "data", "deletion"))
    await mailOf(one.email, "account.deletion-undone")
    assert.deepEqual(await refusedOf(key), [401, "INVALID_API_KEY"])
    const back = await again.ask("/dashboard/api/keys", { method: "POST", headers: csrf, body: { name: "new" } })
    assert.strictEqual(back.status, 201, back.text)
  })

  it("is undone in the page too, by an owner who has just shown that it's them", async () => {
    const one = await owner()
    await one.post("/dashboard/api/account/delete", { name: one.email })
    const again = new Browser(gateway)
    await again.post("/auth/sign-in", { email: one.email, password: one.password })
    const csrf = { "x-csrf-token": textAt((await again.ask("/dashboard/api/me")).json, "data", "csrfToken") }
    const keep = () => again.ask("/dashboard/api/account/keep", { method: "POST", headers: csrf, body: {} })
    assert.strictEqual((await keep()).status, 200)
    assert.strictEqual((await keep()).status, 404)
  })

  it("leaves after 14 days nothing but the ledger under the bare id, and one last mail", async () => {
    const one = await owner()
    const key = await newKey(one)
    await gateway().ask("/v1/search?q=photo&country=us&platform=storea", { key })
    const before = await gateway().run(entriesOf(one.accountId))
    assert.isAtLeast(before.length, 1)
    await one.post("/dashboard/api/account/delete", { name: one.email })
    await mailOf(one.email, "account.deletion-asked")
    clock.advanceMs(14 * days)
    await gateway().runJob(ForgetAccount, { accountId: one.accountId })
    assert.deepEqual(await gateway().run(entriesOf(one.accountId)), before)
    const left = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT email FROM account_persons WHERE email = ${one.email}
          UNION ALL SELECT token_hash FROM account_undo_links WHERE account_id = ${one.accountId}::uuid
          UNION ALL SELECT email FROM core_accounts WHERE id = ${one.accountId}::uuid`
      )
    )
    assert.deepEqual(left, [])
    await gateway().runJob(SendFarewell, {
      accountId: one.accountId,
      account: one.email,
      email: one.email,
      language: "de"
    })
    const farewell = await mailOf(one.email, "account.deleted")
    assert.match(farewell.subject, /gelöscht/)
  })
})

describe("mails about keys", () => {
  it("come a week before a key expires, once, and when one is rotated, to owners and admins", async () => {
    const one = await owner()
    const member = await owner()
    await joins(member, one.accountId, "member")
    const nowMs = Effect.runSync(clock.clock.currentTimeMillis)
    const expiring = jobRef("account.tell-expiring", Schema.Struct({}))
    const keyOf = async (name: string, inDays: number) => {
      const made = await one.post("/dashboard/api/keys", {
        name,
        expiresAt: new Date(nowMs + inDays * days).toISOString()
      })
      return textAt(made.json, "data", "key", "id")
    }
    const soon = await keyOf("deploys", 6)
    await keyOf("later", 8)
    // However many were told of before, and none of an account that is suspended.
    const last = await keyOf("more", 6.5)
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`WITH made AS (INSERT INTO core_api_keys
            SELECT (jsonb_populate_record(k, jsonb_build_object('id', gen_random_uuid(), 'hash', '\\x' || encode(sha256(n::text::bytea), 'hex')))).*
            FROM core_api_keys k, generate_series(1, 1000) n WHERE k.id = ${soon}::uuid RETURNING id, account_id, expires_at)
          INSERT INTO account_key_notices (key_id, account_id, expires_at) SELECT id, account_id, expires_at FROM made`
      )
    )
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE core_api_keys SET id = ${"ffffffff-ffff-7fff-bfff-ffffffffffff"}::uuid WHERE id = ${last}::uuid`
      )
    )
    const idle = await owner()
    const theirs = await idle.post("/dashboard/api/keys", {
      name: "idle",
      expiresAt: new Date(nowMs + 6 * days).toISOString()
    })
    assert.strictEqual(theirs.status, 201)
    await gateway().run(AccountAdmin.use(({ suspend }) => suspend(idle.accountId, "abuse")))
    for (const _ of [1, 2]) await gateway().runJob(expiring, {})
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`DELETE FROM core_api_keys WHERE id IN (SELECT key_id FROM account_key_notices
        WHERE key_id NOT IN (${soon}::uuid, ${"ffffffff-ffff-7fff-bfff-ffffffffffff"}::uuid))`
      )
    )
    await one.post(`/dashboard/api/keys/${soon}/rotate`, {})
    const mails = await mailsOf(gateway(), one.email, 4)
    const kinds = mails.map(({ kind }) => kind)
    assert.deepEqual(kinds.toSorted(), [
      "account.key-expiring",
      "account.key-expiring",
      "account.key-rotated",
      "account.verify"
    ])
    const expiringMails = mails.filter(({ kind }) => kind === "account.key-expiring")
    assert.isTrue(expiringMails.some(({ text }) => /“more”/.test(text)))
    const told = expiringMails.find(({ text }) => /“deploys”/.test(text))
    assert.isDefined(told)
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(nowMs + 6 * days)
    assert.include(told?.text ?? "", day)
    const ofMember = await mailsOf(gateway(), member.email)
    assert.deepEqual(
      ofMember.map(({ kind }) => kind),
      ["account.verify"]
    )
    assert.notInclude(
      (await mailsOf(gateway(), idle.email)).map(({ kind }) => kind),
      "account.key-expiring"
    )
    const keys = await gateway().run(Effect.flatMap(ApiKeys, (apiKeys) => apiKeys.list(one.accountId)))
    for (const { hint } of keys) assert.match(hint, /^sg_live_…/)
  })
})
