import { randomUUID } from "node:crypto"
import { exportCore, RequestRecorder } from "@storeglass/core"
import { personalOf, type ServedOperation } from "@storeglass/gateway"
import { AccountAdmin, Content } from "@storeglass/plugin-api"
import { type Answer, everyPlugin, freePort, listAt, random, until, useTestGateway } from "@storeglass/testkit"
import { Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { oauthOf } from "../../plugins/account/test/oauth/support.ts"
import { at, textAt } from "../../plugins/account/test/support.ts"
import { freshLimits, joined, type Somebody, somebody } from "../../plugins/account/test/team.support.ts"

// Every plugin that the default config enables: what a new one shows in pages is held to here without a line. One person asks
// more in a minute than a page does.
const port = await freePort()
const gateway = useTestGateway({
  plugins: everyPlugin,
  config: {
    limits: { accounts: null, address: null },
    // Apps must know it before it listens.
    server: { host: "127.0.0.1", port, publicUrl: `http://127.0.0.1:${port}` }
  }
})
const { callTool, connect, mcp, newClient } = oauthOf(gateway)
const steps = 60
const crossedEachStep = 3

/** An account, who is in it, and what nobody of another may see. */
interface Tenant {
  readonly owner: Somebody
  readonly admin: Somebody
  readonly accountId: string
  /** What only its own people may be shown: ids, addresses, names and words of its own. */
  readonly secrets: Array<string>
  readonly keys: Array<{ readonly id: string; readonly value: string }>
  /** Ids of what was exported. */
  readonly exports: Array<string>
}
type Pair = readonly [Tenant, Tenant]

const readings = [
  "/usage?by=day,key,member,operation",
  "/usage.csv?by=key,member",
  "/requests?limit=1000",
  "/requests.csv",
  "/requests/errors",
  "/audit?limit=1000",
  "/audit.csv",
  "/keys",
  "/members",
  "/invitations",
  "/request-log",
  "/account",
  "/plan",
  "/connected-apps",
  "/me/invitations",
  "/devices",
  "/passkeys",
  "/apps",
  "/keywords/tracked",
  "/alerts/rules",
  "/alerts/recent"
]
const ofOwners = [...readings, "/exports"]

const tenant = async (): Promise<Tenant> => {
  const owner = await somebody(gateway)
  const admin = await joined(owner, "admin")
  const { accountId } = owner
  await gateway().run(AccountAdmin.use(({ setPlan }) => setPlan(accountId, "large")))
  return {
    owner,
    admin,
    accountId,
    secrets: [accountId, owner.personId, owner.email, admin.personId, admin.email],
    keys: [],
    exports: []
  }
}

/** What an app of somebody's may have of an account. */
const tokenOf = async ({ browser }: Somebody, accountId: string) => {
  await freshLimits(gateway)
  const { accessToken } = await connect(browser, await newClient(), { changes: { account: accountId } })
  return accessToken
}
/** The tools by which an app asks for what the account has, as they need no word of what. */
const ownReads = () =>
  gateway()
    .running.composition.operations.filter(
      ({ access, hints, path, shapes }) =>
        access === "key" &&
        hints.readOnly &&
        !hints.hidden &&
        !path.includes(":") &&
        !shapes.parameters.some(({ required }) => required)
    )
    .map(({ id }) => id)

const askExport = async ({ exports, owner, secrets }: Tenant) => {
  const asked = await owner.post("/exports")
  assert.strictEqual(asked.status, 202, asked.text)
  const id = textAt(asked.json, "data", "export", "id")
  exports.push(id)
  secrets.push(id)
}
/** All that is in the archive of the newest export, once it's there. */
const exportedOf = async ({ accountId, owner }: Tenant) => {
  const isMade = until(
    ["core_account_exports"],
    AccountAdmin.use(({ exports }) => exports(accountId)),
    (all) => all.every(({ state }) => state !== "waiting")
  )
  await gateway().run(isMade)
  const listed = await owner.get("/exports")
  const response = await fetch(textAt(listed.json, "data", "exports", 0, "files", 0, "url"))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const entries = await gateway().run(Content.use(({ unzip }) => unzip(bytes)))
  return entries.map((entry) => `${entry.name}\n${new TextDecoder().decode(entry.bytes)}`).join("\n")
}

/** What an account is told of its requests as they come, until it's stopped. */
const tailOf = async ({ owner: { browser } }: Tenant, query = "") => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const ending = new AbortController()
  const { signal } = ending
  const response = await fetch(`${gateway().url}/dashboard/api/requests/tail${query}`, { headers: { cookie }, signal })
  const seen = { text: "" }
  const reading = (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) seen.text += part.value
  })().catch(() => undefined)
  return async () => {
    ending.abort()
    await reading
    return seen.text
  }
}

