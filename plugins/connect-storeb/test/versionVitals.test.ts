import { Connections } from "@storeglass/plugin-api"
import { usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { kind } from "../src/PlayConnection.ts"
import plugin from "../src/plugin.ts"
import { isWorse, rateOf, type VersionRate, VersionVitals } from "../src/vitals/VersionVitals.ts"
import { controlOf, idle } from "./support.ts"
import { type Owner, owner } from "./vitals.support.ts"

const gateway = usePluginGateway(plugin, { plugins: { "connect-storeb": true }, config: idle })

const day = (version: string, rate: string | undefined, users: string, [lower, upper]: readonly string[] = []) => ({
  dimensions: [{ dimension: "versionCode", int64Value: version }],
  metrics: [
    {
      metric: "crashRate",
      ...(rate === undefined ? {} : { decimalValue: { value: rate } }),
      ...(lower === undefined
        ? {}
        : { decimalValueConfidenceInterval: { lowerBound: { value: lower }, upperBound: { value: upper ?? "" } } })
    },
    { metric: "distinctUsers", decimalValue: { value: users } }
  ]
})

describe("the rate of versions", () => {
  it("weights days by their users, and adds no users up", () => {
    const rows = [
      day("140", "0.01", "1000", ["0.008", "0.012"]),
      day("140", "0.03", "3000", ["0.026", "0.034"]),
      day("141", "0.05", "1000", ["0.04", "0.06"]),
      day("132", "0.5", "90000")
    ]
    // (0.01 × 1000 + 0.03 × 3000 + 0.05 × 1000) / 5000
    const told = rateOf(rows, "crashRate", ["140", "141"], 100)
    assert.approximately(told?.rate ?? 0, 0.03, 1e-12)
    // (0.008 × 1000 + 0.026 × 3000 + 0.04 × 1000) / 5000
    assert.approximately(told?.lower ?? 0, 0.0252, 1e-12)
    assert.strictEqual(told?.usersMax, 3_000)
    assert.isNull(rateOf(rows, "crashRate", ["132"], 100)?.lower)
  })

  it.each([
    ["a version that there isn't", [day("140", "0.01", "1000")], ["999"]],
    ["too few users", [day("140", "0.01", "90"), day("140", "0.01", "90")], ["140"]],
    ["no rate", [day("140", undefined, "1000")], ["140"]],
    ["no users", [day("140", "0.01", "0")], ["140"]]
  ])("is null, never 0, with %s", (_, rows, versions) => {
    assert.isNull(rateOf(rows, "crashRate", versions, 100))
  })

  const of = (rate: number, lower: number | null = null, upper: number | null = null): VersionRate => ({
    rate,
    lower,
    upper,
    usersMax: 1_000
  })
  it.each([
    ["as good", of(0.01), of(0.01), false],
    ["better", of(0.001), of(0.01), false],
    ["at the ratio", of(0.015), of(0.01), false],
    ["above it", of(0.0151), of(0.01), true],
    ["above it by next to nothing", of(0.0008), of(0.0004), false],
    ["above none", of(0.01), of(0), true],
    ["above by chance", of(0.02, 0.009, 0.031), of(0.01, 0.009, 0.011), false],
    ["above by more than chance", of(0.02, 0.012, 0.028), of(0.01, 0.009, 0.011), true],
    ["of no measured candidate", null, of(0.01), false],
    ["of no measured baseline", of(0.5), null, false]
  ])("%s", (_, candidate, baseline, worse) => {
    assert.strictEqual(isWorse(candidate, baseline, { ratio: 1.5, difference: 0.0005, usersMin: 100 }), worse)
  })
})

const compare = (person: Owner, candidate: ReadonlyArray<string>, baseline: ReadonlyArray<string>) =>
  gateway().run(
    Effect.gen(function* () {
      const connection = yield* Connections.use((connections) => connections.use(person.accountId, kind))
      return yield* VersionVitals.use((versions) =>
        versions.compare(connection, person.packageName, { candidate, baseline })
      )
    })
  )

describe("a version and the one before it", () => {
  it("are ok while their rates are alike, over the last seven days that there are", async () => {
    const told = await compare(await owner(gateway()), ["140"], ["132"])
    assert.deepInclude(told, { verdict: "ok", reason: null })
    assert.lengthOf(told.rates, 4)
    assert.strictEqual(Date.parse(told.to ?? "") - Date.parse(told.from ?? ""), 6 * 86_400_000)
    for (const { ratio } of told.rates) assert.isTrue(ratio !== null && ratio > 0.8 && ratio < 1.25)
  })

  it("are told to be worse when the new one crashes three times as often", async () => {
    const person = await owner(gateway())
    await person.vitals({ worse: { "140": 3 } })
    const told = await compare(person, ["140"], ["132"])
    assert.strictEqual(told.verdict, "worse")
    const crash = told.rates.find(({ metric }) => metric === "crashRate")
    assert.isTrue(crash?.worse)
    assert.approximately(crash?.ratio ?? 0, 3, 0.6)
    assert.strictEqual((await compare(person, ["132"], ["140"])).verdict, "ok", "the other way round it isn't")
  })

  it.each([
    ["too few people have the new one", ["150"], ["132"], /version 150 had fewer than 100 users/],
    ["there's no such version", ["140"], ["999"], /version 999 had fewer than 100 users/],
    ["there's nothing to compare with", ["140"], [], /no two versions/]
  ])("aren't known where %s", async (_, candidate, baseline, reason) => {
    const told = await compare(await owner(gateway()), candidate, baseline)
    assert.strictEqual(told.verdict, "unknown")
    assert.match(told.reason ?? "", reason)
  })

  it.each(["403", "malformed", "429"])("aren't known where the vendor answers %s", async (fault) => {
    const person = await owner(gateway())
    controlOf(gateway()).fail({ kind: fault, upstream: "play-console", credential: person.keyFile.client_email })
    const told = await compare(person, ["140"], ["132"])
    assert.strictEqual(told.verdict, "unknown")
    assert.match(told.reason ?? "", /couldn't be read/)
  })
})
