import { ApiKeys, Directory } from "@storeglass/plugin-api"
import { adjustableClock, databaseText, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { at, Browser, goodPassword, listAt, mailsOf, newEmail, signedUp, textAt } from "./support.ts"
import { codeAt, freshLimits, invitationOf, joined, memberOf, type Somebody, somebody } from "./team.support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({ plugins: { account: true }, clock })
const days = 24 * 60 * 60_000

const someone = (email?: string) => somebody(gateway, email)
const query = (text: TemplateStringsArray, ...values: ReadonlyArray<string>) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql(text, ...values)))
const actionsOf = async (accountId: string) =>
  (await query`SELECT action FROM core_audit WHERE account_id = ${accountId}::uuid ORDER BY at, id`).map((row) =>
    textAt(row, "action")
  )
const rolesOf = async (one: Somebody) => {
  const list = at((await one.get("/members")).json, "data", "members")
  return new Map((Array.isArray(list) ? list : []).map((each) => [textAt(each, "email"), textAt(each, "role")]))
}
const isIn = async ({ browser }: Somebody) => (await browser.ask("/dashboard/api/me")).status === 200

describe("an invitation", () => {
  it("makes somebody new a member by its link, once, in the account alone that invited", async () => {
    const owner = await someone()
    const email = newEmail("new")
    const invited = await owner.post("/invitations", { email: ` ${email.toUpperCase()}`, role: "member" })
    assert.strictEqual(invited.status, 201, invited.text)
    assert.isNull(at(invited.json, "data", "link"))
    const { mail, token } = await invitationOf(gateway, email)
    assert.include(mail?.text ?? "", owner.email)
    assert.match(mail?.link?.address ?? "", /#invite\./)
    const shown = await new Browser(gateway).post("/auth/invitation/show", { token })
    assert.deepInclude(at(shown.json, "data"), { email, role: "member", inviter: owner.email, account: owner.email })
    const browser = new Browser(gateway)
    const accepted = await browser.post("/auth/invitation", { token, name: "New", password: goodPassword })
    assert.strictEqual(accepted.status, 200, accepted.text)
    const member = await memberOf(gateway, browser, email)
    const me = await browser.ask("/dashboard/api/me")
    assert.deepEqual(at(me.json, "data", "accounts", 0, "role"), "member")
    assert.strictEqual(Array.isArray(at(me.json, "data", "accounts")) && member.accountId, owner.accountId)
    assert.isUndefined(at(me.json, "data", "accounts", 1))
    const again = await new Browser(gateway).post("/auth/invitation", { token })
    assert.deepEqual([again.status, codeAt(again.json)], [400, "PROOF_INVALID"])
    const byPassword = await new Browser(gateway).post("/auth/sign-in", { email, password: goodPassword })
    assert.strictEqual(byPassword.status, 200, byPassword.text)
    assert.includeMembers(await actionsOf(owner.accountId), ["account.member-invited", "account.member-joined"])
  })

  it("is taken by address and code too, of which five wrong ones leave the link alone", async () => {
    const owner = await someone()
    const email = newEmail("code")
    await owner.post("/invitations", { email, role: "viewer" })
    const { code } = await invitationOf(gateway, email)
    const byCode = await new Browser(gateway).post("/auth/invitation", { email, code })
    assert.strictEqual(byCode.status, 200, byCode.text)

    const other = newEmail("guessed")
    await owner.post("/invitations", { email: other, role: "viewer" })
    const mailed = await invitationOf(gateway, other)
    const wrong = mailed.code === "00000000" ? "00000001" : "00000000"
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => new Browser(gateway).post("/auth/invitation", { email: other, code: wrong }))
    )
    const unknown = await new Browser(gateway).post("/auth/invitation", { email: newEmail(), code: wrong })
    for (const guess of guesses) assert.deepEqual([guess.status, guess.text], [unknown.status, unknown.text])
    const late = await new Browser(gateway).post("/auth/invitation", { email: other, code: mailed.code })
    assert.strictEqual(codeAt(late.json), "PROOF_INVALID")
    const byLink = await new Browser(gateway).post("/auth/invitation", { token: mailed.token })
    assert.strictEqual(byLink.status, 200, byLink.text)
  })

  it("counts wrong codes also where nobody is invited, begins anew with each invitation, and never counts a right one", async () => {
    const owner = await someone()
    const email = newEmail("timed")
    const tell = (code: string) => new Browser(gateway).post("/auth/invitation", { email, code })
    const told = async (code: string) => codeAt((await tell(code)).json)
    const counted = async () => (await query`SELECT hits FROM account_limits WHERE id LIKE 'email-codes:%'`).length
    const before = await counted()
    for (let n = 0; n < 6; n += 1) assert.strictEqual(await told("00000000"), "PROOF_INVALID")
    assert.strictEqual(await counted(), before + 1)

    await signedUp(gateway, email, goodPassword)
    await owner.post("/invitations", { email, role: "viewer" })
    const { code } = await invitationOf(gateway, email)
    for (let n = 0; n < 6; n += 1) assert.strictEqual(await told(code), "SESSION_REQUIRED")
    const wrong = code === "00000000" ? "00000001" : "00000000"
    for (let n = 0; n < 5; n += 1) assert.strictEqual(await told(wrong), "PROOF_INVALID")
    assert.strictEqual(await told(code), "PROOF_INVALID")
  })

  it("is void once a newer one was sent, it was withdrawn, or 7 days are over", async () => {
    const owner = await someone()
    const email = newEmail("void")
    await owner.post("/invitations", { email, role: "viewer" })
    const first = await invitationOf(gateway, email)
    const second = await owner.post("/invitations", { email, role: "admin" })
    const newer = await invitationOf(gateway, email, 2)
    const use = (token: string) => new Browser(gateway).post("/auth/invitation", { token })
    assert.strictEqual(codeAt((await use(first.token)).json), "PROOF_INVALID")
    const listed = await owner.get("/invitations")
    assert.deepEqual(at(listed.json, "data", "invitations"), [at(second.json, "data", "invitation")])
    const id = textAt(second.json, "data", "invitation", "id")
    assert.strictEqual((await owner.delete(`/invitations/${id}`)).status, 200)
    assert.strictEqual(codeAt((await use(newer.token)).json), "PROOF_INVALID")
    assert.strictEqual((await owner.delete(`/invitations/${id}`)).status, 404)
    const late = newEmail("late")
    await owner.post("/invitations", { email: late, role: "viewer" })
    const { token } = await invitationOf(gateway, late)
    clock.advanceMs(7 * days)
    assert.strictEqual(codeAt((await use(token)).json), "PROOF_INVALID")
  })

  it("answers alike for a known address, whose person must be signed in to take it", async () => {
    const [owner, known] = [await someone(), await someone()]
    const stranger = newEmail("stranger")
    const answers = [
      await owner.post("/invitations", { email: known.email, role: "admin" }),
      await owner.post("/invitations", { email: stranger, role: "admin" })
    ].map(({ status, text }) => [
      status,
      text
        .replaceAll(known.email, "E")
        .replaceAll(stranger, "E")
        .replace(/"id":"[^"]+"|"\d{4}-[^"]+Z"/g, "")
    ])
    assert.deepEqual(answers[0], answers[1])
    const { token } = await invitationOf(gateway, known.email)
    const unsigned = await new Browser(gateway).post("/auth/invitation", { token })
    assert.deepEqual([unsigned.status, codeAt(unsigned.json)], [401, "SESSION_REQUIRED"])
    const foreign = await owner.browser.post("/auth/invitation", { token })
    assert.strictEqual(codeAt(foreign.json), "SESSION_REQUIRED")
    const own = await known.browser.post("/auth/invitation", { token })
    assert.strictEqual(own.status, 200, own.text)
    const me = await known.browser.ask("/dashboard/api/me")
    assert.strictEqual(at(me.json, "data", "accountId"), owner.accountId)
    // They have both, and choose.
    assert.strictEqual((await known.post("/account", { accountId: known.accountId })).status, 200)
    assert.deepEqual([...(await rolesOf(known)).keys()], [known.email])
    const already = await owner.post("/invitations", { email: known.email, role: "viewer" })
    assert.deepEqual([already.status, codeAt(already.json)], [409, "ALREADY_MEMBER"])
  })

  it("is seen, accepted and declined by who is signed in with its address, and by nobody else", async () => {
    const [owner, invited, other] = [await someone(), await someone(), await someone()]
    await owner.post("/invitations", { email: invited.email, role: "viewer" })
    const seen = await invited.get("/me/invitations")
    assert.deepInclude(at(seen.json, "data", "invitations", 0), { account: owner.email, role: "viewer" })
    const id = textAt(seen.json, "data", "invitations", 0, "id")
    assert.deepEqual(at((await other.get("/me/invitations")).json, "data", "invitations"), [])
    const missing = await other.post("/me/invitations/nothing/accept")
    const crossed = await other.post(`/me/invitations/${id}/accept`)
    assert.deepEqual([crossed.status, crossed.text], [missing.status, missing.text])
    assert.strictEqual((await other.delete(`/me/invitations/${id}`)).status, 404)
    assert.strictEqual((await invited.post(`/me/invitations/${id}/accept`)).status, 200)
    assert.strictEqual((await rolesOf(owner)).get(invited.email), "viewer")
    await owner.post("/invitations", { email: other.email, role: "viewer" })
    const theirs = textAt((await other.get("/me/invitations")).json, "data", "invitations", 0, "id")
    assert.strictEqual((await other.delete(`/me/invitations/${theirs}`)).status, 200)
    assert.strictEqual((await other.post(`/me/invitations/${theirs}/accept`)).status, 404)
  })

  it("can't give a role that's above what the inviter may, and ends with the inviter's right", async () => {
    const owner = await someone()
    const admin = await joined(owner, "admin")
    const member = await joined(owner, "member")
    for (const role of ["admin", "owner"]) {
      const refused = await admin.post("/invitations", { email: newEmail(), role })
      assert.deepEqual([refused.status, at(refused.json, "error", "field")], [403, "role"])
    }
    assert.strictEqual((await member.post("/invitations", { email: newEmail(), role: "viewer" })).status, 403)
    const email = newEmail("void")
    assert.strictEqual((await admin.post("/invitations", { email, role: "member" })).status, 201)
    const { token } = await invitationOf(gateway, email)
    assert.strictEqual((await owner.patch(`/members/${admin.personId}`, { role: "member" })).status, 200)
    const late = await new Browser(gateway).post("/auth/invitation", { token })
    assert.strictEqual(codeAt(late.json), "PROOF_INVALID")
  })
})