const sessionRoutes = () =>
  gateway().running.composition.operations.filter(
    ({ access, answers, session }) => access === "session" && answers.kind !== "stream" && session?.role !== "operator"
  )
const namesIn = ({ path, shapes }: ServedOperation) => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name),
  ...shapes.parameters.filter((each) => each.in === "query").map(({ name }) => name)
]

/** The address with a value for one parameter of the path or the query, and for no other. */
const addressWith = ({ path }: ServedOperation, name: string, value: string) => {
  const filled = path.replace(/:(\w+)/g, (_, each: string) => encodeURIComponent(each === name ? value : randomUUID()))
  return path.includes(`:${name}`) ? filled : `${filled}?${name}=${encodeURIComponent(value)}`
}
const isId = /^[0-9a-f-]{36}$/
/** Of the same form and length, and nobody's. */
const nobodys = (secret: string) =>
  isId.test(secret)
    ? randomUUID()
    : secret.replace(/-[0-9a-f]{8}@/, `-${randomUUID().slice(0, 8)}@`).replace(/^m\d/, "m7")

/** What was told but for the name that was asked for, whose beginning an error repeats, and the time of the answer. */
const toldOf = ({ status, text }: Answer, asked: string) => [
  status,
  text
    .replaceAll(asked, "it")
    .replaceAll(/'([^']+)'/g, (quoted, name: string) => (asked.startsWith(name) ? "'it'" : quoted))
    .replaceAll(/"asOf":"[^"]+"/g, '"asOf":"now"')
]

