import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Access, NeedsSession, Price, SharedAnswer, ToolHints } from "@storeglass/plugin-api"
import { Context, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { calibrationOf } from "../src/config.ts"
import plugin, { AppsApi } from "../src/plugin.ts"
import { settings } from "./support.ts"

const prices: Record<string, number> = {
  "/v1/search": 1,
  "/v1/apps/:id": 2,
  "/v1/apps/:id/intelligence": 5,
  "/v1/apps/:id/country-rankings": 3,
  "/v1/apps/:id/reviews": 2,
  "/v1/apps/:id/similar": 2,
  "/v1/apps/:id/screenshots": 2,
  "/v1/apps/:id/screenshots/competitors": 3
}
const errors = ["400", "404", "502", "503", "504"]

describe("the declaration", () => {
  it("serves the eight routes at their documented prices, from the general bucket, to holders of a key", () => {
    const seen: Record<string, number | "quoted" | undefined> = {}
    HttpApi.reflect(AppsApi, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
        if (group.identifier === "appsDashboard") return
        const price = Context.getOrUndefined(mergedAnnotations, Price)
        seen[endpoint.path] = price?.credits
        assert.strictEqual(endpoint.method, "GET")
        assert.strictEqual(price?.bucket, "general")
        assert.strictEqual(Context.getOrUndefined(mergedAnnotations, Access), "key")
        // The report is corrected by the account's own figures.
        const shared = Context.getOrUndefined(mergedAnnotations, SharedAnswer) !== undefined
        assert.strictEqual(shared, !endpoint.path.endsWith("/intelligence"), endpoint.path)
      }
    })
    assert.deepStrictEqual(seen, prices)
  })

  it("serves what pages read for nothing, to viewers who are signed in, below their own path", () => {
    const seen: Array<string> = []
    HttpApi.reflect(AppsApi, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
        if (group.identifier !== "appsDashboard") return
        seen.push(endpoint.path)
        assert.strictEqual(endpoint.method, "GET")
        assert.strictEqual(Context.getOrUndefined(mergedAnnotations, Price)?.credits, 0)
        assert.strictEqual(Context.getOrUndefined(mergedAnnotations, Access), "session")
        assert.strictEqual(Context.getOrUndefined(mergedAnnotations, NeedsSession)?.role, "viewer")
        assert.isTrue(Context.getOrUndefined(mergedAnnotations, ToolHints)?.hidden)
        assert.isUndefined(Context.getOrUndefined(mergedAnnotations, SharedAnswer))
      }
    })
    assert.isNotEmpty(seen)
    for (const path of seen) assert.match(path, /^\/dashboard\/api\/apps(\/|$)/)
  })

  it("documents every route in OpenAPI: its errors, its fields, and integers as integers", () => {
    const document = OpenApi.fromApi(AppsApi)
    const schemas = Object.keys(document.components.schemas)
    assert.includeMembers(schemas, ["AppRecord", "IntelligenceReport", "Reviews", "CountryRankings", "Provenance"])
    for (const path of Object.keys(prices)) {
      const route = document.paths[path.replace(":id", "{id}")]?.get
      assert.isDefined(route, path)
      const expected = path === "/v1/search" ? errors.filter((status) => status !== "404") : errors
      assert.includeMembers(Object.keys(route?.responses ?? {}), ["200", ...expected], path)
    }
    const text = JSON.stringify(document.components.schemas)
    assert.include(text, '"type":"integer"')
    const { AppRecord } = document.components.schemas
    assert.include(JSON.stringify(AppRecord), '"userRatingCount":{"anyOf":[{"type":"integer"')
    assert.notInclude(text, '"additionalProperties":true')
    assert.deepStrictEqual(
      schemas.filter((name) => /_\d+$/.test(name)),
      [],
      "a schema is declared twice"
    )
  })

  it("reads its whole config from defaults, refuses unknown keys, and takes an operator's numbers", () => {
    const ours = calibrationOf(settings())
    assert.strictEqual(ours.curves["top-free"].perDay, 358_000)
    const theirs = calibrationOf(
      settings({ estimates: { commission: 0.15, markets: { lu: { downloads: 0.002, revenue: null } } } })
    )
    assert.deepStrictEqual(
      [theirs.commission, theirs.markets.lu?.downloads, theirs.markets.us?.downloads],
      [0.15, 0.002, 1]
    )
    for (const wrong of [
      { pageWait: 1 },
      { reviewPages: 0 },
      { estimates: { commission: 2 } },
      { estimates: { x: 1 } }
    ])
      assert.throws(() => settings(wrong))
  })

  it("describes every setting", () => {
    const Described = Schema.Record(Schema.String, Schema.Struct({ description: Schema.NonEmptyString }))
    const properties = Schema.decodeUnknownSync(
      Schema.Struct({ properties: Schema.Record(Schema.String, Schema.Unknown) })
    )
    const { estimates, ...others } = properties(Schema.toJsonSchemaDocument(plugin.config).schema).properties
    assert.strictEqual(Object.keys(Schema.decodeUnknownSync(Described)(others)).length, 9)
    const inside = Schema.decodeUnknownSync(Described)(properties(estimates).properties)
    assert.hasAllKeys(inside, ["curves", "markets", "rates", "commission"])
  })

  it("lists in its README every route with its price", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8").replaceAll(/ +/g, " ")
    for (const [path, credits] of Object.entries(prices)) assert.include(readme, `| GET ${path} | ${credits} general |`)
  })
})
