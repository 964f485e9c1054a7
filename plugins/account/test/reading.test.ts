import { RequestRecorder } from "@storeglass/core"
import { listAt, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { at, textAt } from "./support.ts"
import { joined, type Somebody, somebody } from "./team.support.ts"

const gateway = useTestGateway({ plugins: { account: true, stores: true, apps: true } })

const flushed = () => gateway().run(Effect.flatMap(RequestRecorder.RequestRecorder, ({ flush }) => flush))
const keyOf = async (one: Somebody, name = "reading") => {
  const made = await one.post("/keys", { name })
  assert.strictEqual(made.status, 201, made.text)
  return { id: textAt(made.json, "data", "key", "id"), value: textAt(made.json, "data", "value") }
}
/** Costs a credit. */
const search = (key: string, q = "photo") => gateway().ask(`/v1/search?q=${q}&country=us&platform=storea`, { key })

describe("usage", () => {
  it("tells by day, key, member, operation and bucket what the ledger has, beside the span before", async () => {
    const owner = await somebody(gateway)
    const member = await joined(owner, "member")
    const [own, other] = [await keyOf(owner, "own"), await keyOf(member, "other")]
    for (const key of [own, own, other]) assert.strictEqual((await search(key.value)).status, 200)
    const used = await gateway().used(owner.accountId)
    assert.isAbove(used, 0)
    const all = await owner.get("/usage?by=member,operation,bucket")
    assert.strictEqual(all.status, 200, all.text)
    assert.deepEqual(at(all.json, "data", "totals"), { credits: used, requests: 3 })
    const ofMembers = new Map(listAt(all.json, "data", "rows").map((row) => [at(row, "memberId"), at(row, "requests")]))
    assert.deepEqual(
      [...ofMembers],
      [
        [owner.personId, 2],
        [member.personId, 1]
      ]
    )
    assert.sameMembers(
      listAt(all.json, "data", "members").map((each) => textAt(each, "email")),
      [owner.email, member.email]
    )
    assert.deepInclude(at(all.json, "data", "before"), { credits: 0, requests: 0 })
    const general = listAt(all.json, "data", "balances").find((each) => at(each, "bucket") === "general")
    assert.deepInclude(general, { limit: 100, used, remaining: 100 - used, held: 0 })
    const one = await owner.get(`/usage?by=key&key=${other.id}`)
    assert.deepEqual(
      listAt(one.json, "data", "rows").map((row) => [at(row, "keyId"), at(row, "requests")]),
      [[other.id, 1]]
    )
    assert.deepInclude(at(one.json, "data", "keys", 0), { id: other.id, name: "other", personId: member.personId })
    const csv = await owner.get("/usage.csv?by=day,key,member")
    assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/)
    const [head, ...lines] = csv.text.trimEnd().split("\r\n")
    assert.strictEqual(head, "day,key,keyName,member,memberEmail,credits,requests")
    assert.strictEqual(lines.length, 2)
    assert.include(lines.join("\n"), `${other.id},other,${member.personId},${member.email}`)
  })

  it("says which parameter is wrong", async () => {
    const owner = await somebody(gateway)
    for (const [query, field] of [
      ["from=yesterday", "from"],
      ["from=2026-02-30", "from"],
      ["from=2026-02-02&to=2026-02-01", "to"],
      ["from=2020-01-01&to=2026-01-01", "from"],
      ["by=day,colour", "by"],
      ["key=1", "key"],
      ["bucket=gold", "bucket"]
    ] as const) {
      const answer = await owner.get(`/usage?${query}`)
      assert.deepEqual([answer.status, at(answer.json, "error", "field")], [400, field], answer.text)
    }
  })
})