describe("roles", () => {
  it("are changed by admins below their own and by owners, at once, and never so that no owner is left", async () => {
    const owner = await someone()
    const [admin, second] = [await joined(owner, "admin"), await joined(owner, "admin")]
    const viewer = await joined(owner, "viewer")
    assert.strictEqual((await admin.patch(`/members/${viewer.personId}`, { role: "member" })).status, 200)
    assert.strictEqual((await viewer.post("/keys", { name: "made" })).status, 201)
    assert.strictEqual((await admin.patch(`/members/${viewer.personId}`, { role: "viewer" })).status, 200)
    assert.strictEqual((await viewer.post("/keys", { name: "no" })).status, 403)
    for (const [who, role] of [
      [viewer, "admin"],
      [second, "viewer"],
      [owner, "viewer"]
    ] as const) {
      assert.strictEqual((await admin.patch(`/members/${who.personId}`, { role })).status, 403)
    }
    assert.strictEqual((await admin.delete(`/members/${owner.personId}`)).status, 403)
    const last = await owner.patch(`/members/${owner.personId}`, { role: "admin" })
    assert.deepEqual([last.status, codeAt(last.json)], [409, "LAST_OWNER"])
    assert.strictEqual(codeAt((await owner.post("/members/leave")).json), "LAST_OWNER")
    const missing = await owner.patch("/members/nobody", { role: "admin" })
    const stranger = await someone()
    const crossed = await owner.patch(`/members/${stranger.personId}`, { role: "admin" })
    assert.deepEqual([crossed.status, crossed.text], [missing.status, missing.text])
    assert.strictEqual(crossed.status, 404)
  })

  it("leave one owner whoever ends being one at the same time", async () => {
    for (const how of ["leave", "lower"] as const) {
      const owner = await someone()
      const others = [await joined(owner, "owner"), await joined(owner, "owner")]
      const all = [owner, ...others]
      const done = await Promise.all(
        all.map((each) =>
          how === "leave" ? each.post("/members/leave") : each.patch(`/members/${each.personId}`, { role: "viewer" })
        )
      )
      assert.deepEqual(done.map(({ status }) => status).sort(), [200, 200, 409])
      const owners =
        await query`SELECT 1 FROM account_memberships WHERE account_id = ${owner.accountId}::uuid AND role = 'owner'`
      assert.strictEqual(owners.length, 1)
    }
  })

  it("pass to another by transfer, with the account's address, and ask for a fresh sign-in", async () => {
    const owner = await someone()
    const member = await joined(owner, "member")
    clock.advanceMs(15 * 60_000)
    const stale = await owner.post("/account/transfer", { personId: member.personId })
    assert.deepEqual([stale.status, codeAt(stale.json)], [403, "CONFIRMATION_NEEDED"])
    await owner.browser.post("/auth/confirm", { password: goodPassword })
    const done = await owner.post("/account/transfer", { personId: member.personId })
    assert.strictEqual(done.status, 200, done.text)
    assert.deepEqual(Object.fromEntries(await rolesOf(member)), { [member.email]: "owner", [owner.email]: "admin" })
    const entry = await gateway().run(Effect.flatMap(Directory, (directory) => directory.account(owner.accountId)))
    assert.strictEqual(entry?.email, member.email)
    assert.deepEqual(entry?.members, [
      { email: member.email, role: "owner" },
      { email: owner.email, role: "admin" }
    ])
    const byEmail = await gateway().run(
      Effect.flatMap(Directory, (directory) => directory.accountByEmail(member.email.toUpperCase()))
    )
    assert.strictEqual(byEmail?.accountId, owner.accountId)
  })
})

