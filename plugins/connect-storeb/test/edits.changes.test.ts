import { randomUUID } from "node:crypto"
import { Locks } from "@storeglass/plugin-api"
import { savedVectors, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { everyEditClosed, journalOf, nothingOpen, type Owner, owner, soundAt } from "./edits.support.ts"
import { at, controlOf, dataOf, idle, listAt, quiet, refused } from "./support.ts"

const gateway = useTestGateway({
  plugins: { "connect-storeb": { ...quiet, readsLagMs: 300, editWaitMs: 400 } },
  config: idle
})
everyEditClosed()

const journal = (person: Owner) => journalOf(gateway(), person)
const sound = (...persons: ReadonlyArray<Owner>) => soundAt(gateway(), persons)

const current = { versionCodes: ["140"], status: "inProgress", userFraction: 0.1 }
const notes = [
  { language: "de-DE", text: "Schnelleres Abgleichen, und Behebungen." },
  { language: "en-US", text: "Faster sync, and fixes." }
]
const old = { versionCodes: ["132"], status: "completed", releaseNotes: [{ language: "en-US", text: "Fixes." }] }
const widened = { releases: [{ ...current, userFraction: 0.5, releaseNotes: notes }, old] }

describe("changing a track", () => {
  it("commits once, and tells what changed", async () => {
    const person = await owner(gateway())
    const data = dataOf(await person.askApp("/tracks/production", "PATCH", widened))
    assert.deepInclude(data, { validateOnly: false, valid: true, unchanged: false, planId: null })
    assert.deepEqual(at(data, "changes"), [{ field: "releases.140.userFraction", from: 0.1, to: 0.5 }])
    assert.deepEqual([at(data, "deactivated"), at(data, "endedRollouts")], [[], []])
    assert.deepEqual(person.asked(), [
      "POST edits",
      "GET edits/E/tracks/production",
      "PATCH edits/E/tracks/production",
      "POST edits/E:commit"
    ])
    const [production] = listAt(dataOf(await person.askApp("/tracks")), "items")
    assert.strictEqual(at(listAt(production, "releases")[0], "userFraction"), 0.5)
    assert.deepInclude((await person.store()).commits[0], { sentForReview: true })
    await sound(person)
  })

  it("lists what goes because it isn't named, in the preview and in the answer", async () => {
    const person = await owner(gateway())
    const asked = { releases: [{ versionCodes: ["150"], status: "completed" }] }
    const ended = [{ name: "1.4.0", versionCodes: ["140"], userFraction: 0.1 }]
    const seen = dataOf(await person.askApp("/tracks/production?validateOnly=true", "PATCH", asked))
    assert.deepInclude(seen, { validateOnly: true, valid: true, deactivated: ["132", "140"], endedRollouts: ended })
    assert.deepEqual(
      listAt(seen, "changes").map((change) => at(change, "field")),
      ["releases.132", "releases.140", "releases.150"]
    )
    assert.includeMembers(
      listAt(seen, "warnings").map((warning) => at(warning, "code")),
      ["VERSIONS_ARE_DEACTIVATED", "ROLLOUT_ENDS", "SENDS_ALL_CHANGES"]
    )
    const done = dataOf(await person.askApp("/tracks/production", "PATCH", { ...asked, planId: at(seen, "planId") }))
    assert.deepInclude(done, { deactivated: ["132", "140"], endedRollouts: ended })
    await sound(person)
  })

  it("previews without committing: inserted, patched, validated, deleted", async () => {
    const person = await owner(gateway())
    const data = dataOf(await person.askApp("/tracks/production?validateOnly=true", "PATCH", widened))
    assert.match(String(at(data, "planId")), /^\S{10,64}$/)
    assert.deepEqual(person.asked(), [
      "POST edits",
      "GET edits/E/tracks/production",
      "PATCH edits/E/tracks/production",
      "POST edits/E:validate",
      "DELETE edits/E"
    ])
    assert.lengthOf((await person.store()).commits, 0)
    await sound(person)
  })

  it("says in a preview what the vendor objects to, and refuses the change itself with it", async () => {
    const person = await owner(gateway())
    const asked = { releases: [{ versionCodes: ["999"], status: "completed" }] }
    const data = dataOf(await person.askApp("/tracks/production?validateOnly=true", "PATCH", asked))
    assert.strictEqual(at(data, "valid"), false)
    assert.deepInclude(listAt(data, "warnings")[0], { code: "VENDOR_REJECTED" })
    const said = refused(await person.askApp("/tracks/production", "PATCH", asked), 422, "VENDOR_REJECTED")
    assert.match(said, /Version code 999 was not found/)
    assert.deepEqual(await journal(person), [], "nothing was sent")
    await sound(person)
  })

  it("commits nothing where there's nothing to change", async () => {
    const person = await owner(gateway())
    const same = { releases: [old, { ...current, releaseNotes: notes }] }
    const data = dataOf(await person.askApp("/tracks/production", "PATCH", same))
    assert.deepInclude(data, { unchanged: true, changes: [], deactivated: [] })
    assert.deepEqual(person.asked(), ["POST edits", "GET edits/E/tracks/production", "DELETE edits/E"])
    await sound(person)
  })

  it("refuses a plan that the console has overtaken", async () => {
    const person = await owner(gateway())
    const texts = { shortDescription: "A better one." }
    const planId = at(dataOf(await person.askApp("/listings/en-US?validateOnly=true", "PATCH", texts)), "planId")
    await person.act("useConsole")
    const said = refused(await person.askApp("/listings/en-US", "PATCH", { ...texts, planId }), 409, "PLAN_STALE")
    assert.match(said, /validateOnly=true/)
    await sound(person)
  })

  it("is refused while changes are in review, unless it says that they may be cancelled", async () => {
    const person = await owner(gateway())
    await person.act("review", { state: "in_review" })
    const said = refused(await person.askApp("/tracks/production", "PATCH", widened), 409, "VENDOR_CONFLICT")
    assert.match(said, /CHANGES_ALREADY_IN_REVIEW.*changesInReview \(body\): send "cancel"/)
    await nothingOpen(person)
    dataOf(await person.askApp("/tracks/production", "PATCH", { ...widened, changesInReview: "cancel" }))
    assert.strictEqual((await person.store()).reviewsCancelled, 1)
    await sound(person)
  })

  it.each([
    ["manual", {}, /sendForReview \(body\): send false/, { sendForReview: false }, false],
    ["automatic", { sendForReview: false }, /sendForReview \(body\): send true/, { sendForReview: true }, true]
  ])(
    "says what to send instead where the vendor sends for review in the %s way alone, and doesn't try it",
    async (sends, asked, mend, mended, sent) => {
      const person = await owner(gateway())
      await person.act("review", { sends, prepared: "a colleague's screenshots" })
      assert.match(
        refused(await person.askApp("/tracks/production", "PATCH", { ...widened, ...asked }), 409, "VENDOR_CONFLICT"),
        mend
      )
      assert.lengthOf(
        person.asked().filter((call) => call.endsWith(":commit")),
        1
      )
      await nothingOpen(person)
      dataOf(await person.askApp("/tracks/production", "PATCH", { ...widened, ...mended }))
      assert.deepInclude((await person.store()).commits[0], {
        sentForReview: sent,
        prepared: sent ? "a colleague's screenshots" : null
      })
      await sound(person)
    }
  )

  it("names the right that is missing", async () => {
    const person = await owner(gateway(), { without: ["release"] })
    const said = refused(
      await person.askApp("/tracks/production", "PATCH", widened),
      403,
      "CONNECTION_PERMISSION_MISSING"
    )
    assert.match(said, /"Release to production/)
    await sound(person)
  })
})

describe("halting a staged rollout", () => {
  it("stops it, and leaves the rest of the track as it is", async () => {
    const person = await owner(gateway())
    const [before] = listAt(dataOf(await person.askApp("/tracks")), "items")
    const seen = dataOf(await person.askApp("/tracks/production/halt?validateOnly=true", "POST"))
    assert.deepInclude(seen, { validateOnly: true, valid: true, deactivated: [], endedRollouts: [] })
    assert.deepEqual(at(seen, "changes"), [{ field: "releases.140.status", from: "inProgress", to: "halted" }])
    assert.lengthOf((await person.store()).commits, 0)
    const query = `?versionCode=140&planId=${at(seen, "planId")}`
    const done = dataOf(await person.askApp(`/tracks/production/halt${query}`, "POST"))
    assert.deepInclude(done, { unchanged: false, deactivated: [], endedRollouts: [] })
    const [halted, ...rest] = listAt(at(done, "track"), "releases")
    assert.deepEqual(halted, Object.assign({}, listAt(before, "releases")[0], { status: "halted" }))
    assert.deepEqual(rest, listAt(before, "releases").slice(1))
    assert.deepInclude(dataOf(await person.askApp("/tracks/production/halt", "POST")), { unchanged: true })
    assert.lengthOf((await person.store()).commits, 1)
    await sound(person)
  })

  it("is refused where nothing such is rolled out, and where the track has changed since the preview", async () => {
    const person = await owner(gateway())
    const halt = (track: string, query = "") => person.askApp(`/tracks/${track}/halt${query}`, "POST")
    assert.match(refused(await halt("beta"), 409, "VENDOR_CONFLICT"), /no such staged rollout/)
    assert.match(refused(await halt("production", "?versionCode=132"), 409, "VENDOR_CONFLICT"), /132 isn't/)
    refused(await halt("nightly"), 404, "NOT_FOUND")
    refused(await halt("production", "?versionCode=1.4"), 400, "INVALID_INPUT")
    const planId = at(dataOf(await halt("production", "?validateOnly=true")), "planId")
    dataOf(await person.askApp("/tracks/production", "PATCH", widened))
    refused(await halt("production", `?planId=${planId}`), 409, "PLAN_STALE")
    assert.lengthOf((await person.store()).commits, 1)
    await sound(person)
  })

  it("halts once for one Idempotency-Key, though its answer was lost", async () => {
    const person = await owner(gateway())
    controlOf(gateway()).fail({
      kind: "lostAnswer",
      upstream: "play-console",
      credential: person.keyFile.client_email,
      path: ":commit",
      times: 1
    })
    const call = { method: "POST", key: person.key, headers: { "idempotency-key": randomUUID() } }
    const path = `/v1/connect/storeb-play/apps/${person.packageName}/tracks/production/halt`
    dataOf(await gateway().ask(path, call))
    dataOf(await gateway().ask(path, call))
    assert.lengthOf((await person.store()).commits, 1)
    await sound(person)
  })
})

describe("changing a listing", () => {
  it("sends only what differs, and shows it at once", async () => {
    const person = await owner(gateway())
    const before = dataOf(await person.askApp("/listings/en-US"))
    const asked = { title: at(before, "title"), shortDescription: "Now with 🐢 and Ünïcode." }
    const data = dataOf(await person.askApp("/listings/en-us", "PATCH", asked))
    assert.deepEqual(at(data, "changes"), [
      { field: "shortDescription", from: "Everything in one place.", to: asked.shortDescription }
    ])
    assert.strictEqual(at(dataOf(await person.askApp("/listings/en-US")), "shortDescription"), asked.shortDescription)
    await sound(person)
  })

  it("removes a video", async () => {
    const person = await owner(gateway())
    const data = dataOf(await person.askApp("/listings/en-US", "PATCH", { video: null }))
    assert.strictEqual(at(data, "listing", "video"), null)
    assert.deepInclude(dataOf(await person.askApp("/listings/en-US", "PATCH", { video: null })), { unchanged: true })
    await sound(person)
  })

  it("adds a language only when told to", async () => {
    const person = await owner(gateway())
    const french = { title: "Bonjour", shortDescription: "Tout.", fullDescription: "Tout, au même endroit." }
    refused(await person.askApp("/listings/fr-FR", "PATCH", french), 404, "NOT_FOUND")
    assert.lengthOf((await person.store()).commits, 0)
    await nothingOpen(person)
    const seen = dataOf(
      await person.askApp("/listings/fr-FR?validateOnly=true", "PATCH", { title: "Bonjour", create: true })
    )
    assert.deepInclude(seen, { valid: false })
    const data = dataOf(await person.askApp("/listings/fr-FR", "PATCH", { ...french, create: true }))
    assert.deepEqual(at(data, "listing"), { language: "fr-FR", ...french, video: null })
    assert.lengthOf(listAt(dataOf(await person.askApp("/listings")), "items"), 3)
    await sound(person)
  })

  it("leaves the other texts of a language that is there already, also when told to add it", async () => {
    const person = await owner(gateway())
    const before = dataOf(await person.askApp("/listings/en-US"))
    const data = dataOf(await person.askApp("/listings/en-US", "PATCH", { title: "Another name", create: true }))
    assert.deepEqual(at(data, "listing"), {
      language: "en-US",
      title: "Another name",
      shortDescription: at(before, "shortDescription"),
      fullDescription: at(before, "fullDescription"),
      video: at(before, "video")
    })
    await sound(person)
  })

  it("commits once for one Idempotency-Key", async () => {
    const person = await owner(gateway())
    const call = {
      method: "PATCH",
      key: person.key,
      headers: { "idempotency-key": randomUUID() },
      body: { title: "Once" }
    }
    const path = `/v1/connect/storeb-play/apps/${person.packageName}/listings/en-US`
    const answers = [await gateway().ask(path, call), await gateway().ask(path, call)]
    assert.strictEqual(answers[0]?.text, answers[1]?.text)
    assert.lengthOf((await person.store()).commits, 1)
    await sound(person)
  })
})

describe("a request that can't have its turn", () => {
  it.each(["/listings", "/tracks"])("at %s is refused after its wait, and says what is going on", async (path) => {
    const person = await owner(gateway())
    const before = person.now()
    const asked = Effect.promise(() => person.askApp(path))
    const lock = `connect-storeb/edit/${person.keyFile.client_email}/${person.packageName}`
    const answer = await gateway().run(Effect.flatMap(Locks, (locks) => locks.withKey(lock, asked, { waitMs: 1_000 })))
    assert.match(refused(answer, 409, "EDIT_IN_PROGRESS"), /another request has the one open edit/)
    assert.strictEqual(answer.headers.get("retry-after"), "5")
    assert.strictEqual(person.now(), before)
    dataOf(await person.askApp(path))
  })
})

const many = (length: number) => Array.from({ length }, (_, serial) => String(serial + 1))
const long = (length: number) => "🐢".repeat(length)
describe("what is refused before anybody is asked", () => {
  const release = { versionCodes: ["140"], status: "completed" }
  const ofTrack = (more: object) => ["/tracks/production", { releases: [{ ...release, ...more }] }] as const
  it.each([
    ["/tracks/production", {}, /^releases \(body\): is required/],
    ["/tracks/production", { releases: [] }, /^releases \(body\): must have at least 1/],
    [...ofTrack({ status: "done" }), /^releases\.0\.status \(body\)/],
    [...ofTrack({ userFraction: 0.5 }), /^releases\.0\.userFraction \(body\): goes with inProgress and halted alone/],
    [...ofTrack({ status: "draft", userFraction: 0.5 }), /userFraction \(body\)/],
    [...ofTrack({ status: "inProgress" }), /userFraction \(body\): is required with inProgress/],
    [...ofTrack({ status: "inProgress", userFraction: 0 }), /userFraction \(body\): must be above 0 and below 1/],
    [...ofTrack({ status: "halted", userFraction: 1 }), /userFraction \(body\): must be above 0 and below 1/],
    [...ofTrack({ versionCodes: [] }), /^releases\.0\.versionCodes \(body\): must have a version code/],
    [...ofTrack({ versionCodes: ["1.4"] }), /versionCodes\.0 \(body\): must be a version code/],
    [...ofTrack({ versionCodes: ["-1"] }), /versionCodes/],
    [...ofTrack({ versionCodes: ["140", "140"] }), /versionCodes \(body\): must not have a version code twice/],
    [...ofTrack({ name: long(51) }), /name \(body\): must have at most 50 characters; it has 51/],
    [...ofTrack({ releaseNotes: [{ language: "en-US", text: long(501) }] }), /text \(body\): must have at most 500/],
    [
      ...ofTrack({ releaseNotes: [{ language: "english", text: "x" }] }),
      /language \(body\): must be a language of BCP 47/
    ],
    [
      ...ofTrack({
        releaseNotes: [
          { language: "en-US", text: "x" },
          { language: "en-us", text: "y" }
        ]
      }),
      /releaseNotes \(body\): must not have a language twice/
    ],
    [...ofTrack({ inAppUpdatePriority: 6 }), /inAppUpdatePriority/],
    [...ofTrack({ inAppUpdatePriority: 1.5 }), /inAppUpdatePriority/],
    [...ofTrack({ inAppUpdatePriority: -1 }), /inAppUpdatePriority/],
    [...ofTrack({ countryTargeting: { countries: ["USA"] } }), /must be a country's code of two letters/],
    [...ofTrack({ versionCodes: many(201) }), /versionCodes \(body\): must have at most 200/],
    [
      ...ofTrack({ countryTargeting: { countries: Array.from({ length: 301 }, () => "DE") } }),
      /countries \(body\): must have at most 300/
    ],
    [
      "/tracks/production",
      { releases: Array.from({ length: 51 }, () => release) },
      /releases \(body\): must have at most 50/
    ],
    ["/tracks/production", { releases: [release], planId: "x".repeat(65) }, /^planId \(body\)/],
    ["/tracks/production", { releases: [release], force: "yes" }, /^force \(body\)/],
    ["/tracks/production", { releases: [release], sendForReview: "no" }, /^sendForReview \(body\)/],
    ["/tracks/production", { releases: [release], changesInReview: "ignore" }, /changesInReview/],
    ["/listings/en-US", {}, /must have one of title/],
    ["/listings/en-US", { create: true }, /must have one of title/],
    ["/listings/en-US", { title: long(31) }, /^title \(body\): must have at most 30 characters; it has 31/],
    ["/listings/en-US", { title: " " }, /^title \(body\): must have at least 1 character/],
    ["/listings/en-US", { shortDescription: long(81) }, /^shortDescription \(body\): must have at most 80/],
    ["/listings/en-US", { fullDescription: long(4_001) }, /^fullDescription \(body\): must have at most 4000/],
    ["/listings/en-US", { fullDescription: "a\u0000b" }, /without control characters/],
    ["/listings/en-US", { video: "http://example.com" }, /^video \(body\): must be an https/],
    ["/listings/english", { title: "x" }, /^locale \(path\)/],
    ["/tracks/a%3Fb", { releases: [release] }, /^track \(path\)/]
  ])("%s: case %#", async (path, body, said) => {
    const person = await owner(gateway())
    const before = person.now()
    assert.match(refused(await person.askApp(path, "PATCH", body), 400, "INVALID_INPUT"), said)
    assert.strictEqual(person.now(), before)
  })

  it("but not what is just within the limits", async () => {
    const person = await owner(gateway())
    const texts = { title: long(30), shortDescription: long(80), fullDescription: long(4_000) }
    assert.deepInclude(dataOf(await person.askApp("/listings/en-US?validateOnly=true", "PATCH", texts)), {
      valid: true
    })
    const path = "/tracks/production?validateOnly=true"
    for (const more of [
      { name: "n".repeat(50), releaseNotes: [{ language: "sr-Latn-RS", text: long(500) }], inAppUpdatePriority: 0 },
      { status: "inProgress", userFraction: 0.000_1, inAppUpdatePriority: 5 },
      { status: "halted", userFraction: 0.999_9 },
      { countryTargeting: { countries: ["de", "US"], includeRestOfWorld: false } }
    ]) {
      const asked = { releases: [{ ...release, ...more }] }
      assert.deepInclude(dataOf(await person.askApp(path, "PATCH", asked)), { valid: true }, JSON.stringify(more))
    }
    await sound(person)
  })
})

describe.skipIf(savedVectors.length === 0)("the vendor's descriptions", () => {
  const bodyOf = (id: string): unknown => savedVectors.find((one) => one.id === id)?.body ?? assert.fail(id)

  it("have each request of edits, tracks and listings as it is sent", async () => {
    const person = await owner(gateway())
    const before = person.now()
    dataOf(await person.askApp("/tracks"))
    dataOf(await person.askApp("/tracks/production"))
    dataOf(await person.askApp("/tracks/production/releases"))
    dataOf(await person.askApp("/listings"))
    dataOf(await person.askApp("/listings/en-US"))
    for (const id of ["gp.track.patch", "gp.track.patch.staged"]) {
      const body = { releases: at(bodyOf(id), "releases") }
      assert.strictEqual((await person.askApp("/tracks/production?validateOnly=true", "PATCH", body)).status, 200, id)
    }
    const { language: _, ...texts } = Object(bodyOf("gp.listing.patch"))
    dataOf(await person.askApp("/listings/en-US", "PATCH", texts))
    const sent = controlOf(gateway())
      .requests({ upstream: "play-console", afterSequence: before, credential: person.keyFile.client_email })
      .map(({ method, path, query }) => ({
        method,
        path: path
          .replace(person.packageName, "{packageName}")
          .replace(/edits\/\d+/, "edits/{editId}")
          .replace(/(tracks\/)production(?!\/releases)/, "$1{track}")
          .replace(/(listings\/)en-US/, "$1{language}")
          .replace("{packageName}/tracks/production/releases", "{applicationsId}/tracks/{tracksId}/releases"),
        query
      }))
    for (const { id, method, path, query = {}, valid } of savedVectors) {
      if (!valid || !/^gp\.(?:edit|track|listing|release)/.test(id)) continue
      const found = sent.find((one) => one.method === method && one.path === path)
      assert.deepInclude(found?.query, query, id)
    }
    await sound(person)
  })

  it("never get a request that they don't allow", async () => {
    const person = await owner(gateway())
    const before = person.now()
    const body = { releases: at(bodyOf("gp.track.patch.badStatus"), "releases") }
    refused(await person.askApp("/tracks/production", "PATCH", body), 400, "INVALID_INPUT")
    assert.strictEqual(person.now(), before)
  })
})
