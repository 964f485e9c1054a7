import { at, controlOf, listAt, rows, sampleValues, usePluginGateway } from "@storeglass/testkit"
import { assert, beforeAll, describe, it } from "vitest"
import { loopbackLiterals, staticForms } from "../../../test/gates/egressCorpus.ts"
import { checkedPng } from "../src/picture/index.ts"
import plugin from "../src/plugin.ts"
import { accepted, asked, base, done, ended, fetched, imageKey, jobOf, ownImageKey, withProvider } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { ...withProvider(), mcp: true } })
let app: { platform: string; appId: string }
beforeAll(async () => {
  const { id = "" } = await sampleValues(gateway())
  app = { platform: "storea", appId: id }
})
const creative = (accountId: string) => gateway().used(accountId, "creative")
const sold = async () => listAt({ sold: await controlOf(gateway()).act("creatives", "sold", undefined) }, "sold")
const pictureAt = async (url: unknown) => {
  const answer = await fetched(gateway(), url)
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    bytes: new Uint8Array(await answer.arrayBuffer())
  }
}

describe("a job", () => {
  it("makes copy and a square picture, and is charged once it's done", async () => {
    const account = await gateway().account()
    const answer = await asked(gateway(), account, app)
    assert.strictEqual(answer.status, 202, answer.text)
    assert.deepEqual(
      ["status", "estimatedCredits", "creditCategory"].map((name) => at(answer.json, "data", name)),
      ["queued", 2, "creative"]
    )
    const told = ["x-credit-cost", "x-credit-category", "x-creative-limit", "x-creative-remaining"]
    assert.deepEqual(
      told.map((name) => answer.headers.get(name)),
      ["2", "creative", "250", "248"]
    )
    const job = await ended(gateway(), account, String(at(answer.json, "data", "jobId")))
    assert.strictEqual(at(job, "status"), "completed", JSON.stringify(job))
    assert.deepEqual([at(job, "stage"), at(job, "error"), at(job, "mode")], [null, null, "generate"])
    assert.deepEqual(at(job, "creditCost"), { category: "creative", amount: 2 })
    assert.strictEqual(await creative(account.accountId), 2)
    assert.strictEqual(await gateway().used(account.accountId), 0)
    const ad = at(job, "result", "ad")
    assert.deepEqual([at(ad, "style"), at(ad, "imagePreset"), at(ad, "quality")], ["ugc", "branded_showcase", "medium"])
    assert.deepEqual([at(ad, "model"), at(ad, "copyModel")], ["gpt-image-2", "copy-rules@1"])
    for (const [name, max] of [
      ["primaryText", 125],
      ["headline", 40],
      ["description", 30]
    ] as const) {
      const { length } = [...String(at(ad, "copy", name))]
      assert.isTrue(length > 0 && length <= max, `${name} of ${length}`)
    }
    assert.isNotEmpty(listAt(job, "result", "keyPoints"))
    assert.isNotEmpty(listAt(job, "result", "sources", "screenshotUrls"))
    const picture = await pictureAt(at(ad, "imageUrl"))
    assert.deepEqual([picture.status, picture.type], [200, "image/png"])
    assert.isTrue(checkedPng(picture.bytes))
    assert.isBelow(picture.bytes.length, 4 * 1_048_576)
  })

  it("has an address of its picture of its own at each read", async () => {
    const account = await gateway().account()
    const job = await done(gateway(), account, app)
    const again = await jobOf(gateway(), account, String(at(job, "jobId")))
    const [first, second] = [job, again].map((one) => at(one, "result", "ad", "imageUrl"))
    assert.notStrictEqual(first, second)
    assert.deepEqual((await pictureAt(first)).bytes, (await pictureAt(second)).bytes)
  })

  it("that is done gives models its picture itself, over MCP", async () => {
    const account = await gateway().account()
    const job = await done(gateway(), account, { ...app, quality: "low" })
    const { json } = await gateway().ask("/mcp", {
      method: "POST",
      key: account.key,
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "adCreatives_job", arguments: { jobId: at(job, "jobId") } }
      }
    })
    const [, picture] = listAt(json, "result", "content")
    assert.deepEqual(
      [at(picture, "type"), at(picture, "mimeType")],
      ["image", "image/png"],
      JSON.stringify(json).slice(0, 500)
    )
    assert.isTrue(checkedPng(new Uint8Array(Buffer.from(String(at(picture, "data")), "base64"))))
  })

  it("that only analyses gives facts with their sentences, no ad, and costs 1 general credit", async () => {
    const account = await gateway().account()
    const job = await done(gateway(), account, { ...app, mode: "analyze" })
    assert.strictEqual(at(job, "status"), "completed", JSON.stringify(job))
    assert.isNull(at(job, "result", "ad"))
    for (const point of listAt(job, "result", "keyPoints")) assert.isNotEmpty(at(point, "source"))
    assert.deepEqual([await gateway().used(account.accountId), await creative(account.accountId)], [1, 0])
    assert.deepEqual(at(job, "creditCost"), { category: "general", amount: 1 })
  })

  it("without a picture gives copy and the prompt, and costs 1 general credit", async () => {
    const account = await gateway().account()
    const job = await done(gateway(), account, { ...app, generateImage: false })
    assert.isNull(at(job, "result", "ad", "imageUrl"))
    assert.isNull(at(job, "result", "ad", "quality"))
    assert.isNotEmpty(at(job, "result", "ad", "imagePrompt"))
    assert.deepEqual([await gateway().used(account.accountId), await creative(account.accountId)], [1, 0])
  })

  it("with the caller's own key costs 1 general credit, and leaves no key behind", async () => {
    await controlOf(gateway()).act("creatives", "forget", undefined)
    const account = await gateway().account()
    const headers = { "x-imageprovider-key": ownImageKey }
    const job = await done(gateway(), account, { ...app, quality: "high" }, headers)
    assert.strictEqual(at(job, "status"), "completed", JSON.stringify(job))
    assert.strictEqual(at(job, "result", "ad", "quality"), "high")
    assert.deepEqual([await gateway().used(account.accountId), await creative(account.accountId)], [1, 0])
    assert.lengthOf(await sold(), 1)
    const left = await rows(
      gateway(),
      `SELECT j::text AS text FROM ad_creatives_jobs j WHERE account_id = '${account.accountId}'`
    )
    assert.notInclude(JSON.stringify(left), ownImageKey)
    const sealed = await rows(gateway(), "SELECT id FROM ad_creatives_jobs WHERE sealed_key IS NOT NULL")
    assert.isEmpty(sealed)
  })

  it("uses given facts and infers nothing beside them", async () => {
    const account = await gateway().account()
    const keyPoints = { offline: "Works without a connection", filters: ["Twelve filters", "Undo without end"] }
    const job = await done(gateway(), account, { ...app, mode: "analyze", keyPoints })
    assert.deepEqual(listAt(job, "result", "keyPoints"), [
      { text: "Works without a connection", source: "keyPoints.offline" },
      { text: "Twelve filters", source: "keyPoints.filters" },
      { text: "Undo without end", source: "keyPoints.filters" }
    ])
  })

  it("is the same one for a repeat under its Idempotency-Key, and held once", async () => {
    const account = await gateway().account()
    const headers = { "idempotency-key": "one-and-the-same" }
    const ids = [await accepted(gateway(), account, app, headers), await accepted(gateway(), account, app, headers)]
    assert.strictEqual(ids[0], ids[1])
    await ended(gateway(), account, ids[0] ?? "")
    assert.strictEqual(await creative(account.accountId), 2)
  })

  it("of another account isn't there, nor is one that never was", async () => {
    const [mine, other] = [await gateway().account(), await gateway().account()]
    const id = await accepted(gateway(), mine, { ...app, mode: "analyze" })
    const answers = await Promise.all(
      [id, "00000000-0000-7000-8000-000000000000", "nonsense"].map((jobId) =>
        gateway().ask(`${base}/jobs/${jobId}`, { key: other.key })
      )
    )
    for (const { json, status } of answers) assert.deepEqual([status, at(json, "error", "code")], [404, "NOT_FOUND"])
    assert.strictEqual(new Set(answers.map(({ json }) => at(json, "error", "message"))).size, 1)
    await ended(gateway(), mine, id)
  })
})

