/** How people are told of what was found: once, at their hour, not in quiet hours, and with nothing that couldn't be erased. */
import { type AccountRole, Data } from "@storeglass/plugin-api"
import { adjustableClock, at, codeOf, listAt, rows, until, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { visitor as signedIn, type Visitor } from "../../account/test/visitor.ts"
import { Digest, NewFeed } from "../src/digests/api.ts"
import { atomOf, type Entry } from "../src/digests/atom.ts"
import { loudFrom, nextDigest } from "../src/digests/hours.ts"
import { Digest as DigestJob, DigestsDue, LookAgain, Tell, TellMail } from "../src/jobRefs.ts"
import growth from "../src/plugin.ts"
import { madeProject, base as publicBase, scan } from "./support.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const iso = (ms: number) => new Date(ms).toISOString()

describe("the hour of a digest", () => {
  const settings = { hour: 8, zone: "Europe/Berlin", quietFrom: null, quietTo: null, toldMs: null }
  const next = (now: string, more: Partial<Parameters<typeof nextDigest>[0]> = {}) =>
    iso(nextDigest({ ...settings, ...more }, Date.parse(now)))

  it.each([
    ["later today", "2026-12-01T06:59:59.999Z", "2026-12-01T07:00:00.000Z"],
    ["tomorrow once it's there", "2026-12-01T07:00:00Z", "2026-12-02T07:00:00.000Z"],
    ["as the clock shows it when it's put back", "2026-10-24T20:00:00Z", "2026-10-25T07:00:00.000Z"],
    ["as the clock shows it when it's put forward", "2027-03-27T20:00:00Z", "2027-03-28T06:00:00.000Z"]
  ])("is %s", (_, now, then) => assert.strictEqual(next(now), then))

  it("that the clock skips is the next one that it shows", () => {
    assert.strictEqual(next("2027-03-27T20:00:00Z", { hour: 2 }), "2027-03-28T01:00:00.000Z")
  })
  it("that comes twice is told the first time, and a day that was told isn't told again", () => {
    assert.strictEqual(next("2026-10-24T20:00:00Z", { hour: 2 }), "2026-10-25T00:00:00.000Z")
    const toldMs = Date.parse("2026-10-25T00:00:00Z")
    assert.strictEqual(next("2026-10-25T00:00:00Z", { hour: 2, toldMs }), "2026-10-26T01:00:00.000Z")
    // Another hour of the same day doesn't make a second one.
    assert.strictEqual(next("2026-10-25T00:30:00Z", { hour: 9, toldMs }), "2026-10-26T08:00:00.000Z")
  })
  it("in a zone at half an hour is that zone's", () => {
    assert.strictEqual(next("2026-12-01T00:00:00Z", { zone: "Asia/Kolkata" }), "2026-12-01T02:30:00.000Z")
  })
  it("in quiet hours waits for their end, also on the next day, and comes each day", () => {
    const quiet = { hour: 23, quietFrom: 22, quietTo: 7 }
    assert.strictEqual(next("2026-12-01T12:00:00Z", quiet), "2026-12-02T06:00:00.000Z")
    // Yesterday's is still to come.
    assert.strictEqual(next("2026-12-02T05:00:00Z", quiet), "2026-12-02T06:00:00.000Z")
    const toldMs = Date.parse("2026-12-02T06:00:00Z")
    assert.strictEqual(next("2026-12-02T06:00:00Z", { ...quiet, toldMs }), "2026-12-03T06:00:00.000Z")
  })
  it("is quiet from the first hour to before the last, over midnight too", () => {
    const loud = (now: string, quietFrom: number, quietTo: number) =>
      iso(loudFrom({ zone: "UTC", quietFrom, quietTo }, Date.parse(now)))
    assert.strictEqual(loud("2026-12-01T21:59:59Z", 22, 7), "2026-12-01T21:59:59.000Z")
    assert.strictEqual(loud("2026-12-01T22:00:00Z", 22, 7), "2026-12-02T07:00:00.000Z")
    assert.strictEqual(loud("2026-12-02T06:59:59.500Z", 22, 7), "2026-12-02T07:00:00.000Z")
    assert.strictEqual(loud("2026-12-02T07:00:00Z", 22, 7), "2026-12-02T07:00:00.000Z")
    assert.strictEqual(loud("2026-12-02T12:10:00Z", 12, 14), "2026-12-02T14:00:00.000Z")
  })
})

describe("a feed", () => {
  const entry: Entry = {
    ...{ id: "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f", title: "t", excerpt: "x", url: null, author: null },
    ...{ channel: "hackernews", urgency: "must_reply", relevance: 80, publishedMs: 0, foundMs: 0 }
  }
  it("has texts of strangers as text, and no address but http and https", () => {
    const evil = `</title><script>alert("1")</script>&\u0000\ud800]]>`
    const feed = atomOf({ id: "0", madeMs: 0 }, [
      { ...entry, title: evil, excerpt: evil, author: evil, url: `https://example.com/?a=1&b="><x` },
      { ...entry, url: "javascript:alert(1)" }
    ])
    assert.notInclude(feed, "<script")
    assert.notInclude(feed, "javascript:")
    assert.notInclude(feed, "\u0000")
    assert.include(feed, "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;]]&gt;")
    assert.include(feed, 'href="https://example.com/?a=1&amp;b=&quot;&gt;&lt;x"')
    assert.lengthOf([...feed.matchAll(/<\/title>/g)], 3)
  })
})

// Hours of the day are told: at any time the same ones.
const clock = adjustableClock(Date.parse("2026-11-30T10:00:00Z"))
const gateway = usePluginGateway(growth, {
  plugins: { stores: true, growth: true, account: true, alerts: true },
  clock
})
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const act = (action: string, input?: unknown) =>
  (gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")).act("growth", action, input)
const path = "/dashboard/api/growth/digest"
const decoded = <A>(schema: Schema.Codec<A, unknown>, json: unknown) =>
  Schema.decodeUnknownSync(Data(schema))(json, { onExcessProperty: "error" }).data

/** Who looks at one account after the other. */
let visitor: Visitor
beforeAll(async () => {
  visitor = await signedIn(gateway)
})

const written = "whatastrangertold"
let lastId = 970_000
/** An account with threads of a word of its own, and an admin who looks at it. */
const newAccount = async () => {
  const { accountId, key } = await gateway().account({ plan: "large" })
  const word = `digestword${lastId}`
  const projectId = await madeProject(gateway(), key, { name: word, channel: "hackernews", keywords: [word] })
  const found = async (n: number, author = "ada") => {
    const ids = Array.from({ length: n }, () => ++lastId)
    await act(
      "write",
      ids.map((id) => ({
        ...{ id, title: `Can anyone recommend an app for ${word}? ${written}`, text: `I need one. ${written}`, author },
        atMs: nowMs() - 60_000
      }))
    )
    await scan(gateway(), key, projectId)
    return ids
  }
  const [account] = await rows(gateway(), `SELECT email FROM core_accounts WHERE id = '${accountId}'`)
  const mails = async (kind = "growth.digest") =>
    (await gateway().outbox(String(account?.email))).filter((mail) => mail.kind === kind)
  const told = () =>
    rows(
      gateway(),
      `SELECT title, body, url FROM alerts_queue WHERE account_id = '${accountId}' AND kind = 'growth.digest'`
    )
  const ask = async (options: object = {}, rest = "", role: AccountRole = "admin") => {
    await visitor.join(accountId, role)
    return visitor.ask(`${path}${rest}`, options)
  }
  const save = async (body: object) => {
    const answer = await ask({ method: "PUT", body })
    assert.strictEqual(answer.status, 200, answer.text)
    return decoded(Digest, answer.json)
  }
  const read = async () => decoded(Digest, (await ask()).json)
  return { accountId, key, found, mails, told, ask, save, read }
}

type Told = Awaited<ReturnType<typeof newAccount>>
/** Its digests are due, and have been told. */
const digested = async ({ accountId, mails, read, told }: Told, wanted: { mails?: number; told?: number }) => {
  const { nextAt } = await read()
  clock.advanceMs(Date.parse(nextAt ?? "") - nowMs())
  const dayBefore = nowMs() - dayMs
  // As several nodes would, at once.
  await Promise.all([1, 2, 3].map(() => gateway().runJob(DigestsDue, {})))
  const counts = Effect.promise(async () => [(await mails()).length, (await told()).length] as const)
  const isTold = ([m, t]: readonly [number, number]) => m >= (wanted.mails ?? 0) && t >= (wanted.told ?? 0)
  await gateway().run(until(["core_outbox", "alerts_queue"], counts, isTold))
  return { accountId, day: iso(nowMs()).slice(0, 10), sinceMs: dayBefore, untilMs: nowMs() }
}

describe("a digest", () => {
  it("is off at first, and says when it's next", async () => {
    const one = await newAccount()
    assert.deepInclude(await one.read(), { state: "off", mail: "off", chat: "off", nextAt: null, feed: "off" })
    const saved = await one.save({ mail: "daily", hour: 9, zone: "Europe/Berlin" })
    assert.deepEqual(saved, await one.read())
    assert.strictEqual(
      saved.nextAt,
      iso(nextDigest({ hour: 9, zone: "Europe/Berlin", quietFrom: null, quietTo: null, toldMs: null }, nowMs()))
    )
    // What isn't sent stays as it was, but for quiet hours.
    const quiet = await one.save({ quietFrom: 22, quietTo: 7 })
    assert.deepInclude(quiet, { state: "on", mail: "daily", hour: 9, zone: "Europe/Berlin", quietFrom: 22, quietTo: 7 })
    assert.deepInclude(await one.save({ mail: "off" }), { mail: "off", quietFrom: null, quietTo: null, nextAt: null })
  })

  const wrong: ReadonlyArray<readonly [object, string]> = [
    [{ mail: "weekly" }, "mail"],
    [{ chat: "at_once" }, "chat"],
    [{ hour: 24 }, "hour"],
    [{ hour: 8.5 }, "hour"],
    [{ zone: "Europe/Nowhere" }, "zone"],
    [{ quietFrom: 22 }, "quietFrom"],
    [{ quietFrom: 7, quietTo: 7 }, "quietTo"],
    [{ to: "somebody@example.com" }, "to"]
  ]
  it("refuses what can't be, and names the field", async () => {
    const one = await newAccount()
    for (const [body, field] of wrong) {
      const answer = await one.ask({ method: "PUT", body })
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], JSON.stringify(body))
      assert.include(String(at(answer.json, "error", "message")), field)
    }
    assert.deepInclude(await one.read(), { mail: "off" })
  })

  it("is changed by admins alone, read by viewers, and by no key", async () => {
    const one = await newAccount()
    for (const [method, rest] of [
      ["PUT", ""],
      ["POST", "/feed"],
      ["DELETE", "/feed"]
    ] as const) {
      const body = method === "PUT" ? { body: { mail: "daily" } } : {}
      const answer = await one.ask({ method, ...body }, rest, "member")
      assert.strictEqual(answer.status, 403, `${method} ${rest} ${answer.text}`)
    }
    assert.strictEqual((await one.ask({}, "", "viewer")).status, 200)
    const keyed = await gateway().ask(path, { key: one.key })
    assert.deepEqual([keyed.status, codeOf(keyed.json)], [401, "SESSION_REQUIRED"])
  })

  it("tells once a day by mail and in chats what was found since, whoever dies between, and nothing of strangers", async () => {
    const one = await newAccount()
    const stranger = await newAccount()
    await one.found(12)
    await one.save({ mail: "daily", chat: "daily", hour: 8, zone: "UTC" })
    await stranger.save({ mail: "daily" })
    const { nextAt } = await one.read()
    const of = await digested(one, { mails: 1, told: 1 })
    // A node that dies after it has sent, and before that is noted: the job comes again, and again.
    for (const by of ["mail", "chat", "mail", "chat"] as const) await gateway().runJob(DigestJob, { ...of, by })
    await gateway().runJob(DigestsDue, {})
    const mails = await one.mails()
    assert.lengthOf(mails, 1)
    const [mail] = mails
    assert.match(mail?.subject ?? "", /^Growth: 12 threads to answer/)
    assert.lengthOf([...(mail?.text ?? "").matchAll(/https:\/\/news\.ycombinator\.com\/item\?id=\d+/g)], 10)
    assert.include(mail?.text, "And 2 more.")
    const told = await one.told()
    assert.lengthOf(told, 1)
    const texts = `${mail?.subject} ${mail?.text} ${JSON.stringify(told)}`
    assert.notInclude(texts, written)
    assert.notInclude(texts, "ada")
    // Another account has found nothing, and is told nothing.
    assert.deepEqual([(await stranger.mails()).length, (await stranger.told()).length], [0, 0])
    assert.strictEqual((await one.read()).nextAt, iso(Date.parse(nextAt ?? "") + dayMs))
    assert.isAtLeast(Date.parse((await one.read()).toldAt ?? ""), Date.parse(nextAt ?? ""))

    // The next day tells what came since alone, less what was decided on and what was deleted.
    const [kept] = await one.found(1, "bob")
    await digested(one, { mails: 2, told: 2 })
    const [second] = await one.mails()
    assert.match(second?.subject ?? "", /^Growth: 1 thread to answer/)
    assert.include(second?.text, `item?id=${kept}`)
    // A day on which nothing came has none.
    await digested(one, {})
    assert.lengthOf(await one.mails(), 2)
  })

  it("leaves out what was decided on, and what is deleted at its source", async () => {
    const one = await newAccount()
    const [decided, deleted, left] = await one.found(3)
    const items = listAt((await gateway().ask(`${publicBase}/opportunities`, { key: one.key })).json, "data", "items")
    const of = (id: number | undefined) => items.find((item) => String(at(item, "url")).endsWith(`=${id}`))
    const review = { method: "PATCH", key: one.key, body: { decision: "dismiss" } }
    await gateway().ask(`${publicBase}/opportunities/${at(of(decided), "id")}/review`, review)
    await act("delete", { id: deleted })
    await rows(
      gateway(),
      `UPDATE growth_opportunities SET next_look_ms = 1 WHERE account_id = '${one.accountId}' AND next_look_ms IS NOT NULL`
    )
    await gateway().runJob(LookAgain, {})
    await one.save({ mail: "daily" })
    await digested(one, { mails: 1 })
    const [mail] = await one.mails()
    assert.match(mail?.subject ?? "", /^Growth: 1 thread to answer/)
    assert.include(mail?.text, `item?id=${left}`)
  })

  it("at once mails each thread that must be answered, once, and in quiet hours when they end", async () => {
    const one = await newAccount()
    await one.save({ mail: "at_once" })
    await one.found(2)
    const read = Effect.promise(() => one.mails("growth.must_reply"))
    await gateway().run(until(["core_outbox"], read, (mails) => mails.length === 2))
    const found = await rows(
      gateway(),
      `SELECT id::text AS id FROM growth_opportunities WHERE account_id = '${one.accountId}'`
    )
    for (const { id } of found) {
      await gateway().runJob(Tell, { accountId: one.accountId, id: String(id) })
      await gateway().runJob(TellMail, { accountId: one.accountId, id: String(id) })
    }
    const mails = await one.mails("growth.must_reply")
    assert.lengthOf(mails, 2)
    assert.notInclude(JSON.stringify(mails), written)
    assert.lengthOf(await one.mails(), 0)

    // Until the next scan isn't the same.
    clock.advanceMs(20 * 60_000)
    const hour = new Date(nowMs()).getUTCHours()
    await one.save({ mail: "at_once", zone: "UTC", quietFrom: hour, quietTo: (hour + 2) % 24 })
    await one.found(1, "bob")
    const [late] = await rows(
      gateway(),
      `SELECT id::text AS id FROM growth_opportunities WHERE account_id = '${one.accountId}' AND author = 'bob'`
    )
    const of = { accountId: one.accountId, id: String(late?.id) }
    await gateway().runJob(Tell, of)
    const refused = await gateway()
      .runJob(TellMail, of)
      .then(
        () => "sent",
        () => "waits"
      )
    assert.strictEqual(refused, "waits")
    assert.lengthOf(await one.mails("growth.must_reply"), 2)
    clock.advanceMs(2 * hourMs)
    await gateway().runJob(TellMail, of)
    assert.lengthOf(await one.mails("growth.must_reply"), 3)
  })
})

