/** Screenshots for the vendor's review: uploaded whole or not at all. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it, vi } from "vitest"
import { imageBytesMax } from "../src/screenshots/schema.ts"
import { partsIn } from "../src/vendor/screenshots.ts"
import { at, issue, listAt, ok, pngOf, refused, type Using, useConsole } from "./support.ts"

// Nobody can look for what is left behind: waiting longer tells no more.
const console = useConsole({ config: { vendorWrites: { settleMsMax: 2_000 } } })

const png = (more = 300, says = "") => pngOf(8 + says.length + more, says)
const body = (image = png(), fileName = "paywall.png") => ({ fileName, image: image.toString("base64") })
const parents = ["iap", "subscription"] as const
const pathOf = async (parent: (typeof parents)[number] = "iap") => {
  const { iapId, subscriptionId } = await console.things()
  return parent === "iap" ? `/iaps/${iapId}/review-screenshot` : `/subscriptions/${subscriptionId}/review-screenshot`
}
const upload = ({ ask }: Using, path: string, sent: object = body(), headers: Record<string, string> = {}) =>
  ask(path, { method: "POST", body: sent, headers })
const shown = async ({ ask }: Using, path: string) => at(ok(await ask(path)), "screenshot")
const madeBy = (since: number) => console.done(since).map((done) => done.replace(/ .*/, ""))
/** An upload that broke off where nobody could clear it up: the vendor took its reservation. */
const leaveBehind = async (using: Using, path: string, headers: Record<string, string> = {}) => {
  const credential = using.owner.keyId
  console.fail({ kind: "lostAnswer", method: "POST", credential })
  const since = console.now()
  const broken = upload(using, path, body(), headers)
  while (console.done(since).length < 1) await new Promise(setImmediate)
  for (const method of ["GET", "DELETE"])
    console.control().fail({ kind: "403", upstream: "console", method, credential })
  refused(await broken, 502, "WRITE_OUTCOME_UNKNOWN")
  console.control().clearFaults()
  assert.deepInclude(await shown(using, path), { state: "AWAITING_UPLOAD" })
}

/** The sweeper has looked for an account's upload once more. */
const sweptOnce = async (accountId: string) => {
  const checks = async () => {
    const rows = await console
      .gateway()
      .run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`SELECT checks FROM core_vendor_writes WHERE account_id = ${accountId}::uuid AND outcome IS NULL`
        )
      )
    return Number(rows[0]?.checks)
  }
  const before = await checks()
  await vi.waitFor(async () => assert.isAbove(await checks(), before), { timeout: 50_000, interval: 100 })
}

describe.each(parents)("the review screenshot of a product of kind %s", { timeout: 60_000 }, (parent) => {
  it("is previewed, sent in the parts that the vendor names, without the token, and committed with its MD5", async () => {
    const using = await console.using()
    const path = await pathOf(parent)
    const since = console.now()
    assert.isNull(await shown(using, path))
    const preview = ok(await upload(using, `${path}?dryRun=true`))
    assert.deepEqual(console.done(since), [])
    const made = ok(await upload(using, path, { ...body(), planId: at(preview, "planId") }), 201)
    assert.deepInclude(made, { fileName: "paywall.png", fileSize: 308, state: "COMPLETE", problems: [], width: 1290 })
    assert.deepEqual(madeBy(since), ["POST", "PUT", "PUT", "PUT", "PATCH"])
    assert.deepEqual(await shown(using, path), made)

    // The vendor keeps one.
    assert.deepInclude(ok(await upload(using, path), 201), { id: at(made, "id"), unchanged: true })
    for (const query of ["", "?dryRun=true"]) {
      const answer = await upload(using, `${path}${query}`, body(png(301)))
      assert.include(refused(answer, 409, "VENDOR_CONFLICT"), "delete it first")
    }
    assert.lengthOf(madeBy(since), 5)

    const deletion = ok(await using.ask(`${path}?dryRun=true`, { method: "DELETE" }))
    const planId = String(at(deletion, "planId"))
    assert.deepEqual(ok(await using.ask(`${path}?planId=${planId}`, { method: "DELETE" })), {
      deleted: true,
      id: at(made, "id")
    })
    assert.isNull(await shown(using, path))
    assert.deepEqual(ok(await using.ask(path, { method: "DELETE" })), { deleted: true, unchanged: true })
    assert.lengthOf(madeBy(since), 6)
  })

  it("is still there where a page answers its deletion, which isn't charged, and is deleted by the repeat", async () => {
    const using = await console.using()
    const path = await pathOf()
    const made = ok(await upload(using, path), 201)
    const used = await console.gateway().used(using.account.accountId)
    console.fail({ kind: "html", method: "DELETE", credential: using.owner.keyId, times: 1 })
    const answer = await using.ask(path, { method: "DELETE" })
    assert.strictEqual(answer.status, 502, answer.text)
    assert.strictEqual(await console.gateway().used(using.account.accountId), used)
    assert.deepEqual(await shown(using, path), made)
    assert.deepInclude(ok(await using.ask(path, { method: "DELETE" })), { deleted: true })
    assert.isNull(await shown(using, path))
  })
})