describe("two accounts with somebody in both", () => {
  it.each([20_261_123, 1, 2, 3])(
    "whatever is done and asked, no answer, export, tail or audit of one holds the other's: seed %i",
    async (seed) => {
      const draw = random(seed)
      const oneOf = <A>(items: ReadonlyArray<A>): A => items[draw(items.length)] ?? assert.fail("nothing to draw from")
      const tenants: Pair = [await tenant(), await tenant()]
      // In both, with one session that looks at either.
      const both = await joined(tenants[0].owner, "admin")
      await freshLimits(gateway)
      await tenants[1].owner.post("/invitations", { email: both.email, role: "admin" })
      const mine = await both.get("/me/invitations")
      const accepted = await both.post(`/me/invitations/${textAt(mine.json, "data", "invitations", 0, "id")}/accept`)
      assert.strictEqual(accepted.status, 200, accepted.text)

      // Apps of each owner's, and of who is in both for either account.
      const tokens: Array<{ readonly own: string; readonly ofBoth: string }> = []
      for (const { accountId, owner } of tenants) {
        tokens.push({ own: await tokenOf(owner, accountId), ofBoth: await tokenOf(both, accountId) })
      }
      const tokensAt = (index: number) => tokens[index] ?? assert.fail("no app")
      const tools = ownReads()
      assert.isAbove(tools.length, 10, tools.join())

      const routes = sessionRoutes().filter((route) => namesIn(route).length > 0)
      const tenantAt = (index: number) => tenants[index === 0 ? 0 : 1]
      const holdNone = (text: string, index: number, what: string) => {
        for (const secret of tenantAt(1 - index).secrets) assert.notInclude(text, secret, what)
      }
      const tails = await Promise.all(tenants.map((each) => tailOf(each)))
      const statuses = new Map<number, number>()

      /** Asks for something of the other account by a name of it, as somebody of this one who isn't in the other. */
      const cross = async (index: number, who: Somebody) => {
        // Half of them by an id in the path, of which there are few, and which only ids fit.
        const byPath = draw(2) === 0
        const route = oneOf(byPath ? routes.filter(({ path }) => path.includes(":")) : routes)
        const name = oneOf(byPath ? namesIn(route).slice(0, 1) : namesIn(route))
        const { secrets } = tenantAt(1 - index)
        const secret = oneOf(byPath ? secrets.filter((each) => isId.test(each)) : secrets)
        const missing = nobodys(secret)
        const ask = (value: string): Promise<Answer> => {
          const options = {
            method: route.method,
            headers: who.csrf,
            ...(["GET", "DELETE"].includes(route.method) ? {} : { body: {} })
          }
          return who.browser.ask(addressWith(route, name, value), route.method === "GET" ? {} : options)
        }
        const [theirs, nobody] = [await ask(secret), await ask(missing)]
        const what = `${route.method} ${addressWith(route, name, secret)}: ${theirs.status} ${theirs.text}`
        // Where a page begins is a time, which an id tells.
        if (name !== "cursor") assert.deepEqual(toldOf(theirs, secret), toldOf(nobody, missing), what)
        holdNone(theirs.text.replaceAll(secret, ""), index, what)
        statuses.set(theirs.status, (statuses.get(theirs.status) ?? 0) + 1)
      }

      for (let step = 0; step < steps; step++) {
        const index = draw(2)
        const own = tenantAt(index)
        const who = oneOf([own.owner, own.admin, both])
        if (who === both) {
          const chosen = await both.post("/account", { accountId: own.accountId })
          assert.strictEqual(chosen.status, 200, chosen.text)
        }
        const mark = `m${index}x${step}x${draw(1000)}`
        const kind = draw(6)
        if (kind === 0 || own.keys.length === 0) {
          const made = await who.post("/keys", { name: mark })
          assert.strictEqual(made.status, 201, made.text)
          own.keys.push({ id: textAt(made.json, "data", "key", "id"), value: textAt(made.json, "data", "value") })
          own.secrets.push(mark, textAt(made.json, "data", "key", "id"))
        } else if (kind === 1) {
          const answer = await gateway().ask(`/v1/search?q=${mark}&country=us&platform=storea`, {
            key: oneOf(own.keys).value
          })
          own.secrets.push(mark, answer.headers.get("x-request-id") ?? mark)
        } else if (kind === 2) {
          await freshLimits(gateway)
          const invited = await who.post("/invitations", { email: `${mark}@example.com`, role: "viewer" })
          if (invited.status === 201) own.secrets.push(mark, textAt(invited.json, "data", "invitation", "id"))
        } else if (kind === 3) {
          const body = {
            platform: "storea",
            appId: String(700_000 + step),
            country: "us",
            appName: mark,
            isLive: false
          }
          const app = await gateway().ask("/v1/user/apps", { method: "POST", key: oneOf(own.keys).value, body })
          assert.isBelow(app.status, 300, app.text)
          own.secrets.push(mark, textAt(app.json, "data", "id"))
          const rule = { appId: body.appId, platform: "storea", atLeast: 10 }
          const rules = await who.post("/alerts/rules", rule)
          if (rules.status < 300) {
            own.secrets.push(
              ...listAt(rules.json, "data", "rules")
                .slice(-1)
                .map((each) => textAt(each, "id"))
            )
          }
        } else if (kind === 4) {
          const body = { keyword: mark, country: "us", platform: "storea" }
          const kept = await gateway().ask("/v1/keywords/track", { method: "POST", key: oneOf(own.keys).value, body })
          assert.isBelow(kept.status, 300, kept.text)
          own.secrets.push(mark)
        } else if (own.exports.length === 0) await askExport(own)
        const path = oneOf(who === own.owner ? ofOwners : readings)
        const answer = await who.get(path)
        assert.strictEqual(answer.status, 200, `${path} ${answer.text}`)
        holdNone(answer.text, index, `${step}: ${path}`)
        const tool = oneOf(tools)
        const told = await callTool(who === both ? tokensAt(index).ofBoth : tokensAt(index).own, tool)
        assert.strictEqual(told.status, 200, `${tool} ${told.text}`)
        holdNone(told.text, index, `${step}: ${tool}`)
        for (let each = 0; each < crossedEachStep; each++) await cross(index, oneOf([own.owner, own.admin]))
      }

      await gateway().run(Effect.flatMap(RequestRecorder.RequestRecorder, ({ flush }) => flush))
      for (const [index, own] of tenants.entries()) {
        await both.post("/account", { accountId: own.accountId })
        await askExport(own)
        const archive = await exportedOf(own)
        holdNone(archive, index, "an archive")
        for (const who of [own.owner, own.admin, both]) {
          for (const path of who === own.owner ? ofOwners : readings) {
            holdNone((await who.get(path)).text, index, path)
          }
        }
        const answers = new Map<string, string>()
        for (const tool of tools) {
          for (const token of [tokensAt(index).own, tokensAt(index).ofBoth]) {
            const { json, text } = await callTool(token, tool)
            holdNone(text, index, tool)
            if (at(json, "result", "content") !== undefined && at(json, "result", "isError") !== true)
              answers.set(tool, text)
          }
        }
        for (const token of [tokensAt(index).own, tokensAt(index).ofBoth]) {
          holdNone((await mcp(token, "resources/list")).text, index, "what apps may read")
        }
        assert.isAbove(answers.size, tools.length / 2, [...answers.keys()].join())
        const exported = await gateway().run(
          Effect.gen(function* () {
            const parts = yield* personalOf(gateway().running.composition.plugins)
            const ofPlugins = yield* Effect.forEach(parts, (part) => Stream.runCollect(part.export(own.accountId)))
            return [...(yield* Stream.runCollect(exportCore(own.accountId))), ...ofPlugins.flat()]
          })
        )
        holdNone(JSON.stringify(exported), index, "an export")
        // What is theirs is there, and none of it was changed by the other's, so what isn't would have been found.
        const shown = [JSON.stringify(exported)]
        for (const path of ofOwners) shown.push((await own.owner.get(path)).text)
        const lost = own.secrets.filter((secret) => !shown.some((text) => text.includes(secret)))
        assert.deepEqual(lost, [], "it's gone, or nothing shows it")
        const marks = own.secrets.filter((secret) => /^m\dx/.test(secret))
        for (const text of [archive, [...answers.values()].join()]) {
          assert.isTrue(
            marks.some((mark) => text.includes(mark)),
            "nothing of theirs is in it"
          )
        }
        for (const { value } of own.keys) {
          assert.strictEqual((await gateway().ask("/v1/auth/usage", { key: value })).status, 200)
        }
      }
      for (const [index, stop] of tails.entries()) holdNone(await stop(), index, "a tail")
      // Some of what was crossed was answered, with nothing in it; some isn't there; and some isn't asked for so.
      for (const status of [200, 400, 404]) assert.isAbove(statuses.get(status) ?? 0, 0, JSON.stringify([...statuses]))
    },
    120_000
  )
})

