import { randomUUID } from "node:crypto"
import { Readable } from "node:stream"
import { Accounts, CreditLedger, listChanges, MailSource } from "@storeglass/core"
import { AuditLog, Operations } from "@storeglass/plugin-api"
import { adjustableClock, codeOf, usePluginGateway } from "@storeglass/testkit"
import { Console, Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, describe, it, vi } from "vitest"
import { execute } from "../../../packages/gateway/src/cli/run.ts"
import { Operators } from "../src/admin/Operators.ts"
import { adminRoutes } from "../src/admin/routes.ts"
import plugin from "../src/plugin.ts"
import { at, Browser, listAt, mailsOf, newEmail, signedUp, textAt } from "./support.ts"

// Commands are processes of their own, with the machine's time.
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, { plugins: { account: { support: "help@example.com" } }, clock })
const admin = "/dashboard/api/admin"

const person = async (email = newEmail()) => {
  await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
  const { browser } = await signedUp(gateway, email)
  const me = await browser.ask("/dashboard/api/me")
  const csrf = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
  return {
    browser,
    email,
    csrf,
    personId: textAt(me.json, "data", "person", "id"),
    accountId: textAt(me.json, "data", "accountId"),
    post: (path: string, body: unknown) => browser.ask(path, { method: "POST", headers: csrf, body })
  }
}
const operator = async () => {
  const one = await person()
  await gateway().run(Operators.use(({ add }) => add(one.email)))
  return one
}
const auditOf = (accountId: string) =>
  gateway().run(
    Effect.flatMap(AuditLog, (audit) => Effect.map(audit.list({ accountId, limit: 50 }), ({ entries }) => entries))
  )
/** Connects an app to an account, and another whose time is long over. */
const connected = (accountId: string) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (
        sql
      ) => sql`INSERT INTO account_grants (id, account_id, person_id, client_id, client_name, scopes, created_at, expires_at)
        SELECT gen_random_uuid(), m.account_id, m.person_id, 'app', apps.name, '{read}', apps.ends - interval '30 days', apps.ends
        FROM account_memberships m, (VALUES ('stands', '2200-01-01'::timestamptz), ('over', '2020-01-01')) AS apps (name, ends)
        WHERE m.account_id = ${accountId}::uuid`
    )
  )
const newKey = (accountId: string) =>
  gateway().run(
    Effect.map(
      Accounts.Accounts.use((accounts) => accounts.createKey({ accountId, name: "found" })),
      ({ key, value }) => ({ ...key, value: Redacted.value(value) })
    )
  )
const listOf = (json: unknown, ...path: ReadonlyArray<string | number>) => {
  const found = at(json, ...path)
  return Array.isArray(found) ? found.map((each) => textAt(each, "id")) : []
}

describe("the operators' routes", () => {
  it("are closed to everybody else, whatever they are in their account", async () => {
    const { browser, csrf } = await person()
    const stranger = new Browser(gateway)
    for (const { method, path } of adminRoutes) {
      const body = method === "GET" ? {} : { body: {} }
      const address = path.replace(":id", randomUUID())
      const refused = await browser.ask(address, { method, headers: csrf, ...body })
      assert.deepEqual([refused.status, codeOf(refused.json)], [403, "FORBIDDEN"], path)
      assert.strictEqual((await stranger.ask(address, { method, ...body })).status, 401, path)
    }
  })

  it("open to operators, outside the sandbox once they gave a second factor", async () => {
    const one = await operator()
    const me = await one.browser.ask("/dashboard/api/me")
    assert.strictEqual(textAt(me.json, "data", "operator"), "yes")
    const shown = await one.browser.ask(admin)
    assert.strictEqual(textAt(shown.json, "data", "person", "email"), one.email)
    const standings = await gateway().run(
      Effect.gen(function* () {
        const operations = yield* Operations
        const real = { ...operations, gateway: { ...operations.gateway, sandbox: false } }
        const ask = (hasFactor: boolean, personId = one.personId) =>
          Operators.use(({ standing }) => standing({ personId, hasFactor }))
        return yield* Effect.all([ask(false), ask(true), ask(true, randomUUID())]).pipe(
          Effect.provide(Layer.fresh(Operators.layer)),
          Effect.provideService(Operations, real)
        )
      })
    )
    assert.deepEqual(standings, ["needs-factor", "yes", "no"])
  })

  it("ask for a password or factor of the last 15 minutes before they change anything", async () => {
    const one = await operator()
    clock.advanceMs(15 * 60_000)
    assert.strictEqual((await one.browser.ask(`${admin}/jobs`)).status, 200)
    const writes = adminRoutes.filter(({ freshMinutes }) => freshMinutes !== undefined)
    assert.isAbove(writes.length, 5)
    for (const { path } of writes) {
      const stale = await one.post(path.replace(":id", randomUUID()), {})
      assert.deepEqual([stale.status, codeOf(stale.json)], [403, "CONFIRMATION_NEEDED"], path)
    }
  })
})

