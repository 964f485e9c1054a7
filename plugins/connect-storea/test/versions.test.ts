/** Localizations of approved products, which the vendor takes on versions alone. Versions can't be deleted. */
import { assert, describe, it } from "vitest"
import { at, listAt, ok, prefix, refused, useConsole } from "./support.ts"

const console = useConsole()

const kinds = [
  {
    kind: "an in-app purchase",
    at: "iaps",
    versions: "POST /v1/inAppPurchaseVersions",
    localizations: "POST /v2/inAppPurchaseLocalizations"
  },
  {
    kind: "a subscription",
    at: "subscriptions",
    versions: "POST /v1/subscriptionVersions",
    localizations: "POST /v2/subscriptionLocalizations"
  }
] as const

describe.each(kinds)("a localization of $kind that is approved", ({ at: place, localizations, versions }) => {
  const approved = async () => {
    const { appId, groupId } = await console.things()
    const using = await console.using()
    const list = place === "iaps" ? `/apps/${appId}/iaps` : `/subscription-groups/${groupId}/subscriptions`
    const products = listAt(ok(await using.ask(list)), "items")
    const product = products.find((one) => at(one, "state") === "APPROVED") ?? assert.fail("none is approved")
    const since = console.now()
    const before = await console.gateway().used(using.account.accountId)
    const charged = async () => (await console.gateway().used(using.account.accountId)) - before
    const path = `${prefix}/${place}/${String(at(product, "id"))}/localizations`
    const post = (body: object, more: { readonly query?: string; readonly key?: string } = {}) =>
      using.ask(`${path}${more.query ?? ""}`, {
        method: "POST",
        body: { locale: "it", name: "Monete", ...body },
        ...(more.key === undefined ? {} : { headers: { "idempotency-key": more.key } })
      })
    const writes = () => console.done(since)
    /** Its own localization, which is by itself. */
    const patch = async (body: object, more: { readonly query?: string; readonly key?: string } = {}) => {
      const [own] = listAt(ok(await using.ask(path)), "items")
      const at_ = `${prefix}/${place.slice(0, -1)}-localizations/${String(at(own, "id"))}`
      return using.ask(`${at_}${more.query ?? ""}`, {
        method: "PATCH",
        body: { name: "Reworded", ...body },
        ...(more.key === undefined ? {} : { headers: { "idempotency-key": more.key } })
      })
    }
    return {
      ask: using.ask,
      charged,
      owner: using.owner,
      path,
      patch,
      post,
      writes,
      versionIn: (data: unknown) => String(at(data, "versionId"))
    }
  }

  it("is refused with the offer of a version, and none is made", async () => {
    const { post, writes } = await approved()
    const refusal = await post({})
    assert.include(refused(refusal, 409, "VENDOR_CONFLICT"), "createVersion: true (body)")
    assert.isUndefined(at(refusal.json, "error", "details"))
    assert.deepEqual(writes(), [])
  })

  it("is previewed with a warning that a version stays, and without making one", async () => {
    const { post, writes } = await approved()
    const preview = ok(await post({ createVersion: true }, { query: "?dryRun=true" }))
    assert.deepEqual(
      listAt(preview, "warnings").map((warning) => at(warning, "code")),
      ["VERSION_CANT_BE_DELETED"]
    )
    assert.deepEqual(writes(), [])
  })

  it("goes on a version that is made when it's asked for, and the next on the same one", async () => {
    const { ask, path, post, versionIn, writes } = await approved()
    const first = ok(await post({ createVersion: true }), 201)
    const second = ok(await post({ createVersion: true, locale: "fr-FR" }), 201)
    assert.match(versionIn(first), /^\d+$/)
    assert.strictEqual(versionIn(second), versionIn(first))
    assert.deepEqual(writes(), [versions, localizations, localizations])
    const locales = listAt(ok(await ask(path)), "items").map((each) => at(each, "locale"))
    assert.includeMembers(locales, ["it", "fr-FR"])
    assert.isTrue(at(ok(await post({ createVersion: true }), 201), "unchanged"))
  })

  it("that is refused once the version is made is free and names it, and the next call uses it", async () => {
    const { charged, post, versionIn, writes } = await approved()
    const tooLong = await post({ createVersion: true, name: "x".repeat(40) })
    const message = refused(tooLong, 422, "VENDOR_REJECTED")
    assert.match(message, /The name is too long.*version \d+ is open \(openVersionId\)/)
    assert.strictEqual(await charged(), 0)
    const made = ok(await post({ createVersion: true }), 201)
    assert.include(message, `version ${versionIn(made)} is open`)
    assert.deepEqual(at(tooLong.json, "error", "details"), { openVersionId: versionIn(made) })
    assert.deepEqual(writes(), [versions, localizations])
  })

  it("that meets a conflict once the version is made has the version in its details, and the next call uses it", async () => {
    const { owner, post, versionIn, writes } = await approved()
    console.fail({ kind: "409", path: "^/v2/", method: "POST", credential: owner.keyId })
    const conflict = await post({ createVersion: true })
    refused(conflict, 409, "VENDOR_CONFLICT")
    const made = ok(await post({ createVersion: true }), 201)
    assert.deepEqual(at(conflict.json, "error", "details"), { openVersionId: versionIn(made) })
    assert.deepEqual(writes(), [versions, localizations])
  })

  it.each([
    ["500", 502, "UPSTREAM_ERROR"],
    ["429", 503, "UPSTREAM_RATE_LIMITED"]
  ] as const)(
    "that fails with %s once the version is made names it, and the next call uses it",
    async (kind, status, code) => {
      const { charged, owner, post, versionIn, writes } = await approved()
      console.fail({ kind, path: "^/v2/", method: "POST", credential: owner.keyId, retryAfterSeconds: 1 })
      const failed = await post({ createVersion: true })
      console.control().clearFaults()
      const message = refused(failed, status, code)
      assert.strictEqual(await charged(), 0)
      assert.deepEqual(writes(), [versions])
      if (kind === "429") return
      const made = ok(await post({ createVersion: true }), 201)
      assert.include(message, `version ${versionIn(made)} is open`)
      assert.deepEqual(writes(), [versions, localizations])
    }
  )

  it.each([
    ["the version's", "^/v1/"],
    ["its own", "^/v2/"]
  ])("whose answer is lost, %s, is made once, and so is its version", async (_, path) => {
    const { charged, owner, post, writes } = await approved()
    console.fail({ kind: "lostAnswer", path, method: "POST", credential: owner.keyId })
    const key = { key: `lost-${path}-${place}` }
    let answer = await post({ createVersion: true }, key)
    // What neither an answer nor a look told is settled by the repeat.
    if (answer.status !== 201) answer = await post({ createVersion: true }, key)
    ok(answer, 201)
    assert.deepEqual(writes(), [versions, localizations])
    assert.strictEqual(await charged(), 1)
  })

  const patched = (writes: ReadonlyArray<string>) => writes.map((done) => done.replace(/(PATCH .*)\/\d+$/, "$1"))
  const patches = localizations.replace("POST", "PATCH")

  it("is changed on a version alone: offered, previewed, made once, and taken back", async () => {
    const { ask, patch, writes } = await approved()
    assert.include(refused(await patch({}), 409, "VENDOR_CONFLICT"), "createVersion: true (body)")
    const preview = ok(await patch({ createVersion: true }, { query: "?dryRun=true" }))
    assert.deepEqual(
      [listAt(preview, "changes"), listAt(preview, "warnings")].map((told) =>
        told.map((one) => at(one, "field") ?? at(one, "code"))
      ),
      [["name"], ["VERSION_CANT_BE_DELETED"]]
    )
    assert.deepEqual(writes(), [])

    const made = ok(await patch({ createVersion: true, planId: at(preview, "planId") }))
    assert.deepInclude(made, { name: "Reworded" })
    assert.match(String(at(made, "versionId")), /^\d+$/)
    assert.isTrue(at(ok(await patch({ createVersion: true })), "unchanged"))
    const described = ok(await patch({ createVersion: true, description: "In other words" }))
    assert.deepInclude(described, { versionId: at(made, "versionId"), description: "In other words" })
    assert.deepEqual(patched(writes()), [versions, patches, patches])

    const newest = at(ok(await ask("/storea/changes?limit=1")), "items", 0)
    assert.deepInclude(newest, { undoable: true })
    assert.deepEqual(
      listAt(newest, "changes").map((change) => at(change, "field")),
      ["description"]
    )
    ok(await ask(`/storea/changes/${String(at(newest, "id"))}/undo`, { method: "POST", body: { confirm: true } }))
    assert.deepEqual(patched(writes()), [versions, patches, patches, patches])
    assert.isTrue(at(ok(await patch({ createVersion: true })), "unchanged"))
  })

  it("whose change is refused once the version is made is free and names it, and the next call uses it", async () => {
    const { charged, patch, writes } = await approved()
    const before = await charged()
    const tooLong = await patch({ createVersion: true, name: "x".repeat(40) })
    const message = refused(tooLong, 422, "VENDOR_REJECTED")
    // The look for its id alone.
    assert.strictEqual((await charged()) - before, 1)
    const made = ok(await patch({ createVersion: true }))
    assert.include(message, `version ${String(at(made, "versionId"))} is open (openVersionId)`)
    assert.deepEqual(at(tooLong.json, "error", "details"), { openVersionId: at(made, "versionId") })
    assert.deepEqual(patched(writes()), [versions, patches])
  })

  it.each([
    ["the version's", "POST"],
    ["its own", "PATCH"]
  ])("the answer to whose change is lost, %s, is changed once, on one version", async (_, method) => {
    const { owner, patch, writes } = await approved()
    console.fail({ kind: "lostAnswer", method, credential: owner.keyId })
    const key = { key: `lost-change-${method}-${place}` }
    let answer = await patch({ createVersion: true }, key)
    if (answer.status !== 200) answer = await patch({ createVersion: true }, key)
    assert.deepInclude(ok(answer), { name: "Reworded" })
    assert.deepEqual(patched(writes()), [versions, patches])
  })
})
