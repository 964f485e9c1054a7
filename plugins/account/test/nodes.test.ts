import { randomBytes } from "node:crypto"
import { Accounts, KeyRing } from "@storeglass/core"
import { AccountAdmin } from "@storeglass/plugin-api"
import {
  adjustableClock,
  codeOf,
  freePort,
  freshDatabase,
  startTestGateway,
  type TestGateway
} from "@storeglass/testkit"
import { Effect, Exit, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { oauthOf } from "./oauth/support.ts"
import { Browser, listAt, textAt } from "./support.ts"

const clock = adjustableClock()
const port = await freePort()
let nodes: ReadonlyArray<TestGateway> = []
const node = (index: number) => nodes[index] ?? assert.fail("no such node")
const { connect, newClient, person } = oauthOf(() => node(0))
const scope = await Effect.runPromise(Scope.make())
const rowsOf = (text: string, ...values: ReadonlyArray<unknown>) =>
  node(0).run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text, values)))

beforeAll(async () => {
  const vault = { currentKeyId: "shared", keys: { shared: randomBytes(32).toString("base64") } }
  const publicUrl = `http://127.0.0.1:${port}`
  const started = Effect.gen(function* () {
    const fresh = yield* freshDatabase()
    // So that a function of ours can stand for PostgreSQL's own.
    const databaseUrl = Redacted.make(`${Redacted.value(fresh)}&options=-csearch_path%3Dpublic%2Cpg_catalog`)
    const start = (listensOn: number) =>
      startTestGateway({
        plugins: { account: true, stores: true, apps: true, workspace: true, mcp: true },
        databaseUrl,
        clock,
        config: { server: { host: "127.0.0.1", port: listensOn, publicUrl }, vault }
      })
    return [yield* start(port), yield* start(0)]
  })
  nodes = await Effect.runPromise(Scope.provide(started, scope))
  // What one node tells the others of keys and tokens, lost where a test wants that.
  await rowsOf("CREATE TABLE lost (is_on boolean NOT NULL, told int NOT NULL)")
  await rowsOf("INSERT INTO lost VALUES (false, 0)")
  await rowsOf(`CREATE FUNCTION public.pg_notify(channel text, payload text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF channel = '${Accounts.revokedChannel}' THEN
        UPDATE lost SET told = told + 1;
        IF (SELECT is_on FROM lost) THEN RETURN; END IF;
      END IF;
      PERFORM pg_catalog.pg_notify(channel, payload);
    END $$`)
}, 120_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** A browser that a balancer leads to any node. */
class PublicBrowser extends Browser {
  override get origin() {
    return node(0).url
  }
}
const tokenOf = async (browser: Browser, csrf: Record<string, string>) =>
  textAt((await browser.post("/dashboard/api/token", {}, csrf)).json, "data", "token")

/** An owner's account with a member, whose page and app have tokens for it. */
const team = async () => {
  const owner = await person()
  const member = await person()
  const { accountId } = owner
  await rowsOf(
    "INSERT INTO account_memberships (account_id, person_id, role, created_at) VALUES ($1::uuid, $2, 'member', now())",
    accountId,
    member.personId
  )
  const chosen = await member.browser.post("/dashboard/api/account", { accountId }, member.csrf)
  assert.strictEqual(chosen.status, 200, chosen.text)
  const app = await connect(member.browser, await newClient(), { changes: { account: accountId } })
  const key = await node(0).run(Accounts.Accounts.use((accounts) => accounts.createKey({ accountId, name: "one" })))
  const change = (path: string, method: string, body?: unknown) =>
    owner.browser.ask(path, { method, headers: owner.csrf, ...(body === undefined ? {} : { body }) })
  const page = await tokenOf(member.browser, member.csrf)
  return { owner, member, accountId, page, app: app.accessToken, key: Redacted.value(key.value), change }
}
type Team = Awaited<ReturnType<typeof team>>

let appIds = 1
const read = (at: number, token: string) =>
  node(at).ask("/v1/auth/usage", { headers: { authorization: `Bearer ${token}` } })
const write = (at: number, token: string) =>
  node(at).ask("/v1/user/apps", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: { appId: appIds++, isLive: false, appName: "An app" }
  })
const mcp = (at: number, token: string) =>
  node(at).ask("/mcp", {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", authorization: `Bearer ${token}` },
    body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }
  })
const byKey = (at: number, key: string) => node(at).ask("/v1/auth/usage", { key })