describe("an operator", () => {
  it("finds accounts by id, e-mail, a member's name, and a key's id and hint, page by page", async () => {
    const [one, customer] = [await operator(), await person(newEmail("zaphod"))]
    await customer.browser.ask("/dashboard/api/me", {
      method: "PATCH",
      headers: customer.csrf,
      body: { name: "Ford Prefect" }
    })
    const key = await newKey(customer.accountId)
    for (const q of [customer.accountId, "ZAPHOD", "ford pref", key.id, key.hint]) {
      const found = await one.browser.ask(`${admin}/accounts?q=${encodeURIComponent(q)}`)
      assert.deepEqual(listOf(found.json, "data", "accounts"), [customer.accountId], q)
      assert.deepEqual(at(found.json, "data", "accounts", 0, "owners"), [customer.email])
    }
    const none = await one.browser.ask(`${admin}/accounts?q=nobody-has-this`)
    assert.deepEqual(at(none.json, "data", "accounts"), [])
    const seen: Array<string> = []
    let after = ""
    do {
      const page = await one.browser.ask(`${admin}/accounts?limit=2${after === "" ? "" : `&after=${after}`}`)
      seen.push(...listOf(page.json, "data", "accounts"))
      after = String(at(page.json, "data", "next") ?? "")
    } while (after !== "")
    assert.strictEqual(new Set(seen).size, seen.length)
    assert.includeMembers(seen, [one.accountId, customer.accountId])
    const leaked = await one.browser.ask(`${admin}/accounts?q=${key.value}`)
    assert.deepEqual([leaked.status, codeOf(leaked.json)], [400, "INVALID_INPUT"])
    assert.notInclude(leaked.text, key.value)
    const whose = await one.post(`${admin}/find-key`, { key: key.value })
    assert.strictEqual(textAt(whose.json, "data", "account", "id"), customer.accountId)
    assert.notInclude(whose.text, key.value)
    assert.strictEqual((await one.post(`${admin}/find-key`, { key: "sg_live_none" })).status, 404)
  })

  it("leaves a trace in the audit log of each account that a search showed or a key led to, and in no other", async () => {
    const [one, customer, other] = [await operator(), await person(newEmail("marvin")), await person()]
    const actionsOf = async (accountId: string) =>
      (await auditOf(accountId))
        .filter(({ actor }) => actor.kind === "operator")
        .map(({ action, actor, after, target }) => [action, actor.id, target, after])
    const account = { kind: "account", id: customer.accountId }
    await one.browser.ask(`${admin}/accounts?q=marvin`)
    assert.deepEqual(await actionsOf(customer.accountId), [["account.found", one.personId, account, null]])
    const key = await newKey(customer.accountId)
    await one.post(`${admin}/find-key`, { key: key.value })
    const [traced] = await actionsOf(customer.accountId)
    assert.deepEqual(traced, ["account.key-traced", one.personId, { kind: "key", id: key.id }, null])
    // A page of all accounts looks at none, and what is past the page wasn't shown.
    await one.browser.ask(`${admin}/accounts?limit=100`)
    assert.lengthOf(await actionsOf(customer.accountId), 2)
    const both = [customer, await person(newEmail("marvin"))]
    const page = await one.browser.ask(`${admin}/accounts?q=marvin&limit=1`)
    const [shown] = listOf(page.json, "data", "accounts")
    const counts = await Promise.all(
      both.map(async ({ accountId }) => [accountId, (await actionsOf(accountId)).length])
    )
    assert.deepEqual(
      counts,
      both.map(({ accountId }, index) => [accountId, (index === 0 ? 2 : 0) + (accountId === shown ? 1 : 0)])
    )
    assert.deepEqual(await actionsOf(other.accountId), [])
    const searches = await gateway().run(
      Effect.flatMap(AuditLog, (audit) => audit.list({ accountId: undefined, actions: ["account.searched"], limit: 3 }))
    )
    assert.deepEqual(
      searches.entries.map(({ accountId, after }) => [accountId, at(after, "of")]),
      [
        [null, "search"],
        [null, "all"],
        [null, "search"]
      ]
    )
    assert.notInclude(JSON.stringify(searches), "marvin")
  })

  it("looks at an account, which stands in its audit log each time, and shows no secret", async () => {
    const [one, customer] = [await operator(), await person()]
    const key = await newKey(customer.accountId)
    const looked = await one.browser.ask(`${admin}/accounts/${customer.accountId}`)
    assert.strictEqual(textAt(looked.json, "data", "members", 0, "email"), customer.email)
    assert.strictEqual(at(looked.json, "data", "members", 0, "sessions"), 1)
    assert.strictEqual(at(looked.json, "data", "credits", "general", "remaining"), 100)
    assert.strictEqual(textAt(looked.json, "data", "keys", 0, "hint"), key.hint)
    assert.notInclude(looked.text, key.value)
    await one.browser.ask(`${admin}/accounts/${customer.accountId}`)
    const looks = (await auditOf(customer.accountId)).filter(({ action }) => action === "account.looked-at")
    assert.deepEqual(
      looks.map(({ actor }) => [actor.kind, actor.id]),
      [1, 2].map(() => ["operator", one.personId])
    )
    const missing = await one.browser.ask(`${admin}/accounts/${randomUUID()}`)
    const absent = await one.browser.ask(`${admin}/accounts/not-an-id`)
    assert.deepEqual([missing.status, absent.status], [404, 404])
  })

  it("changes a plan at once, and grants credits once for each id, with the reason in the audit log", async () => {
    const [one, customer] = [await operator(), await person()]
    const { value: key } = await newKey(customer.accountId)
    const path = `${admin}/accounts/${customer.accountId}`
    const changed = await one.post(`${path}/plan`, { plan: "small" })
    assert.strictEqual(textAt(changed.json, "data", "account", "plan"), "small")
    assert.strictEqual((await gateway().ask("/v1/auth/usage", { key })).headers.get("x-ratelimit-limit"), "10000")
    const grant = { id: randomUUID(), bucket: "general", credits: 500, reason: "an outage" }
    for (const _ of [1, 2, 3]) {
      const granted = await one.post(`${path}/credits`, grant)
      assert.strictEqual(at(granted.json, "data", "grantedThisMonth"), 500, granted.text)
    }
    assert.strictEqual(await gateway().remaining(customer.accountId), 10_500)
    for (const [to, body, field] of [
      ["plan", { plan: "huge" }, "plan"],
      ["credits", { ...grant, id: randomUUID(), credits: 0 }, "credits"],
      ["credits", { ...grant, id: "1" }, "id"],
      ["credits", { ...grant, id: randomUUID(), reason: "" }, "reason"]
    ] as const) {
      const refused = await one.post(`${path}/${to}`, body)
      assert.deepEqual([refused.status, codeOf(refused.json)], [400, "INVALID_INPUT"], refused.text)
      assert.match(textAt(refused.json, "error", "message"), new RegExp(`^${field}`))
      assert.strictEqual(at(refused.json, "error", "field"), field)
    }
    assert.strictEqual((await one.post(`${admin}/accounts/${randomUUID()}/plan`, { plan: "small" })).status, 404)
    const audit = await auditOf(customer.accountId)
    const planned = audit.find(({ action }) => action === "account.plan-changed")
    assert.deepEqual([planned?.before, planned?.after], [{ plan: "free" }, { plan: "small" }])
    const grants = audit.filter(({ action }) => action === "credits.granted")
    assert.lengthOf(grants, 1)
    assert.strictEqual(at(grants[0]?.after, "reason"), "an outage")
    assert.deepEqual(grants[0]?.actor, { kind: "operator", id: one.personId })
    const changes = await gateway().run(listChanges({ accountId: customer.accountId, limit: 2 }))
    assert.deepEqual(
      changes.map(({ actor, event }) => [event, actor]),
      [
        ["security.credits_granted", `operator:${one.personId}`],
        ["security.plan_changed", `operator:${one.personId}`]
      ]
    )
    const mails = await mailsOf(gateway(), customer.email, 2)
    const told = mails.find(({ kind }) => kind === "account.plan-changed")
    assert.match(told?.text ?? "", /changed from Free to Starter/)
  })

  it("suspends an account: its keys say so, its people read why and whom to ask, and change nothing in it; and lifts it", async () => {
    const [one, customer] = [await operator(), await person()]
    const { value: key } = await newKey(customer.accountId)
    const path = `${admin}/accounts/${customer.accountId}`
    assert.strictEqual((await one.post(`${path}/suspend`, { reason: "unpaid bill" })).status, 200)
    let refused = await gateway().ask("/v1/auth/usage", { key })
    // Nodes hear of it within 5 s.
    while (refused.status === 200) refused = await gateway().ask("/v1/auth/usage", { key })
    assert.deepEqual([refused.status, codeOf(refused.json)], [401, "INVALID_API_KEY"])
    assert.match(textAt(refused.json, "error", "message"), /suspended/)
    const state = await customer.browser.ask("/dashboard/api/account")
    assert.strictEqual(textAt(state.json, "data", "suspended", "reason"), "unpaid bill")
    assert.strictEqual(textAt(state.json, "data", "support"), "help@example.com")
    const made = await customer.post("/dashboard/api/keys", { name: "no" })
    assert.deepEqual([made.status, codeOf(made.json)], [403, "FORBIDDEN"])
    assert.match(textAt(made.json, "error", "message"), /suspended: unpaid bill/)
    assert.strictEqual((await customer.browser.ask("/dashboard/api/keys")).status, 200)
    const exported = await customer.post("/dashboard/api/exports", {})
    assert.strictEqual(exported.status, 202, exported.text)
    const [mail] = (await mailsOf(gateway(), customer.email, 3)).filter(({ kind }) => kind === "account.suspended")
    assert.match(mail?.text ?? "", /unpaid bill[\s\S]*help@example\.com/)
    assert.strictEqual((await one.post(`${path}/resume`, {})).status, 200)
    let back = await gateway().ask("/v1/auth/usage", { key })
    while (back.status === 401) back = await gateway().ask("/v1/auth/usage", { key })
    assert.strictEqual(back.status, 200)
    assert.strictEqual((await customer.post("/dashboard/api/keys", { name: "yes" })).status, 201)
  })

  it("ends the sessions of an account's people, and nobody else's", async () => {
    const [one, customer, other] = [await operator(), await person(), await person()]
    await connected(customer.accountId)
    const ended = await one.post(`${admin}/accounts/${customer.accountId}/end-sessions`, {})
    assert.deepEqual(at(ended.json, "data"), { sessions: 1, grants: 1 })
    const disconnected = (await auditOf(customer.accountId)).filter(
      ({ action }) => action === "account.app-disconnected"
    )
    assert.deepEqual(
      disconnected.map(({ before }) => before),
      [{ client: "stands" }]
    )
    assert.strictEqual((await customer.browser.ask("/dashboard/api/me")).status, 401)
    assert.strictEqual((await other.browser.ask("/dashboard/api/me")).status, 200)
    const [entry] = await auditOf(customer.accountId)
    assert.deepEqual([entry?.action, entry?.actor.kind], ["account.sessions-ended", "operator"])
    assert.strictEqual((await one.post(`${admin}/accounts/${randomUUID()}/end-sessions`, {})).status, 404)
  })

  it("has a mail sent again that somebody waits for, with a new link, and sees none of it", async () => {
    const one = await operator()
    const email = newEmail("waiting")
    const tab = new Browser(gateway)
    await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
    await tab.post("/auth/sign-up", { email, password: "otter-lamp-granite-47" })
    const [first] = await mailsOf(gateway(), email)
    const again = await one.post(`${admin}/resend-mail`, { email })
    assert.deepEqual([again.status, at(again.json, "data")], [202, { mail: "verify" }])
    const [second] = await mailsOf(gateway(), email, 2)
    assert.strictEqual((await tab.post("/auth/mail", { token: first?.link?.token })).status, 400)
    assert.strictEqual((await tab.post("/auth/mail", { token: second?.link?.token })).status, 200)
    assert.strictEqual((await one.post(`${admin}/resend-mail`, { email })).status, 404)

    const invited = newEmail("invited")
    await one.post("/dashboard/api/invitations", { email: invited, role: "member" })
    await mailsOf(gateway(), invited)
    const resent = await one.post(`${admin}/resend-mail`, { email: invited })
    assert.deepEqual([resent.status, at(resent.json, "data")], [202, { mail: "invite" }])
    const invitations = await mailsOf(gateway(), invited, 2)
    assert.deepEqual(
      invitations.map(({ kind }) => kind),
      ["account.invite", "account.invite"]
    )
  })

  it("sees the mail in doubt of all that sends through the gateway", async () => {
    const one = await operator()
    const id = randomUUID()
    const doubt = {
      id,
      kind: "cofounder.report",
      to: ["ada@example.com"],
      atMs: 1_795_000_000_000,
      problem: "no answer"
    }
    const told = (limit: number) => Effect.succeed(limit === 100 ? [doubt] : [])
    const source = { sends: true, send: () => Effect.succeed({ id: randomUUID() }), inDoubt: told }
    await gateway().run(MailSource.use(({ use }) => Effect.sync(() => use(source))))
    const mail = await one.browser.ask(`${admin}/mail`)
    assert.deepEqual(at(mail.json, "data", "inDoubt"), [
      { id, kind: doubt.kind, to: doubt.to, at: "2026-11-18T11:06:40.000Z", problem: "no answer" }
    ])
    const { inDoubt: _, ...without } = source
    await gateway().run(MailSource.use(({ use }) => Effect.sync(() => use(without))))
  })

  it("sees health, jobs, collection and mail in doubt, and has what was given up tried again", async () => {
    const one = await operator()
    assert.include(["ok", "degraded"], at((await one.browser.ask(`${admin}/health`)).json, "data", "status"))
    const jobs = await one.browser.ask(`${admin}/jobs`)
    assert.isArray(at(jobs.json, "data", "givenUp"))
    assert.isNumber(at(jobs.json, "data", "schedules", "total"))
    assert.isArray(at((await one.browser.ask(`${admin}/collection`)).json, "data", "rows"))
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT (graphile_worker.add_job('account.send-proof',
          json_build_object('payload', json_build_object('proofId', ${randomUUID()}::text)), max_attempts => 1,
          run_at => now() + interval '1 day')).id::text`
      )
    )
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'MailNotSent'
          WHERE run_at > now() + interval '12 hours' AND task_id = (SELECT id FROM graphile_worker._private_tasks
            WHERE identifier = 'account.send-proof')`
      )
    )
    const mail = await one.browser.ask(`${admin}/mail`)
    assert.isNull(at(mail.json, "data", "inDoubt"))
    assert.strictEqual(textAt(mail.json, "data", "givenUp", 0, "lastError"), "MailNotSent")
    const id = textAt(mail.json, "data", "givenUp", 0, "id")
    assert.strictEqual((await one.post(`${admin}/jobs/${id}/retry`, {})).status, 200)
    assert.strictEqual((await one.post(`${admin}/jobs/none/retry`, {})).status, 404)
    const { entries } = await gateway().run(
      AuditLog.use((audit) => audit.list({ accountId: undefined, actions: ["job.retried"], limit: 5 }))
    )
    assert.deepEqual(
      entries.map(({ actor, target }) => [actor.kind, target]),
      [["operator", { kind: "job", id }]]
    )
  })
})