describe("an upload", { timeout: 60_000 }, () => {
  it("of what isn't the image that its name says, or too large, is refused before the vendor is asked", async () => {
    const using = await console.using()
    const path = await pathOf()
    const since = console.now()
    for (const [sent, field] of [
      [body(Buffer.from("GIF89a, and more")), "image"],
      [body(png(), "paywall.jpg"), "image"],
      [body(png(), "paywall.gif"), "fileName"],
      [body(png(), "../paywall.png"), "fileName"],
      [{ ...body(), image: "no base64!" }, "image"],
      [body(png(imageBytesMax)), "image"]
    ] as const) {
      assert.match(refused(await upload(using, path, sent), 400, "INVALID_INPUT"), new RegExp(`^${field}`))
    }
    refused(await upload(using, path, body(png(imageBytesMax * 2))), 413, "PAYLOAD_TOO_LARGE")
    assert.strictEqual(console.now(), since)
  })

  it("of several MB goes through", { timeout: 60_000 }, async () => {
    const using = await console.using()
    const path = await pathOf()
    const image = png(imageBytesMax - 8)
    assert.deepInclude(ok(await upload(using, path, body(image)), 201), { fileSize: imageBytesMax, state: "COMPLETE" })
  })

  it("that the vendor couldn't take is 422 with its words, and leaves nothing", async () => {
    const using = await console.using()
    const path = await pathOf()
    const since = console.now()
    const answer = await upload(using, path, body(png(300, "blurred")))
    assert.include(refused(answer, 422, "VENDOR_REJECTED"), "The image is too small")
    assert.isNull(await shown(using, path))
    assert.deepEqual(madeBy(since), ["POST", "PUT", "PUT", "PUT", "PATCH", "DELETE"])
    // The read alone.
    assert.strictEqual(await console.gateway().used(using.account.accountId), 1)
  })

  it.each([
    ["a part of which fails", { kind: "500", path: "upload-parts", method: "PUT", times: 9 }],
    ["a part of which is refused", { kind: "403", path: "upload-parts", method: "PUT", times: 9 }],
    ["whose commit is refused", { kind: "409", method: "PATCH", times: 1 }],
    ["whose reservation's answer is lost", { kind: "lostAnswer", method: "POST", times: 1 }]
  ])("%s leaves no reservation, and goes well when it's repeated with its key", async (_, fault) => {
    const using = await console.using()
    const path = await pathOf()
    const since = console.now()
    console.fail({ ...fault, credential: using.owner.keyId })
    const headers = { "idempotency-key": "again" }
    assert.isAtLeast((await upload(using, path, body(), headers)).status, 400)
    console.control().clearFaults()
    assert.isNull(await shown(using, path))
    assert.strictEqual(madeBy(since).at(-1), "DELETE")
    const [change] = listAt(ok(await using.ask("/storea/changes?limit=1")), "items")
    assert.deepInclude(change, { kind: "iap-review-screenshot.upload", outcome: "absent" })
    assert.deepInclude(ok(await upload(using, path, body(), headers), 201), {
      state: "COMPLETE"
    })
  })

  it("whose commit's answer is lost is settled by looking: sent once", async () => {
    const using = await console.using()
    const path = await pathOf()
    const since = console.now()
    console.fail({ kind: "lostAnswer", method: "PATCH", credential: using.owner.keyId })
    const made = ok(await upload(using, path), 201)
    assert.deepEqual(madeBy(since), ["POST", "PUT", "PUT", "PUT", "PATCH"])
    assert.deepEqual(await shown(using, path), made)
  })

  it.each([["its repeat"], ["the next one"]])("that was cut off is cleared up by %s", async (by) => {
    const using = await console.using()
    const path = await pathOf("subscription")
    const key = { "idempotency-key": "cut-off" }
    await leaveBehind(using, path, key)
    const since = console.now()
    assert.deepInclude(ok(await upload(using, path, body(), by === "its repeat" ? key : {}), 201), {
      state: "COMPLETE"
    })
    assert.deepEqual(madeBy(since), ["DELETE", "POST", "PUT", "PUT", "PUT", "PATCH"])
  })

  it("that was cut off is cleared up by itself, with a key that its account saved of the same console", async () => {
    const using = await console.using()
    const path = await pathOf()
    await leaveBehind(using, path)
    const since = console.now()
    const { keyId, issuerId, privateKey } = using.owner
    const save = (body: object, key: string) =>
      using.ask("/storea/credentials", { method: "POST", key, body: { analytics: false, ...body } })
    // Neither another account's key of that console, nor another console's key of this account.
    const stranger = await console.gateway().account()
    ok(await save({ keyId, issuerId, privateKey }, stranger.key), 201)
    const other = await issue(console.gateway())
    ok(await save({ ...other }, using.account.key), 201)
    await sweptOnce(using.account.accountId)
    assert.deepEqual(console.done(since), [])

    ok(await save({ keyId, issuerId, privateKey }, using.account.key), 201)
    await vi.waitFor(() => assert.deepEqual(madeBy(since), ["DELETE"]), { timeout: 50_000, interval: 100 })
    assert.isNull(await shown(using, path))
    await vi.waitFor(
      async () => {
        const [change] = listAt(ok(await using.ask("/storea/changes?limit=1")), "items")
        assert.deepInclude(change, { kind: "iap-review-screenshot.upload", outcome: "absent" })
      },
      { timeout: 10_000, interval: 100 }
    )
  })

  it("doesn't take away what somebody else reserved", async () => {
    const using = await console.using()
    const path = await pathOf()
    await leaveBehind(using, path)
    const { key } = await console.gateway().account()
    const since = console.now()
    const answer = await using.ask(path, { method: "POST", body: body(), key })
    assert.include(refused(answer, 409, "VENDOR_CONFLICT"), "AWAITING_UPLOAD")
    assert.deepEqual(madeBy(since), [])
  })

  it("can be taken back, until another took its place; a deletion can't", async () => {
    const using = await console.using()
    const path = await pathOf()
    const made = ok(await upload(using, path), 201)
    const newest = async () => listAt(ok(await using.ask("/storea/changes?limit=1")), "items")[0]
    const undo = async (change: unknown) =>
      using.ask(`/storea/changes/${String(at(change, "id"))}/undo`, { method: "POST", body: { confirm: true } })
    const uploaded = await newest()
    assert.deepInclude(uploaded, { kind: "iap-review-screenshot.upload", undoable: true })
    assert.notInclude(JSON.stringify(uploaded), body().image)
    ok(await undo(uploaded))
    assert.isNull(await shown(using, path))
    const deletion = await newest()
    assert.deepInclude(deletion, { kind: "iap-review-screenshot.delete", undoable: false })
    assert.include(refused(await undo(deletion), 409, "NOT_UNDOABLE"), "upload it again")

    const other = ok(await upload(using, path, body(png(301))), 201)
    assert.notStrictEqual(at(other, "id"), at(made, "id"))
    refused(await undo(uploaded), 409, "PLAN_STALE")
    assert.deepEqual(await shown(using, path), other)
  })
})

