import { randomBytes, randomUUID } from "node:crypto"
import { Jobs } from "@storeglass/plugin-api"
import { savedVectors, startTestGateway, until, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { SyncRoom } from "../src/sync/Syncs.ts"
import { journalOf, type Owner, owner } from "./edits.support.ts"
import { at, base, controlOf, dataOf, idle, listAt, quiet, refused, stranger } from "./support.ts"

const vault = { currentKeyId: "one", keys: { one: randomBytes(32).toString("base64") } }
const gateway = useTestGateway({
  plugins: { "connect-storeb": { ...quiet, readsLagMs: 200 } },
  config: { vault, ...idle }
})

const Shown = Schema.Struct({
  shown: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      language: Schema.String,
      title: Schema.String,
      text: Schema.String,
      starRating: Schema.Int,
      modifiedMs: Schema.Number,
      reply: Schema.NullOr(Schema.Struct({ text: Schema.String, atMs: Schema.Number }))
    })
  ),
  arrived: Schema.Array(Schema.Struct({ reviewId: Schema.String, replyText: Schema.String }))
})
const vendorOf = async (person: Owner) => Schema.decodeUnknownSync(Shown)(await person.act("reviews"))
const idsIn = (data: unknown) => listAt(data, "items").map((item) => at(item, "reviewId"))
const one = async (person: Owner, { answered }: { readonly answered: boolean }) => {
  const found = async () => (await vendorOf(person)).shown.find(({ reply }) => (reply !== null) === answered)
  const present = await found()
  if (present !== undefined) return present
  // What the vendor shows moves daily, and on some days it has none of these.
  const [first] = (await vendorOf(person)).shown
  await person.act("replyInConsole", { reviewId: first?.id, text: answered ? "Thank you." : null })
  return (await found()) ?? assert.fail("the vendor shows no such review")
}
const reply = (person: Owner, id: string, body: unknown, query = "", key?: string) =>
  gateway().ask(`${base}/apps/${person.packageName}/reviews/${encodeURIComponent(id)}/reply${query}`, {
    method: "POST",
    key: person.key,
    headers: key === undefined ? {} : { "idempotency-key": key },
    body
  })
const fail = (person: Owner, fault: Readonly<Record<string, unknown>> & { readonly kind: string }) =>
  controlOf(gateway()).fail({ upstream: "play-console", credential: person.keyFile.client_email, ...fault })
/** Has what was read be asked for again: a connection that is made anew keeps nothing of the one before. */
const again = async (person: Owner) => dataOf(await person.connect({ serviceAccountJson: person.keyFile }), 201)

