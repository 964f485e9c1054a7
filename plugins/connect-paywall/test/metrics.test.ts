import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { compared, currencyOf, metricsOf } from "../src/figures/metrics.ts"
import { sayable } from "../src/sayable.ts"
import { isAllowed } from "../src/sources/superwall/client.ts"
import { figureOf, seriesOf } from "../src/sources/superwall/source.ts"
import { Statistics } from "../src/sources/superwall/wire.ts"

const known = ["netProceeds", "proceeds", "mrr", "newTrials", "trial_conversion_rate", "newUsers", "users", "arpu"]
const Key = Schema.Union([Schema.Literals(known), Schema.String])
const Value = Schema.Union([
  Schema.Struct({ type: Schema.Literals(["currency", "number", "percentage"]), value: Schema.Finite }),
  Schema.Struct({ type: Schema.Literal("error"), value: Schema.Union([Schema.String, Schema.Null, Schema.Finite]) }),
  Schema.Struct({ type: Schema.String, value: Schema.Union([Schema.Null, Schema.String, Schema.Finite]) }),
  Schema.Struct({ type: Schema.Literal("number") }),
  Schema.Null
])
const Told = Schema.Array(Schema.Struct({ key: Key, value: Value }))

describe("metrics", () => {
  const decode = Schema.decodeUnknownSync(Statistics)

  it.effect.prop(
    "are each the provider's, once and in its order; none measured is null, none unavailable is a number",
    [Told, Schema.NullOr(Schema.Literals(["EUR", "JPY"]))],
    ([told, currency]) =>
      Effect.sync(() => {
        const { statistics } = decode({ statistics: told })
        const metrics = metricsOf(statistics.map(figureOf), currency)
        assert.deepEqual(
          metrics.map(({ providerKey }) => providerKey),
          told.map(({ key }) => key)
        )
        for (const [index, metric] of metrics.entries()) {
          const value = told[index]?.value ?? null
          const given = value !== null && "value" in value && value.type !== "error" ? value.value : null
          const measured = typeof given === "number"
          assert.strictEqual(metric.status, measured ? "measured" : "unavailable")
          assert.strictEqual(metric.value, measured ? given : null)
          assert.strictEqual(metric.reason === null, measured)
          assert.deepEqual(
            [metric.currency, metric.assumed],
            metric.unit === "currency" ? [currency ?? "USD", currency === null] : [null, false]
          )
        }
        // A name of ours is given to one of them at most.
        const renamed = metrics.filter(({ key, providerKey }) => key !== providerKey).map(({ key }) => key)
        assert.strictEqual(new Set(renamed).size, renamed.length)
      })
  )

  it("compare with the period before only where both were measured and the earlier isn't 0", () => {
    const of = (value: number | null) => [
      {
        key: "proceeds",
        providerKey: "p",
        name: "P",
        description: null,
        value,
        unit: "currency",
        ...currencyOf("currency", null),
        status: value === null ? ("unavailable" as const) : ("measured" as const),
        reason: null,
        chart: null
      }
    ]
    const changes = (now: number | null, before: number | null) => {
      const [row] = compared(of(now), of(before))
      return [row?.absolute, row?.percent]
    }
    assert.deepEqual(changes(0.3, 0.2), [0.1, 50])
    assert.deepEqual(changes(0, 8), [-8, -100])
    assert.deepEqual(changes(3, -2), [5, 250])
    assert.deepEqual(changes(5, 0), [null, null])
    assert.deepEqual(changes(5, null), [null, null])
    assert.deepEqual(changes(null, 5), [null, null])
    assert.deepEqual(compared(of(1), [])[0]?.previous, null)
  })
})

describe("a chart's series", () => {
  it("have a point at every x, null where the provider tells nothing", () => {
    const series = seriesOf(
      {
        data: [
          { x: "1", values: { a: { y: 1, extra: { m: 2, n: null } } } },
          { x: "2", incomplete: true, values: { b: { y: 0 } } }
        ],
        series: [{ key: "b" }, { key: "never" }],
        enriched_data: { a: "The first" }
      },
      "Chart"
    )
    const flat = series.map(({ key, name, points }) => [key, name, points.map(({ y }) => y)])
    assert.deepEqual(flat, [
      ["b", "b", [null, 0]],
      ["never", "never", [null, null]],
      ["a", "The first", [1, null]]
    ])
    assert.deepEqual(series[2]?.points[0]?.extra, { m: 2 })
    assert.deepEqual(
      series[0]?.points.map(({ incomplete }) => incomplete),
      [false, true]
    )
  })
})

describe("the adapter", () => {
  it("makes seven kinds of reads, and refuses every other request", () => {
    const app = "/v2/projects/1/applications/2"
    for (const path of [
      "/v2/me/organizations",
      "/v2/projects",
      `${app}/statistics`,
      `${app}/recent-transactions`,
      "/v2/charts/definitions",
      "/v2/campaigns"
    ]) {
      assert.isTrue(isAllowed("GET", path), path)
      for (const method of ["PUT", "PATCH", "DELETE", "POST"])
        assert.isFalse(isAllowed(method, path), `${method} ${path}`)
    }
    assert.isTrue(isAllowed("POST", "/v2/charts/data"))
    for (const path of [
      "/v2/organizations/1/query",
      "/v2/charts/data",
      "/v2/campaigns/1",
      "/v2/projects/1",
      `${app}/settings`,
      "/v2/projects/../applications/2/statistics",
      "/v2/projects/1/applications/./statistics",
      "/v2/projects/1/applications/2/../statistics",
      "/v2/projects//applications/2/statistics"
    ]) {
      assert.isFalse(isAllowed("GET", path), path)
    }
    assert.isFalse(isAllowed("POST", "/v2/organizations/1/query"))
  })

  it.each([
    ["Key sk_live_1234abcd is unknown.", "Key … is unknown."],
    ["No access to project 7001 from 10.0.0.7:443.", "No access to project … from …."],
    ["See https://api.superwall.com/docs?x=1 or ask ann@example.com.", "See … or ask …."],
    ["Application 9004 isn't in project 7003.", "Application 9004 isn't in project …."],
    ["limit must be from 1 to 100", "limit must be from 1 to 100"],
    ["User user-16x7udx on ip-10-0-0-1.internal", "User … on …"],
    ["My secret-of-mine here", "My … here"],
    ["from must be before 2026-11-21", "from must be before 2026-11-21"]
  ])("says of '%s': '%s'", (said, expected) => {
    assert.strictEqual(sayable(said, Redacted.make("secret-of-mine"), ["9004"]), expected)
  })
})
