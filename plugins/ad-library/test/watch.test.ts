/** What is watched for whom, what is told of it, how often, and what a failure is not. */
import { AlertSink, definePlugin, onEvent } from "@storeglass/plugin-api"
import { adjustableClock, manifestOf, until as untilWritten, usePluginGateway } from "@storeglass/testkit"
import { Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { afterEach, assert, describe, it } from "vitest"
import { AdsMoved } from "../src/contract.ts"
import { Tell, WatchApp, WatchDue, WatchSync } from "../src/jobRefs.ts"
import { nextDueMs } from "../src/watch/Watches.ts"
import { hour, repositoryOf } from "./support.ts"

const day = 24 * hour
interface Told {
  readonly accountId: string
  readonly kind: string
  readonly title: string
  readonly text: string
  readonly key?: string
}
/** Each delivery once, and each alert as often as it's sent. */
const heard = new Map<string, typeof AdsMoved.payload.Type>()
const alerts: Array<Told> = []
const waiting: Array<() => void> = []
const wake = () => {
  for (const go of waiting.splice(0)) go()
}
const listener = definePlugin({
  id: "listener",
  manifest: manifestOf("listener", { uses: { "ad-library": "^0.1.0" } }),
  description: "Hears what moves, and brings alerts.",
  uses: ["ad-library"],
  offers: [AlertSink],
  config: Schema.Struct({}),
  api: HttpApi.make("listener"),
  live: () =>
    Layer.succeed(
      AlertSink,
      AlertSink.of({
        take: (accountId, alert) =>
          Effect.sync(() => {
            alerts.push({ accountId, ...alert })
            wake()
          })
      })
    ),
  on: () => [
    onEvent(AdsMoved, (moved, { id }) =>
      Effect.sync(() => {
        heard.set(id, moved)
        wake()
      })
    )
  ]
})
const clock = adjustableClock()
const gateway = usePluginGateway(listener, {
  plugins: { stores: true, workspace: true, "ad-library": { watchedAnHour: 24 } },
  clock
})
const repository = repositoryOf(gateway)
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const rows = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
  gateway().run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, statement)))
/** Until it holds, looked at whenever something was told. */
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve))
}
const heardOf = (appId: number) => [...heard.values()].filter((moved) => moved.appId === appId)
const alertsOf = (accountId: string) => alerts.filter((alert) => alert.accountId === accountId)

let lastAppId = 6_000_000_000
const newAppId = () => {
  lastAppId += 1
  return lastAppId
}
const newAccount = async (own: number, competitors: ReadonlyArray<number>) => {
  const { accountId, key } = await gateway().account({ plan: "large" })
  const post = async (path: string, body: object) => {
    const answer = await gateway().ask(path, { method: "POST", key, body })
    assert.isBelow(answer.status, 300, answer.text)
  }
  await post("/v1/user/apps", { appId: own, isLive: false, appName: "Ours" })
  for (const competitor of competitors) {
    await post(`/v1/user/apps/${own}/competitors`, { competitorAppId: competitor, name: `Rival ${competitor}` })
  }
  await gateway().runJob(WatchSync, {})
  // The schedule of the gateway itself reads nothing in between.
  await rows((sql) => sql`UPDATE ad_library_watched SET due_ms = due_ms + ${500 * day}::bigint`)
  return { accountId, key }
}

interface Shown {
  readonly id: string
  readonly country: string
  readonly place?: string
  readonly picture?: string
  /** Days before the last that the repository tells of. */
  readonly ago?: number
}
const show = (appId: number, shown: ReadonlyArray<Shown>) =>
  repository.act("publish", {
    appId,
    rows: shown.map(({ ago = 0, country, id, picture = "p1", place = "TODAY_TAB" }) => ({
      adId: id,
      appId,
      appName: "Rival",
      placement: `APPSTORE_${place}`,
      format: "Icon + Asset Ad",
      countryOrRegion: country,
      lastImpressionDate: new Date(nowMs() - (7 + ago) * day).toISOString().slice(0, 10),
      adAssets: [{ pictureUrl: `https://pictures.example/${picture}.png?ppid=${id}` }]
    }))
  })