interface Case {
  readonly what: string
  readonly change: (of: Team) => Promise<unknown>
  /** What is refused from then on, and how. */
  readonly refused: ReadonlyArray<readonly [(at: number, of: Team) => ReturnType<TestGateway["ask"]>, number, string]>
  /** What goes on as it was. */
  readonly stays: ReadonlyArray<(at: number, of: Team) => ReturnType<TestGateway["ask"]>>
}
const done = async (asked: Promise<{ readonly status: number; readonly text: string }>) => {
  const { status, text } = await asked
  assert.strictEqual(status, 200, text)
}
const unauthorized = "INVALID_API_KEY"
const cases: ReadonlyArray<Case> = [
  {
    what: "a member who is removed",
    change: ({ change, member }) => done(change(`/dashboard/api/members/${member.personId}`, "DELETE")),
    refused: [
      [(at, { page }) => read(at, page), 401, unauthorized],
      [(at, { app }) => mcp(at, app), 401, unauthorized]
    ],
    stays: [(at, { key }) => byKey(at, key)]
  },
  {
    what: "a role that is lowered",
    change: ({ change, member }) =>
      done(change(`/dashboard/api/members/${member.personId}`, "PATCH", { role: "viewer" })),
    refused: [[(at, { page }) => write(at, page), 403, "FORBIDDEN"]],
    stays: [(at, { page }) => read(at, page), (at, { app }) => mcp(at, app), (at, { key }) => byKey(at, key)]
  },
  {
    what: "an account that is suspended",
    change: ({ accountId }) => node(0).run(AccountAdmin.use(({ suspend }) => suspend(accountId, "unpaid"))),
    refused: [
      [(at, { page }) => read(at, page), 401, unauthorized],
      [(at, { app }) => mcp(at, app), 401, unauthorized],
      [(at, { key }) => byKey(at, key), 401, unauthorized]
    ],
    stays: []
  },
  {
    what: "a grant that is ended",
    change: async ({ change, owner }) => {
      const apps = await owner.browser.ask("/dashboard/api/connected-apps")
      await done(
        change(`/dashboard/api/connected-apps/${textAt(listAt(apps.json, "data", "apps")[0], "id")}`, "DELETE")
      )
    },
    refused: [[(at, { app }) => mcp(at, app), 401, unauthorized]],
    stays: [(at, { page }) => read(at, page), (at, { key }) => byKey(at, key)]
  }
]

describe.each(cases)("$what", ({ change, refused, stays }) => {
  const before = async () => {
    const of = await team()
    for (const at of [0, 1]) {
      for (const [ask] of refused) assert.include([200, 201], (await ask(at, of)).status)
      for (const ask of stays) assert.strictEqual((await ask(at, of)).status, 200)
    }
    return of
  }
  const isOver = async (of: Team) => {
    for (const at of [0, 1]) {
      for (const [ask, status, code] of refused) {
        const answer = await ask(at, of)
        assert.strictEqual(answer.status, status, `node ${at}: ${answer.text}`)
        if (answer.text.startsWith('{"error"')) assert.strictEqual(codeOf(answer.json), code)
      }
      for (const ask of stays) {
        const answer = await ask(at, of)
        assert.strictEqual(answer.status, 200, `node ${at}: ${answer.text}`)
      }
    }
  }

  it("is so on both nodes once they heard of it, with no time passing", { timeout: 60_000 }, async () => {
    const of = await before()
    await rowsOf("UPDATE lost SET told = 0, is_on = false")
    await change(of)
    for (const at of [0, 1]) {
      for (const [ask, status] of refused) {
        while ((await ask(at, of)).status !== status) await new Promise((done) => setImmediate(done))
      }
    }
    await isOver(of)
  })

  it("is so on both within 5 s where nobody heard of it", { timeout: 60_000 }, async () => {
    const of = await before()
    await rowsOf("UPDATE lost SET told = 0, is_on = true")
    await change(of)
    const [lost] = await rowsOf("SELECT told FROM lost")
    assert.isAtLeast(Number(Reflect.get(Object(lost), "told")), 1)
    clock.advanceMs(KeyRing.revocationBoundMs)
    await isOver(of)
    await rowsOf("UPDATE lost SET is_on = false")
  })
})

it("a session sees its role on every node at once: it's asked for each time", { timeout: 60_000 }, async () => {
  const { change, member } = await team()
  const elsewhere = new PublicBrowser(() => node(1))
  for (const [name, value] of member.browser.cookies) elsewhere.cookies.set(name, value)
  const make = () => elsewhere.post("/dashboard/api/keys", { name: "one" }, member.csrf)
  assert.strictEqual((await make()).status, 201)
  await done(change(`/dashboard/api/members/${member.personId}`, "PATCH", { role: "viewer" }))
  assert.deepEqual([(await make()).status, (await elsewhere.ask("/dashboard/api/keys")).status], [403, 200])
  await done(change(`/dashboard/api/members/${member.personId}`, "DELETE"))
  assert.strictEqual((await elsewhere.ask("/dashboard/api/me")).status, 401)
})
