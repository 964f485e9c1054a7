/** What accounts choose for themselves: what is sent once more, thresholds of their apps, a digest of the week. */
import { assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import { Data, dayIn, plusDays } from "@storeglass/plugin-api"
import { adjustableClock, at, codeOf, listAt, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect, Schema } from "effect"
import { type Visitor, visitor } from "../../account/test/visitor.ts"
import { ThresholdsAnswer } from "../src/dashboard/api.ts"
import { Daily, Deliver, Report, Weekly } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { weekOver } from "../src/report/Reports.ts"
import { Digest } from "../src/report/schema.ts"
import { controlOf, keptApp, type Owner, ownerOf, rows, sectionOf } from "./support.ts"

const base = "/dashboard/api/cofounder"
// A Wednesday.
const clock = adjustableClock(Date.parse("2026-11-25T12:00:00Z"))
const gateway = usePluginGateway(plugin, {
  plugins: { stores: true, keywords: true, workspace: true, cofounder: true, account: true },
  config: { jobs: { lanes: { "cofounder.reports": 0, "cofounder.deliveries": 0, "cofounder.slow-deliveries": 0 } } },
  clock
})
beforeEach(() => controlOf(gateway()).clearFaults())
const today = () => dayIn("UTC", Effect.runSync(clock.clock.currentTimeMillis))
const appId = "800001"

type Role = "viewer" | "member" | "admin"
let people: Readonly<Record<Role, Visitor>>
const signIn = async () => {
  people = { viewer: await visitor(gateway), member: await visitor(gateway), admin: await visitor(gateway) }
}
beforeAll(signIn)
interface Reporting extends Owner {
  /** As somebody of this role in the account; by default, an admin. */
  readonly change: (path: string, method: string, body?: object, role?: Role) => ReturnType<Visitor["ask"]>
}
const changeIn =
  (accountId: string): Reporting["change"] =>
  async (path, method, body, role = "admin") => {
    await people[role].join(accountId, role)
    return people[role].ask(`${base}${path}`, { method, ...(body === undefined ? {} : { body }) })
  }
const reporting = async (): Promise<Reporting> => {
  const owner = await ownerOf(gateway(), { plan: "growth" })
  await keptApp(owner, appId, { appName: "Lens" })
  await owner.put({ secret: "a-secret-of-tests" })
  await owner.verifyWith("a-secret-of-tests")
  await owner.prefer("webhook")
  return { ...owner, change: changeIn(owner.accountId) }
}
/** Ranks of the app for a keyword by day, the last of them yesterday. */
const ranked = (...ranks: ReadonlyArray<number>) =>
  gateway().run(
    KeywordHistory.use(({ importSnapshots }) =>
      importSnapshots(
        ranks.map((rank, index) => ({
          platform: "storea",
          country: "us",
          device: "iphone",
          keyword: "photo editor",
          day: plusDays(today(), index - ranks.length),
          source: "test",
          depth: 200,
          resultCount: 100,
          reach: 1_000,
          volume: 40,
          difficulty: 30,
          apps: Array.from({ length: 100 }, (_, n) => {
            const id = n + 1 === rank ? appId : String(1_000 + n)
            return { appId: id, name: `App ${id}`, seller: "Seller" }
          })
        }))
      )
    ).pipe(Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), keywordsPlugin)))
  )
const post = async ({ accountId, ...owner }: Owner) => {
  const events = await rows(
    gateway(),
    `SELECT id::text AS id FROM cofounder_events WHERE account_id = '${accountId}' AND state = 'waiting' ORDER BY made_ms, id`
  )
  for (const { id } of events) await gateway().runJob(Deliver, { accountId, id: String(id) })
  return (await owner.received()).filter(({ event }) => event !== "test.connection")
}
const run = async (owner: Owner, day = plusDays(today(), -1)) => {
  await gateway().runJob(Report, { accountId: owner.accountId, platform: "storea", appId, day })
  const got = await post(owner)
  const report: unknown = at(JSON.parse(got.at(-1)?.body ?? "null"), "report")
  return report
}

