import { readdir, readFile } from "node:fs/promises"
import { corePersonalTables, tableNameOf } from "@storeglass/core"
import type { ServedOperation } from "@storeglass/gateway"
import { type AccountRole, accountRoles } from "@storeglass/plugin-api"
import { databaseText, everyPlugin, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { Operators } from "../../plugins/account/src/admin/Operators.ts"
import account from "../../plugins/account/src/plugin.ts"
import { at, Browser, mailsOf, textAt } from "../../plugins/account/test/support.ts"
import { freshLimits, joined, type Somebody, somebody } from "../../plugins/account/test/team.support.ts"

// Pages of any site may call the API; none of what is here.
const server = { host: "127.0.0.1", port: 0, cors: { origins: ["*"] } }
// One after the other, they are more than anybody asks in a minute.
const limits = { accounts: null, address: null }
// Every plugin that the default config enables: what a new one declares is held to here without a line.
const gateway = usePluginGateway(account, { plugins: everyPlugin, config: { server, limits } })

/** Who may what, as the documents say it; a route that isn't here is held to what it declares. */
const table: Readonly<Record<string, AccountRole | "person">> = {
  "GET /dashboard/api/me": "person",
  "PATCH /dashboard/api/me": "person",
  "POST /dashboard/api/account": "person",
  "GET /dashboard/api/me/invitations": "person",
  "POST /dashboard/api/me/invitations/:id/accept": "person",
  "DELETE /dashboard/api/me/invitations/:id": "person",
  "POST /dashboard/api/email": "person",
  "POST /dashboard/api/email/confirm": "person",
  "POST /dashboard/api/password": "person",
  "GET /dashboard/api/devices": "person",
  "POST /dashboard/api/factors/totp": "person",
  "POST /dashboard/api/passkeys": "person",
  "GET /dashboard/api/connected-apps": "viewer",
  "DELETE /dashboard/api/connected-apps/:id": "viewer",
  "POST /dashboard/api/token": "viewer",
  "GET /dashboard/api/usage": "viewer",
  "GET /dashboard/api/usage.csv": "viewer",
  "GET /dashboard/api/requests": "viewer",
  "GET /dashboard/api/requests.csv": "viewer",
  "GET /dashboard/api/requests/errors": "viewer",
  "GET /dashboard/api/requests/tail": "viewer",
  "GET /dashboard/api/requests/:id": "viewer",
  "GET /dashboard/api/request-log": "viewer",
  "PUT /dashboard/api/request-log": "admin",
  "GET /dashboard/api/keys": "viewer",
  "POST /dashboard/api/keys": "member",
  "POST /dashboard/api/keys/:id/rotate": "member",
  "DELETE /dashboard/api/keys/:id": "member",
  "GET /dashboard/api/members": "viewer",
  "PATCH /dashboard/api/members/:personId": "admin",
  "DELETE /dashboard/api/members/:personId": "admin",
  "POST /dashboard/api/members/leave": "viewer",
  "GET /dashboard/api/invitations": "admin",
  "POST /dashboard/api/invitations": "admin",
  "DELETE /dashboard/api/invitations/:id": "admin",
  "GET /dashboard/api/audit": "admin",
  "GET /dashboard/api/audit.csv": "admin",
  "GET /dashboard/api/audit/actions": "admin",
  "POST /dashboard/api/account/transfer": "owner",
  "GET /dashboard/api/account": "viewer",
  "GET /dashboard/api/plan": "viewer",
  "GET /dashboard/api/plan/preview": "viewer",
  "POST /dashboard/api/plan": "owner",
  "GET /dashboard/api/exports": "owner",
  "POST /dashboard/api/exports": "owner",
  "POST /dashboard/api/account/delete": "owner",
  "POST /dashboard/api/account/keep": "owner"
}

/** Who asks: each role of an account, who has none, and an operator, who looks at the account as a viewer. */
const askers = [...accountRoles, "nobody", "operator"] as const
type Asker = (typeof askers)[number]

/** Who may have a route, as its declaration says. */
const mayHave = ({ session }: ServedOperation): ReadonlyArray<Asker> => {
  const least = session?.role
  if (least === undefined) return []
  if (least === "person") return askers
  if (least === "operator") return ["operator"]
  const asOperator: ReadonlyArray<Asker> = least === "viewer" ? ["operator"] : []
  return [...accountRoles.slice(accountRoles.indexOf(least)), ...asOperator]
}

/** How who may not is told: by the role that it takes and theirs, which who has none can't be. */
const refusalOf = ({ method, path, session }: ServedOperation, who: Asker) => {
  if (session?.role === "operator") return `${method} ${path} is for operators of this gateway`
  if (who === "nobody") return "you're in no account; make one, or ask for an invitation"
  return `this takes the role ${session?.role}; yours in this account is ${who === "operator" ? "viewer" : who}`
}
const isOfRole = /^this takes the role |is for operators of this gateway$|^you're in no account;/

const people = new Map<Asker | "stranger", Somebody>()
const ids: Array<string> = []
let operations: ReadonlyArray<ServedOperation> = []
const nameOf = ({ method, path }: ServedOperation) => `${method} ${path}`
const missingId = "019c0000-0000-7000-8000-000000000000"

beforeAll(async () => {
  const owner = await somebody(gateway)
  people.set("owner", owner)
  for (const role of ["viewer", "member", "admin"] as const) people.set(role, await joined(owner, role))
  // As an operator whose account is gone, whom the command line then made none.
  const nobody = await somebody(gateway)
  await gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`DELETE FROM account_memberships WHERE person_id = ${nobody.personId}`
    )
  )
  people.set("nobody", nobody)
  const operator = await joined(owner, "viewer")
  await gateway().run(Operators.use(({ add }) => add(operator.email)))
  people.set("operator", operator)
  people.set("stranger", await somebody(gateway))
  const made = await owner.post("/keys", { name: "theirs" })
  await freshLimits(gateway)
  const invited = await owner.post("/invitations", { email: "someone@example.com", role: "viewer" })
  const devices = await owner.get("/devices")
  ids.push(
    textAt(made.json, "data", "key", "id"),
    textAt(invited.json, "data", "invitation", "id"),
    textAt(devices.json, "data", "devices", 0, "id"),
    owner.personId,
    owner.accountId
  )
  operations = gateway().running.composition.operations.filter(({ access }) => access === "session")
}, 120_000)

