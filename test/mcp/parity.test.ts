import type { ServedOperation } from "@storeglass/gateway"
import { Operations } from "@storeglass/plugin-api"
import {
  addressOf,
  connectDemo,
  demoBody,
  endsConnection,
  everyPlugin,
  sampleValues,
  useTestGateway
} from "@storeglass/testkit"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect, Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { adCreativesCalls } from "../../plugins/ad-creatives/test/calls.ts"
import { aiVisibilityCalls } from "../../plugins/ai-visibility/test/calls.ts"
import { asoCalls, publishCalls } from "../../plugins/aso/test/calls.ts"
import { consoleCalls } from "../../plugins/connect-storea/test/calls.ts"
import { playCalls } from "../../plugins/connect-storeb/test/calls.ts"
import { growthCalls } from "../../plugins/growth/test/calls.ts"
import { workspaceCalls } from "../../plugins/workspace/test/calls.ts"
import { exampleOf } from "../exampleOf.ts"
import { at, callTool, listTools } from "./support.ts"

/** What only the sandbox, or a reader of the docs, can name. */
const values = { genreId: "6014", keyword: "photo editor", keywords: "photo editor", since: "2026-01-01" }

/** The arguments that make the request of an address and a body. */
const argumentsOf = (row: ServedOperation, address: string, body: unknown): Record<string, unknown> => {
  const url = new URL(address, "http://127.0.0.1")
  const segments = url.pathname.split("/")
  const path = row.path.split("/").flatMap((segment, index) => {
    const value = segments[index]
    return segment.startsWith(":") && value !== undefined
      ? [[segment.slice(1), decodeURIComponent(value)] as const]
      : []
  })
  return { ...Object.fromEntries([...path, ...url.searchParams]), ...(Predicate.isObject(body) ? body : {}) }
}

/** What an account did itself it did at its own time, and a sealed cursor is another each time. */
const withoutMoments = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer ?? null)
      .replace(
        /"(since|asOf|createdAt|updatedAt|exportedAt|checkedAt|releasedAt|deletedAt|restorableUntil|connectedAt|lastVerifiedAt|modifiedAt|nextFreedAt|fetchedAt|startedAt|finishedAt|nextScanAt|lastScanAt|firstSeenAt|lastSeenAt|lastEditedAt|expiresAt|foundAt|decidedAt|repliedAt|lastOkAt|lastTestAt|lastDeliveryAt|at)":"[^"]*T[^"]*"/g,
        '"$1":"then"'
      )
      .replace(/"nextCursor":"sgv1\.[^"]*"/g, '"nextCursor":"sealed"')
      // It has the id of a row.
      .replace(/"nextCursor":"eyJzb3J0[^"]*"/g, '"nextCursor":"own"')
      // So are the records that we keep of it.
      .replace(
        /"(id|previousId|requestId|versionId|taskRunId|intentId|promptId|answerId|changeId|projectId|jobId|opportunityId)":"(?:[0-9a-f-]{36}:)?[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f-]{17}"/g,
        '"$1":"own"'
      )
      .replace(/"projectIds":\["[0-9a-f-]{36}"\]/g, '"projectIds":"own"')
      // A generated file has an address of its own.
      .replace(/\/files\/[A-Za-z0-9_-]+/g, "/files/own")
      // Each demo account may have credentials of its own.
      .replace(/"(clientId|teamId|keyId|ownerEmail|serviceAccountEmail)":"[^"]*"/g, '"$1":"own"')
  )