describe("who leaves or is removed", () => {
  it("is forgotten everywhere where they're in no other account, and their keys stay", async () => {
    const owner = await someone()
    const member = await joined(owner, "member")
    const made = await member.post("/keys", { name: "stays" })
    assert.strictEqual(made.status, 201, made.text)
    // What a session writes to a vendor, and what an owner asked of the payment backend.
    await query`SELECT core_vendor_write_partition(date_trunc('month', now())::date)`
    await query`INSERT INTO core_vendor_writes (month, id, account_id, key_id, operation, target, state, before_state, intent,
        owner, lease_until, check_at, started_at)
      VALUES (date_trunc('month', now())::date, gen_random_uuid(), ${owner.accountId}::uuid, ${member.personId}::uuid, 'x', 'x',
        'planned', '{}', '{}', 0, now(), now() + interval '1 day', now())`
    await query`INSERT INTO account_billing_intents (id, account_id, person_id, plan_from, plan_to, period, state, created_at)
      VALUES (gen_random_uuid(), ${owner.accountId}::uuid, ${member.personId}, 'free', 'small', 'month', 'sent', now())`
    const tablesOf = async () => {
      const lines = (await gateway().run(databaseText)).split("\n")
      const theirs = lines.filter((line) => line.includes(member.personId) || line.includes(member.email))
      return [...new Set(theirs.map((line) => line.slice(0, line.indexOf(" ")).replace(/^\w+\./, "")))]
    }
    const before = await tablesOf()
    for (const table of [
      "account_persons",
      "core_audit",
      "core_api_keys",
      "core_security_changes",
      "account_billing_intents"
    ])
      assert.include(before, table)
    assert.isTrue(
      before.some((table) => table.startsWith("core_vendor_writes")),
      before.join(", ")
    )
    const removed = await owner.delete(`/members/${member.personId}`)
    assert.strictEqual(removed.status, 200, removed.text)
    assert.isFalse(await isIn(member))
    assert.deepEqual(await query`SELECT id FROM account_persons WHERE id = ${member.personId}`, [])
    // Mails in the sandbox's outbox are no customer's. Jobs and events that are done are pruned within 30 days.
    await query`DELETE FROM core_outbox`
    assert.deepEqual(
      (await tablesOf()).filter((table) => !/^(core_events|_private_jobs)$/.test(table)),
      []
    )
    const audit =
      await query`SELECT json_agg(a)::text AS all FROM core_audit a WHERE account_id = ${owner.accountId}::uuid`
    assert.notInclude(textAt(audit, 0, "all"), member.personId)
    assert.notInclude(textAt(audit, 0, "all"), member.email)
    assert.include(await actionsOf(owner.accountId), "account.member-removed")
    const { accountId } = owner
    await gateway().run(ApiKeys.use((apiKeys) => apiKeys.create({ accountId, name: "by an operator" })))
    await owner.post("/keys", { name: "the owner's" })
    const keys = await owner.get("/keys")
    assert.deepEqual(
      listAt(keys.json, "data", "keys").map((key) => [at(key, "name"), at(key, "maker", "kind")]),
      [
        ["stays", "former"],
        ["by an operator", "command_line"],
        ["the owner's", "member"]
      ]
    )
    assert.deepInclude(at(keys.json, "data", "keys", 0), {
      name: "stays",
      madeBy: null,
      maker: { kind: "former", name: null },
      revokedAt: null
    })
    const value = textAt(made.json, "data", "value")
    assert.strictEqual((await gateway().ask("/v1/auth/usage", { key: value })).status, 200)
  })

  it("goes on in their other account, in the sessions that look at it", async () => {
    const [owner, both] = [await someone(), await someone()]
    const second = new Browser(gateway)
    await second.post("/auth/sign-in", { email: both.email, password: goodPassword })
    await owner.post("/invitations", { email: both.email, role: "admin" })
    const { token } = await invitationOf(gateway, both.email)
    assert.strictEqual((await both.browser.post("/auth/invitation", { token })).status, 200)
    const left = await both.post("/members/leave")
    assert.strictEqual(left.status, 200, left.text)
    assert.isFalse(await isIn(both))
    const there = await memberOf(gateway, second, both.email)
    assert.strictEqual(there.accountId, both.accountId)
    assert.deepEqual([...(await rolesOf(owner)).keys()], [owner.email])
  })

  it("leaves no trace when they leave two accounts at the same time", async () => {
    const [one, other] = [await someone(), await someone()]
    const member = await joined(one, "viewer")
    await other.post("/invitations", { email: member.email, role: "viewer" })
    const { token } = await invitationOf(gateway, member.email, 2)
    await member.browser.post("/auth/invitation", { token })
    const gone = await Promise.all([one, other].map((each) => each.delete(`/members/${member.personId}`)))
    assert.deepEqual(
      gone.map(({ status }) => status),
      [200, 200]
    )
    assert.deepEqual(await query`SELECT id FROM account_persons WHERE id = ${member.personId}`, [])
  })

  it("who signs up again has an account of their own, also where their first one is another's now", async () => {
    const owner = await someone()
    const next = await joined(owner, "owner")
    await query`UPDATE core_accounts SET email = ${owner.email} WHERE id = ${owner.accountId}::uuid`
    assert.strictEqual((await owner.post("/members/leave")).status, 200)
    await freshLimits(gateway)
    const browser = new Browser(gateway)
    await browser.post("/auth/sign-up", { email: owner.email, password: goodPassword })
    const [mail] = await mailsOf(gateway(), owner.email, 2)
    await browser.post("/auth/mail", { token: mail?.link?.token })
    const back = await memberOf(gateway, browser, owner.email)
    assert.notStrictEqual(back.accountId, next.accountId)
  })
})

