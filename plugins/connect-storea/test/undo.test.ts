/** What was changed is taken back from the journal: once, by its own console, and only where nothing came after it. */
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { isOf } from "../src/writes/Changes.ts"
import { at, changing, headersOf, listAt, ok, refused, type Using, useConsole, type WriteCall } from "./support.ts"

const console = useConsole()
const changes = "/storea/changes"
/** Prices of a schedule are in no order. */
const sorted = (rows: unknown) =>
  Array.isArray(rows) ? rows.map((row) => JSON.stringify(row, ["territory", "tier", "startDate"])).sort() : rows
const Owned = Schema.Record(Schema.String, Schema.Unknown)

const writeOf = async (id: string): Promise<WriteCall> =>
  (await console.writes()).find((write) => write.id === id) ?? assert.fail(id)
/** What an owner has, without what only counts. */
const ownedBy = async ({ owner }: Using) => {
  const whole = await console.control().act("console", "owned", owner.keyId)
  const text = JSON.stringify(whole, (name, value: unknown) => {
    if (["serial", "usedProductIds", "writes"].includes(name)) return undefined
    return name === "manual" ? sorted(value) : value
  })
  return Schema.decodeUnknownSync(Owned)(JSON.parse(text))
}
const latest = async ({ ask }: Using) => listAt(ok(await ask(changes)), "items")[0]
const undoOf = (id: unknown) => `${changes}/${String(id)}/undo`
const undo = (
  { ask }: Using,
  id: unknown,
  {
    dryRun = false,
    headers = {},
    ...body
  }: {
    readonly dryRun?: boolean
    readonly headers?: Readonly<Record<string, string>>
    readonly planId?: unknown
    readonly confirm?: boolean
  } = {}
) => ask(`${undoOf(id)}${dryRun ? "?dryRun=true" : ""}`, { method: "POST", body: { confirm: true, ...body }, headers })

/** Makes a change and gives its id in the journal. */
const make = async (using: Using, { body, method, path, status }: Omit<WriteCall, "id">) => {
  ok(await using.ask(path, { method, body }), status)
  return at(await latest(using), "id")
}