describe("reading reviews", () => {
  it("tells what the vendor shows, newest first, for 1 credit", async () => {
    const person = await owner(gateway())
    const answer = await person.askApp("/reviews?limit=100")
    assert.strictEqual(answer.headers.get("x-credit-cost"), "1")
    const data = dataOf(answer)
    const { shown } = await vendorOf(person)
    assert.isAbove(shown.length, 2)
    assert.deepEqual(
      idsIn(data),
      shown.slice(0, 100).map(({ id }) => id)
    )
    assert.deepInclude(at(data, "live"), { status: "current", message: null })
    const [first] = shown
    const [item] = listAt(data, "items")
    assert.deepInclude(item, {
      reviewId: first?.id,
      title: first?.title,
      text: first?.text,
      starRating: first?.starRating,
      reviewerLanguage: first?.language,
      originalText: null,
      translatedTo: null,
      lastModified: new Date(Math.floor(first?.modifiedMs ?? 0)).toISOString(),
      versions: []
    })
  })

  it("goes on by its cursor to the end, without asking the vendor again", async () => {
    const person = await owner(gateway())
    const all: Array<unknown> = []
    let cursor = ""
    for (let page = 0; page < 200; page++) {
      const data = dataOf(await person.askApp(`/reviews?limit=7${cursor}`))
      all.push(...idsIn(data))
      const next = at(data, "nextCursor")
      if (typeof next !== "string") break
      cursor = `&cursor=${encodeURIComponent(next)}`
    }
    const { shown } = await vendorOf(person)
    assert.deepEqual(
      all,
      shown.map(({ id }) => id)
    )
    assert.isAtMost(person.asked().length, Math.ceil(shown.length / 100))
  })

  it("keeps what the vendor no longer shows, and every version of reviews and replies", async () => {
    const person = await owner(gateway())
    dataOf(await person.askApp("/reviews"))
    const { id, starRating, text, title } = await one(person, { answered: false })
    await person.act("replyInConsole", { reviewId: id, text: "We're on it." })
    await again(person)
    dataOf(await person.askApp("/reviews"))
    await person.act("changeReview", { reviewId: id, text: "Better now.", starRating: 5 })
    await person.act("replyInConsole", { reviewId: id, text: "Thank you!" })
    await again(person)
    const [changed] = listAt(dataOf(await person.askApp("/reviews?limit=1")), "items")
    assert.deepInclude(changed, { reviewId: id, text: "Better now.", starRating: 5 })
    assert.strictEqual(at(changed, "developerComment", "text"), "Thank you!")
    assert.deepEqual(
      listAt(changed, "versions").map((version) => [
        at(version, "kind"),
        at(version, "text"),
        at(version, "starRating")
      ]),
      [
        ["reply", "We're on it.", null],
        ["review", text, starRating]
      ]
    )
    assert.strictEqual(at(listAt(changed, "versions")[1], "title"), title)
    await person.act("forgetReview", { reviewId: id })
    await again(person)
    assert.strictEqual(idsIn(dataOf(await person.askApp("/reviews?limit=1")))[0], id)
  })

  it("translates what the vendor shows, and remembers the translation", async () => {
    const person = await owner(gateway())
    const { shown } = await vendorOf(person)
    const german = shown.find(({ language }) => language === "de") ?? assert.fail("nobody wrote in German")
    const inEnglish = async () =>
      listAt(dataOf(await person.askApp("/reviews?language=en&limit=100")), "items").find(
        (item) => at(item, "reviewId") === german.id
      )
    const told = {
      text: `[en] ${german.text}`,
      title: `[en] ${german.title}`,
      originalText: german.text,
      translatedTo: "en"
    }
    assert.deepInclude(await inEnglish(), told)
    await person.act("forgetReview", { reviewId: german.id })
    await again(person)
    assert.deepInclude(await inEnglish(), told)
    const plain = listAt(dataOf(await person.askApp("/reviews?limit=100")), "items")
    assert.deepInclude(
      plain.find((item) => at(item, "reviewId") === german.id),
      { text: german.text, translatedTo: null }
    )
  })

  it("tells those of the days that are asked for", async () => {
    const person = await owner(gateway())
    const { shown } = await vendorOf(person)
    const day = new Date(shown[Math.floor(shown.length / 2)]?.modifiedMs ?? 0).toISOString().slice(0, 10)
    const data = dataOf(await person.askApp(`/reviews?limit=100&from=${day}&to=${day}`))
    assert.deepEqual(
      idsIn(data),
      shown
        .filter(({ modifiedMs }) => new Date(modifiedMs).toISOString().startsWith(day))
        .slice(0, 100)
        .map(({ id }) => id)
    )
  })

  it.each([
    ["limited", { kind: "429", retryAfterSeconds: 1 }],
    ["failed", { kind: "malformed" }],
    ["denied", { kind: "403" }]
  ])("gives its copies where the vendor's answer is %s, and says so", async (status, fault) => {
    const person = await owner(gateway())
    const before = dataOf(await person.askApp("/reviews"))
    await again(person)
    fail(person, { ...fault, path: "/reviews" })
    const data = dataOf(await person.askApp("/reviews"))
    assert.strictEqual(at(data, "live", "status"), status)
    assert.isString(at(data, "live", "message"))
    assert.deepEqual(idsIn(data), idsIn(before))
  })

  it("fails where the vendor can't be asked and nothing is kept", async () => {
    const person = await owner(gateway())
    fail(person, { kind: "403", path: "/reviews", times: 1 })
    refused(await person.askApp("/reviews"), 403, "CONNECTION_PERMISSION_MISSING")
    refused(await person.ask("/apps/com.somebody.elses/reviews"), 404, "NOT_FOUND")
  })

  it("asks no more than the vendor's quota of an app, and other apps have their own", async () => {
    const node = startTestGateway({
      plugins: { "connect-storeb": { ...elsewhere(), reviewReadsPerHour: 4 } },
      databaseUrl: gateway().running.databaseUrl,
      config: { vault }
    })
    const person = await owner(gateway())
    const apps = listAt(dataOf(await person.ask("/apps")), "items").map((app) => at(app, "packageName"))
    await Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(node, (other) =>
          Effect.promise(async () => {
            const read = (app: unknown, language: string) =>
              other.ask(`${base}/apps/${app}/reviews?language=${language}`, { key: person.key })
            const statuses: Array<unknown> = []
            for (const language of ["en", "de", "fr", "es", "it", "pt"]) {
              statuses.push(at(dataOf(await read(apps[0], language)), "live", "status"))
            }
            assert.include(statuses, "limited")
            assert.strictEqual(at(dataOf(await read(apps[1], "en")), "live", "status"), "current")
          })
        )
      )
    )
    assert.isAtMost(person.asked().length, 4)
  })

  it.each([
    ["?limit=0", /^limit/],
    ["?limit=101", /^limit/],
    ["?cursor=x", /^cursor/],
    ["?language=english", /^language \(query\)/],
    ["?from=2026-11-31", /^from/],
    ["?from=2026-11-20&to=2026-11-19", /^from \(query\): must not be after to/]
  ])("refuses %s before anybody is asked", async (query, said) => {
    const person = await owner(gateway())
    const before = person.now()
    assert.match(refused(await person.askApp(`/reviews${query}`), 400, "INVALID_INPUT"), said)
    assert.strictEqual(person.now(), before)
  })
})