/** Everything that may be changed by these routes, as it stands: all that is of accounts and people. */
const kept = async () => {
  const ofPlugins = gateway().running.composition.plugins.flatMap(
    ({ config, plugin }) => plugin.personal?.(config).tables ?? []
  )
  const tables = new Set(["core_audit", ...[...corePersonalTables, ...ofPlugins].map(tableNameOf)])
  // What a request leaves behind because it was one.
  for (const name of ["core_requests", "core_request_days"]) tables.delete(name)
  return (await gateway().run(databaseText))
    .split("\n")
    .filter((line) => {
      const table = line.slice(0, line.indexOf(" ")).replace(/^public\./, "")
      return table.startsWith("account_") || tables.has(table)
    })
    .sort()
    .join("\n")
}

/** Sends what no route takes, so that one that may be called does nothing. */
const ask = async (who: Somebody | Browser, { answers, method, path }: ServedOperation, id = missingId) => {
  const filled = path.replace(/:\w+/g, encodeURIComponent(id))
  const browser = who instanceof Browser ? who : who.browser
  const csrf = who instanceof Browser ? {} : who.csrf
  const ending = new AbortController()
  const options = method === "GET" ? {} : { method, headers: csrf, ...(method === "DELETE" ? {} : { body: { no: 1 } }) }
  if (answers.kind !== "stream") return browser.ask(filled, options)
  let status = 0
  const watching = {
    signal: ending.signal,
    onHead: (head: Response) => {
      status = head.status
      if (head.ok) ending.abort()
    }
  }
  const answer = await browser.ask(filled, { ...options, ...watching }).catch(() => undefined)
  return answer ?? { status, text: "", json: undefined, headers: new Headers() }
}

