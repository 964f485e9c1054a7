import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { closedByJob, everyEditClosed, first, nothingOpen, owner } from "./edits.support.ts"
import { at, controlOf, dataOf, idle, listAt, plugins, refused } from "./support.ts"

const gateway = useTestGateway({ plugins, config: idle })
everyEditClosed()

describe("reading tracks and listings", () => {
  it("tells tracks with their releases, and leaves no edit open", async () => {
    const person = await owner(gateway())
    const answer = await person.askApp("/tracks")
    const data = dataOf(answer)
    assert.strictEqual(answer.headers.get("x-credit-cost"), "1")
    assert.strictEqual(at(data, "total"), 3)
    const [production, beta, wear] = listAt(data, "items")
    assert.deepEqual(listAt(production, "releases")[0], {
      name: "1.4.0",
      versionCodes: ["140"],
      status: "inProgress",
      userFraction: 0.1,
      releaseNotes: [
        { language: "en-US", text: "Faster sync, and fixes." },
        { language: "de-DE", text: "Schnelleres Abgleichen, und Behebungen." }
      ],
      countryTargeting: null,
      inAppUpdatePriority: 2
    })
    assert.deepEqual(at(listAt(beta, "releases")[0], "countryTargeting"), {
      countries: ["DE", "US"],
      includeRestOfWorld: false
    })
    assert.deepInclude(listAt(beta, "releases")[1], { status: "draft", versionCodes: [], userFraction: null })
    assert.deepEqual(wear, { track: "wear:production", releases: [] })
    assert.deepEqual(person.asked(), ["POST edits", "GET edits/E/tracks", "DELETE edits/E"])
    await nothingOpen(person)
  })

  it("tells one track, one listing and all, each in its own edit", async () => {
    const person = await owner(gateway())
    assert.strictEqual(at(dataOf(await person.askApp("/tracks/wear:production")), "track"), "wear:production")
    assert.deepEqual(
      listAt(dataOf(await person.askApp("/listings")), "items").map((item) => at(item, "language")),
      ["en-US", "de-DE"]
    )
    assert.deepInclude(dataOf(await person.askApp("/listings/de-de")), {
      language: "de-DE",
      shortDescription: "Alles an einem Ort.",
      video: null
    })
    const edit = (read: string) => ["POST edits", `GET edits/E/${read}`, "DELETE edits/E"]
    assert.deepEqual(person.asked(), [
      ...edit("tracks/wear%3Aproduction"),
      ...edit("listings"),
      ...edit("listings/de-DE")
    ])
    await nothingOpen(person)
  })

  it("tells where releases are in their review without an edit", async () => {
    const person = await owner(gateway())
    await person.act("review", { state: "in_review" })
    const data = dataOf(await person.askApp("/tracks/production/releases"))
    assert.deepEqual(data, {
      track: "production",
      items: [
        { name: "1.4.0", versionCodes: ["140"], lifecycleState: "inReview" },
        { name: "1.3.2", versionCodes: ["132"], lifecycleState: "published" }
      ],
      total: 2
    })
    assert.deepEqual(person.asked(), ["GET tracks/production/releases"])
  })

  it("keeps what it read for a minute, for this connection alone", async () => {
    const person = await owner(gateway())
    const once = dataOf(await person.askApp("/listings"))
    assert.deepEqual(dataOf(await person.askApp("/listings")), once)
    assert.strictEqual((await person.store()).made, 1)
    const other = await owner(gateway(), { keyFile: person.keyFile })
    dataOf(await other.askApp("/listings"))
    assert.strictEqual((await person.store()).made, 2)
  })

  it("refuses what can't be a track or a language before anybody is asked", async () => {
    const person = await owner(gateway())
    const before = person.now()
    for (const path of [
      "/tracks/..%2F..",
      "/tracks/a%2Fb/releases",
      "/tracks/%2E%2E",
      "/listings/english",
      "/listings/en_US"
    ]) {
      const answer = await person.askApp(path)
      assert.oneOf(answer.status, [400, 404], path)
    }
    refused(await person.askApp("/tracks/a%3Fb"), 400, "INVALID_INPUT")
    refused(await person.askApp("/listings/en_US"), 400, "INVALID_INPUT")
    assert.strictEqual(person.now(), before)
  })

  it("tells what the app lacks as not found, and leaves no edit open", async () => {
    const person = await owner(gateway())
    assert.match(refused(await person.askApp("/tracks/nightly"), 404, "NOT_FOUND"), /no track nightly/)
    assert.match(refused(await person.askApp("/listings/fr-FR"), 404, "NOT_FOUND"), /no fr-FR/)
    refused(await person.ask("/apps/com.somebody.elses/listings"), 404, "NOT_FOUND")
    await nothingOpen(person)
  })

  it("names the right that is missing", async () => {
    const person = await owner(gateway(), { without: ["listings"] })
    assert.match(
      refused(await person.askApp("/listings"), 403, "CONNECTION_PERMISSION_MISSING"),
      /"Manage store presence"/
    )
    dataOf(await person.askApp("/tracks"))
    await nothingOpen(person)
  })

  it("tells of an edit that somebody ended, without trying again", async () => {
    const person = await owner(gateway())
    await person.act("useConsole", { step: "read" })
    assert.match(refused(await person.askApp("/listings"), 409, "VENDOR_CONFLICT"), /ended meanwhile/)
    assert.deepEqual(person.asked(), ["POST edits", "GET edits/E/listings", "DELETE edits/E"])
    await nothingOpen(person)
  })

  it("leaves an edit that it couldn't delete to a job, until the vendor has it no more", async () => {
    const person = await owner(gateway())
    controlOf(gateway()).fail({ kind: "503", upstream: "play-console", method: "DELETE", times: 2 })
    dataOf(await person.askApp("/listings"))
    assert.lengthOf((await person.store()).open, 1)
    await closedByJob(gateway(), person)
  })

  it("ends an edit whose id no answer told", async () => {
    const person = await owner(gateway())
    controlOf(gateway()).fail({
      kind: "lostAnswer",
      upstream: "play-console",
      method: "POST",
      path: "/edits$",
      times: 1
    })
    assert.oneOf((await person.askApp("/listings")).status, [502, 504])
    assert.lengthOf((await person.store()).open, 1)
    await closedByJob(gateway(), person)
  })

  it("has no edit after a vendor that refuses to open one", async () => {
    const person = await owner(gateway())
    controlOf(gateway()).fail({ kind: "409", upstream: "play-console", method: "POST", path: "/edits$", times: 1 })
    refused(await person.askApp("/listings"), 409, "VENDOR_CONFLICT")
    assert.strictEqual((await person.store()).made, 0)
    assert.isDefined(first(listAt(dataOf(await person.askApp("/listings")), "items")))
  })
})