describe("every tool of the sandbox's config", () => {
  const gateway = useTestGateway({
    plugins: { ...everyPlugin, mcp: { publicLists: true } },
    // Two accounts do the same one after the other; a job between them would make their answers differ.
    config: { jobs: { concurrency: 0 } }
  })

  it("gives the data and has the price that its route has over HTTP, and an answer that fits its schema", async () => {
    const chart = await gateway().ask("/v1/categories/all/top?limit=2", { key: (await gateway().account()).key })
    const [appId, competitorIds] = [0, 1].map((place) => String(at(chart.json, "data", "apps", place, "trackId")))
    const own = { ...(await sampleValues(gateway())), ...values, competitorIds: competitorIds ?? "" }
    const known = { ...own, appId: appId ?? "" }
    const operations = await gateway().run(Effect.map(Operations, ({ all }) => all))
    const tools = await listTools(gateway(), { path: "/mcp?outputSchemas=1" })
    const http = await gateway().account()
    const mcp = await gateway().account()
    for (const account of [http, mcp]) await connectDemo(gateway(), account)
    // Each account has rows of its own.
    const callsOf = async (account: typeof http) => ({
      ...(await adCreativesCalls(gateway(), account, { hasWorkers: false })),
      ...(await workspaceCalls(gateway(), account)),
      ...(await asoCalls(gateway(), account)),
      ...(await publishCalls(gateway(), account)),
      ...(await aiVisibilityCalls(gateway(), account, { whole: false })),
      ...(await consoleCalls(gateway(), account)),
      ...(await playCalls(gateway())),
      ...(await growthCalls(gateway(), account, { hasWorkers: false }))
    })
    const [ofHttp, ofMcp] = [await callsOf(http), await callsOf(mcp)]
    const third = await gateway().account()
    const ofThird = await asoCalls(gateway(), third)
    const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } })
    const unanswered: Array<string> = []
    const rows = gateway().running.composition.operations
    for (const row of [...rows.filter((one) => !endsConnection(one)), ...rows.filter(endsConnection)]) {
      const tool = tools.get(row.id)
      const operation = operations.find(({ id }) => id === row.id)
      if (tool === undefined || operation === undefined) continue
      // Consoles know the account's own apps alone, and the store lists none of these.
      const given = row.path.startsWith("/v1/connect/") ? own : known
      const address = addressOf(row, { ...given, ...ofHttp[row.id]?.values })
      const mcpAddress = addressOf(row, { ...given, ...ofMcp[row.id]?.values })
      const { definitions, payload } = operation.shapes
      const made = payload === undefined ? undefined : exampleOf(payload.schema, definitions)
      const body = ofHttp[row.id]?.body ?? (await demoBody(gateway(), row)) ?? made
      const mcpBody = ofMcp[row.id]?.body ?? body
      // It measures keywords within a budget of store requests, and each call goes on where the last one ended.
      if (row.id === "aso_suggest") {
        const { key } = await gateway().account()
        for (let n = 0; n < 3; n++) await gateway().ask(address, { method: row.method, key, body })
      }
      // What each account reads of the competitors is within that budget too.
      if (row.id === "aso_productPages") {
        const warm = addressOf(row, { ...given, ...ofThird[row.id]?.values })
        for (let n = 0; n < 3; n++) await gateway().ask(warm, { key: third.key })
      }
      const asked = await gateway().ask(address, {
        method: row.method,
        key: http.key,
        headers: { ...ofHttp[row.id]?.headers },
        ...(body === undefined ? {} : { body })
      })
      const called = await callTool(gateway(), row.id, argumentsOf(row, mcpAddress, mcpBody), {
        key: mcp.key,
        headers: { ...ofMcp[row.id]?.headers }
      })
      assert.deepEqual(withoutMoments(at(called, "structuredContent")), withoutMoments(asked.json), row.id)
      assert.strictEqual(at(called, "_meta", "credits", "cost"), Number(asked.headers.get("x-credit-cost")), row.id)
      assert.strictEqual(
        await gateway().used(mcp.accountId, row.bucket),
        await gateway().used(http.accountId, row.bucket),
        row.id
      )
      const fits = ajv.compile(Object(at(tool, "outputSchema")))
      assert.isTrue(fits(at(called, "structuredContent")), `${row.id} ${ajv.errorsText(fits.errors)}`)
      assert.isTrue(
        ajv.validate(Object(at(tool, "inputSchema")), argumentsOf(row, address, body)) ||
          // Numbers and booleans come out of an address as text.
          /must be (integer|number|boolean)/.test(ajv.errorsText()),
        `${row.id} ${ajv.errorsText()}`
      )
      if (asked.status >= 300) unanswered.push(`${row.id} ${asked.text}`)
    }
    assert.isAbove(tools.size, 25)
    assert.deepEqual(unanswered, [])
  }, 600_000)
})