describe("an address", () => {
  it("is changed once the new one is confirmed by who is signed in, and both are told", async () => {
    const one = await someone()
    const next = newEmail("next")
    const asked = await one.post("/email", { email: next })
    assert.strictEqual(asked.status, 202, asked.text)
    const [mail] = await mailsOf(gateway(), next)
    const stranger = await someone()
    const crossed = await stranger.post("/email/confirm", { token: mail?.link?.token })
    assert.strictEqual(codeAt(crossed.json), "PROOF_INVALID")
    assert.strictEqual(
      codeAt((await new Browser(gateway).post("/auth/mail", { token: mail?.link?.token })).json),
      "PROOF_INVALID"
    )
    const other = new Browser(gateway)
    await other.post("/auth/sign-in", { email: one.email, password: goodPassword })
    const done = await one.post("/email/confirm", { token: mail?.link?.token })
    assert.strictEqual(done.status, 200, done.text)
    assert.strictEqual((await other.ask("/dashboard/api/me")).status, 401)
    const kinds = async (email: string, count: number) =>
      (await mailsOf(gateway(), email, count)).map(({ kind }) => kind)
    assert.include(await kinds(one.email, 3), "account.email-changed-from")
    assert.include(await kinds(next, 2), "account.email-changed-to")
    const entry = await gateway().run(Effect.flatMap(Directory, (directory) => directory.account(one.accountId)))
    assert.strictEqual(entry?.email, next)
    assert.strictEqual(
      (await new Browser(gateway).post("/auth/sign-in", { email: one.email, password: goodPassword })).status,
      401
    )
    assert.strictEqual(
      (await new Browser(gateway).post("/auth/sign-in", { email: next, password: goodPassword })).status,
      200
    )
    assert.include(await actionsOf(one.accountId), "account.address-changed")
  })

  it("of somebody else isn't given, and nothing in the answer says that it has somebody", async () => {
    const [one, other] = [await someone(), await someone()]
    await freshLimits(gateway)
    const known = await one.post("/email", { email: other.email })
    // A newer wish takes the place of one whose mail isn't on its way yet.
    const mails = await mailsOf(gateway(), other.email, 2)
    const unknown = await one.post("/email", { email: newEmail() })
    assert.deepEqual(
      [known.status, Object.keys(Object(at(known.json, "data")))],
      [unknown.status, Object.keys(Object(at(unknown.json, "data")))]
    )
    const taken = mails.find(({ kind }) => kind === "account.email-taken")
    assert.isDefined(taken)
    assert.isUndefined(taken?.link)
  })
})

