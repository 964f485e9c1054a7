/** Charts that come with alerts of accounts' own rules. */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory, LatestRanks } from "@storeglass/keywords/contract"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { adjustableClock, at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect, Layer, Option } from "effect"
import sharp from "sharp"
import { drawn } from "../src/chart/drawn.ts"
import { daysUpTo, type RankSeries, seriesOf } from "../src/chart/RankSeries.ts"
import { chartHeight, chartWidth, rankChart, ticksFor } from "../src/chart/rankChart.ts"
import { Deliver, LookAtRules } from "../src/jobRefs.ts"
import { ruleAlert, ruleKind } from "../src/kinds.ts"
import plugin from "../src/plugin.ts"
import { Queue } from "../src/queue/Queue.ts"
import { Rules } from "../src/rules/Rules.ts"
import { bot, controlOf, linked, rows, said } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: {
    alerts: { bot: { ...bot, polling: false }, channels: { slackUrl: "${sandbox.bot}/services/" } },
    account: true,
    stores: true,
    keywords: true,
    workspace: { rankAlertsFrom: 0 }
  },
  config: { jobs: { lanes: { "alerts.messages": 0 } } },
  clock
})
const appId = "700001"
const yesterday = () => plusDays(dayIn("UTC", Effect.runSync(clock.clock.currentTimeMillis)), -1)

beforeEach(async () => {
  controlOf(gateway()).clearFaults()
  controlOf(gateway()).reset("bot", "all")
  // What failed before is forgotten.
  clock.advanceMs(300_000)
  await rows(
    gateway(),
    "TRUNCATE alerts_codes, alerts_pairings, alerts_chats, alerts_updates, alerts_queue, alerts_sends, alerts_rules"
  )
})

const moved = { keyword: "photo editor", country: "us", device: "iphone" }
const series = (ranks: ReadonlyArray<number | null> = [12, 14, 31]): RankSeries => ({
  of: "photo editor (us, iphone)",
  ...daysUpTo("2026-11-28"),
  ranks: ranks.map((rank, n) => ({ day: plusDays("2026-11-28", n + 1 - ranks.length), rank }))
})
const legend = "The picture: photo editor (us, iphone), 30 days up to 2026-11-28"
const alert = { kind: ruleKind, key: "a", title: "Lens: a rank moved", text: "photo editor (us, iphone): 14 → 31" }
const caption = `${alert.title}\n\n${alert.text}\n\n${legend}`
const long = "A long line. ".repeat(100).trim()

const take = (accountId: string, text = alert.text, chart = series()) =>
  gateway().run(Queue.use((queue) => queue.take(accountId, { ...alert, text }, ruleAlert, chart)))
const deliver = (accountId: string) =>
  gateway()
    .runJob(Deliver, { accountId })
    .then(
      () => "done",
      () => "waits"
    )
/** What the bot sent to a chat. */
const sent = async (chat = 4711) => {
  const chats = await controlOf(gateway()).act("bot", "chats", null)
  const lines = listAt({ chats }, "chats").flatMap((each) => (at(each, "id") === chat ? listAt(each, "lines") : []))
  return lines
    .filter((line) => at(line, "by") === "bot")
    .map((line) => ({
      text: String(at(line, "text")),
      photo: at(line, "photo"),
      atMs: Number(at(line, "atMs")),
      buttons: listAt(line, "buttons").length
    }))
}
const png = async (of: RankSeries) => Buffer.from(await Effect.runPromise(drawn(of))).toString("base64")

