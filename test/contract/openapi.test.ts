import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ServedOperation, shapeOf } from "@storeglass/gateway"
import { addressOf, at, everyPlugin, root, sampleValues, useTestGateway } from "@storeglass/testkit"

import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { retryAdvice } from "../../packages/client/src/generated/operations.ts"
import { nullableFields } from "../client/nullable.ts"

const gateway = useTestGateway({
  plugins: everyPlugin
})
const document = async () => (await gateway().ask("/openapi.json")).json

/** What a reference of the document leads to, or what stands there itself. */
const inPlace = (found: unknown, each: unknown) => {
  const ref = at(each, "$ref")
  return typeof ref === "string" ? at(found, ...ref.slice(2).split("/")) : each
}

describe("/openapi.json", { timeout: 120_000 }, () => {
  it("passes redocly lint without an error or a warning", async () => {
    const folder = mkdtempSync(join(tmpdir(), "openapi-"))
    const file = join(folder, "openapi.json")
    writeFileSync(file, JSON.stringify(await document()))
    const cli = join(root, "node_modules/@redocly/cli/bin/cli.js")
    const lint = spawnSync(process.execPath, [cli, "lint", file, "--format", "json"], {
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", NO_UPDATE_NOTIFIER: "1" },
      timeout: 60_000
    })
    rmSync(folder, { recursive: true })
    const totals = at(parse(lint.stdout || "{}"), "totals")
    assert.deepEqual([at(totals, "errors"), at(totals, "warnings")], [0, 0], lint.stdout + lint.stderr)
  })

  it("is 3.1, and names the price and bucket of every operation", async () => {
    const found = await document()
    assert.strictEqual(at(found, "openapi"), "3.1.0")
    for (const row of gateway().running.composition.operations) {
      if (row.endpoint === undefined || row.access === "internal" || row.access === "session") continue
      const operation = at(found, "paths", row.path.replace(/:(\w+)/g, "{$1}"), row.method.toLowerCase())
      assert.strictEqual(at(operation, "x-credit-cost"), row.credits, row.path)
      assert.strictEqual(at(operation, "x-credit-bucket"), row.bucket, row.path)
      assert.strictEqual(at(operation, "operationId"), row.id)
    }
  })

  it("shows whole numbers as integers, in parameters and answers", async () => {
    const found = await document()
    const parameters = at(found, "paths", "/v1/search", "get", "parameters")
    const limit = Array.isArray(parameters)
      ? parameters.map((each) => inPlace(found, each)).find((parameter) => at(parameter, "name") === "limit")
      : undefined
    assert.deepInclude(at(limit, "schema"), { type: "integer", minimum: 1, default: 25 })
    const text = JSON.stringify(found)
    assert.notMatch(text, /"userRatingCount":\{"type":"number"/)
    assert.match(text, /"creditsUsed"|"used":\{"type":"integer"/)
  })

  it("says what each field means that may be null", async () => {
    const found = nullableFields(await document())
    assert.isAbove(found.length, 200)
    assert.deepEqual(
      found.filter(({ description = "" }) => description === "").map(({ path }) => path),
      []
    )
  })

  it("says what to do about each error code, as the guide and the client do", async () => {
    const advice = at(await document(), "x-retry-advice")
    const codes = new Set(
      gateway().running.composition.operations.flatMap(({ access, endpoint, shapes }) =>
        endpoint === undefined || access === "internal" || access === "session"
          ? []
          : shapes.errors.map(({ code }) => code)
      )
    )
    assert.deepEqual(
      Object.keys(Object(advice)),
      [...codes].toSorted((a, b) => a.localeCompare(b))
    )
    assert.deepInclude(advice, {
      INVALID_INPUT: "fix",
      INTERNAL_ERROR: "fix",
      IDEMPOTENCY_IN_PROGRESS: "retry",
      IDEMPOTENCY_KEY_REUSED: "fix",
      TOO_MANY_REQUESTS: "retry",
      RATE_LIMIT_EXCEEDED: "wait",
      IDEMPOTENCY_QUOTA_EXCEEDED: "wait",
      UPSTREAM_ERROR: "retry",
      SERVICE_UNAVAILABLE: "retry",
      FETCH_FAILED: "retry"
    })
    const guide = (await gateway().ask("/docs/errors")).text
    for (const [code, told] of Object.entries(Object(advice))) {
      const row = new RegExp(`<code id="${code}">.*?</tr>`, "s").exec(guide)?.[0] ?? ""
      assert.match(row, new RegExp(`<td[^>]*>${String(told)}</td>`), code)
    }
    assert.deepEqual(retryAdvice, Object(advice))
  })

  it("marks as required what a call can't do without, and as deprecated its older names", async () => {
    const found = await document()
    const samples = await sampleValues(gateway())
    const account = await gateway().account({ plan: "large" })
    for (const row of gateway().running.composition.operations) {
      if (row.endpoint === undefined || row.access !== "key" || row.method !== "GET") continue
      const parameters = at(found, "paths", row.path.replace(/:(\w+)/g, "{$1}"), "get", "parameters")
      const listed = (Array.isArray(parameters) ? parameters : [])
        .map((each) => inPlace(found, each))
        .filter((each) => at(each, "in") === "query")
      const named = (...conditions: ReadonlyArray<string>) =>
        listed
          .filter((each) => conditions.some((name) => at(each, name) === true))
          .map((each) => String(at(each, "name")))
      const required = named("required")
      const deprecated = named("deprecated")
      assert.deepEqual(
        required.filter((name) => deprecated.includes(name)),
        [],
        row.path
      )
      const bare = addressOf(row, samples).split("?", 1)[0] ?? ""
      const without = await gateway().ask(bare, { key: account.key })
      assert.strictEqual(
        / is required/.test(without.text),
        required.length > 0,
        `${row.path} ${without.text.slice(0, 200)}`
      )
    }
    assert.deepEqual(
      gateway()
        .running.composition.operations.filter(({ queryAliases }) => queryAliases.length > 0)
        .map(({ path }) => path)
        .sort(),
      [
        "/v1/apps/:id/keywords/trends",
        "/v1/keywords/compare",
        "/v1/keywords/compare-cluster",
        "/v1/keywords/gap",
        "/v1/keywords/metrics",
        "/v1/keywords/ranks",
        "/v1/keywords/suggestions",
        "/v1/keywords/track"
      ]
    )
  })

  it("keeps the operator's own routes to itself", async () => {
    assert.notInclude(JSON.stringify(at(await document(), "paths")), "/v1/internal/")
  })
})

const contract = join(root, "../shared/spec/endpoints.tsv")

describe.skipIf(!existsSync(contract))("the documents' table of operations (../shared/spec/endpoints.tsv)", () => {
  const rows = (existsSync(contract) ? readFileSync(contract, "utf8") : "")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([plugin = "", method = "", path = "", credits = "", bucket = "", , auth = ""]) => ({
      plugin,
      method,
      path,
      credits,
      bucket,
      auth
    }))

  it("every operation of an enabled plugin is served at its price, from its bucket, to those it is for", () => {
    const served = new Map<string, ServedOperation>(
      gateway().running.composition.operations.map((row) => [shapeOf(row.method, row.path), row])
    )
    const ids = new Set(["system", "account", ...Object.keys(everyPlugin)])
    const access: Readonly<Record<string, string>> = {
      none: "public",
      key: "key",
      internal: "internal",
      "secret-header": "public"
    }
    for (const row of rows.filter(({ plugin }) => ids.has(plugin))) {
      const route = served.get(shapeOf(row.method, row.path))
      assert.isDefined(route, `${row.method} ${row.path} is not served`)
      assert.strictEqual(route?.access, access[row.auth], row.path)
      if (/^\d+$/.test(row.credits)) assert.strictEqual(String(route?.credits), row.credits, row.path)
      // A route that quotes its price says with it which of two buckets pays.
      if (row.bucket !== "-") assert.include(row.bucket.split(" or "), route?.bucket, row.path)
    }
  })

  it("nothing is served that the documents do not name", () => {
    const known = new Set(rows.map(({ method, path }) => shapeOf(method, path)))
    // Beside them there is what is no operation, as MCP, what tracking can't do without, and what owners asked for.
    const ads = "/v1/connect/storea-ads"
    for (const [method, path] of [
      ["GET", "/v1/keywords/tracked"],
      ["DELETE", "/v1/keywords/track"],
      ["GET", `${ads}/changes`],
      ["GET", `${ads}/raises`],
      ["GET", "/v1/ai-visibility/:appId/sources"],
      // Keys of one's own at the assistants' providers.
      ["GET", "/v1/connect/assistants/keys"],
      ["POST", "/v1/connect/assistants/:modelSlug/key"],
      ["PATCH", "/v1/connect/assistants/:modelSlug/key"],
      ["DELETE", "/v1/connect/assistants/:modelSlug/key"],
      ["GET", `${ads}/campaigns/:campaignId/waste`],
      ["GET", `${ads}/changes`],
      ["GET", `${ads}/apps/:appId/return`],
      // An owner's own reports, by a saved console key.
      ["POST", "/v1/connect/storea/credentials"],
      ["GET", "/v1/connect/storea/credentials/status"],
      // What breaks an owner's app in the second store.
      ["GET", "/v1/connect/storeb-play/apps/:packageName/error-issues"],
      ["GET", "/v1/connect/storeb-play/apps/:packageName/error-issues/:issueId/reports"],
      // All that was imported, as one file.
      ["POST", "/v1/connect/storeb-play/analytics/export"],
      ["DELETE", "/v1/connect/storea/credentials"],
      ["GET", "/v1/connect/storea/apps/:appId/days"],
      ["GET", "/v1/connect/storea/apps/:appId/countries"],
      // The way back from a change at the console.
      ["GET", "/v1/connect/storea/changes"],
      ["POST", "/v1/connect/storea/changes/:changeId/undo"],
      // The prices of all territories from one.
      ["POST", "/v1/connect/iaps/:iapId/price-plan"],
      ["POST", "/v1/connect/subscriptions/:subscriptionId/price-plan"],
      // What the vendor's review looks at.
      ["GET", "/v1/connect/iaps/:iapId/review-screenshot"],
      ["POST", "/v1/connect/iaps/:iapId/review-screenshot"],
      ["DELETE", "/v1/connect/iaps/:iapId/review-screenshot"],
      ["GET", "/v1/connect/subscriptions/:subscriptionId/review-screenshot"],
      ["POST", "/v1/connect/subscriptions/:subscriptionId/review-screenshot"],
      ["DELETE", "/v1/connect/subscriptions/:subscriptionId/review-screenshot"],
      // Reviews of the second store to answer, and the way to stop a rollout.
      ["GET", "/v1/connect/storeb-play/apps/:packageName/reviews/inbox"],
      ["POST", "/v1/connect/storeb-play/apps/:packageName/tracks/:track/halt"],
      // What people have elsewhere comes in and goes out by the CLI and a drop zone, over these.
      ["POST", "/v1/user/import"],
      ["GET", "/v1/user/export"],
      // And what was deleted is found and taken back.
      ["GET", "/v1/user/deleted-apps"],
      ["POST", "/v1/user/deleted-apps/:id/restore"],
      // What a release changed, and what came of it.
      ["GET", "/v1/user/apps/:appId/versions/diff"],
      ["GET", "/v1/user/apps/:appId/versions/timeline"],
      // Whether the store shows what was released.
      ["GET", "/v1/user/apps/:appId/live"],
      ["POST", "/v1/user/apps/:appId/live/take"],
      // Whom to compare a new app with.
      ["GET", "/v1/user/apps/:appId/competitors/suggested"],
      // A report that is kept for good.
      ["PATCH", "/v1/user/reports"],
      // How people sort and look at what they keep: panels show it, so it's the API's.
      ["GET", "/v1/user/tags"],
      ["POST", "/v1/user/tags"],
      ["PATCH", "/v1/user/tags"],
      ["DELETE", "/v1/user/tags"],
      ["GET", "/v1/user/views"],
      ["POST", "/v1/user/views"],
      ["PATCH", "/v1/user/views"],
      ["DELETE", "/v1/user/views"],
      // Of apps that one owns: where else to be found, on which pages, and what a release went with.
      ["GET", "/v1/aso/apps/:id/product-pages"],
      // Keywords that are tried before they're kept.
      ["POST", "/v1/growth/projects/dry-run"],
      // What a project learned from decisions.
      ["GET", "/v1/growth/projects/:id/learned"],
      // What people ask for most, and what was measured around answers.
      ["GET", "/v1/growth/projects/:id/insight"],
      ["GET", "/v1/growth/insights/:id"],
      ["GET", "/v1/growth/projects/:id/outcomes"],
      ["GET", "/v1/aso/apps/:id/locale-plan"],
      ["GET", "/v1/aso/apps/:id/before-after"],
      // And its listing as the folders of release tools.
      ["GET", "/v1/aso/apps/:id/listing-files"],
      ["POST", "/v1/aso/apps/:id/listing-files"],
      // Which goes to the store by its connector.
      ["POST", "/v1/aso/apps/:id/publish"]
    ] as const) {
      known.add(shapeOf(method, path))
    }
    for (const row of gateway().running.composition.operations) {
      // What pages read is no part of the API.
      if (row.endpoint === undefined || row.access === "session") continue
      assert.isTrue(known.has(shapeOf(row.method, row.path)), `${row.method} ${row.path}`)
    }
  })
})