it("what people do to their own sign-in stands in the audit of their account, by them", async () => {
  const one = await someone()
  await one.post("/password", { current: goodPassword, password: "marble kettle 9 north" })
  await one.browser.post("/auth/sign-out", {})
  const actions = await actionsOf(one.accountId)
  for (const action of ["account.signed-in", "account.password-changed", "account.signed-out"]) {
    assert.include(actions, action)
  }
  const actors =
    await query`SELECT DISTINCT actor_id FROM core_audit WHERE account_id = ${one.accountId}::uuid AND action LIKE 'account.signed%'`
  assert.deepEqual(actors, [{ actor_id: one.personId }])
})

it("an account made by the command line is taken over by who signs in with its address next", async () => {
  const one = await someone()
  const [made] =
    await query`INSERT INTO core_accounts (id, email, plan, created_at) VALUES (gen_random_uuid(), ${one.email}, 'large', now()) RETURNING id`
  const browser = new Browser(gateway)
  await browser.post("/auth/mail/sign-in", { email: one.email })
  const mails = await mailsOf(gateway(), one.email, 2)
  await browser.post("/auth/mail", { token: mails.find(({ link }) => link?.purpose === "sign-in")?.link?.token })
  const me = await browser.ask("/dashboard/api/me")
  const accounts = at(me.json, "data", "accounts")
  assert.deepInclude(Array.isArray(accounts) ? accounts.map((each) => at(each, "id")) : [], at(made, "id"))
  assert.include(await actionsOf(textAt(made, "id")), "account.taken-over")
})

it("a plan is the operator's to change where nothing sells plans", async () => {
  const owner = await someone()
  const asked = await owner.post("/plan", { plan: "small" })
  assert.deepEqual([asked.status, codeAt(asked.json)], [409, "PLAN_BY_OPERATOR"], asked.text)
  assert.deepEqual(await query`SELECT plan FROM core_accounts WHERE id = ${owner.accountId}::uuid`, [{ plan: "free" }])
})