describe("taking a change back", () => {
  it.each(changing)("of %s leaves the console as it was, is previewed first, and is sent once", async (id) => {
    const write = await writeOf(id)
    const using = await console.using()
    const before = await ownedBy(using)
    const change = await make(using, write)
    const since = console.now()
    const made = await ownedBy(using)
    assert.notDeepEqual(made, before)
    const listed = await latest(using)
    assert.deepInclude(listed, { outcome: "applied", undoable: true, whyNot: null, keyId: using.account.keyId })
    assert.isNotEmpty(listAt(listed, "changes"))

    const preview = ok(await undo(using, change, { dryRun: true }))
    assert.deepInclude(preview, { dryRun: true })
    assert.isNotEmpty(listAt(preview, "changes"))
    assert.deepEqual(console.done(since), [])
    const planId = at(preview, "planId")
    assert.deepInclude(ok(await undo(using, change, { planId })), { changeId: change })
    assert.deepEqual(await ownedBy(using), before)
    assert.lengthOf(console.done(since), 1)

    refused(await undo(using, change, { planId }), 409, "PLAN_STALE")
    assert.isTrue(at(ok(await undo(using, change)), "unchanged"))
    assert.lengthOf(console.done(since), 1)
  })

  it.each(changing)("of %s whose answer is lost is settled by looking: done once, charged once", async (id) => {
    const write = await writeOf(id)
    const using = await console.using()
    const change = await make(using, write)
    const since = console.now()
    for (const method of ["POST", "PATCH", "DELETE"]) {
      console.fail({ kind: "lostAnswer", method, credential: using.owner.keyId })
    }
    const headers = { "idempotency-key": `undo-${id}` }
    ok(await undo(using, change, { headers }))
    ok(await undo(using, change, { headers }))
    assert.lengthOf(console.done(since), 1)
    console.control().clearFaults()
    assert.strictEqual(await console.gateway().used(using.account.accountId), 2)
  })

  it("can itself be taken back where it wrote, and not where it deleted", async () => {
    const using = await console.using()
    const update = await make(using, await writeOf("updateIap"))
    const made = await ownedBy(using)
    ok(await undo(using, update))
    ok(await undo(using, at(await latest(using), "id")))
    assert.deepEqual(await ownedBy(using), made)
    ok(await undo(using, await make(using, await writeOf("createIap"))))
    const deletion = await latest(using)
    assert.deepInclude(deletion, { kind: "iap.delete", undoable: false })
    assert.include(refused(await undo(using, at(deletion, "id")), 409, "NOT_UNDOABLE"), "it's a deletion")
  })

  it("waits until the vendor's reads show what was changed", async () => {
    const using = await console.using()
    const write = await writeOf("updateIap")
    ok(await using.ask(write.path, { method: write.method, body: write.body }))
    const change = at(await latest(using), "id")
    const sentAtMs = Date.parse(String(at(await latest(using), "at")))
    ok(await undo(using, change, { dryRun: true }))
    assert.isAtLeast(Date.now() - sentAtMs, 200)
  })

  it("needs confirm, and an id of this account's", async () => {
    const using = await console.using()
    const change = await make(using, await writeOf("updateIap"))
    const since = console.now()
    const message = refused(await undo(using, change, { confirm: false }), 400, "CONFIRMATION_REQUIRED")
    assert.match(message, /^confirm \(body\): must be true to confirm: .{20}/)
    for (const id of ["1", "019ab2c4-7d10-7a53-9b0e-2f6c1d4e8a90"]) refused(await undo(using, id), 404, "NOT_FOUND")
    const other = await console.using()
    const theirs = {
      ...other,
      ask: (path: string, asked = {}) => other.ask(path, { ...asked, headers: headersOf(using.owner) })
    }
    refused(await undo(theirs, change), 404, "NOT_FOUND")
    assert.deepEqual(listAt(ok(await other.ask(changes)), "items"), [])
    assert.deepEqual(console.done(since), [])
  })

  it("is for the console of the change alone, with any key of it", async () => {
    const using = await console.using()
    const change = await make(using, await writeOf("updateIap"))
    const other = await console.using({}, using.account)
    assert.include(refused(await undo(other, change), 409, "NOT_UNDOABLE"), "another console")
    // The vendor doesn't know this key: it was asked.
    const ofIssuer = headersOf({ ...using.owner, keyId: "OTHERKEY01" })
    refused(await undo(using, change, { headers: ofIssuer }), 401, "CONSOLE_CREDENTIALS_INVALID")
    const console_ = { owner: "a", identity: "b" }
    assert.deepEqual(
      ["a/b", "a/c", "b", "c", "aa/b", null].map((connection) => isOf(console_, connection)),
      [true, true, true, false, false, false]
    )
  })
})

describe("a change that something came after", () => {
  it("isn't taken back: 409 PLAN_STALE, and nothing is written", async () => {
    const { draftIapId, iapId, iapPoints, territory } = await console.things()
    const using = await console.using()
    const stale = async (change: unknown) => {
      const since = console.now()
      for (const dryRun of [true, false]) {
        assert.include(refused(await undo(using, change, { dryRun }), 409, "PLAN_STALE"), "since")
      }
      assert.deepEqual(console.done(since), [])
    }
    const renamed = await make(using, await writeOf("updateIap"))
    ok(await using.ask(`/iaps/${draftIapId}`, { method: "PATCH", body: { name: "Again" } }))
    await stale(renamed)
    const schedule = await writeOf("replaceIapPriceSchedule")
    const priced = await make(using, schedule)
    const next = { ...schedule.body, prices: [{ territory: "USA", pricePointId: iapPoints[40] }] }
    ok(await using.ask(`/iaps/${iapId}/price-schedule`, { method: "POST", body: next }), 201)
    await stale(priced)
    const product = await make(using, await writeOf("createIap"))
    const made = listAt(ok(await using.ask(`/apps/${(await console.things()).appId}/iaps`)), "items").find(
      (iap) => at(iap, "productId") === "com.example.gems"
    )
    ok(
      await using.ask(`/iaps/${String(at(made, "id"))}/localizations`, {
        method: "POST",
        body: { locale: "it", name: "Gemme" }
      }),
      201
    )
    await stale(product)
    // Of a switch there are two states: as it was made, and as it was.
    const off = await make(using, await writeOf("updateTerritoryAvailability"))
    ok(
      await using.ask(`/territory-availabilities/${territory.id}`, {
        method: "PATCH",
        body: { available: territory.available, confirm: true }
      })
    )
    assert.isTrue(at(ok(await undo(using, off)), "unchanged"))
  })
})