describe("the price of a job", () => {
  it("is told in the headers of its 202, from the bucket that pays, in every combination", async () => {
    const account = await gateway().account()
    const first = await done(gateway(), account, { ...app, quality: "low" })
    const edit = { mode: "edit", editInstruction: "Make it evening", previousAd: { jobId: at(first, "jobId") } }
    const own = { "x-imageprovider-key": ownImageKey }
    const combinations: ReadonlyArray<readonly [object, Record<string, string>, string, string]> = [
      [{ ...app, mode: "analyze" }, {}, "1", "general"],
      [{ ...app, mode: "analyze", quality: "high" }, own, "1", "general"],
      [{ ...app, generateImage: false }, {}, "1", "general"],
      [{ ...app, generateImage: false, quality: "high" }, own, "1", "general"],
      [{ ...app, quality: "low" }, {}, "1", "creative"],
      [{ ...app, quality: "medium" }, {}, "2", "creative"],
      [{ ...app, quality: "high" }, {}, "5", "creative"],
      [{ ...app, quality: "high" }, own, "1", "general"],
      [{ ...edit, quality: "low" }, {}, "1", "creative"],
      [edit, {}, "2", "creative"],
      [{ ...edit, quality: "high" }, {}, "5", "creative"],
      [{ ...edit, quality: "high" }, own, "1", "general"]
    ]
    const ids: Array<string> = []
    for (const [body, headers, cost, category] of combinations) {
      const answer = await asked(gateway(), account, body, headers)
      assert.strictEqual(answer.status, 202, answer.text)
      const told = [answer.headers.get("x-credit-cost"), answer.headers.get("x-credit-category")]
      assert.deepEqual(told, [cost, category], JSON.stringify(body))
      assert.strictEqual(answer.headers.has("x-creative-remaining"), category === "creative", JSON.stringify(body))
      assert.deepEqual(
        [String(at(answer.json, "data", "estimatedCredits")), at(answer.json, "data", "creditCategory")],
        told
      )
      ids.push(String(at(answer.json, "data", "jobId")))
    }
    for (const id of ids) assert.strictEqual(at(await ended(gateway(), account, id), "status"), "completed")
    assert.deepEqual([await gateway().used(account.accountId), await creative(account.accountId)], [6, 17])
  })
})

