/** A vendor that takes a request and doesn't answer: reads end in time and cost nothing, a commit is never sent twice. */
import { randomUUID } from "node:crypto"
import { adjustableClock, until, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeEach, describe, it, vi } from "vitest"
import { CloseEdit } from "../src/edits/OpenEdits.ts"
import { everyEditClosed, journalOf, type Owner, owner, soundAt } from "./edits.support.ts"
import { base, bucket, controlOf, dataOf, idle, issue, quiet, refused, stranger } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({
  plugins: { "connect-storeb": { ...quiet, readsLagMs: 200, timeoutMs: 2_000 } },
  config: { vendorWrites: { settleMsMax: 1_000 }, ...idle },
  clock
})
const silentMs = 6_000
everyEditClosed()

/** The circuits that all connections share are closed again. */
beforeEach(() => {
  controlOf(gateway()).clearFaults()
  clock.advanceMs(60_000)
})

const silent = (email: string, method: string, path: string, times?: number) =>
  controlOf(gateway()).fail({
    kind: "slow",
    delayMs: silentMs,
    upstream: "play-console",
    credential: email,
    method,
    path,
    ...(times === undefined ? {} : { times })
  })

const week = { from: "2026-09-01", to: "2026-09-03" }
const reads = {
  apps: { path: "/apps", asks: ["GET", "apps:search"] },
  reviews: { path: "/apps/{app}/reviews", asks: ["GET", "/reviews"] },
  vitals: { path: `/apps/{app}/vitals/crashRate?from=${week.from}&to=${week.to}`, asks: ["GET", "MetricSet$"] },
  "rows of vitals": {
    path: "/apps/{app}/vitals/crashRate/query",
    body: { ...week, period: "DAILY" },
    asks: ["POST", ":query$"]
  },
  tracks: { path: "/apps/{app}/tracks", asks: ["GET", "/edits/[0-9]+/tracks"] },
  releases: { path: "/apps/{app}/tracks/production/releases", asks: ["GET", "/releases"] },
  "files of reports": { path: "/reports/objects", asks: ["GET", "/o(\\?|$)"] }
} as const

describe("a read of a vendor that doesn't answer", { timeout: 60_000 }, () => {
  it.each(Object.entries(reads))("of %s is UPSTREAM_TIMEOUT, and costs nothing", async (_, read) => {
    const person = await stranger(gateway())
    const { keyFile, packageName } = await issue(gateway())
    dataOf(await person.connect({ serviceAccountJson: keyFile, reportsBucket: bucket }), 201)
    const [method, path] = read.asks
    silent(keyFile.client_email, method, path)
    const asked = read.path.replace("{app}", packageName)
    const answer = await ("body" in read ? person.ask(asked, "POST", read.body) : person.ask(asked))
    refused(answer, 504, "UPSTREAM_TIMEOUT")
    assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
    assert.strictEqual(await gateway().used(person.accountId), 0)
  })
})

const changes = {
  listing: { path: "/listings/en-US", body: { title: "Once" } },
  track: {
    path: "/tracks/beta",
    body: { releases: [{ name: "Once", versionCodes: ["150"], status: "completed" }] }
  }
} as const
type Change = keyof typeof changes
const put = (person: Owner, change: Change, key: string) =>
  gateway().ask(`${base}/apps/${person.packageName}${changes[change].path}`, {
    method: "PATCH",
    key: person.key,
    headers: { "idempotency-key": key },
    body: changes[change].body
  })
const commitsSent = (person: Owner, after: number) =>
  person.asked(after).filter((asked) => asked.includes(":commit")).length
/** A silent request reaches the vendor after all, when nobody waits for it any more. */
const arrived = (person: Owner, after: number) =>
  vi.waitFor(() => assert.strictEqual(commitsSent(person, after), 1), { timeout: 20_000, interval: 20 })

describe("an edit that the vendor opens when nobody waits for it any more", { timeout: 120_000 }, () => {
  it("is deleted too", async () => {
    const person = await owner(gateway())
    silent(person.keyFile.client_email, "POST", "/edits$", 1)
    refused(await person.askApp("/tracks"), 504, "UPSTREAM_TIMEOUT")
    const noted = () =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ id: string }>`SELECT id FROM connect_storeb_edits WHERE account_id = ${person.accountId}::uuid`
        )
      )
    const [{ id = "" } = {}] = await noted()
    const close = () => gateway().runJob(CloseEdit, { id })
    const openOnes = async () => (await person.store()).open.length
    // Too early: the vendor hasn't opened it yet.
    const early = await close().then(
      () => "done",
      () => "again"
    )
    assert.deepEqual([early, await openOnes(), (await noted()).length], ["again", 0, 1])
    await vi.waitFor(async () => assert.strictEqual(await openOnes(), 1), { timeout: 30_000, interval: 20 })
    clock.advanceMs(60_000)
    await close()
    assert.deepEqual([await openOnes(), (await noted()).length], [0, 0])
  })
})

describe.each(["listing", "track"] as const)(
  "a change of a %s whose commit isn't answered",
  { timeout: 60_000 },
  (change) => {
    it("is UPSTREAM_TIMEOUT and free where its edit can be deleted, which keeps the commit from working late", async () => {
      const person = await owner(gateway())
      silent(person.keyFile.client_email, "POST", ":commit", 1)
      const [before, key] = [person.now(), randomUUID()]
      const answer = await put(person, change, key)
      refused(answer, 504, "UPSTREAM_TIMEOUT")
      assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
      await arrived(person, before)
      assert.lengthOf((await person.store()).commits, 0)
      dataOf(await put(person, change, key))
      assert.lengthOf((await person.store()).commits, 1)
      await soundAt(gateway(), [person])
    })

    it("is WRITE_OUTCOME_UNKNOWN where nobody can look, is settled once somebody can, and is never sent again", async () => {
      const person = await owner(gateway())
      silent(person.keyFile.client_email, "POST", ":commit", 1)
      const kept = controlOf(gateway()).fail({
        kind: "409",
        upstream: "play-console",
        credential: person.keyFile.client_email,
        method: "DELETE",
        path: "/edits/"
      })
      const [before, key] = [person.now(), randomUUID()]
      refused(await put(person, change, key), 502, "WRITE_OUTCOME_UNKNOWN")
      await arrived(person, before)
      controlOf(gateway()).clearFaults({ id: kept })
      const journal = Effect.promise(() => journalOf(gateway(), person))
      await gateway().run(until(["core_vendor_writes"], journal, ([row]) => row?.outcome === "applied"))
      dataOf(await put(person, change, key))
      assert.strictEqual(commitsSent(person, before), 1)
      assert.lengthOf((await person.store()).commits, 1)
      await soundAt(gateway(), [person])
    })
  }
)