describe("sending something again", () => {
  it("posts what was received, failed or dropped once more, under its id, signed afresh, and notes who wanted it", async () => {
    const owner = await reporting()
    await run(owner)
    const [first] = (await owner.received()).slice(1)
    const id = first?.headers["webhook-id"] ?? ""
    for (const state of ["received", "failed", "unknown", "dropped"]) {
      await rows(gateway(), `UPDATE cofounder_events SET state = '${state}' WHERE id = '${id}'`)
      clock.advanceMs(2_000)
      const answer = await owner.change(`/deliveries/${id}/replay`, "POST")
      assert.deepEqual([answer.status, at(answer.json, "data")], [200, { id, state: "waiting" }], answer.text)
      const twice = await owner.change(`/deliveries/${id}/replay`, "POST")
      assert.deepEqual([twice.status, codeOf(twice.json)], [409, "DELIVERY_UNDER_WAY"])
      await post(owner)
    }
    const got = (await owner.received()).slice(1)
    assert.lengthOf(got, 5)
    assert.deepEqual([...new Set(got.map(({ headers }) => headers["webhook-id"]))], [id])
    assert.deepEqual([...new Set(got.map(({ body }) => body))], [first?.body])
    assert.strictEqual(new Set(got.map(({ headers }) => headers["webhook-signature"])).size, 5)
    assert.isTrue(got.every(({ isVerified }) => isVerified === true))
    assert.deepEqual(await rows(gateway(), `SELECT state FROM cofounder_events WHERE id = '${id}'`), [
      { state: "received" }
    ])
    const audited = await rows(
      gateway(),
      `SELECT 1 FROM core_audit WHERE account_id = '${owner.accountId}' AND action = 'cofounder.event-replayed'`
    )
    assert.lengthOf(audited, 4)
  })

  it("isn't for members and viewers, nor for anybody of another account, and needs reports that are switched on", async () => {
    const owner = await reporting()
    await run(owner)
    const [, first] = await owner.received()
    const path = `/deliveries/${first?.headers["webhook-id"]}/replay`
    for (const role of ["viewer", "member"] as const) {
      const answer = await owner.change(path, "POST", undefined, role)
      assert.deepEqual([answer.status, codeOf(answer.json)], [403, "FORBIDDEN"], role)
    }
    const stranger = await reporting()
    for (const id of [String(first?.headers["webhook-id"]), "00000000-0000-4000-8000-000000000000", "x"]) {
      const answer = await stranger.change(`/deliveries/${id}/replay`, "POST")
      assert.deepEqual([answer.status, codeOf(answer.json)], [404, "NOT_FOUND"])
    }
    await owner.prefer()
    const off = await owner.change(path, "POST")
    assert.deepEqual([off.status, codeOf(off.json)], [409, "WEBHOOK_NOT_CONFIGURED"])
    assert.lengthOf(await owner.received(), 2)
  })
})

describe("thresholds of an app", () => {
  beforeAll(() => ranked(40, 33))
  const read = async (owner: Reporting, role?: Role) => {
    const answer = await owner.change(`/thresholds?appId=${appId}`, "GET", undefined, role)
    assert.strictEqual(answer.status, 200, answer.text)
    return Schema.decodeUnknownSync(Data(ThresholdsAnswer))(answer.json, { onExcessProperty: "error" }).data.thresholds
  }
  const set = (owner: Reporting, body: object, role?: Role) =>
    owner.change("/thresholds", "PUT", { appId, platform: "storea", ...body }, role)

  it("hold for that app's reports of that account, until they're as usual again", async () => {
    const [owner, other] = [await reporting(), await reporting()]
    for (const each of [owner, other]) {
      const kept = await each.ask("POST", `/v1/user/apps/${appId}/keywords`, {
        keywords: ["photo editor"],
        country: "us"
      })
      assert.include([200, 201], kept.status)
    }
    assert.strictEqual((await set(owner, { name: "ranksMin", value: 8 })).status, 200)
    assert.deepInclude((await read(owner))[0], { name: "ranksMin", value: 8, usual: 5, state: "own" })
    assert.isTrue((await read(other)).every(({ state }) => state === "usual"))
    const findings = (report: unknown) => listAt(sectionOf(report, "keywords"), "findings")
    assert.deepEqual(findings(await run(owner)), [])
    assert.deepInclude(at(findings(await run(other)), 0, "evidence"), { from: 40, to: 33, threshold: 5 })
    await rows(gateway(), `DELETE FROM cofounder_reports WHERE account_id = '${owner.accountId}'`)
    await set(owner, { name: "ranksMin", value: 7 })
    assert.deepInclude(at(findings(await run(owner)), 0, "evidence"), { from: 40, to: 33, threshold: 7 })
    assert.strictEqual((await set(owner, { name: "ranksMin" })).status, 200)
    assert.deepInclude((await read(owner))[0], { value: 5, state: "usual" })
  })

  it.each([
    [{ name: "ranksMin", value: 0 }, 400, "INVALID_INPUT"],
    [{ name: "ranksMin", value: 1.5 }, 400, "INVALID_INPUT"],
    [{ name: "ratingDropMin", value: 9 }, 400, "INVALID_INPUT"],
    [{ name: "keptDays", value: 100 }, 400, "INVALID_INPUT"],
    [{ name: "ranksMin", value: "8" }, 400, "INVALID_INPUT"],
    [{ name: "ranksMin", value: 8, appId: "1" }, 404, "NOT_FOUND"],
    [{ name: "ranksMin", value: 8, more: 1 }, 400, "INVALID_INPUT"]
  ] as const)("%j is refused with %i", async (body, status, code) => {
    const owner = await reporting()
    const answer = await set(owner, body)
    assert.deepEqual([answer.status, codeOf(answer.json)], [status, code], answer.text)
    assert.strictEqual((await set(owner, { name: "ranksMin", value: 8 }, "viewer")).status, 403)
    assert.isTrue((await read(owner, "viewer")).every(({ state }) => state === "usual"))
  })
})