/** The vendor of the first node. */
const elsewhere = () => {
  const url = gateway().running.sandbox?.baseUrls["play-console"] ?? ""
  return { ...quiet, readsLagMs: 200, tokenUrl: url, publisherUrl: url, reportingUrl: url, storageUrl: url }
}

describe("replying", { timeout: 60_000 }, () => {
  it("replies once, and shows it at once", async () => {
    const person = await owner(gateway())
    dataOf(await person.askApp("/reviews"))
    const { id } = await one(person, { answered: false })
    const answer = await reply(person, id, { replyText: "Thank you 🐢" })
    assert.strictEqual(answer.headers.get("x-credit-cost"), "1")
    const data = dataOf(answer)
    assert.deepInclude(data, {
      reviewId: id,
      replyText: "Thank you 🐢",
      replaced: false,
      validateOnly: false,
      unchanged: false,
      planId: null
    })
    assert.deepEqual((await vendorOf(person)).arrived, [{ reviewId: id, replyText: "Thank you 🐢" }])
    const item = listAt(dataOf(await person.askApp("/reviews?limit=100")), "items").find(
      (each) => at(each, "reviewId") === id
    )
    assert.deepEqual(at(item, "developerComment"), { text: "Thank you 🐢", lastModified: at(data, "lastEditedAt") })
  })

  it("refuses to take another's place unless told to, with the present one and its date", async () => {
    const person = await owner(gateway())
    const { id, reply: present } = await one(person, { answered: true })
    const answer = await reply(person, id, { replyText: "Mine" })
    const since = new Date(present?.atMs ?? 0).toISOString()
    assert.include(refused(answer, 409, "REPLY_EXISTS"), since)
    assert.deepEqual(at(answer.json, "error", "details"), { replyText: present?.text, lastEditedAt: since })
    assert.lengthOf((await vendorOf(person)).arrived, 0)
    assert.deepInclude(dataOf(await reply(person, id, { replyText: "Mine", overwrite: true })), { replaced: true })
    assert.deepInclude(dataOf(await reply(person, id, { replyText: "Mine" })), { unchanged: true, replaced: false })
    assert.lengthOf((await vendorOf(person)).arrived, 1)
  })

  it("previews without sending, and refuses a plan that another reply has overtaken", async () => {
    const person = await owner(gateway())
    const { id } = await one(person, { answered: false })
    const seen = dataOf(await reply(person, id, { replyText: "<b>Hi</b> there" }, "?validateOnly=true"))
    assert.deepInclude(seen, { validateOnly: true, replyText: "Hi there", lastEditedAt: null, replaced: false })
    assert.deepEqual(at(seen, "changes"), [{ field: "replyText", from: null, to: "<b>Hi</b> there" }])
    assert.deepEqual(
      listAt(seen, "warnings").map((warning) => at(warning, "code")),
      ["HTML_IS_STRIPPED"]
    )
    assert.lengthOf((await vendorOf(person)).arrived, 0)
    await person.act("replyInConsole", { reviewId: id, text: "A colleague was faster." })
    const body = { replyText: "<b>Hi</b> there", planId: at(seen, "planId"), overwrite: true }
    assert.match(refused(await reply(person, id, body), 409, "PLAN_STALE"), /validateOnly=true/)
    assert.lengthOf((await vendorOf(person)).arrived, 0)
  })

  it.each([
    "lostAnswer",
    "reset",
    "500",
    "503",
    "429",
    "401",
    "403",
    "409",
    "malformed",
    "truncated",
    "empty",
    "html",
    "gzipBroken"
  ])("after %s replies once, or not at all, whatever is repeated", async (kind) => {
    const person = await owner(gateway())
    const { id } = await one(person, { answered: false })
    fail(person, {
      kind,
      method: "POST",
      path: ":reply",
      times: 1,
      ...(kind === "429" ? { retryAfterSeconds: 1 } : {})
    })
    const key = randomUUID()
    let answer = await reply(person, id, { replyText: "Once" }, "", key)
    if (answer.status !== 200) assert.strictEqual(answer.headers.get("x-credit-cost"), "0", answer.text)
    for (let repeat = 0; repeat < 30 && answer.status !== 200; repeat++) {
      answer = await reply(person, id, { replyText: "Once" }, "", key)
    }
    dataOf(answer)
    assert.deepEqual((await vendorOf(person)).arrived, [{ reviewId: id, replyText: "Once" }])
  })

  it("is settled once somebody can look for it, and its repeat sends nothing", async () => {
    const person = await owner(gateway())
    const { id } = await one(person, { answered: false })
    // The review can be read before, and then no more.
    fail(person, { kind: "quota", method: "GET", path: "/reviews/gp", limit: 1, retryAfterSeconds: 1 })
    fail(person, { kind: "lostAnswer", method: "POST", path: ":reply", times: 1 })
    const key = randomUUID()
    refused(await reply(person, id, { replyText: "Once" }, "", key), 502, "WRITE_OUTCOME_UNKNOWN")
    controlOf(gateway()).clearFaults()
    const journal = Effect.promise(() => journalOf(gateway(), person))
    await gateway().run(until(["core_vendor_writes"], journal, ([row]) => row?.outcome === "applied"))
    dataOf(await reply(person, id, { replyText: "Once" }, "", key))
    assert.lengthOf((await vendorOf(person)).arrived, 1)
  })

  it("sends one of several at once, and the others find it there", async () => {
    const person = await owner(gateway())
    const { id } = await one(person, { answered: false })
    const answers = await Promise.all(["a", "b", "c", "d"].map((replyText) => reply(person, id, { replyText })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
    assert.lengthOf((await vendorOf(person)).arrived, 1)
  })

  it("takes 350 characters, and no 351", async () => {
    const person = await owner(gateway())
    const { id } = await one(person, { answered: false })
    dataOf(await reply(person, id, { replyText: "🐢".repeat(350) }))
    for (const [body, said] of [
      [{ replyText: "🐢".repeat(351) }, /^replyText \(body\): must have at most 350 characters; it has 351/],
      [{ replyText: " " }, /^replyText \(body\): must have at least 1/],
      [{}, /^replyText \(body\)/],
      [{ replyText: "a\u0000" }, /^replyText \(body\)/],
      [{ replyText: "a", overwrite: "yes" }, /^overwrite/]
    ] as const) {
      assert.match(refused(await reply(person, id, body), 400, "INVALID_INPUT"), said)
    }
    refused(await reply(person, "a/b", { replyText: "x" }), 400, "INVALID_INPUT")
    assert.match(refused(await reply(person, "gp:nobody", { replyText: "x" }), 404, "NOT_FOUND"), /about a week/)
    assert.lengthOf((await vendorOf(person)).arrived, 1)
  })

  it("names the right that is missing", async () => {
    const person = await owner(gateway(), { without: ["reply"] })
    const { id } = await one(person, { answered: false })
    const said = refused(await reply(person, id, { replyText: "x" }), 403, "CONNECTION_PERMISSION_MISSING")
    assert.match(said, /"Reply to reviews"/)
  })
})

describe("copying reviews by schedule", () => {
  const scheduled = useTestGateway({ plugins: { "connect-storeb": true }, config: idle })
  /** Does what connecting has put into the queue. */
  const synced = async ({ accountId }: Owner) => {
    const waiting = await scheduled().run(Jobs.use((jobs) => jobs.abort(SyncRoom, `${accountId}/reviews`)))
    assert.strictEqual(waiting, "waiting")
    await scheduled().runJob(SyncRoom, { accountId, room: "reviews", task: null })
  }

  it("begins when an account connects, for all its apps, and is deleted with a purge, for it alone", async () => {
    const ada = await owner(scheduled())
    const eve = await owner(scheduled())
    for (const person of [ada, eve]) {
      await synced(person)
      assert.deepInclude(dataOf(await person.ask("/credentials/status")), { syncStatus: "ok", lastError: null })
    }
    const apps = listAt(dataOf(await ada.ask("/apps")), "items").map((app) => String(at(app, "packageName")))
    const read = controlOf(scheduled())
      .requests({ upstream: "play-console", credential: ada.keyFile.client_email })
      .filter(({ path }) => path.endsWith("/reviews"))
    assert.deepEqual([...new Set(read.map(({ path }) => path.split("/")[4]))].sort(), apps.toSorted())
    const kept = () =>
      scheduled().run(
        SqlClient.SqlClient.use((sql) =>
          Effect.map(sql`SELECT DISTINCT account_id::text AS account FROM connect_storeb_reviews ORDER BY 1`, (rows) =>
            rows.map((row) => at(row, "account"))
          )
        )
      )
    assert.includeMembers(await kept(), [ada.accountId, eve.accountId])
    assert.deepEqual(dataOf(await ada.ask("/credentials?purge=true", "DELETE")), {
      disconnected: true,
      dataKept: false
    })
    assert.deepEqual(await kept(), [eve.accountId])
    assert.deepEqual(dataOf(await eve.ask("/credentials", "DELETE")), { disconnected: true, dataKept: true })
    assert.deepEqual(await kept(), [eve.accountId])
  })

  it("is partial where an app can't be read, and says which", async () => {
    const person = await owner(scheduled())
    await synced(person)
    controlOf(scheduled()).fail({
      kind: "403",
      upstream: "play-console",
      credential: person.keyFile.client_email,
      path: `${person.packageName}/reviews`
    })
    await again(person)
    await synced(person)
    const status = dataOf(await person.ask("/credentials/status"))
    assert.strictEqual(at(status, "syncStatus"), "partial")
    assert.include(JSON.stringify(status), person.packageName)
  })
})

describe("two accounts with the same app", () => {
  it("never see each other's copies or replies, with one service account or two", async () => {
    const ada = await owner(gateway())
    const eve = await owner(gateway(), { keyFile: ada.keyFile })
    const { id } = await one(ada, { answered: false })
    dataOf(await ada.askApp("/reviews?limit=100"))
    dataOf(await reply(ada, id, { replyText: "Ada's" }))
    await ada.act("forgetReview", { reviewId: id })
    const seen = dataOf(await eve.askApp("/reviews?limit=100"))
    assert.notInclude(idsIn(seen), id)
    assert.notInclude(JSON.stringify(seen), "Ada's")
    assert.include(idsIn(dataOf(await ada.askApp("/reviews?limit=100"))), id)
    const zoe = await owner(gateway())
    assert.strictEqual(zoe.packageName, ada.packageName)
    assert.notInclude(JSON.stringify(dataOf(await zoe.askApp("/reviews?limit=100"))), "Ada's")
    const lone = await stranger(gateway())
    refused(await lone.ask(`/apps/${ada.packageName}/reviews`), 409, "NOT_CONNECTED")
  })
})

describe.skipIf(savedVectors.length === 0)("the vendor's descriptions", () => {
  it("have each request of reviews as it is sent, and never get one that they don't allow", async () => {
    const person = await owner(gateway())
    const before = person.now()
    dataOf(await person.askApp("/reviews?language=en"))
    const { id } = await one(person, { answered: false })
    const text: unknown = at(savedVectors.find((vector) => vector.id === "gp.reply")?.body, "replyText")
    const bad = savedVectors.find((vector) => vector.id === "gp.reply.badType") ?? assert.fail("gp.reply.badType")
    refused(await reply(person, id, bad.body), 400, "INVALID_INPUT")
    dataOf(await reply(person, id, { replyText: text }))
    const sent = controlOf(gateway())
      .requests({ upstream: "play-console", afterSequence: before, credential: person.keyFile.client_email })
      .map(({ method, path, query }) => ({
        method,
        path: decodeURIComponent(path).replace(person.packageName, "{packageName}").replace(id, "{reviewId}"),
        query
      }))
    for (const vectorId of ["gp.reviews", "gp.reply"]) {
      const {
        method,
        path,
        query = {}
      } = savedVectors.find((vector) => vector.id === vectorId) ?? assert.fail(vectorId)
      assert.deepInclude(sent, { method, path, query }, vectorId)
    }
    assert.lengthOf(
      sent.filter(({ method }) => method === "POST"),
      1
    )
  })
})