describe("another account's rows of the log", () => {
  it("are in no tail that asks for its keys, requests or words", async () => {
    const [one, other] = [await tenant(), await tenant()]
    const made = await other.owner.post("/keys", { name: "theirs" })
    const keyId = textAt(made.json, "data", "key", "id")
    const key = textAt(made.json, "data", "value")
    const own = textAt((await one.owner.post("/keys", { name: "ours" })).json, "data", "value")
    const stops = await Promise.all(
      ["", `?key=${keyId}`, "?text=zebra", "?operation=apps_search"].map((query) => tailOf(one, query))
    )
    const asked = await gateway().ask("/v1/search?q=zebra&country=us&platform=storea", { key })
    const ours = await gateway().ask("/v1/search?q=zebra&country=us&platform=storea", { key: own })
    const id = asked.headers.get("x-request-id") ?? assert.fail("no id")
    await gateway().run(Effect.flatMap(RequestRecorder.RequestRecorder, ({ flush }) => flush))
    const found = await other.owner.get(`/requests/${id}`)
    assert.strictEqual(textAt(found.json, "data", "request", "requestId"), id)
    for (const query of [`id=${id}`, `key=${keyId}`, `cursor=${textAt(found.json, "data", "request", "rowId")}`]) {
      const { text } = await one.owner.get(`/requests?${query}`)
      assert.notInclude(text, id)
    }
    assert.strictEqual(at((await one.owner.get(`/requests/${id}`)).json, "error", "code"), "NOT_FOUND")
    assert.strictEqual((await one.owner.get(`/requests/${ours.headers.get("x-request-id")}`)).status, 200)
    for (const stop of stops) assert.notInclude(await stop(), id)
  })
})