describe("an edit", () => {
  const edit = (previousAd: object, more: object = {}) => ({
    mode: "edit",
    editInstruction: "Make it evening",
    previousAd,
    ...more
  })

  it("sends the earlier scene, keeps copy and facts, and costs what its quality does", async () => {
    const account = await gateway().account()
    const first = await done(gateway(), account, { ...app, imagePreset: "clean_app_store_mockup", quality: "low" })
    await controlOf(gateway()).act("creatives", "forget", undefined)
    const second = await done(gateway(), account, edit(Object(at(first, "result", "ad")), { quality: "high" }))
    assert.strictEqual(at(second, "status"), "completed", JSON.stringify(second))
    assert.deepEqual(at(second, "result", "ad", "copy"), at(first, "result", "ad", "copy"))
    assert.strictEqual(at(second, "result", "ad", "imagePreset"), "clean_app_store_mockup")
    assert.match(String(at(second, "result", "ad", "imagePrompt")), /Make it evening/)
    assert.strictEqual(await creative(account.accountId), 6)
    const [bought] = await sold()
    assert.strictEqual(at(bought, "path"), "/v1/images/edits")
    assert.lengthOf(listAt(bought, "body", "images"), 1)
    const third = await done(gateway(), account, edit({ jobId: at(second, "jobId") }, { quality: "low" }))
    assert.strictEqual(at(third, "status"), "completed", JSON.stringify(third))
  })

  it("takes copy that was changed by hand, and checks it like any other", async () => {
    const account = await gateway().account()
    const first = await done(gateway(), account, { ...app, quality: "low" })
    const copy = { headline: "Trusted by 12 million people" }
    const second = await done(gateway(), account, edit({ jobId: at(first, "jobId"), copy }, { quality: "low" }))
    assert.notMatch(String(at(second, "result", "ad", "copy", "headline")), /million/)
    assert.isNotEmpty(listAt(second, "result", "checks"))
  })

  it("is of pictures of this account's jobs alone", async () => {
    const [mine, other] = [await gateway().account(), await gateway().account()]
    const first = await done(gateway(), mine, { ...app, quality: "low" })
    const imageUrl = String(at(first, "result", "ad", "imageUrl"))
    for (const previousAd of [
      { imageUrl },
      { jobId: at(first, "jobId") },
      { jobId: "00000000-0000-7000-8000-000000000000" },
      { imageUrl: imageUrl.replace(/.{22}$/, "AAAAAAAAAAAAAAAAAAAAAA") }
    ]) {
      const answer = await asked(gateway(), other, edit(previousAd))
      assert.deepEqual([answer.status, at(answer.json, "error", "code")], [404, "NOT_FOUND"], answer.text)
    }
    const foreign = await asked(gateway(), mine, edit({ imageUrl: "https://example.com/files/AAAAAAAAAAAAAAAAAAAAAA" }))
    assert.deepEqual([foreign.status, at(foreign.json, "error", "code")], [400, "INVALID_INPUT"])
    assert.match(foreign.text, /previousAd.imageUrl/)
    const wrongApp = await asked(gateway(), mine, edit({ imageUrl }, { platform: "storeb", appId: "com.example.app" }))
    assert.strictEqual(wrongApp.status, 400)
    assert.deepEqual([await creative(other.accountId), await gateway().used(other.accountId)], [0, 0])
  })
})