describe("requests", () => {
  it("are found by every filter, page by page, one by its id, as CSV and by what failed", async () => {
    const owner = await somebody(gateway)
    const [key, second] = [await keyOf(owner, "first"), await keyOf(owner, "second")]
    const good = await search(key.value, "needle")
    for (let n = 0; n < 3; n++) await search(second.value)
    const bad = await gateway().ask("/v1/search?q=photo&country=zz&platform=storea", { key: key.value })
    assert.strictEqual(bad.status, 400)
    await flushed()
    const found = async (query: string) => {
      const answer = await owner.get(`/requests?${query}`)
      assert.strictEqual(answer.status, 200, answer.text)
      return listAt(answer.json, "data", "requests")
    }
    const requestId = good.headers.get("x-request-id") ?? ""
    const badId = bad.headers.get("x-request-id") ?? ""
    const operation = textAt((await found(""))[0], "operation")
    const encoded = encodeURIComponent(operation)
    for (const [query, count] of [
      ["", 5],
      ["status=2xx", 4],
      ["status=400", 1],
      ["status=5xx", 0],
      ["code=INVALID_COUNTRY", 1],
      [`operation=${encoded}`, 5],
      [`key=${second.id}`, 3],
      [`key=${second.id}&status=4xx`, 0],
      ["bucket=general", 5],
      ["bucket=creative", 0],
      ["by=http", 5],
      ["by=mcp", 0],
      ["path=/v1/search", 5],
      ["path=/v1/*", 5],
      ["text=earc", 5],
      ["text=%25", 0],
      [`id=${requestId}`, 1],
      ["from=2020-01-01&to=2020-02-01", 0]
    ] as const) {
      assert.strictEqual((await found(query)).length, count, query)
    }
    const first = await owner.get("/requests?limit=3")
    const next = await owner.get(`/requests?limit=3&cursor=${textAt(first.json, "data", "nextCursor")}`)
    const ids = [...listAt(first.json, "data", "requests"), ...listAt(next.json, "data", "requests")].map((row) =>
      textAt(row, "rowId")
    )
    assert.deepEqual([ids.length, new Set(ids).size], [5, 5])
    assert.deepEqual([...ids].sort().reverse(), ids)
    const one = await owner.get(`/requests/${requestId}`)
    assert.deepInclude(at(one.json, "data", "request"), { requestId, status: 200, credentialId: key.id })
    const errors = await owner.get("/requests/errors")
    assert.deepInclude(at(errors.json, "data", "errors", 0), { code: "INVALID_COUNTRY", requests: 1, requestId: badId })
    assert.match(textAt(errors.json, "data", "errors", 0, "meaning"), /storefront|country/)
    const credentials = listAt((await owner.get("/requests")).json, "data", "credentials")
    assert.deepEqual(
      credentials.map((each) => [at(each, "id"), at(each, "kind"), at(each, "name")]).sort(),
      [
        [key.id, "key", "first"],
        [second.id, "key", "second"]
      ].sort()
    )
    const csv = await owner.get("/requests.csv?status=4xx")
    assert.deepEqual([csv.text.trimEnd().split("\r\n").length, csv.text.includes(badId)], [2, true])
    const wrong = await owner.get("/requests?status=9xx")
    assert.deepEqual([wrong.status, at(wrong.json, "error", "field")], [400, "status"])
  })

  it("come by a tail as they're answered, and no more once who watches is removed", async () => {
    const owner = await somebody(gateway)
    const viewer = await joined(owner, "viewer")
    const key = await keyOf(owner)
    const cookie = [...viewer.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(`${gateway().url}/dashboard/api/requests/tail?status=2xx`, { headers: { cookie } })
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "text/event-stream"])
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    assert.isDefined(reader)
    if (reader === undefined) return
    const ids: Array<string> = []
    let text = ""
    while (!ids.some((id) => text.includes(id))) {
      // It begins with what comes after it has looked once.
      const asked = await search(key.value)
      ids.push(asked.headers.get("x-request-id") ?? "")
      text += (await reader.read()).value ?? ""
    }
    assert.include(text, "event: requests\ndata: {")
    assert.strictEqual((await owner.delete(`/members/${viewer.personId}`)).status, 200)
    const ended = await (async () => {
      for (;;) if ((await reader.read().catch(() => ({ done: true }))).done) return true
    })()
    assert.isTrue(ended)
  })

  it("aren't logged any more once an admin has switched the log off, which the audit has", async () => {
    const owner = await somebody(gateway)
    const member = await joined(owner, "member")
    const key = await keyOf(owner)
    assert.deepEqual(at((await member.get("/request-log")).json, "data"), { isOn: true, keptDays: 30, dropped: 0 })
    const put = (one: Somebody, isOn: boolean) =>
      one.browser.ask("/dashboard/api/request-log", { method: "PUT", body: { isOn }, headers: one.csrf })
    assert.strictEqual((await put(member, false)).status, 403)
    const off = await put(owner, false)
    assert.deepEqual(at(off.json, "data"), { isOn: false, keptDays: 30, dropped: 0 }, off.text)
    await search(key.value)
    await flushed()
    assert.deepEqual(listAt((await owner.get("/requests")).json, "data", "requests"), [])
    const audit = await owner.get("/audit?action=account.request-log-switched")
    assert.deepInclude(at(audit.json, "data", "entries", 0), { after: { isOn: false } })
  })
})

