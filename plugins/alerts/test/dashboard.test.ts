/** What pages of an account read and change of its alerts. */
import { createHash } from "node:crypto"
import { type AccountRole, Alerts, Data, Events, MemberMoved } from "@storeglass/plugin-api"
import { adjustableClock, at, codeOf, until, usePluginGateway, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { assert, beforeAll, beforeEach, describe, it } from "vitest"
import { mailsOf } from "../../account/test/support.ts"
import { type Visitor, visitorOf } from "../../account/test/visitor.ts"
import { ChatLink, Chats, Kinds, Quiet, RecentAlerts } from "../src/dashboard/api.ts"
import { panels } from "../src/dashboard/panels.ts"
import { Deliver } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { bot, controlOf, emailOf, linked, operator, rows, said, write } from "./support.ts"

const base = "/dashboard/api/alerts"
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")
const clock = adjustableClock()
const gateway = useTestGateway({
  plugins: { alerts: { bot: { ...bot, polling: false } }, account: true },
  config: { jobs: { lanes: { "alerts.messages": 0 } } },
  clock
})

let accountId = ""
let ownEmail = ""
let member: Visitor
let viewer: Visitor
let stranger: Visitor

beforeAll(async () => {
  ;({ accountId } = await gateway().account())
  ownEmail = await emailOf(gateway(), accountId)
  member = await visitorOf(gateway, accountId, "member")
  viewer = await visitorOf(gateway, accountId, "viewer")
  stranger = await visitorOf(gateway, (await gateway().account()).accountId, "owner")
})
beforeEach(async () => {
  controlOf(gateway()).reset("bot", "all")
  await rows(
    gateway(),
    "TRUNCATE alerts_codes, alerts_pairings, alerts_chats, alerts_updates, alerts_queue, alerts_sends, alerts_settings, alerts_snoozes"
  )
})

const taken = <A>(schema: Schema.Codec<A, unknown>, json: unknown): A =>
  Schema.decodeUnknownSync(Data(schema))(json, { onExcessProperty: "error" }).data
const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by = viewer): Promise<A> => {
  controlOf(gateway()).clearRequests()
  const answer = await by.ask(`${base}${path}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.deepEqual(controlOf(gateway()).requests(), [], "somebody was asked")
  return taken(schema, answer.json)
}
const change = (path: string, method: string, body?: unknown, by = member) =>
  by.ask(`${base}${path}`, { method, ...(body === undefined ? {} : { body }) })
const refused = async (asked: ReturnType<typeof change>) => {
  const { json, status } = await asked
  return [status, codeOf(json)]
}
const done = async <A>(
  schema: Schema.Codec<A, unknown>,
  asked: ReturnType<typeof change>,
  status = 200
): Promise<A> => {
  const answer = await asked
  assert.strictEqual(answer.status, status, answer.text)
  return taken(schema, answer.json)
}
const tell = (alert: { readonly title: string; readonly text?: string; readonly url?: string }, id = accountId) =>
  gateway().run(Alerts.use(({ notify }) => notify(id, { kind: "alerts.credits", text: "Some text.", ...alert })))
const deliver = () => gateway().runJob(Deliver, { accountId })
/** A chat that is linked by a page's link. */
const linkedChat = async (chat = 4711, email?: string) => {
  const { url } = await done(ChatLink, change("/chats", "POST", email === undefined ? {} : { email }))
  const code = new URL(url).searchParams.get("start") ?? ""
  assert.match(String((await write(gateway(), `/start ${code}`, { chat })).text), /^Linked/)
}

const changes: ReadonlyArray<readonly [path: string, method: string, body: unknown]> = [
  ["/chats", "POST", {}],
  ["/chats/4711", "DELETE", undefined],
  ["/kinds/alerts.credits", "PATCH", { on: false }],
  ["/quiet", "PUT", { from: 22, to: 7 }]
]

describe("every route of pages", () => {
  it.each(["/chats", "/kinds", "/quiet", "/recent"])("%s costs nothing and asks nobody", async (path) => {
    await read(Schema.Unknown, path)
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it.each([...["/chats", "/kinds", "/quiet", "/recent"].map((path) => [path, "GET", undefined] as const), ...changes])(
    "%s (%s) is for whoever is signed in alone",
    async (path, method, body) => {
      const { key } = await operator(gateway())
      const answer = await gateway().ask(`${base}${path}`, { method, key, ...(body === undefined ? {} : { body }) })
      assert.deepEqual([answer.status, codeOf(answer.json)], [401, "SESSION_REQUIRED"])
    }
  )

  it.each(changes)("%s (%s) is refused to a viewer, and changes nothing", async (path, method, body) => {
    await linkedChat()
    assert.deepEqual(await refused(change(path, method, body, viewer)), [403, "FORBIDDEN"])
    assert.strictEqual((await read(Chats, "/chats")).linked, 1)
    assert.strictEqual((await read(Quiet, "/quiet")).state, "off")
    assert.isTrue((await read(Kinds, "/kinds")).kinds.every(({ state }) => state === "on"))
    assert.isEmpty(await rows(gateway(), "SELECT 1 FROM alerts_codes"))
  })

  it.each(["member", "admin", "owner"] satisfies ReadonlyArray<AccountRole>)("lets a %s change", async (role) => {
    await member.join(accountId, role)
    assert.strictEqual((await done(Quiet, change("/quiet", "PUT", { from: 1, to: 2 }))).from, 1)
    await linkedChat()
    await member.join(accountId, "member")
  })

  it.each(changes)("%s (%s) isn't taken from another page", async (path, method, body) => {
    const foreign = await member.ask(`${base}${path}`, {
      method,
      headers: { origin: "https://evil.example" },
      ...(body === undefined ? {} : { body })
    })
    assert.strictEqual(foreign.status, 403)
  })

  it("shows another account nothing, and lets it change nothing", async () => {
    await linkedChat()
    await tell({ title: "Secret" })
    await done(Quiet, change("/quiet", "PUT", { from: 22, to: 7 }))
    await done(Kinds, change("/kinds/growth.must_reply", "PATCH", { on: false }))
    assert.deepEqual((await read(Chats, "/chats", stranger)).chats, [])
    const { alerts, days, waiting } = await read(RecentAlerts, "/recent", stranger)
    assert.deepEqual([waiting, alerts, days.filter((day) => day.alerts > 0)], [0, [], []])
    assert.strictEqual((await read(Quiet, "/quiet", stranger)).state, "off")
    assert.deepEqual(
      (await read(Kinds, "/kinds", stranger)).kinds.map(({ kind }) => kind),
      ["account.credits-ending", "alerts.credits", "alerts.rule", "system.connection-rejected"]
    )
    const theirs = await change("/chats/4711", "DELETE", undefined, stranger)
    const nobodys = await change("/chats/4712", "DELETE", undefined, stranger)
    assert.deepEqual([theirs.status, codeOf(theirs.json)], [404, "NOT_FOUND"])
    assert.strictEqual(theirs.text, nobodys.text)
    assert.strictEqual((await read(Chats, "/chats")).linked, 1)
    assert.deepEqual(await refused(change("/chats", "POST", { email: ownEmail }, stranger)), [404, "NOT_FOUND"])
  })

  it.each([
    ["/recent?limit=0", "GET", undefined, 400],
    ["/recent?limit=51", "GET", undefined, 400],
    ["/chats?email=a", "GET", undefined, 400],
    ["/chats", "POST", { email: "nobody" }, 400],
    ["/chats", "POST", { email: "nobody@example.com" }, 404],
    ["/chats", "POST", { address: "ada@example.com" }, 400],
    ["/chats/abc", "DELETE", undefined, 404],
    ["/chats/12345678901234567890", "DELETE", undefined, 400],
    ["/kinds/credits", "PATCH", { on: true }, 400],
    ["/kinds/alerts.credits", "PATCH", {}, 400],
    ["/kinds/alerts.credits", "PATCH", { on: "yes" }, 400],
    ["/quiet", "PUT", { from: 24, to: 7 }, 400],
    ["/quiet", "PUT", { from: -1, to: 7 }, 400],
    ["/quiet", "PUT", { from: 1.5, to: 7 }, 400],
    ["/quiet", "PUT", { from: 22 }, 400],
    ["/quiet", "PUT", { to: 7 }, 400],
    ["/quiet", "PUT", { from: 7, to: 7 }, 400],
    ["/quiet", "PUT", { zone: "Mars/Olympus" }, 400],
    ["/quiet", "PUT", { zone: "+02:00" }, 400],
    ["/quiet", "PUT", { zone: "x".repeat(65) }, 400],
    ["/quiet", "PUT", { muted: [] }, 400]
  ] as const)("%s (%s) with %j answers %i and says why", async (path, method, body, status) => {
    const answer = await change(path, method, body)
    assert.deepEqual(
      [answer.status, codeOf(answer.json)],
      [status, status === 404 ? "NOT_FOUND" : "INVALID_INPUT"],
      answer.text
    )
  })
})

describe("chats", () => {
  it("are linked by a link that a page makes, for the account that is looked at", async () => {
    assert.deepEqual(await read(Chats, "/chats"), {
      bot: "ready",
      linked: 0,
      addresses: [member.email, viewer.email],
      chats: []
    })
    await linkedChat()
    const { chats, ...told } = await read(Chats, "/chats")
    assert.strictEqual(told.linked, 1)
    assert.deepInclude(chats[0], { chatId: "4711", name: "ada", email: ownEmail, status: "active" })
    await tell({ title: "Hello" })
    await deliver()
    assert.deepEqual(await said(gateway()), ["Hello\n\nSome text."])
  })

  it("can be linked for each of its people, whatever the case of the address", async () => {
    await linkedChat(1, member.email.toUpperCase())
    // Whoever has the address owns an account of their own: it's this one that they look at.
    const [kept] = await rows(gateway(), "SELECT account_id::text AS id, email FROM alerts_pairings")
    assert.deepEqual(kept, { id: accountId, email: member.email })
  })

  it("of links that the operator made for the account are here too", async () => {
    const { accountId: another, email } = await linked(gateway())
    const [kept] = await rows(gateway(), "SELECT account_id::text AS id FROM alerts_pairings")
    assert.deepEqual(kept, { id: another })
    await stranger.join(another)
    assert.strictEqual((await read(Chats, "/chats", stranger)).chats[0]?.email, email)
  })

  it("are void once there's a newer link", async () => {
    const first = await done(ChatLink, change("/chats", "POST", {}))
    await done(ChatLink, change("/chats", "POST", {}))
    const code = new URL(first.url).searchParams.get("start") ?? ""
    assert.match(String((await write(gateway(), `/start ${code}`)).text), /isn't good any more/)
  })

  it("tell where their owner blocked the bot", async () => {
    await linkedChat()
    await rows(gateway(), "UPDATE alerts_pairings SET status = 'blocked'")
    const { chats, ...told } = await read(Chats, "/chats")
    assert.deepEqual([told.linked, chats[0]?.status], [0, "blocked"])
  })

  it("are unlinked, and told so", async () => {
    await linkedChat()
    assert.deepEqual(await done(Schema.Unknown, change("/chats/4711", "DELETE")), { removed: true })
    await gateway().run(
      until(
        ["graphile_worker._private_jobs"],
        Effect.promise(() => said(gateway())),
        (all) => all.length > 0
      )
    )
    assert.strictEqual((await read(Chats, "/chats")).linked, 0)
    assert.deepEqual(await refused(change("/chats/4711", "DELETE")), [404, "NOT_FOUND"])
  })
})

describe("kinds", () => {
  it("are turned off and on again, and what came while one was off isn't sent", async () => {
    await linkedChat()
    const off = await done(Kinds, change("/kinds/alerts.credits", "PATCH", { on: false }))
    assert.deepEqual(
      off.kinds.map(({ kind, state }) => [kind, state]),
      [
        ["account.credits-ending", "on"],
        ["alerts.credits", "off"],
        ["alerts.rule", "on"],
        ["system.connection-rejected", "on"]
      ]
    )
    await tell({ title: "One" })
    await deliver()
    await done(Kinds, change("/kinds/alerts.credits", "PATCH", { on: true }))
    await tell({ title: "Two" })
    await deliver()
    assert.deepEqual(
      (await said(gateway())).map((text) => text.split("\n")[0]),
      ["Two"]
    )
    assert.deepEqual(
      (await read(RecentAlerts, "/recent")).alerts.map(({ state, title }) => [title, state]),
      [
        ["Two", "sent"],
        ["One", "off"]
      ]
    )
  })

  it("that are snoozed say until when, and turning one on ends that for its account alone", async () => {
    const untilMs = Effect.runSync(clock.clock.currentTimeMillis) + 3_600_000
    const theirs = (await gateway().account()).accountId
    for (const id of [accountId, theirs]) {
      await rows(gateway(), `INSERT INTO alerts_snoozes VALUES ('${id}', 'alerts.credits', ${untilMs})`)
    }
    const credits = async () => (await read(Kinds, "/kinds")).kinds.find(({ kind }) => kind === "alerts.credits")
    assert.deepInclude(await credits(), { state: "snoozed", snoozedUntil: new Date(untilMs).toISOString() })
    await done(Kinds, change("/kinds/alerts.credits", "PATCH", { on: true }))
    assert.deepInclude(await credits(), { state: "on", snoozedUntil: null })
    assert.deepEqual(await rows(gateway(), "SELECT account_id::text AS id FROM alerts_snoozes"), [{ id: theirs }])
  })

  it("may be turned off before one came, and are listed then", async () => {
    await done(Kinds, change("/kinds/growth.must_reply", "PATCH", { on: false }))
    await done(Kinds, change("/kinds/growth.must_reply", "PATCH", { on: false }))
    const { kinds } = await read(Kinds, "/kinds")
    assert.deepEqual(
      kinds.map(({ kind, state }) => [kind, state]),
      [
        ["account.credits-ending", "on"],
        ["alerts.credits", "on"],
        ["alerts.rule", "on"],
        ["growth.must_reply", "off"],
        ["system.connection-rejected", "on"]
      ]
    )
  })

  it("keep the quiet hours, and these keep them", async () => {
    await done(Quiet, change("/quiet", "PUT", { from: 22, to: 7, zone: "Europe/Berlin" }))
    await Promise.all(
      ["a.one", "a.two", "a.three"].map((kind) => done(Kinds, change(`/kinds/${kind}`, "PATCH", { on: false })))
    )
    assert.deepInclude(await read(Quiet, "/quiet"), { from: 22, to: 7, zone: "Europe/Berlin" })
    await done(Quiet, change("/quiet", "PUT", {}))
    assert.lengthOf(
      (await read(Kinds, "/kinds")).kinds.filter(({ state }) => state === "off"),
      3
    )
  })

  it("are 200 turned off at most", async () => {
    await rows(
      gateway(),
      `INSERT INTO alerts_settings (account_id, muted)
        SELECT '${accountId}', array_agg('a.k' || n) FROM generate_series(1, 200) n`
    )
    assert.deepEqual(await refused(change("/kinds/a.more", "PATCH", { on: false })), [400, "INVALID_INPUT"])
    await done(Kinds, change("/kinds/a.k1", "PATCH", { on: false }))
    await done(Kinds, change("/kinds/a.k1", "PATCH", { on: true }))
    await done(Kinds, change("/kinds/a.more", "PATCH", { on: false }))
  })
})

describe("quiet hours", () => {
  const hourNow = () => new Date(Effect.runSync(clock.clock.currentTimeMillis)).getUTCHours()

  it("hold back what comes, and let it go when they're ended", async () => {
    await linkedChat()
    const from = hourNow()
    const set = await done(Quiet, change("/quiet", "PUT", { from, to: (from + 3) % 24 }))
    assert.deepInclude(set, { state: "on", zone: "UTC" })
    assert.isNotNull(set.until)
    await tell({ title: "Later" })
    await deliver()
    assert.deepEqual(await said(gateway()), [])
    assert.strictEqual((await read(RecentAlerts, "/recent")).waiting, 1)
    const ended = await done(Quiet, change("/quiet", "PUT", {}))
    assert.deepEqual([ended.state, ended.from, ended.to, ended.until], ["off", null, null, null])
    const jobs = await rows(
      gateway(),
      `SELECT (j.run_at <= to_timestamp(${Effect.runSync(clock.clock.currentTimeMillis)} / 1000.0) + interval '1 minute') AS due
        FROM graphile_worker._private_jobs j WHERE j.key LIKE '%${accountId}%'`
    )
    assert.deepEqual(jobs, [{ due: true }])
    await deliver()
    assert.lengthOf(await said(gateway()), 1)
  })

  it("are of a zone, which stays where none is given", async () => {
    const berlin = await done(Quiet, change("/quiet", "PUT", { from: 22, to: 7, zone: "europe/berlin" }))
    assert.strictEqual(berlin.zone, "Europe/Berlin")
    assert.strictEqual((await done(Quiet, change("/quiet", "PUT", { from: 21, to: 7 }))).zone, "Europe/Berlin")
    assert.strictEqual((await done(Quiet, change("/quiet", "PUT", { zone: "UTC" }))).zone, "UTC")
  })
})

describe("the latest alerts", () => {
  it("are those of the account, the newest first, with what became of them", async () => {
    await tell({ title: "One", text: "😀".repeat(600), url: "https://example.com/a" })
    await deliver()
    await linkedChat()
    await tell({ title: "Two" })
    const { alerts, waiting } = await read(RecentAlerts, "/recent")
    assert.strictEqual(waiting, 1)
    assert.deepEqual(
      alerts.map(({ state, title, url }) => [title, state, url]),
      [
        ["Two", "waiting", null],
        ["One", "no_chat", "https://example.com/a"]
      ]
    )
    assert.match(alerts[1]?.text ?? "", /^\d{4}-\d\d-\d\d \d\d:\d\d UTC · Credits: most or all are used\n😀+…$/u)
    assert.isTrue(alerts.every(({ text }) => text.isWellFormed() && text.length < 600))
    assert.lengthOf((await read(RecentAlerts, "/recent?limit=1")).alerts, 1)
  })

  it("are counted by day, with a 0 on days without any", async () => {
    await tell({ title: "One" })
    await tell({ title: "Two" })
    const moved = `created_ms = created_ms - 2 * 86400000, day = day - 2`
    await rows(gateway(), `UPDATE alerts_queue SET ${moved} WHERE title = 'One'`)
    const { days } = await read(RecentAlerts, "/recent")
    assert.deepEqual(
      days.map((day) => day.alerts),
      [...Array.from({ length: 11 }, () => 0), 1, 0, 1]
    )
    assert.strictEqual(
      days.at(-1)?.day,
      new Date(Effect.runSync(clock.clock.currentTimeMillis)).toISOString().slice(0, 10)
    )
  })
})

describe("a gateway without a bot", () => {
  const bare = usePluginGateway(plugin, { plugins: { account: true }, settings: {} })
  it("says so, and makes no links", async () => {
    const account = await bare().account()
    const by = await visitorOf(bare, account.accountId, "member")
    const { json } = await by.ask(`${base}/chats`)
    assert.strictEqual(at(json, "data", "bot"), "not_set_up")
    const answer = await by.ask(`${base}/chats`, { method: "POST", body: {} })
    assert.deepEqual([answer.status, codeOf(answer.json)], [409, "BOT_NOT_CONFIGURED"])
  })
})

describe("the panels", () => {
  it("are all in the slot for alerts, and of session routes", () => {
    for (const { blocks, slot } of panels) {
      assert.strictEqual(slot, "alerts")
      for (const block of blocks) {
        if (block.kind !== "text") assert.match(block.operation, /^alertsDashboard_/)
      }
    }
  })
})

describe("a member who is removed", () => {
  it("gets no more alerts in their chats, of which nothing is kept, while the others' go on", async () => {
    const owner = await visitorOf(gateway, accountId, "owner")
    const gone = await visitorOf(gateway, accountId, "member")
    await linkedChat(4713, gone.email)
    await linkedChat(4712)
    await done(ChatLink, change("/chats", "POST", { email: gone.email }))
    const [person] = await rows(gateway(), `SELECT id FROM account_persons WHERE email = '${gone.email}'`)
    const removed = await owner.ask(`/dashboard/api/members/${String(person?.id)}`, { method: "DELETE" })
    assert.strictEqual(removed.status, 200, removed.text)
    const kept = Effect.promise(() => rows(gateway(), "SELECT chat_id::int AS chat FROM alerts_pairings"))
    await gateway().run(until(["alerts_pairings"], kept, ({ length }) => length < 2))
    assert.deepEqual(await Effect.runPromise(kept), [{ chat: 4712 }])
    assert.deepEqual(await rows(gateway(), "SELECT 1 FROM alerts_codes"), [])
  })
})

describe("a member whose address changes", () => {
  const moved = (accountId: string, from: string, to: string, atMs: number) =>
    gateway().run(
      Events.use((events) =>
        events.publish(MemberMoved, { accountId, personId: "x", fromHash: hashOf(from), toHash: hashOf(to), atMs })
      )
    )
  const kept = (chat: number) =>
    Effect.promise(() => rows(gateway(), `SELECT email FROM alerts_pairings WHERE chat_id = ${chat}`))

  it("keeps their chats under the new one, so that these end when they leave", async () => {
    // Addresses that sign up are counted.
    await rows(gateway(), "TRUNCATE account_limits")
    const one = await visitorOf(gateway, accountId, "member")
    const nobody = "nobody@example.com"
    await linkedChat(4714, one.email)
    await linkedChat(4715, one.email)
    const next = "moved@example.com"
    const asked = await one.ask("/dashboard/api/email", { method: "POST", body: { email: next } })
    assert.strictEqual(asked.status, 202, asked.text)
    const [mail] = await mailsOf(gateway(), next)
    const body = { token: mail?.link?.token }
    const confirmed = await one.ask("/dashboard/api/email/confirm", { method: "POST", body })
    assert.strictEqual(confirmed.status, 200, confirmed.text)
    await gateway().run(until(["alerts_pairings"], kept(4714), ([row]) => String(row?.email) === next))
    assert.deepEqual(await Effect.runPromise(kept(4715)), [{ email: next }])
    // Changed again and gone before the first change was heard.
    await moved(accountId, next, nobody, Effect.runSync(clock.clock.currentTimeMillis))
    const both = Effect.map(Effect.all([kept(4714), kept(4715)]), (all) => all.flat())
    await gateway().run(until(["alerts_pairings"], both, ({ length }) => length === 0))
  })
})