describe("the digest of a week", () => {
  it.each([
    ["2026-11-22", "2026-11-16"],
    ["2026-11-23", "2026-11-16"],
    ["2026-11-28", "2026-11-16"],
    ["2026-11-29", "2026-11-23"]
  ])("that is over on %s began on %s", (day, monday) => {
    assert.strictEqual(weekOver(day), monday)
  })

  it("is off until it's switched on; then it comes once, of the week's reports, and is kept", async () => {
    // A Monday; sessions have ended by then.
    clock.setMs(Date.parse("2026-12-07T04:00:00Z"))
    await signIn()
    // From the 30th to the 5th; nothing was made on the 6th.
    await ranked(50, 40, 30, 29, 45, 45, 20, 21)
    const owner = await reporting()
    const { accountId } = owner
    const kept = await owner.ask("POST", `/v1/user/apps/${appId}/keywords`, {
      keywords: ["photo editor"],
      country: "us"
    })
    assert.include([200, 201], kept.status)
    for (let day = "2026-11-30"; day <= "2026-12-05"; day = plusDays(day, 1)) await run(owner, day)
    const job = async () =>
      rows(gateway(), `SELECT 1 FROM graphile_worker.jobs WHERE key LIKE '%${accountId}%/week/2026-11-30'`)
    const week = { accountId, platform: "storea", appId, week: "2026-11-30" } as const
    await gateway().runJob(Daily, { accountId })
    assert.deepEqual(await job(), [])
    await gateway().runJob(Weekly, week)
    assert.strictEqual((await owner.received()).filter(({ event }) => event === "digest.created").length, 0)

    assert.strictEqual((await owner.change("/weekly", "PUT", { on: true }, "viewer")).status, 403)
    const on = await owner.change("/weekly", "PUT", { on: true })
    assert.deepEqual([on.status, at(on.json, "data", "weekly")], [200, true], on.text)
    await gateway().runJob(Daily, { accountId })
    assert.lengthOf(await job(), 1)
    await Promise.all([gateway().runJob(Weekly, week), gateway().runJob(Weekly, week)])
    await gateway().runJob(Weekly, week)
    const [event, ...more] = (await post(owner)).filter((each) => each.event === "digest.created")
    assert.deepEqual(more, [])
    assert.isTrue(event?.isVerified)
    const body = JSON.parse(event?.body ?? "null")
    const digest = Schema.decodeUnknownSync(Digest)(at(body, "digest"), { onExcessProperty: "error" })
    assert.deepInclude(digest, {
      from: "2026-11-30",
      to: "2026-12-06",
      appId,
      appName: "Lens",
      missing: ["2026-12-06"]
    })
    assert.deepEqual(digest.rankChanges, [
      { keyword: "photo editor", country: "us", device: "iphone", from: 50, to: 20, days: 5 }
    ])
    assert.lengthOf(digest.days, 6)
    assert.strictEqual(digest.headline, digest.findings[0]?.text)
    const order = ["critical", "warning", "good", "info"]
    const severities = digest.findings.map(({ severity }) => order.indexOf(severity))
    assert.deepEqual(severities, severities.toSorted())
    assert.isNotEmpty(digest.findings)
    const saved = await owner.ask("GET", "/v1/user/reports?kind=cofounder.weekly")
    assert.deepEqual(
      listAt(saved.json, "data", "items").map((item) => at(item, "id")),
      [at(body, "digestId")]
    )
  })

  it("isn't made where no webhook is saved, or of a week without reports", async () => {
    const { accountId } = await ownerOf(gateway())
    const answer = await changeIn(accountId)("/weekly", "PUT", { on: true })
    assert.deepEqual([answer.status, codeOf(answer.json)], [409, "WEBHOOK_NOT_CONFIGURED"])
    const owner = await reporting()
    await owner.change("/weekly", "PUT", { on: true })
    await gateway().runJob(Weekly, { accountId: owner.accountId, platform: "storea", appId, week: "2026-11-30" })
    assert.deepEqual(
      await rows(gateway(), `SELECT 1 FROM cofounder_digests WHERE account_id = '${owner.accountId}'`),
      []
    )
  })
})