describe("what is refused before it's taken", () => {
  it.each<[object, number, string, RegExp]>([
    [{ platform: "storea", appId: "1" }, 404, "APP_NOT_FOUND", /./],
    [{ platform: "storea", appId: "com.example.app" }, 400, "INVALID_APP_ID", /appId/],
    [{ platform: "storea", appId: "1", country: "zz" }, 400, "INVALID_COUNTRY", /country/],
    [{}, 400, "INVALID_INPUT", /appUrl/],
    [{ appUrl: "https://169.254.169.254/latest/meta-data" }, 400, "INVALID_INPUT", /appUrl/],
    [{ platform: "storea", appId: "1", imagePreset: "poster" }, 400, "INVALID_INPUT", /imagePreset.*branded_showcase/],
    [{ platform: "storea", appId: "1", style: "x".repeat(61) }, 400, "INVALID_INPUT", /style/],
    [{ platform: "storea", appId: "1", angle: "x".repeat(201) }, 400, "INVALID_INPUT", /angle/],
    [{ platform: "storea", appId: "1", quality: "ultra" }, 400, "INVALID_INPUT", /quality/],
    [{ platform: "storea", appId: "1", keyPoints: {} }, 400, "INVALID_INPUT", /keyPoints/],
    [{ platform: "storea", appId: "1", keyPoints: { a: "x".repeat(301) } }, 400, "INVALID_INPUT", /keyPoints/],
    [
      {
        platform: "storea",
        appId: "1",
        keyPoints: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, "x"]))
      },
      400,
      "INVALID_INPUT",
      /keyPoints/
    ],
    [
      { platform: "storea", appId: "1", extraScreenshotUrls: Array(9).fill("https://example.com/a.png") },
      400,
      "INVALID_INPUT",
      /extraScreenshotUrls/
    ],
    [
      {
        platform: "storea",
        appId: "1",
        extraScreenshotUrls: ["https://example.com/a.png", "http://example.com/b.png"]
      },
      400,
      "INVALID_INPUT",
      /extraScreenshotUrls\[1\].*https/
    ],
    [
      { platform: "storea", appId: "1", extraScreenshotUrls: ["https://localhost/a.png"] },
      400,
      "INVALID_INPUT",
      /extraScreenshotUrls\[0\]/
    ],
    [{ platform: "storea", appId: "1", nonsense: true }, 400, "INVALID_INPUT", /nonsense/]
  ])("%j: %i %s", async (body, status, code, message) => {
    const account = await gateway().account()
    const answer = await asked(gateway(), account, body)
    assert.deepEqual([answer.status, at(answer.json, "error", "code")], [status, code], answer.text)
    assert.match(String(at(answer.json, "error", "message")), message)
    assert.deepEqual([await creative(account.accountId), await gateway().used(account.accountId)], [0, 0])
  })

  it.each(["short", "x".repeat(201), `${"x".repeat(20)} ${"x".repeat(20)}`])(
    "a key of the wrong form: %s",
    async (key) => {
      const answer = await asked(gateway(), await gateway().account(), app, { "x-imageprovider-key": key })
      assert.deepEqual([answer.status, at(answer.json, "error", "code")], [400, "INVALID_INPUT"], answer.text)
      assert.match(answer.text, /x-imageprovider-key/i)
      assert.notInclude(answer.text, key.slice(0, 15).padEnd(15, "x"))
    }
  )

  it("an empty bucket: the one that would pay, and no other", async () => {
    const account = await gateway().account()
    await gateway().drain(account.accountId, "creative", 1)
    const answer = await asked(gateway(), account, app)
    assert.deepEqual([answer.status, at(answer.json, "error", "code")], [429, "RATE_LIMIT_EXCEEDED"])
    assert.strictEqual(at(await done(gateway(), account, { ...app, quality: "low" }), "status"), "completed")
    const general = await gateway().account()
    await gateway().drain(general.accountId)
    assert.strictEqual((await asked(gateway(), general, { ...app, mode: "analyze" })).status, 429)
    assert.strictEqual(at(await done(gateway(), general, { ...app, quality: "low" }), "status"), "completed")
  })

  it("addresses that lead into our own network, in every way to write them", async () => {
    const account = await gateway().account()
    const urls = [...loopbackLiterals(443), ...staticForms(443).map(({ url }) => url)].map((url) =>
      url.replace(/^http:/, "https:")
    )
    assert.isAbove(urls.length, 80)
    for (const url of urls) {
      const extra = await asked(gateway(), account, { ...app, extraScreenshotUrls: [url] })
      assert.deepEqual([extra.status, at(extra.json, "error", "code")], [400, "INVALID_INPUT"], url)
      assert.match(String(at(extra.json, "error", "message")), /extraScreenshotUrls/, url)
      const listing = await asked(gateway(), account, { appUrl: url })
      assert.deepEqual([listing.status, at(listing.json, "error", "code")], [400, "INVALID_INPUT"], url)
    }
    assert.deepEqual([await creative(account.accountId), await gateway().used(account.accountId)], [0, 0])
  })

  it("a store that's away: its error, and nothing held", async () => {
    const account = await gateway().account()
    controlOf(gateway()).fail({ upstream: "itunes", kind: "500", times: 20 })
    const answer = await asked(gateway(), account, { ...app, country: "nz" })
    controlOf(gateway()).clearFaults()
    assert.deepEqual([answer.status, at(answer.json, "error", "code")], [502, "UPSTREAM_ERROR"], answer.text)
    assert.strictEqual(await gateway().remaining(account.accountId, "creative"), 250)
  })
})

it("never shows the operator's key", async () => {
  await controlOf(gateway()).act("creatives", "setKey", { key: imageKey, revoked: true })
  const account = await gateway().account()
  const job = await done(gateway(), account, app)
  await controlOf(gateway()).act("creatives", "setKey", { key: imageKey })
  assert.strictEqual(at(job, "error", "code"), "IMAGE_KEY_REJECTED")
  assert.notInclude(JSON.stringify(job), imageKey)
  assert.deepEqual(at(job, "creditCost"), { category: "creative", amount: 0 })
  assert.strictEqual(await gateway().remaining(account.accountId, "creative"), 250)
})