const look = (appId: number) => gateway().runJob(WatchApp, { appId })
/** The reading of another day. */
const lookOn = async (appId: number, shown: ReadonlyArray<Shown>) => {
  clock.advanceMs(day)
  await show(appId, shown)
  await look(appId)
}
const movesOf = (appId: number) => heardOf(appId).map(({ moves }) => moves)

const de = { id: "a1", country: "DE" }
const fr = { id: "a2", country: "FR", place: "SEARCH_TAB", picture: "p2" }

afterEach(async () => {
  repository.control().clearFaults()
  await repository.assertNoViolation()
})

describe("a competitor that is watched", () => {
  it("is compared with what it was, and what is new is told once", async () => {
    const rival = newAppId()
    const { accountId } = await newAccount(newAppId(), [rival])
    await show(rival, [de])
    await look(rival)
    await lookOn(rival, [de])
    assert.deepEqual([movesOf(rival), alertsOf(accountId)], [[], []])

    await lookOn(rival, [de, fr])
    await until(() => alertsOf(accountId).length > 0)
    await until(() => heardOf(rival).length > 0)
    assert.deepEqual(movesOf(rival), [
      [
        { kind: "creative", values: ["https://pictures.example/p2.png?ppid=a2"] },
        { kind: "country", values: ["FR"] },
        { kind: "placement", values: ["STORE_SEARCH_TAB"] }
      ]
    ])
    const [alert] = alertsOf(accountId)
    assert.strictEqual(alert?.kind, "ad-library.moved")
    assert.include(alert?.title, `Rival ${rival}`)
    assert.match(alert?.text ?? "", /new creative.*FR.*STORE_SEARCH_TAB.*7 days behind: this is as of \d{4}-\d\d-\d\d/)

    // The same again, one that pauses and comes back, and the same picture under another id: nothing of it is new.
    await look(rival)
    await lookOn(rival, [de])
    await lookOn(rival, [de, fr, { ...fr, id: "a3" }])
    assert.lengthOf(heardOf(rival), 1)
    assert.lengthOf(alertsOf(accountId), 1)
  })

  it("stops when nothing was shown for 7 days, and starts again, each told once", async () => {
    const rival = newAppId()
    const { accountId } = await newAccount(newAppId(), [rival])
    await show(rival, [de])
    await look(rival)
    await lookOn(rival, [{ ...de, ago: 6 }])
    assert.deepEqual(movesOf(rival), [])
    await lookOn(rival, [{ ...de, ago: 7 }])
    await lookOn(rival, [])
    await lookOn(rival, [de])
    await until(() => alertsOf(accountId).length === 2)
    await until(() => heardOf(rival).length === 2)
    assert.deepEqual(movesOf(rival), [[{ kind: "stopped", values: [] }], [{ kind: "started", values: ["DE"] }]])
    assert.match(alertsOf(accountId)[0]?.title ?? "", /stopped advertising in the EU$/)
  })

  it("that can't be read hasn't stopped: nothing is told, and the next reading goes on from the one before", async () => {
    const rival = newAppId()
    const { accountId } = await newAccount(newAppId(), [rival])
    await show(rival, [de, fr])
    await look(rival)
    for (const kind of ["500", "429", "empty", "html"]) {
      clock.advanceMs(day)
      await show(rival, [])
      repository.control().fail({ kind, upstream: "ad-repository" })
      const failed = await look(rival).then(
        () => false,
        () => true
      )
      assert.isTrue(failed, kind)
      repository.control().clearFaults()
    }
    // Half of the storefronts alone are no reading either.
    clock.advanceMs(day)
    repository.control().fail({ kind: "500", upstream: "ad-repository", path: "(%28|\\()PT(%2C|,)" })
    assert.isTrue(
      await look(rival).then(
        () => false,
        () => true
      )
    )
    repository.control().clearFaults()
    await lookOn(rival, [de, fr])
    assert.deepEqual([movesOf(rival), alertsOf(accountId)], [[], []])
  })

  it("is told of to those who compete with it since before, each under one key however often the job runs", async () => {
    const rival = newAppId()
    const ours = newAppId()
    const early = await newAccount(ours, [rival])
    await show(rival, [de])
    await look(rival)
    await lookOn(rival, [de, fr])
    await until(() => alertsOf(early.accountId).length > 0)
    clock.advanceMs(hour)
    const late = await newAccount(newAppId(), [rival])
    const [moved] = heardOf(rival)
    const seenMs = Date.parse(moved?.seenAt ?? "")
    await gateway().runJob(Tell, { appId: rival, seenMs })
    assert.deepEqual(alertsOf(late.accountId), [])
    assert.strictEqual(new Set(alertsOf(early.accountId).map(({ key }) => key)).size, 1)
    // Whose own app it is isn't told as of a competitor's.
    const itself = await newAccount(rival, [])
    await lookOn(rival, [de, { ...fr, country: "IT" }])
    await until(() => alertsOf(late.accountId).length > 0)
    assert.deepEqual(alertsOf(itself.accountId), [])
  })

  it("is forgotten when nobody competes with it any more, and begins anew", async () => {
    const rival = newAppId()
    const ours = newAppId()
    const { key } = await newAccount(ours, [rival])
    await show(rival, [de])
    await look(rival)
    const list = await gateway().ask(`/v1/user/apps/${ours}/competitors`, { key })
    const id = /"id":"([0-9a-f-]{36})"/.exec(list.text)?.[1] ?? assert.fail(list.text)
    const gone = await gateway().ask(`/v1/user/apps/${ours}/competitors?id=${id}`, { method: "DELETE", key })
    assert.isBelow(gone.status, 300, gone.text)
    await gateway().runJob(WatchSync, {})
    const known = () => rows((sql) => sql`SELECT 1 FROM ad_library_known WHERE app_id = ${rival}::bigint`)
    assert.lengthOf(await known(), 0)
    await lookOn(rival, [de, fr])
    assert.deepEqual(movesOf(rival), [])
  })
})

