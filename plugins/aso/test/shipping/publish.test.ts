/** Drafts of the workspace in the owner's own listing, at a console that keeps the vendor's rules of edits. */
import { randomUUID } from "node:crypto"
import { at, dataOf, listAt, refused, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const gateway = useTestGateway({
  plugins: {
    stores: true,
    keywords: { collect: { enabled: false } },
    workspace: { writesPerSecond: 100_000 },
    aso: true,
    "connect-storeb": true
  }
})

const Issued = Schema.Struct({
  keyFile: Schema.Record(Schema.String, Schema.String),
  packageName: Schema.String
})
const Store = Schema.Struct({
  open: Schema.Array(Schema.Unknown),
  commits: Schema.Array(
    Schema.Struct({ changed: Schema.Array(Schema.Struct({ what: Schema.String, to: Schema.Unknown })) })
  )
})

/** An account that keeps an app of its console, with these drafts. */
const owner = async (drafts: ReadonlyArray<object> = [], connects = true) => {
  const account = await gateway().account({ plan: "indie" })
  const ask = (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    gateway().ask(path, { key: account.key, ...(body === undefined ? {} : { method: "POST", body, headers }) })
  const control = gateway().running.sandbox?.control
  if (control === undefined) throw new Error("there is no sandbox")
  const { keyFile, packageName } = Schema.decodeUnknownSync(Issued)(await control.act("play-console", "issue", {}))
  if (connects) dataOf(await ask("/v1/connect/storeb-play/credentials", { serviceAccountJson: keyFile }), 201)
  const app = `/v1/user/apps/${packageName}`
  dataOf(await ask("/v1/user/apps", { appId: packageName, isLive: false }))
  const ids: Array<string> = []
  for (const draft of drafts)
    ids.push(String(at(dataOf(await ask(`${app}/versions`, { versionName: "2.0", ...draft })), "id")))
  const act = (action: string, input: object = {}) =>
    control.act("play-console", action, { email: keyFile.client_email, packageName, ...input })
  return {
    ...account,
    ids,
    packageName,
    ask,
    act,
    publish: (body: object = {}, headers?: Readonly<Record<string, string>>) =>
      ask(`/v1/aso/apps/${packageName}/publish`, body, headers),
    store: async () => Schema.decodeUnknownSync(Store)(await act("edits"))
  }
}

const english = { language: "en-US", title: "Lumo Frames", shortDescription: "Frames for the pictures of your days." }
const german = { language: "de", title: "Lumo Rahmen", description: "Rahmen für die Bilder deiner Tage." }

describe("POST /v1/aso/apps/:id/publish", { timeout: 120_000 }, () => {
  it("previews the latest draft of each language for 1 credit, and commits all of them in one edit", async () => {
    const person = await owner([{ ...english, versionName: "1.9", title: "Older" }, english, german])
    const seen = dataOf(await person.publish())
    assert.deepInclude(seen, { isPreview: true, valid: true, unchanged: false, skipped: [] })
    assert.deepEqual(
      listAt(seen, "changes").map((change) => [at(change, "field"), at(change, "to")]),
      [
        ["de-DE.title", german.title],
        ["de-DE.fullDescription", german.description],
        ["en-US.title", english.title],
        ["en-US.shortDescription", english.shortDescription]
      ]
    )
    assert.deepEqual(
      listAt(seen, "listings").map((row) => [at(row, "locale"), at(row, "versionId"), at(row, "lint", "errors")]),
      [
        ["de-DE", person.ids[2], 0],
        ["en-US", person.ids[1], 0]
      ]
    )
    assert.deepInclude(listAt(seen, "warnings"), {
      code: "SENDS_ALL_CHANGES",
      message: "the vendor sends for review whatever else was prepared in the console, by whomever"
    })
    assert.lengthOf((await person.store()).commits, 0)

    const planId = at(seen, "planId")
    const done = dataOf(await person.publish({ preview: false, planId }))
    assert.deepInclude(done, { isPreview: false, unchanged: false, planId: null })
    const { commits, open } = await person.store()
    assert.deepEqual(
      commits.map(({ changed }) => changed.map(({ what }) => what)),
      [["listing:en-US", "listing:de-DE"]]
    )
    assert.deepEqual(open, [])
    // What no draft says stays, such as the video and the English description.
    const kept = dataOf(await person.ask(`/v1/connect/storeb-play/apps/${person.packageName}/listings/en-US`))
    assert.deepInclude(kept, { title: english.title, video: "https://www.youtube.com/watch?v=abcdefghijk" })
    assert.match(String(at(kept, "fullDescription")), /^Everything in one place/)
    assert.strictEqual(await gateway().used(person.accountId), 3)

    const again = dataOf(await person.publish())
    assert.deepInclude(again, { unchanged: true, changes: [] })
  })

  it("commits only what was previewed: not without its planId, nor once the listing has changed", async () => {
    const person = await owner([english])
    assert.match(refused(await person.publish({ preview: false }), 400, "INVALID_INPUT"), /^planId \(body\)/)
    const { planId } = Object(dataOf(await person.publish()))
    await person.act("useConsole")
    refused(await person.publish({ preview: false, planId }), 409, "PLAN_STALE")
    const { planId: later } = Object(dataOf(await person.publish()))
    const version = { versionName: "3.0", ...english, title: "Something else" }
    dataOf(await person.ask(`/v1/user/apps/${person.packageName}/versions`, version))
    refused(await person.publish({ preview: false, planId: later }), 409, "PLAN_STALE")
    assert.lengthOf((await person.store()).commits, 0)
  })

  it("commits once for one Idempotency-Key", async () => {
    const person = await owner([english])
    const { planId } = Object(dataOf(await person.publish()))
    const headers = { "idempotency-key": randomUUID() }
    const [one, two] = [
      await person.publish({ preview: false, planId }, headers),
      await person.publish({ preview: false, planId }, headers)
    ]
    assert.strictEqual(one.text, two.text)
    assert.lengthOf((await person.store()).commits, 1)
  })

  it("refuses what breaks the store's rules, unless it's forced, and never what the store can't take", async () => {
    const person = await owner([{ ...english, title: "#1 Free Frames" }])
    const seen = dataOf(await person.publish())
    assert.isAbove(Number(at(listAt(seen, "listings")[0], "lint", "errors")), 0)
    const asked = { preview: false, planId: at(seen, "planId") }
    const answer = await person.publish(asked)
    assert.match(refused(answer, 422, "LINT_FAILED"), /en-US\.title.*force: true/)
    assert.deepInclude(listAt(answer.json, "error", "details", "issues")[0], { field: "en-US.title" })
    assert.lengthOf((await person.store()).commits, 0)
    assert.deepInclude(dataOf(await person.publish({ ...asked, force: true })), { unchanged: false })

    const long = await owner([{ ...english, title: "Lumo Collages and Frames for Everyone" }])
    assert.match(refused(await long.publish({ force: true }), 400, "INVALID_INPUT"), /en-US\.title: .*30 characters/)
  })

  it("adds a language only when told to, and takes versions by id, released ones too", async () => {
    const french = {
      language: "fr-FR",
      title: "Lumo Cadres",
      shortDescription: "Des cadres.",
      description: "Des cadres."
    }
    const person = await owner([english, french])
    assert.match(refused(await person.publish(), 404, "NOT_FOUND"), /fr-FR/)
    const seen = dataOf(await person.publish({ create: true }))
    assert.includeMembers(
      listAt(seen, "warnings").map((warning) => at(warning, "code")),
      ["LANGUAGE_IS_ADDED"]
    )
    const [first = ""] = person.ids
    const path = `/v1/user/apps/${person.packageName}/versions`
    dataOf(await gateway().ask(path, { method: "PATCH", key: person.key, body: { id: first, isReleased: true } }))
    // What was released since isn't put back to an older draft, unless that is named.
    dataOf(await person.ask(path, { ...english, versionName: "1.0", title: "Given up" }))
    dataOf(await person.ask(path, { ...english, versionName: "3.0", title: "Lumo", isReleased: true }))
    const left = dataOf(await person.publish({ create: true }))
    assert.deepEqual(
      listAt(left, "listings").map((row) => at(row, "locale")),
      ["fr-FR"]
    )
    const named = dataOf(await person.publish({ versionIds: [first] }))
    assert.deepEqual(
      listAt(named, "listings").map((row) => [at(row, "locale"), at(row, "isReleased")]),
      [["en-US", true]]
    )
  })

  it("is the account's own, and says what is missing", async () => {
    const person = await owner([english])
    const other = await owner([], false)
    const elsewhere = "/v1/aso/apps/com.example.elsewhere/publish"
    assert.match(refused(await person.ask(elsewhere, {}), 404, "NOT_FOUND"), /isn't in your workspace/)
    assert.match(refused(await other.publish(), 404, "NOT_FOUND"), /no draft/)
    dataOf(await other.ask(`/v1/user/apps/${other.packageName}/versions`, { versionName: "1", ...english }))
    refused(await other.publish({ versionIds: person.ids }), 404, "NOT_FOUND")
    assert.match(refused(await other.publish(), 409, "NOT_CONNECTED"), /POST \/v1\/connect\/storeb-play\/credentials/)
    assert.match(
      refused(await person.ask("/v1/aso/apps/284882215/publish", {}), 400, "PLATFORM_UNSUPPORTED"),
      /listing-files/
    )
    for (const [body, field] of [
      [{ versionIds: [] }, "versionIds"],
      [{ versionIds: ["a", "a"] }, "versionIds"],
      [{ preview: "no" }, "preview"],
      [{ changesInReview: "ignore" }, "changesInReview"],
      [{ colour: "red" }, "colour"]
    ] as const) {
      assert.include(refused(await person.publish(body), 400, "INVALID_INPUT"), field)
    }
  })

  it("charges nothing and commits nothing while changes are in review", async () => {
    const person = await owner([english])
    const { planId } = Object(dataOf(await person.publish()))
    await person.act("review", { state: "in_review" })
    const asked = { preview: false, planId }
    assert.match(refused(await person.publish(asked), 409, "VENDOR_CONFLICT"), /changesInReview/)
    assert.deepEqual((await person.store()).open, [])
    assert.strictEqual(await gateway().used(person.accountId), 1)
  })
})

describe("a preview of the console's own route", { timeout: 120_000 }, () => {
  it("tells what the rules say of the texts that change", async () => {
    const person = await owner()
    const path = `/v1/connect/storeb-play/apps/${person.packageName}/listings/en-US`
    const warned = async (body: object, query = "?validateOnly=true") => {
      const data = dataOf(await gateway().ask(`${path}${query}`, { method: "PATCH", key: person.key, body }))
      return listAt(data, "warnings").flatMap((warning) =>
        at(warning, "code") === "LISTING_LINT" ? [String(at(warning, "message"))] : []
      )
    }
    const said = await warned({ title: "Frames: best free app" })
    assert.match(said[0] ?? "", /^title: .*\(title\.\w+, error\)$/)
    assert.isTrue(said.every((message) => message.startsWith("title: ")))
    assert.deepEqual(await warned({ shortDescription: "Frames, fonts and grids for the pictures of your days." }), [])
    assert.deepEqual(await warned({ title: "Frames: best free app" }, ""), [], "what is committed was asked for")
    // What the app is called so far is its own name.
    await warned({ title: "Free Frames: Grids" }, "")
    const own = await warned({ title: "Free Frames: Fonts" })
    assert.match(own.join(), /\(title\.price, info\)/)
    assert.notMatch(own.join(), /error\)/)
  })
})
