import { listChanges } from "@storeglass/core"
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { at, signedUp, textAt } from "./support.ts"

const gateway = useTestGateway({ plugins: { account: true, stores: true, apps: true } })

const person = async () => {
  await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
  const signed = await signedUp(gateway)
  const me = await signed.browser.ask("/dashboard/api/me")
  const headers = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
  const change = (method: string, path: string, body?: unknown) =>
    signed.browser.ask(path, { method, headers, ...(body === undefined ? {} : { body }) })
  return {
    ...signed,
    change,
    personId: textAt(me.json, "data", "person", "id"),
    accountId: textAt(me.json, "data", "accountId")
  }
}

/** Makes someone a member of another's account, and has them look at it. */
const joins = async (one: Awaited<ReturnType<typeof person>>, accountId: string, role: string) => {
  await gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
        VALUES (${accountId}::uuid, ${one.personId}, ${role}, now())`
    )
  )
  const chosen = await one.change("POST", "/dashboard/api/account", { accountId })
  assert.strictEqual(chosen.status, 200, chosen.text)
}

describe("the walk of a newcomer", () => {
  it("goes from sign-up by mail to a charged call by a key that is shown once, and to its end, within a minute", async () => {
    const began = performance.now()
    const { accountId, browser, change, personId } = await person()
    const made = await change("POST", "/dashboard/api/keys", { name: "first" })
    assert.strictEqual(made.status, 201, made.text)
    assert.include(made.headers.get("cache-control") ?? "", "no-store")
    const key = textAt(made.json, "data", "value")
    const used = await gateway().ask("/v1/search?q=photo&country=us&platform=storea", { key })
    assert.strictEqual(used.status, 200, used.text)
    const usage = await gateway().ask("/v1/auth/usage", { key })
    assert.isAtLeast(Number(used.headers.get("x-credit-cost")), 1)
    assert.strictEqual(await gateway().used(accountId), Number(used.headers.get("x-credit-cost")))
    assert.strictEqual(await gateway().remaining(accountId), 100 - Number(used.headers.get("x-credit-cost")))
    assert.strictEqual(usage.status, 200)
    assert.strictEqual(usage.headers.get("x-ratelimit-remaining"), String(await gateway().remaining(accountId)))
    const listed = await browser.ask("/dashboard/api/keys")
    assert.notInclude(listed.text, key)
    assert.strictEqual(textAt(listed.json, "data", "keys", 0, "name"), "first")
    const id = textAt(made.json, "data", "key", "id")
    const revoked = await change("DELETE", `/dashboard/api/keys/${id}`)
    assert.strictEqual(revoked.status, 200, revoked.text)
    // Nodes hear of it within 5 s.
    let after = await gateway().ask("/v1/auth/usage", { key })
    while (after.status === 200) after = await gateway().ask("/v1/auth/usage", { key })
    assert.deepEqual([after.status, codeOf(after.json)], [401, "INVALID_API_KEY"])
    assert.isBelow(performance.now() - began, 60_000)

    // The operator, too, reads who it was.
    const kept = await gateway().run(listChanges({ accountId, limit: 10 }))
    const who = `account:${accountId} person:${personId}`
    assert.deepEqual(
      kept.map(({ actor, event }) => [event, actor]),
      [
        ["security.key_revoked", who],
        ["security.key_created", who],
        ["security.account_created", "gateway"]
      ]
    )
  }, 120_000)
})

describe("keys", () => {
  it("are rotated with an overlap, in which both are good", async () => {
    const { change } = await person()
    const made = await change("POST", "/dashboard/api/keys", { name: "ci", scopes: ["read"] })
    const id = textAt(made.json, "data", "key", "id")
    const rotated = await change("POST", `/dashboard/api/keys/${id}/rotate`, { overlapHours: 1 })
    assert.strictEqual(rotated.status, 201, rotated.text)
    assert.deepEqual(at(rotated.json, "data", "key", "scopes"), ["read"])
    for (const key of [textAt(made.json, "data", "value"), textAt(rotated.json, "data", "value")]) {
      assert.strictEqual((await gateway().ask("/v1/auth/usage", { key })).status, 200)
    }
    const again = await change("POST", `/dashboard/api/keys/${id}/rotate`, {})
    assert.deepEqual([again.status, codeOf(again.json)], [409, "KEY_ENDED"])
  })

  it("are refused with the field that's wrong", async () => {
    const { change } = await person()
    for (const [body, field] of [
      [{ name: "" }, "name"],
      [{ name: "x", scopes: ["internal"] }, "scopes"],
      [{ name: "x", addresses: ["10.0.0.0/64"] }, "addresses"],
      [{ name: "x", plugins: ["no-such-plugin"] }, "plugins"],
      [{ name: "x", expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
      // What would be read in some other way, such as in the gateway's own time zone.
      ...["12/31/2099", "2099", "2099-12-31T00:00:00", "2099-02-30", "2099-02-30T00:00:00Z", "Fri, 1 Jan 2099"].map(
        (expiresAt) => [{ name: "x", expiresAt }, "expiresAt"] as const
      )
    ] as const) {
      const answer = await change("POST", "/dashboard/api/keys", body)
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
      assert.match(textAt(answer.json, "error", "message"), new RegExp(`^${field}`))
      // With the place in it, where it's one of several.
      assert.strictEqual(textAt(answer.json, "error", "field").split(".")[0], field)
    }
  })

  it("belong to the account: another's are not there, and a session without the token for changes makes none", async () => {
    const one = await person()
    const other = await person()
    const made = await one.change("POST", "/dashboard/api/keys", { name: "mine" })
    const id = textAt(made.json, "data", "key", "id")
    const missing = "019c0000-0000-7000-8000-000000000000"
    for (const [method, end] of [
      ["DELETE", ""],
      ["POST", "/rotate"]
    ] as const) {
      const body = method === "POST" ? {} : undefined
      const crossed = await other.change(method, `/dashboard/api/keys/${id}${end}`, body)
      const absent = await other.change(method, `/dashboard/api/keys/${missing}${end}`, body)
      assert.deepEqual([crossed.status, crossed.text], [absent.status, absent.text])
      assert.strictEqual(crossed.status, 404)
    }
    assert.notInclude((await other.browser.ask("/dashboard/api/keys")).text, id)
    const stolen = await one.browser.ask("/dashboard/api/keys", { method: "POST", body: { name: "stolen" } })
    assert.strictEqual(stolen.status, 403)
  })

  it("are seen by viewers, made by members, who change their own alone, and changed by admins", async () => {
    const owner = await person()
    const made = await owner.change("POST", "/dashboard/api/keys", { name: "owner's" })
    const id = textAt(made.json, "data", "key", "id")
    const viewer = await person()
    await joins(viewer, owner.accountId, "viewer")
    assert.include((await viewer.browser.ask("/dashboard/api/keys")).text, id)
    assert.strictEqual((await viewer.change("POST", "/dashboard/api/keys", { name: "no" })).status, 403)
    const member = await person()
    await joins(member, owner.accountId, "member")
    const own = await member.change("POST", "/dashboard/api/keys", { name: "member's" })
    assert.strictEqual(own.status, 201, own.text)
    assert.strictEqual((await member.change("DELETE", `/dashboard/api/keys/${id}`)).status, 403)
    const ownId = textAt(own.json, "data", "key", "id")
    assert.strictEqual((await member.change("DELETE", `/dashboard/api/keys/${ownId}`)).status, 200)
    const admin = await person()
    await joins(admin, owner.accountId, "admin")
    assert.strictEqual((await admin.change("DELETE", `/dashboard/api/keys/${id}`)).status, 200)
  })
})

describe("a key that somebody found", () => {
  it("is told to whoever is in its account, is revoked by what is told, and is nobody's to everyone else", async () => {
    const [one, member, stranger] = [await person(), await person(), await person()]
    await joins(member, one.accountId, "viewer")
    const made = await one.change("POST", "/dashboard/api/keys", { name: "leaked" })
    const key = textAt(made.json, "data", "value")
    const id = textAt(made.json, "data", "key", "id")
    const find = (who: Awaited<ReturnType<typeof person>>, text: string) =>
      who.change("POST", "/dashboard/api/keys/find", { key: text })
    for (const who of [one, member]) {
      const found = await find(who, ` ${key}\n`)
      assert.strictEqual(found.status, 200, found.text)
      assert.deepEqual(
        [
          at(found.json, "data", "accountId"),
          at(found.json, "data", "key", "id"),
          at(found.json, "data", "key", "name")
        ],
        [one.accountId, id, "leaked"]
      )
      assert.notInclude(found.text, key)
    }
    // Also to who looks at another account of theirs.
    const back = await member.change("POST", "/dashboard/api/account", { accountId: member.accountId })
    assert.strictEqual(back.status, 200, back.text)
    assert.strictEqual(at((await find(member, key)).json, "data", "accountId"), one.accountId)
    const [theirs, nobodys] = [await find(stranger, key), await find(stranger, `${key.slice(0, -1)}~`)]
    assert.deepEqual([theirs.status, codeOf(theirs.json)], [404, "NOT_FOUND"])
    assert.strictEqual(theirs.text, nobodys.text)
    assert.strictEqual((await one.change("DELETE", `/dashboard/api/keys/${id}`)).status, 200)
    assert.isNotNull(at((await find(one, key)).json, "data", "key", "revokedAt"))
  })
})