describe("an account's feed", () => {
  let one: Told
  let url = ""
  const made = async (by = one) => {
    const answer = await by.ask({ method: "POST" }, "/feed")
    assert.strictEqual(answer.status, 200, answer.text)
    return decoded(NewFeed, answer.json).feeds[0]?.url ?? ""
  }
  const get = (address: string) => gateway().ask(new URL(address).pathname)

  beforeAll(async () => {
    one = await newAccount()
    await one.found(3)
    url = await made()
  })

  it("has what was found, at an address that is told once and kept as a hash, to whoever has it", async () => {
    const { headers, status, text } = await get(url)
    assert.strictEqual(status, 200)
    assert.match(headers.get("content-type") ?? "", /^application\/atom\+xml/)
    assert.strictEqual(headers.get("cache-control"), "private, no-cache")
    assert.lengthOf([...text.matchAll(/<entry>/g)], 3)
    assert.include(text, written)
    const code = new URL(url).pathname.split("/").at(-1) ?? ""
    assert.lengthOf(code, 32)
    assert.notInclude(JSON.stringify(await rows(gateway(), "SELECT d::text AS row FROM growth_digests d")), code)
    assert.notInclude((await one.ask()).text, code)
    assert.deepInclude(await one.read(), { feed: "on" })
  })

  it("has nothing of what was dismissed, deleted at its source or found by another account", async () => {
    const stranger = await newAccount()
    const theirs = await stranger.found(1)
    const text = async () => (await get(url)).text
    assert.notInclude(await text(), `id=${theirs[0]}<`)
    const [first, second] = [...(await text()).matchAll(/item\?id=(\d+)/g)].map(([, id]) => id)
    const items = listAt((await gateway().ask(`${publicBase}/opportunities`, { key: one.key })).json, "data", "items")
    const item = items.find((each) => String(at(each, "url")).endsWith(`=${first}`))
    const body = { decision: "dismiss", reason: "spam" }
    await gateway().ask(`${publicBase}/opportunities/${at(item, "id")}/review`, { method: "PATCH", key: one.key, body })
    assert.notInclude(await text(), `id=${first}`)
    await act("delete", { id: Number(second) })
    await rows(
      gateway(),
      `UPDATE growth_opportunities SET next_look_ms = 1 WHERE account_id = '${one.accountId}' AND next_look_ms IS NOT NULL`
    )
    await gateway().runJob(LookAgain, {})
    assert.notInclude(await text(), `id=${second}`)
    assert.lengthOf([...(await text()).matchAll(/<entry>/g)], 1)
  })

  it("has an end: a new address ends the old one, and removing it ends both", async () => {
    const newer = await made()
    assert.notStrictEqual(newer, url)
    const old = await get(url)
    assert.deepEqual([old.status, codeOf(old.json)], [404, "NOT_FOUND"])
    assert.strictEqual((await get(newer)).status, 200)
    const removed = await one.ask({ method: "DELETE" }, "/feed")
    assert.deepInclude(decoded(Digest, removed.json), { feed: "off", feedMadeAt: null })
    for (const code of [newer, `${newer}x`, newer.slice(0, -1)]) assert.strictEqual((await get(code)).status, 404)
    // What else was set stays.
    await one.save({ mail: "daily", hour: 6 })
    await made()
    assert.deepInclude(await one.read(), { mail: "daily", hour: 6, feed: "on" })
  })
})