describe("storeglass operator", { timeout: 30_000 }, () => {
  // Suites that run after this one in its process read it too.
  afterAll(() => vi.unstubAllEnvs())
  const storeglass = async (...args: ReadonlyArray<string>) => {
    const { databaseUrl, loaded } = gateway().running
    vi.stubEnv("DATABASE_URL", Redacted.value(databaseUrl))
    const out: Array<string> = []
    const keep = (...parts: ReadonlyArray<unknown>) => void out.push(parts.join(" "))
    const exit = await Effect.runPromiseExit(
      Effect.gen(function* () {
        const live = yield* Console.Console
        yield* Effect.provideService(execute([...args, "--config", loaded.file]), Console.Console, {
          ...live,
          log: keep,
          error: keep
        })
      })
    )
    return { worked: Exit.isSuccess(exit), text: out.join("\n") }
  }
  const jsonOf = async (...args: ReadonlyArray<string>): Promise<unknown> => {
    const { text, worked } = await storeglass(...args, "--json")
    assert.isTrue(worked, text)
    return JSON.parse(text)
  }

  it("makes somebody an operator who needn't be there yet, lists and ends them, and the audit log says who did", async () => {
    const email = newEmail("ops")
    const added = await jsonOf("operator", "add", email)
    assert.deepEqual([at(added, "email"), at(added, "hasFactor")], [email, false])
    const tab = new Browser(gateway)
    await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
    await tab.post("/auth/mail/sign-in", { email })
    const [mail] = await mailsOf(gateway(), email)
    await tab.post("/auth/mail", { token: mail?.link?.token })
    const personId = textAt(added, "personId")
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_memberships WHERE person_id = ${personId}`)
    )
    // In no account, and yet an operator.
    const shown = await tab.ask(admin)
    assert.strictEqual(shown.status, 200, shown.text)
    assert.strictEqual((await tab.ask("/dashboard/api/keys")).status, 403)
    assert.include(JSON.stringify(await jsonOf("operator", "list")), email)
    assert.deepEqual(await jsonOf("operator", "remove", email), { email, removed: true })
    assert.strictEqual((await tab.ask(admin)).status, 403)
    const again = await storeglass("operator", "remove", email)
    assert.isFalse(again.worked)
    assert.match(again.text, /isn't an operator/)
    const { entries } = await gateway().run(
      Effect.flatMap(AuditLog, (audit) => audit.list({ accountId: undefined, actor: { kind: "cli" }, limit: 50 }))
    )
    assert.deepEqual(
      entries.filter(({ target }) => target?.id === personId).map(({ action }) => action),
      ["account.operator-removed", "account.operator-added"]
    )
  })

  it("sends mails again, shows those in doubt, and what plans change and the payment backend told", async () => {
    const { accountId, email } = await person()
    assert.isFalse((await storeglass("operator", "resend-mail", email)).worked)
    assert.isArray(at(await jsonOf("operator", "mail"), "givenUp"))
    assert.strictEqual(at(await jsonOf("billing", "preview", accountId, "small"), "to"), "small")
    assert.deepEqual(await jsonOf("billing", "history", accountId), { intents: [], events: [] })
  })

  it("tells whose a key is, by its id, its hint, or its value from standard input, never from an argument", async () => {
    const { accountId, email } = await person()
    const { hint, id, value } = await newKey(accountId)
    for (const text of [id, hint]) {
      assert.strictEqual(at(await jsonOf("operator", "find", text), 0, "id"), accountId, text)
    }
    const inArgument = await storeglass("operator", "find", value)
    assert.isFalse(inArgument.worked)
    assert.match(inArgument.text, /storeglass operator find-key/)
    assert.notInclude(inArgument.text, value)
    const pasted = async (text: string) => {
      const own = Object.getOwnPropertyDescriptor(process, "stdin")
      Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([Buffer.from(text)]) })
      return storeglass("operator", "find-key", "--json").finally(() =>
        Object.defineProperty(process, "stdin", own ?? {})
      )
    }
    const found = await pasted(`${value}\n`)
    assert.isTrue(found.worked, found.text)
    assert.deepEqual([at(JSON.parse(found.text), "id"), at(JSON.parse(found.text), "owners")], [accountId, [email]])
    assert.notInclude(found.text, value)
    for (const text of [`${value}x`, "sg_live_nobodys", ""]) {
      const missing = await pasted(text)
      assert.isFalse(missing.worked, text)
      assert.match(missing.text, /no account has this key/)
    }
  })

  it("counts a passkey that verifies its person as a second factor", async () => {
    const one = await operator()
    const factorOf = async () =>
      listAt(await jsonOf("operator", "list")).find((each) => at(each, "email") === one.email)
    assert.isFalse(at(await factorOf(), "hasFactor"))
    for (const verifies of [false, true]) {
      await gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (
            sql
          ) => sql`INSERT INTO account_passkeys (id, credential_id, person_id, name, public_key, counter, transports,
              synced, backed_up, verifies, model, created_at)
            VALUES (${randomUUID()}, ${randomUUID()}, ${one.personId}, 'Laptop', '', 0, '{}', false, false, ${verifies}, '', now())`
        )
      )
      assert.strictEqual(at(await factorOf(), "hasFactor"), verifies)
    }
  })

  it("finds and looks at accounts, and ends sessions", async () => {
    const customer = await person(newEmail("trillian"))
    const found = await jsonOf("operator", "find", "trillian")
    assert.deepEqual([at(found, 0, "id"), at(found, 1)], [customer.accountId, undefined])
    const looked = await jsonOf("operator", "look", customer.accountId)
    assert.strictEqual(textAt(looked, "members", 0, "email"), customer.email)
    await connected(customer.accountId)
    assert.deepEqual(await jsonOf("operator", "end-sessions", customer.accountId), { sessions: 1, grants: 1 })
    assert.strictEqual((await customer.browser.ask("/dashboard/api/me")).status, 401)
    const actors = (await auditOf(customer.accountId)).map(({ action, actor }) => [action, actor.kind])
    assert.deepInclude(actors, ["account.found", "cli"])
    assert.deepInclude(actors, ["account.looked-at", "cli"])
    assert.deepInclude(actors, ["account.sessions-ended", "cli"])
  })

  it("names what tokens were granted to beside the keys of `storeglass usage`", async () => {
    const { accountId, post } = await person()
    const token = textAt((await post("/dashboard/api/token", {})).json, "data", "token")
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
    const key = await newKey(accountId)
    const today = new Date(clock.clock.currentTimeMillisUnsafe()).toISOString().slice(0, 10)
    const period = `${today.slice(0, 8)}01`
    await gateway().run(
      Effect.gen(function* () {
        const ledger = yield* CreditLedger.CreditLedger
        const operationId = yield* ledger.operationId("GET /charged")
        for (const credentialId of [key.id, textAt(claims, "grant")]) {
          const charge = { accountId, bucket: 0, credits: 1, operationId, period, credentialId }
          yield* ledger.settle({ ...charge, id: randomUUID() })
        }
      })
    )
    const shown = await storeglass("usage", accountId, "--by", "key", "--from", period, "--to", today)
    assert.isTrue(shown.worked, shown.text)
    assert.match(shown.text, /^Dashboard +1 +1$/m)
    assert.match(shown.text, /^found sg_live_…\S+ +1 +1$/m)
  })

  it("asks the gateway that runs how it is", async () => {
    const { internalUrl, url } = gateway().running
    const report = await jsonOf("health", "--url", internalUrl ?? url)
    assert.include(["ok", "degraded"], textAt(report, "status"))
    assert.strictEqual(textAt(report, "checks", "database"), "ok")
    const { text, worked } = await storeglass("health", "--url", internalUrl ?? url)
    assert.isTrue(worked, text)
    assert.match(text, /^checks\.database +ok +-$/m)
    assert.match(text, /^checks\.plugins\.account\.mail +ok +-$/m)
    const away = await storeglass("health", "--url", "http://127.0.0.1:1")
    assert.isFalse(away.worked)
    assert.match(away.text, /can't reach the gateway at http:\/\/127\.0\.0\.1:1/)
  })
})