describe("a change that the vendor has no way back from", () => {
  it("is 409 NOT_UNDOABLE, which says why, and so does the list", async () => {
    const { appId, draftIapId, groupId } = await console.things()
    const using = await console.using()
    const impossible = async (why: RegExp, call?: Omit<WriteCall, "id">) => {
      const change = call === undefined ? at(await latest(using), "id") : await make(using, call)
      const since = console.now()
      assert.match(refused(await undo(using, change), 409, "NOT_UNDOABLE"), why)
      assert.match(String(at(await latest(using), "whyNot")), why)
      assert.deepEqual(console.done(since), [])
    }
    const prefix = "/v1/connect"
    const shares = {
      method: "PATCH",
      path: `${prefix}/iaps/${draftIapId}`,
      body: { familySharable: true },
      status: 200
    } as const
    await impossible(/family sharing/, shares)
    const unpriced = listAt(ok(await using.ask(`/apps/${appId}/iaps`)), "items").find(
      (iap) => at(iap, "state") === "MISSING_METADATA"
    )
    const iap = String(at(unpriced, "id"))
    const pointsOf = async (path: string) =>
      listAt(ok(await using.ask(`${path}/price-points?territory=USA`)), "items").map((point) => at(point, "id"))
    const [point] = await pointsOf(`/iaps/${iap}`)
    const first = { baseTerritory: "USA", confirmReplaceAll: true, prices: [{ territory: "USA", pricePointId: point }] }
    await impossible(/no schedule before/, {
      method: "POST",
      path: `${prefix}/iaps/${iap}/price-schedule`,
      body: first,
      status: 201
    })
    const subscriptions = listAt(ok(await using.ask(`/subscription-groups/${groupId}/subscriptions`)), "items")
    const called = (name: string) =>
      String(
        at(
          subscriptions.find((one) => at(one, "name") === name),
          "id"
        )
      )
    const price = async (id: string, more: object) => {
      const points = await pointsOf(`/subscriptions/${id}`)
      const body = { territory: "USA", pricePointId: points[20], confirm: true, ...more }
      return { method: "POST", path: `${prefix}/subscriptions/${id}/prices`, body, status: 201 } as const
    }
    await impossible(/first price/, await price(called("Premium weekly"), {}))
    await impossible(/has begun/, await price(called("Premium yearly"), { preserveCurrentPrice: false }))
    // Refused by the vendor: nothing was done.
    const invalid = { method: "POST", body: { locale: "xx-nowhere", name: "X" } } as const
    refused(await using.ask(`/iaps/${draftIapId}/localizations`, invalid), 422, "VENDOR_REJECTED")
    await impossible(/wasn't done/)
    assert.strictEqual(at(await latest(using), "outcome"), "absent")
  })
})

describe("the list of changes", () => {
  it("is the account's own, newest first, page after page, without the key", async () => {
    const using = await console.using()
    const made: Array<unknown> = []
    for (const id of ["updateIap", "createSubscriptionGroup", "updateSubscription"]) {
      made.unshift(await make(using, await writeOf(id)))
    }
    const seen: Array<unknown> = []
    let next = ""
    do {
      const answer = await using.ask(`${changes}?limit=1${next}`)
      assert.notInclude(answer.text, using.owner.keyId)
      seen.push(...listAt(ok(answer), "items").map((one) => at(one, "id")))
      const cursor = at(answer.json, "data", "nextCursor")
      next = typeof cursor === "string" ? `&cursor=${cursor}` : ""
    } while (next !== "")
    assert.deepEqual(seen, made)
    // It needs no credentials of the console: nothing is asked there.
    const bare = await console.gateway().ask(`/v1/connect${changes}`, { key: using.account.key })
    assert.lengthOf(listAt(ok(bare), "items"), 3)
    assert.strictEqual(await console.gateway().used(using.account.accountId), 3)
  })
})
