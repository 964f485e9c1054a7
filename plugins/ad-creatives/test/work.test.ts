import { adjustableClock, at, controlOf, listAt, rows, sampleValues, usePluginGateway } from "@storeglass/testkit"
import { Effect, Option } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { Work } from "../src/job/Work.ts"
import { Tidy } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { accepted, asked, base, fetched, jobOf, ownImageKey, withProvider } from "./support.ts"

const clock = adjustableClock()
// No workers: this suite does the work itself.
const gateway = usePluginGateway(plugin, {
  plugins: withProvider(),
  clock,
  config: { jobs: { concurrency: 0, lanes: { "ad-creatives.creatives": 0 } } }
})
let app: { platform: string; appId: string }
beforeAll(async () => {
  const { id = "" } = await sampleValues(gateway())
  app = { platform: "storea", appId: id }
})
const hourMs = 3_600_000
const sold = async () => listAt({ sold: await controlOf(gateway()).act("creatives", "sold", undefined) }, "sold").length
const work = (accountId: string, jobId: string) => gateway().run(Work.use((all) => all.run({ accountId, jobId })))

describe("a job that is interrupted again and again, and taken over each time", () => {
  it.each([{ quality: "low" }, { quality: "high", own: true }, { generateImage: false }])(
    "ends as one that never was: %j",
    async ({ own, ...body }: { own?: boolean; quality?: string; generateImage?: boolean }) => {
      const account = await gateway().account()
      const { accountId } = account
      const headers: Record<string, string> = own === true ? { "x-imageprovider-key": ownImageKey } : {}
      const naiveId = await accepted(gateway(), account, { ...app, ...body }, headers)
      await work(accountId, naiveId)
      const naive = await jobOf(gateway(), account, naiveId)
      assert.strictEqual(at(naive, "status"), "completed", JSON.stringify(naive))
      const usedOnce = [await gateway().used(accountId), await gateway().used(accountId, "creative")]
      const jobId = await accepted(gateway(), account, { ...app, ...body }, headers)
      const before = await sold()
      let cuts = 0
      for (;;) {
        cuts += 1
        // From before the first statement on, further each time.
        const ran = await gateway().run(
          Work.use((all) => all.run({ accountId, jobId })).pipe(Effect.timeoutOption(cuts * 150))
        )
        if (Option.isSome(ran)) break
        assert.isBelow(cuts, 200)
      }
      const cut = await jobOf(gateway(), account, jobId)
      assert.strictEqual(at(cut, "status"), "completed", JSON.stringify(cut))
      for (const field of ["keyPoints", "checks", "sources"])
        assert.deepEqual(at(cut, "result", field), at(naive, "result", field))
      assert.deepEqual(at(cut, "result", "ad", "copy"), at(naive, "result", "ad", "copy"))
      assert.deepEqual(
        [await gateway().used(accountId), await gateway().used(accountId, "creative")],
        usedOnce.map((credits) => 2 * credits)
      )
      // One that is being cut off again and again is given up for a layout; none is bought over and over.
      assert.isAtMost((await sold()) - before, 2)
      const left = await rows(gateway(), "SELECT 1 FROM core_credit_holds WHERE state = 'held'")
      assert.isEmpty(left)
      await work(accountId, jobId)
      assert.deepEqual(Object(await jobOf(gateway(), account, jobId)).updatedAt, Object(cut).updatedAt, "done is done")
    }
  )
})

describe("time", () => {
  it("ends a job after 2 hours without a charge, and deletes the caller's key", async () => {
    const account = await gateway().account()
    const jobId = await accepted(gateway(), account, app, { "x-imageprovider-key": ownImageKey })
    const other = await accepted(gateway(), account, app)
    clock.advanceMs(2 * hourMs + 60_000)
    await work(account.accountId, other)
    await gateway().runJob(Tidy, {})
    for (const id of [jobId, other]) {
      const job = await jobOf(gateway(), account, id)
      assert.deepEqual([at(job, "status"), at(job, "error", "code")], ["failed", "HOLD_EXPIRED"])
    }
    assert.deepEqual(
      [await gateway().used(account.accountId), await gateway().used(account.accountId, "creative")],
      [0, 0]
    )
    assert.isEmpty(await rows(gateway(), "SELECT 1 FROM ad_creatives_jobs WHERE sealed_key IS NOT NULL"))
    assert.strictEqual((await asked(gateway(), account, app)).status, 202)
  })

  it("takes an address after 7 days, and job and picture after 30", async () => {
    const account = await gateway().account()
    const jobId = await accepted(gateway(), account, { ...app, quality: "low" })
    await work(account.accountId, jobId)
    const urlOf = async () => at(await jobOf(gateway(), account, jobId), "result", "ad", "imageUrl")
    const first = await urlOf()
    assert.strictEqual((await fetched(gateway(), first)).status, 200)
    clock.advanceMs(7 * 24 * hourMs + 1_000)
    assert.strictEqual((await fetched(gateway(), first)).status, 404)
    const later = await urlOf()
    assert.strictEqual((await fetched(gateway(), later)).status, 200)
    clock.advanceMs(23 * 24 * hourMs)
    await gateway().runJob(Tidy, {})
    assert.strictEqual((await gateway().ask(`${base}/jobs/${jobId}`, { key: account.key })).status, 404)
    assert.strictEqual((await fetched(gateway(), later)).status, 404)
  })
})

describe("limits", () => {
  it("let 20 jobs of an account wait, and no more, however many come at once", async () => {
    const [account, other] = [await gateway().account({ plan: "large" }), await gateway().account()]
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => asked(gateway(), account, { ...app, mode: "analyze" }))
    )
    const refused = answers.filter(({ status }) => status !== 202)
    assert.lengthOf(refused, 4)
    for (const { headers, json, status } of refused) {
      assert.deepEqual([status, at(json, "error", "code")], [429, "TOO_MANY_JOBS"])
      assert.isNotNull(headers.get("retry-after"))
    }
    assert.strictEqual((await asked(gateway(), other, { ...app, mode: "analyze" })).status, 202)
    const jobId = String(at(answers.find(({ status }) => status === 202)?.json, "data", "jobId"))
    await work(account.accountId, jobId)
    assert.strictEqual((await asked(gateway(), account, { ...app, mode: "analyze" })).status, 202)
  })

  it("fail a job whose picture finds no room among the account's files, and cost nothing", async () => {
    const account = await gateway().account()
    const jobId = await accepted(gateway(), account, { ...app, quality: "low" })
    const full = `INSERT INTO core_files (id, account_id, name, type, size, bytes, created_at, expires_at)
      SELECT 'full-' || n, '${account.accountId}', 'x', 'text/plain', 50000000, '', now(), now() + interval '60 days'
      FROM generate_series(1, 4) n`
    await rows(gateway(), full)
    await rows(gateway(), `UPDATE core_files SET size = 52428000 WHERE account_id = '${account.accountId}'`)
    await work(account.accountId, jobId)
    const job = await jobOf(gateway(), account, jobId)
    assert.strictEqual(at(job, "error", "code"), "FILES_FULL", JSON.stringify(job))
    assert.strictEqual(await gateway().used(account.accountId, "creative"), 0)
  })
})