describe("the parts of an upload", () => {
  const bytes = png(92)
  const part = (offset: number, length: number) => ({ method: "PUT", url: "https://x.example.com/1", offset, length })
  it("are taken as they lie in the file, with the vendor's headers but those of the connection", () => {
    const requestHeaders = [
      { name: "Content-Type", value: "image/png" },
      { name: "Host", value: "elsewhere.example.com" },
      { name: "Content-Length", value: "1" }
    ]
    const parts = partsIn([{ ...part(60, 40), requestHeaders }, part(0, 60)], bytes) ?? assert.fail("refused")
    assert.deepEqual(
      parts.map((each) => [each.bytes.length, each.headers]),
      [
        [60, {}],
        [40, { "content-type": "image/png" }]
      ]
    )
    assert.deepEqual(Buffer.concat(parts.map((each) => each.bytes)), bytes)
  })
  it.each([
    ["a gap", [part(0, 50), part(60, 40)]],
    ["an overlap", [part(0, 60), part(50, 50)]],
    ["an end before the file's", [part(0, 60)]],
    ["an end after the file's", [part(0, 160)]],
    ["an empty part", [part(0, 0), part(0, 100)]],
    ["none", []],
    ["another method", [{ ...part(0, 100), method: "DELETE" }]],
    ["no list", "parts"]
  ])("with %s aren't sent", (_, told) => {
    assert.isUndefined(partsIn(told, bytes))
  })
})