describe("the audit log", () => {
  it("is read by admins with every filter, page by page and as CSV, with the names of who is here", async () => {
    const owner = await somebody(gateway)
    const admin = await joined(owner, "admin")
    const key = await keyOf(admin, "named")
    await admin.delete(`/keys/${key.id}`)
    const found = async (query: string) => {
      const answer = await admin.get(`/audit?${query}`)
      assert.strictEqual(answer.status, 200, answer.text)
      return listAt(answer.json, "data", "entries")
    }
    const all = await found("")
    for (const [query, actions] of [
      ["action=key.created", ["key.created"]],
      ["action=key.created,key.revoked", ["key.revoked", "key.created"]],
      [`target=${key.id}`, ["key.revoked", "key.created"]],
      [`actor=${admin.personId}&actorKind=person&targetKind=key`, ["key.revoked", "key.created"]],
      ["to=2020-01-01", []]
    ] as const) {
      assert.deepEqual(
        (await found(query)).map((entry) => textAt(entry, "action")),
        [...actions],
        query
      )
    }
    const [revoked] = await found("action=key.revoked")
    assert.deepEqual(at(revoked, "actor"), { kind: "person", id: admin.personId, name: admin.email })
    assert.deepEqual(at(revoked, "target"), { kind: "key", id: key.id, name: "named" })
    const pages: Array<unknown> = []
    for (let cursor = ""; ; ) {
      const page = await admin.get(`/audit?limit=2${cursor}`)
      pages.push(...listAt(page.json, "data", "entries"))
      const next = at(page.json, "data", "nextCursor")
      if (typeof next !== "string") break
      cursor = `&cursor=${next}`
    }
    assert.deepEqual(pages, [...all])
    const csv = await admin.get("/audit.csv")
    assert.strictEqual(csv.text.trimEnd().split("\r\n").length, all.length + 1)
    const strange = await admin.get("/audit?action=nothing.such")
    assert.deepEqual([strange.status, at(strange.json, "error", "field")], [400, "action"])
    assert.isAbove(listAt((await admin.get("/audit/actions")).json, "data", "actions").length, 10)
  })

  it("names neither operators nor users of the command line to an account", async () => {
    const owner = await somebody(gateway)
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO core_audit (id, at, account_id, actor, actor_id, action, address)
          SELECT gen_random_uuid(), now(), ${owner.accountId}::uuid, actor, 'their-secret-name', 'account.suspended', '192.0.2.9'
          FROM unnest(ARRAY['operator', 'cli']) AS actor`
      )
    )
    const audit = await owner.get("/audit?action=account.suspended")
    assert.strictEqual(listAt(audit.json, "data", "entries").length, 2)
    assert.notMatch(audit.text + (await owner.get("/audit.csv")).text, /their-secret-name|192\.0\.2\.9/)
  })
})