describe("an alert of a rule", () => {
  const keep = async (key: string) => {
    const post = (path: string, body: object) => gateway().ask(path, { method: "POST", key, body })
    await post("/v1/user/apps", { platform: "storea", appId, country: "us", appName: "Lens" })
    const kept = await post(`/v1/user/apps/${appId}/keywords`, { keywords: ["photo editor", "camera"], country: "us" })
    assert.include([200, 201], kept.status, kept.text)
  }
  /** Ranks of the app by days before yesterday; null: searched, and not found. */
  const ranked = (keyword: string, ranks: ReadonlyArray<readonly [daysBefore: number, rank: number | null]>) =>
    gateway().run(
      KeywordHistory.use(({ importSnapshots }) =>
        importSnapshots(
          ranks.map(([daysBefore, rank]) => ({
            platform: "storea",
            country: "us",
            device: "iphone",
            keyword,
            day: plusDays(yesterday(), -daysBefore),
            source: daysBefore > 20 ? "another" : "test",
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
  const ruled = async () => {
    const account = await linked(gateway())
    await keep(account.key)
    await gateway().run(Rules.use((rules) => rules.add(account.accountId, { platform: "storea", appId, atLeast: 10 })))
    return account.accountId
  }

  it("brings the picture of its heaviest move, with gaps where nothing was measured", async () => {
    const accountId = await ruled()
    await ranked("photo editor", [
      [40, 3],
      [25, 5],
      [20, 9],
      [19, null],
      [18, 12],
      [1, 14],
      [0, 61]
    ])
    await ranked("camera", [
      [1, 40],
      [0, 20]
    ])
    await gateway().runJob(LookAtRules, {})
    await deliver(accountId)
    await gateway().runJob(LookAtRules, {})
    await deliver(accountId)
    const [alone, ...more] = await sent()
    assert.deepEqual(more, [])
    const day = yesterday()
    assert.deepEqual(alone?.text.split("\n").slice(3), [
      "photo editor (us, iphone): 14 → 61",
      "camera (us, iphone): 40 → 20",
      "",
      `The picture: photo editor (us, iphone), 30 days up to ${day}`
    ])
    const ranks = [
      { day: plusDays(day, -20), rank: 9 },
      { day: plusDays(day, -19), rank: null },
      { day: plusDays(day, -18), rank: 12 },
      { day: plusDays(day, -1), rank: 14 },
      { day, rank: 61 }
    ]
    assert.strictEqual(alone?.photo, await png({ of: "photo editor (us, iphone)", ...daysUpTo(day), ranks }))
  })

  it("comes without one where the history can't be read", async () => {
    const accountId = await ruled()
    await ranked("camera", [
      [1, 40],
      [0, 20]
    ])
    await gateway().run(
      Effect.gen(function* () {
        const ranks = Option.getOrThrow(yield* Effect.serviceOption(LatestRanks))
        // Moves are looked for in fewer days.
        const failing = LatestRanks.of({
          ...ranks,
          within: (app, keywords, days) =>
            days.from === daysUpTo(days.to).from
              ? Effect.die(new Error("no history"))
              : ranks.within(app, keywords, days)
        })
        const rules = Layer.fresh(Rules.layer).pipe(Layer.provide(Layer.succeed(LatestRanks, failing)))
        yield* Effect.provide(
          Rules.use(({ tellAll }) => tellAll()),
          rules
        )
      })
    )
    await deliver(accountId)
    const [alone, ...more] = await sent()
    assert.deepEqual(more, [])
    assert.match(alone?.text ?? "", /camera \(us, iphone\): 40 → 20$/)
    assert.isUndefined(alone?.photo)
  })

  it.each([[[]], [[4]], [[null, null]]])(
    "goes without a picture where ranks are too few (less than 2 measured days, or never found): %j",
    (ranks) => {
      const measured = series(ranks).ranks.map((each) => ({ ...each, depth: 100, source: "test" }))
      assert.isUndefined(seriesOf(moved, "2026-11-28", measured))
    }
  )
})

describe("a picture", () => {
  it("has the whole message and its buttons below it, and what it's drawn from isn't kept", async () => {
    const { accountId } = await linked(gateway())
    await take(accountId)
    await deliver(accountId)
    const [alone, ...more] = await sent()
    assert.deepEqual(more, [])
    assert.deepInclude(alone, { text: caption, photo: await png(series()), buttons: 2 })
    assert.deepEqual(await rows(gateway(), "SELECT state, chart FROM alerts_queue"), [{ state: "sent", chart: null }])
  })

  it("comes a second behind a message that is too long to stand below it", async () => {
    const { accountId } = await linked(gateway())
    await take(accountId, long)
    await deliver(accountId)
    const [first, second, ...more] = await sent()
    assert.deepEqual(more, [])
    assert.deepInclude(first, { text: `${alert.title}\n\n${long}`, photo: undefined, buttons: 2 })
    assert.deepInclude(second, { text: `${alert.title}\n\n${legend}`, photo: await png(series()), buttons: 0 })
    assert.isAtLeast((second?.atMs ?? 0) - (first?.atMs ?? 0), 950)
  })

  it("isn't sent twice when the platform loses the answer of the photo", async () => {
    const { accountId } = await linked(gateway())
    await take(accountId)
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "bot", path: "sendPhoto$", times: 1 })
    assert.deepEqual([await deliver(accountId), await deliver(accountId)], ["done", "done"])
    assert.deepEqual(await said(gateway()), [caption])
  })

  it("isn't sent a second time, nor is its text, where its node left it", async () => {
    const { accountId } = await linked(gateway())
    for (const text of [alert.text, long]) {
      await rows(gateway(), "TRUNCATE alerts_queue")
      await take(accountId, text)
      await rows(
        gateway(),
        `INSERT INTO alerts_sends SELECT account_id, id, 4711, '${text === long ? "sent" : "sending"}', 0 FROM alerts_queue`
      )
      assert.strictEqual(await deliver(accountId), "done")
    }
    assert.deepEqual(await said(gateway()), [])
  })

  it("waits where the platform has had enough, and comes once after it", async () => {
    const { accountId } = await linked(gateway())
    await take(accountId)
    await controlOf(gateway()).act("bot", "limit", { times: 1, retryAfter: 7 })
    assert.strictEqual(await deliver(accountId), "waits")
    assert.deepEqual(await sent(), [])
    clock.advanceMs(8_000)
    assert.strictEqual(await deliver(accountId), "done")
    assert.deepEqual(
      (await sent()).map(({ photo, text }) => [text, photo !== undefined]),
      [[caption, true]]
    )
  })

  it("that the platform refuses leaves its message as text", async () => {
    const { accountId } = await linked(gateway())
    await take(accountId)
    await controlOf(gateway()).act("bot", "unfit", 1)
    assert.strictEqual(await deliver(accountId), "done")
    const [alone, ...more] = await sent()
    assert.deepEqual(more, [])
    assert.deepInclude(alone, { text: `${alert.title}\n\n${alert.text}`, photo: undefined, buttons: 2 })
  })

  it.each(["429", "503", "reset", "lostAnswer"])(
    "behind its message holds up nothing where it fails (%s): the message came once",
    async (kind) => {
      const { accountId } = await linked(gateway())
      await take(accountId, long)
      controlOf(gateway()).fail({ kind, upstream: "bot", path: "sendPhoto$" })
      assert.deepEqual([await deliver(accountId), await deliver(accountId)], ["done", "done"])
      assert.lengthOf(
        (await sent()).filter(({ photo }) => photo === undefined),
        1
      )
      assert.deepEqual(await rows(gateway(), "SELECT state FROM alerts_sends"), [{ state: "sent" }])
    }
  )

  it.each([`{"of":1}`, `[]`, `"x"`, `{"of":"a","from":"2026-10-30","to":"2026-11-28","ranks":[]}`])(
    "that can't be drawn from %s leaves its message as text",
    async (chart) => {
      const { accountId } = await linked(gateway())
      await take(accountId)
      await rows(gateway(), `UPDATE alerts_queue SET chart = '${chart}'`)
      assert.strictEqual(await deliver(accountId), "done")
      const [alone, ...more] = await sent()
      assert.deepEqual(more, [])
      assert.deepInclude(alone, { text: `${alert.title}\n\n${alert.text}`, photo: undefined })
    }
  )

  it("is shown on the page of chats", async () => {
    const { accountId } = await linked(gateway())
    await take(accountId)
    await deliver(accountId)
    const { pages } = gateway().running.sandbox ?? assert.fail("there is no sandbox")
    const page = pages.find(({ title }) => title === "Alerts") ?? assert.fail("there is no page")
    assert.include(await (await fetch(page.url)).text(), `src="data:image/png;base64,${await png(series())}"`)
  })
})

describe("a chart", () => {
  it("is a PNG of 800 by 420 on white", async () => {
    const image = sharp(Buffer.from(await png(series()), "base64"))
    const { format, height, width } = await image.metadata()
    assert.deepEqual([format, width, height], ["png", chartWidth, chartHeight])
    const { data } = await image.removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([...data.subarray(0, 3)], [255, 255, 255])
  })

  const marksOf = (of: RankSeries) =>
    [...rankChart(of).matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const
    )
  it("has rank 1 at the top, worse ones lower, and what wasn't found below all", () => {
    const ys = marksOf(series([1, 7, 48, null, 2])).map(([, y]) => y)
    const [first = 0, seventh = 0, worst = 0, lost = 0, second = 0] = ys
    assert.isTrue(first < second && second < seventh && seventh < worst && worst < lost, String(ys))
  })

  it("has a day's place whatever was measured before it, and the last marked", () => {
    const ranks = [
      { day: "2026-10-30", rank: 3 },
      { day: "2026-11-28", rank: 5 }
    ]
    const [first, last, mark, ...more] = marksOf({ ...series(), ranks })
    assert.deepEqual(more, [])
    assert.deepEqual([first?.[0], last?.[0]], [76, 704])
    assert.deepEqual(mark, last)
  })

  const linesOf = (of: RankSeries) => rankChart(of).match(/stroke-width="3" stroke-linejoin/g)?.length ?? 0
  it("joins no days between which one wasn't measured, or wasn't found", () => {
    assert.strictEqual(linesOf(series([4, 5, 6, 7])), 1)
    assert.strictEqual(linesOf(series([4, 5, null, 7])), 2)
    const { ranks } = series([4, 5, 6, 7])
    assert.strictEqual(linesOf({ ...series(), ranks: ranks.toSpliced(2, 1) }), 2)
  })

  it("has no text that the machine's fonts would have to draw", () => {
    assert.notInclude(rankChart(series([1, null, 234])), "<text")
  })

  it.each([
    [1, [1, 2, 3, 4, 5]],
    [5, [1, 2, 3, 4, 5]],
    [6, [1, 2, 4, 6]],
    [31, [1, 10, 20, 30, 40]],
    [100, [1, 20, 40, 60, 80, 100]],
    [101, [1, 25, 50, 75, 100, 125]],
    [200, [1, 50, 100, 150, 200]],
    [99_999, [1, 20_000, 40_000, 60_000, 80_000, 100_000]]
  ])("whose worst rank is %i has lines at %j", (worst, lines) => {
    assert.deepEqual(ticksFor(worst), lines)
  })
})
