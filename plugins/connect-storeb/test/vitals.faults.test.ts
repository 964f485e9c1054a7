import { usePluginGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { VitalRows } from "../src/vitals/VitalRows.ts"
import { at, controlOf, dataOf, idle, listAt, refused } from "./support.ts"
import { type Owner, owner, readVitals } from "./vitals.support.ts"

const gateway = usePluginGateway(plugin, {
  plugins: { "connect-storeb": { reportingRequestsPerSecond: 10 } },
  config: idle
})
const body = { from: "2026-09-01", to: "2026-09-03", period: "DAILY" }
const query = (person: Owner) => person.askApp("/vitals/crashRate/query", "POST", body)

const steps = {
  freshness: { method: "GET", path: "MetricSet$" },
  query: { method: "POST", path: ":query$" }
} as const
const broken = (person: Owner, kind: string, step: keyof typeof steps, more: object = {}) =>
  controlOf(gateway()).fail({
    kind,
    upstream: "play-console",
    credential: person.keyFile.client_email,
    ...steps[step],
    ...more
  })
const read = (person: Owner) => readVitals(gateway(), person, ["crashRate"], body)
const kept = ({ accountId }: Owner) =>
  gateway().run(VitalRows.use((rows) => rows.days({ accountId, from: body.from, to: body.to }, ["crashRate"])))

describe("vitals of a vendor that fails", () => {
  for (const step of ["freshness", "query"] as const) {
    it.each(["lostAnswer", "reset", "503"])(`repeats a ${step} after %s, as it changes nothing`, async (kind) => {
      const person = await owner(gateway())
      broken(person, kind, step, { times: 1 })
      assert.lengthOf(listAt(dataOf(await query(person)), "items"), 3)
      assert.strictEqual(await gateway().used(person.accountId), 1)
    })

    it.each([
      ["malformed", 502, "UPSTREAM_ERROR"],
      ["429", 503, "UPSTREAM_RATE_LIMITED"],
      ["403", 403, "CONNECTION_PERMISSION_MISSING"],
      ["409", 409, "VENDOR_CONFLICT"]
    ] as const)(`charges nothing for a ${step} that ends in %s`, async (kind, status, code) => {
      const person = await owner(gateway())
      broken(person, kind, step, kind === "429" ? { retryAfterSeconds: 60 } : {})
      refused(await query(person), status, code)
      assert.strictEqual(await gateway().used(person.accountId), 0)
    })
  }

  it("shuts nobody else out when one connection's quota has run out", async () => {
    const [ada, eve] = [await owner(gateway()), await owner(gateway())]
    broken(ada, "429", "freshness", { retryAfterSeconds: 60, times: 1 })
    refused(await query(ada), 503, "UPSTREAM_RATE_LIMITED")
    const before = ada.now()
    const again = await query(ada)
    refused(again, 503, "UPSTREAM_RATE_LIMITED")
    assert.isAbove(Number(again.headers.get("retry-after")), 30)
    assert.lengthOf(ada.asked(before), 0, "the vendor isn't asked before it said so")
    dataOf(await query(eve))
  })

  it("asks at most ten times a second for one connection", async () => {
    const person = await owner(gateway())
    dataOf(await query(person))
    const before = person.now()
    const answers = await Promise.all(Array.from({ length: 12 }, () => query(person)))
    for (const answer of answers) assert.include([200, 503], answer.status, answer.text)
    const asked = controlOf(gateway())
      .requests({ upstream: "play-console", credential: person.keyFile.client_email, afterSequence: before })
      .map(({ atMs }) => atMs)
    // A token bucket of ten that fills by ten a second.
    for (const from of asked) {
      assert.isAtMost(asked.filter((at) => at >= from && at < from + 1_000).length, 21)
    }
    const spentMs = Math.max(...asked) - Math.min(...asked)
    assert.isAtLeast(spentMs, ((asked.length - 11) / 10) * 1_000 - 100)
  })

  it("reads a lagging vendor's days up to where it has them, and the rest later", async () => {
    const person = await owner(gateway())
    const path = `/vitals/crashRate?from=${body.from}`
    const last = String(at(dataOf(await person.askApp(path)), "window", "to"))
    await person.vitals({ late: { crashRateMetricSet: 2 } })
    const late = dataOf(await person.askApp(`${path}&to=${last}`))
    assert.deepInclude(at(late, "window"), { clamped: true })
    await person.vitals({ late: { crashRateMetricSet: 0 } })
    assert.deepInclude(at(dataOf(await person.askApp(`${path}&to=${last}`)), "window"), { to: last, clamped: false })
  })

  it("rejects a connection whose key is deleted, and keeps what was read", async () => {
    const person = await owner(gateway())
    await read(person)
    await controlOf(gateway()).act("play-console", "revoke", person.keyFile.client_email)
    refused(await query(person), 409, "CONNECTION_REJECTED")
    await read(person)
    assert.lengthOf(await kept(person), 3)
  })
})

describe("keeping vitals of a vendor that fails", () => {
  it.each(["lostAnswer", "503"])(
    "leaves what was kept, and reads the rest when it's tried again, after %s",
    async (kind) => {
      const person = await owner(gateway())
      await read(person)
      const before = await kept(person)
      broken(person, kind, "query", { times: 10 })
      const failed = await read(person).then(
        () => false,
        () => true
      )
      assert.isTrue(failed, "the job is tried again")
      assert.deepEqual(await kept(person), before)
      const [state] = await gateway().run(VitalRows.use((rows) => rows.states(person.accountId)))
      assert.deepInclude(state, { metricSet: "crashRate", state: "failed" })
      controlOf(gateway()).clearFaults()
    }
  )

  it("notes a right that is missing, and isn't tried again", async () => {
    const person = await owner(gateway(), { without: ["vitals"] })
    await read(person)
    const [state] = await gateway().run(VitalRows.use((rows) => rows.states(person.accountId)))
    assert.deepInclude(state, { state: "failed", rows: 0, lastDay: null })
    assert.match(state?.problem ?? "", /the right "View app information \(read-only\)" is missing/)
  })
})