it("what an account keeps and competes with is watched as soon as it's added", async () => {
  const [own, rival] = [newAppId(), newAppId()]
  const { accountId, key } = await gateway().account({ plan: "large" })
  const watched = gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      untilWritten(
        ["ad_library_watchers"],
        sql`SELECT app_id::float8 AS "appId", is_own AS "isOwn" FROM ad_library_watchers
          WHERE account_id = ${accountId}::uuid ORDER BY app_id`,
        (found) => found.length === 2
      )
    ).pipe(Effect.orDie)
  )
  await gateway().ask("/v1/user/apps", { method: "POST", key, body: { appId: own, isLive: false, appName: "Ours" } })
  await gateway().ask(`/v1/user/apps/${own}/competitors`, { method: "POST", key, body: { competitorAppId: rival } })
  assert.deepEqual(await watched, [
    { appId: own, isOwn: true },
    { appId: rival, isOwn: false }
  ])
})

describe("what is due", () => {
  it("is at an app's own moment of each day, and all are spread over it", () => {
    const nowMs = Date.parse("2026-11-20T10:00:00Z")
    const hours = new Map<number, number>()
    for (let appId = 284_882_215; appId < 284_882_215 + 4_800; appId++) {
      const dueMs = nextDueMs(appId, nowMs)
      assert.isTrue(dueMs > nowMs && dueMs <= nowMs + day)
      assert.strictEqual(nextDueMs(appId, dueMs), dueMs + day)
      const inHour = Math.floor((dueMs - nowMs) / hour)
      hours.set(inHour, (hours.get(inHour) ?? 0) + 1)
    }
    for (const apps of hours.values()) assert.isBelow(apps, 300)
    assert.strictEqual(hours.size, 24)
  })

  it("is enqueued no faster than the repository's pace leaves room for", async () => {
    await newAccount(newAppId(), Array.from({ length: 6 }, newAppId))
    const dueNow = async () => {
      const [row] = await rows(
        (sql) => sql`SELECT count(*)::int AS n FROM ad_library_watched WHERE due_ms <= ${nowMs()}::bigint`
      )
      return Number(Reflect.get(Object(row), "n"))
    }
    await rows((sql) => sql`UPDATE ad_library_watched SET due_ms = ${nowMs()}::bigint`)
    const before = await dueNow()
    assert.isAtLeast(before, 7)
    await gateway().runJob(WatchDue, {})
    assert.strictEqual(await dueNow(), before - 2)
  })
})