describe("session routes", () => {
  it("declare exactly the role of the table, and all routes of the table are there", () => {
    const declared = new Map(operations.map((operation) => [nameOf(operation), operation.session?.role]))
    assert.deepEqual(
      Object.keys(table).map((name) => [name, declared.get(name)]),
      Object.entries(table)
    )
  })

  it("are of every plugin that has any, operators' included", () => {
    const owners = new Set(operations.map(({ plugin }) => plugin))
    for (const plugin of ["account", "alerts", "apps", "charts", "keywords"]) assert.include([...owners], plugin)
    assert.isAbove(operations.filter(({ session }) => session?.role === "operator").length, 10)
    assert.isAbove(operations.filter(({ plugin }) => plugin !== "account").length, 10)
  })

  it.each(askers)(
    "open to exactly the roles that they declare: %s",
    async (role) => {
      const who = people.get(role)
      if (who === undefined) return assert.fail(`no ${role}`)
      for (const operation of operations) {
        const answer = await ask(who, operation)
        const name = `${role}: ${nameOf(operation)}: ${answer.status} ${answer.text}`
        const message = at(answer.json, "error", "message")
        if (mayHave(operation).includes(role)) {
          if (typeof message === "string") assert.notMatch(message, isOfRole, name)
          assert.notStrictEqual(answer.status, 401, name)
          assert.isBelow(answer.status, 500, name)
          // What it was sent is nothing that any takes.
          if (!["GET", "DELETE"].includes(operation.method)) assert.isAtLeast(answer.status, 400, name)
        } else {
          const told = [answer.status, at(answer.json, "error", "code"), message]
          assert.deepEqual(told, [403, "FORBIDDEN", refusalOf(operation, role)], name)
          assert.include(
            operation.shapes.errors.map(({ code }) => code),
            "FORBIDDEN",
            `${nameOf(operation)} doesn't document its refusal`
          )
        }
      }
    },
    120_000
  )

  it("open to nobody who isn't signed in", async () => {
    for (const operation of operations) {
      const answer = await ask(new Browser(gateway), operation)
      assert.deepEqual([answer.status, at(answer.json, "error", "code")], [401, "SESSION_REQUIRED"], nameOf(operation))
    }
  })

  it("change nothing for a stolen cookie: without the page's token, from another site, or with another session's token", async () => {
    const owner = people.get("owner")
    const stranger = people.get("stranger")
    if (owner === undefined || stranger === undefined) return assert.fail("nobody")
    const before = await kept()
    for (const operation of operations.filter(({ method }) => method !== "GET")) {
      const path = operation.path.replace(/:\w+/g, encodeURIComponent(owner.personId))
      for (const headers of [
        {},
        stranger.csrf,
        { ...owner.csrf, origin: "https://evil.example" },
        { ...owner.csrf, origin: "null" }
      ]) {
        const body = operation.method === "DELETE" ? {} : { body: {} }
        const answer = await owner.browser.ask(path, { method: operation.method, headers, ...body })
        assert.deepEqual([answer.status, at(answer.json, "error", "code")], [403, "FORBIDDEN"], nameOf(operation))
      }
    }
    assert.strictEqual(await kept(), before)
  }, 120_000)

  it("and all others change nothing where they're only read: a scanner that opens every address uses none up", async () => {
    const owner = people.get("owner")
    if (owner === undefined) return assert.fail("nobody")
    const { email } = owner
    await freshLimits(gateway)
    for (const path of ["/auth/mail/sign-in", "/auth/mail/reset"]) await owner.browser.post(path, { email })
    const mails = await mailsOf(gateway(), email, 3)
    const links = mails.flatMap(({ html, text }) =>
      [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([link]) => link)
    )
    assert.isAtLeast(new Set(links).size, 3)
    const read = gateway().running.composition.operations.filter(
      ({ access, method, path }) =>
        method === "GET" && /^\/(auth|dashboard|\.well-known)\b/.test(path) && access !== "key"
    )
    assert.isAbove(read.length, 30)
    // The first look makes the keys that tokens are signed with.
    await gateway().ask("/auth/jwks")
    const before = await kept()
    for (const link of links) {
      // What follows # is never sent, but by scanners that don't know better.
      const { hash, pathname, search } = new URL(link)
      for (const address of [`${pathname}${search}`, `${pathname}?token=${hash.slice(1)}`]) {
        for (const method of ["GET", "HEAD"]) await new Browser(gateway).ask(address, { method })
      }
    }
    for (const operation of read) await ask(owner, operation)
    assert.strictEqual(await kept(), before)
    const [newest] = mails
    const used = await new Browser(gateway).post("/auth/mail", {
      token: newest?.link?.token,
      ...(newest?.link?.purpose === "reset" ? { password: "marble kettle 9 north" } : {})
    })
    assert.strictEqual(used.status, 200, used.text)
  }, 120_000)

  it("answer of what is another account's what they answer of what isn't there, to the byte", async () => {
    const stranger = people.get("stranger")
    if (stranger === undefined) return assert.fail("no stranger")
    for (const operation of operations.filter(({ path }) => path.includes(":"))) {
      const missing = await ask(stranger, operation)
      for (const id of ids) {
        const crossed = await ask(stranger, operation, id)
        assert.deepEqual([crossed.status, crossed.text], [missing.status, missing.text], `${nameOf(operation)} ${id}`)
        assert.isAtLeast(crossed.status, 400, nameOf(operation))
      }
    }
  }, 120_000)

  it("and those to sign in are for no page of another site, whatever the config lets call the API", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" }
    const allowed = async (path: string, method?: string) => {
      const answer = await gateway().ask(path, { headers, ...(method === undefined ? {} : { method }) })
      return answer.headers.get("access-control-allow-origin")
    }
    assert.strictEqual(await allowed("/v1/auth/usage", "OPTIONS"), headers.origin)
    const paths = operations.map(({ path }) => path.replace(/:\w+/g, encodeURIComponent(missingId)))
    const ways = ["/auth/sign-in", "/auth/sign-up", "/auth/mail", "/auth/factor", "/auth/ways", "/auth/oauth/authorize"]
    for (const path of [...paths, ...paths.map((path) => `${path}?a=1`), ...ways]) {
      for (const method of ["GET", "OPTIONS"]) assert.isNull(await allowed(path, method), `${method} ${path}`)
    }
  })

  it("are in no OpenAPI document, tool list or public docs page", async () => {
    const [openapi, tools, docs] = await Promise.all([
      gateway().ask("/openapi.json"),
      gateway().ask("/llms.txt"),
      gateway().ask("/docs")
    ])
    for (const answer of [openapi, docs]) assert.strictEqual(answer.status, 200)
    for (const { text } of [openapi, tools, docs]) {
      assert.notMatch(text, /\/dashboard\/api|"\/auth\//)
    }
  })

  it("are no MCP tools, have no page in the reference, and no call in the public client", async () => {
    const { key } = await gateway().account()
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    const toolsOf = (name: string) => gateway().ask(`/mcp?tools=${name}`, { method: "POST", key, body: list })
    const pageOf = (plugin: string, id: string) => gateway().ask(`/docs/reference/${plugin}/${id}`)
    assert.strictEqual((await toolsOf("apps_search")).status, 200)
    assert.strictEqual((await pageOf("apps", "apps_search")).status, 200)
    for (const { id, plugin } of operations) {
      assert.strictEqual((await toolsOf(id)).status, 400, id)
      assert.strictEqual((await pageOf(plugin, id)).status, 404, id)
    }
    const generated = new URL("../../packages/client/src/generated/", import.meta.url)
    const calls = (await readdir(generated)).filter((name) => name.endsWith(".operations.ts"))
    assert.isAbove(calls.length, 10)
    for (const name of calls) {
      assert.notMatch(await readFile(new URL(name, generated), "utf8"), /\/dashboard\/api|"\/auth\//, name)
    }
  })
})

describe("tokens of pages", () => {
  const team = new Map<AccountRole, Somebody>()
  beforeAll(async () => {
    const owner = await somebody(gateway)
    team.set("owner", owner)
    for (const role of ["viewer", "member", "admin"] as const) team.set(role, await joined(owner, role))
  }, 60_000)

  it.each(["storea", "storeb-play", "storea-ads", "paywall"])(
    "connect and disconnect a vendor from admin on, and keys by their scopes: %s",
    async (vendor) => {
      const path = `/v1/connect/${vendor}/credentials`
      const changes = gateway().running.composition.operations.filter(
        (operation) => operation.path === path && operation.method !== "GET"
      )
      assert.lengthOf(changes, 2)
      const told = async (operation: ServedOperation, credential: Readonly<Record<string, string>>) => {
        const { method } = operation
        const body = method === "POST" ? { body: { no: 1 } } : {}
        const answer = await gateway().ask(path, { method, headers: credential, ...body })
        return { status: answer.status, message: at(answer.json, "error", "message"), text: answer.text }
      }
      for (const operation of changes) {
        for (const role of accountRoles) {
          const page = await team.get(role)?.post("/token")
          const token = textAt(page?.json, "data", "token")
          const { message, status, text } = await told(operation, { authorization: `Bearer ${token}` })
          if (role === "member") {
            const refusal = `${nameOf(operation)} takes the role admin; that of the token's person in this account is member`
            assert.deepEqual([status, message], [403, refusal])
          } else if (role === "viewer") assert.strictEqual(status, 403, text)
          else assert.include([200, 400, 422], status, text)
        }
        const made = await team.get("member")?.post("/keys", { name: vendor, scopes: ["read", "write"] })
        const { status, text } = await told(operation, { "x-api-key": textAt(made?.json, "data", "value") })
        assert.include([200, 400, 422], status, text)
      }
    }
  )

  it("open nothing that a panel for admins does, short of that role", () => {
    const { operations: all, plugins } = gateway().running.composition
    const forAdmins = plugins.flatMap(({ plugin }) => plugin.panels ?? []).filter(({ role }) => role === "admin")
    const changing = all.filter(
      ({ access, id, method }) =>
        access === "key" &&
        method !== "GET" &&
        forAdmins.some((panel) => JSON.stringify(panel.blocks).includes(`"${id}"`))
    )
    assert.isAtLeast(changing.length, 8)
    assert.deepEqual(
      changing.filter(({ tokenRole }) => tokenRole !== "admin").map(({ id }) => id),
      []
    )
  })
})
