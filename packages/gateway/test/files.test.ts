import { Files } from "@storeglass/plugin-api"
import { useTestGateway } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { assert, describe, it } from "vitest"

describe("GET /files/:id", () => {
  const gateway = useTestGateway()

  const put = async (name: string, type: string, text: string) => {
    const { accountId } = await gateway().account()
    const bytes = new TextEncoder().encode(text)
    return gateway().run(
      Effect.gen(function* () {
        const files = yield* Files
        return yield* files.put({
          accountId,
          name,
          type,
          bytes,
          expiresAtMs: (yield* Clock.currentTimeMillis) + 60_000
        })
      })
    )
  }

  it("gives a file to whoever has its address, without a key, as what it is and nothing else", async () => {
    const { id } = await put("ranks.csv", "text/csv; charset=utf-8", "day,rank\n2026-11-22,4\n")
    const answer = await gateway().ask(`/files/${id}`)
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.text, "day,rank\n2026-11-22,4\n")
    assert.strictEqual(answer.headers.get("content-type"), "text/csv; charset=utf-8")
    assert.strictEqual(answer.headers.get("content-length"), "22")
    assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(
      answer.headers.get("content-disposition"),
      "attachment; filename=\"ranks.csv\"; filename*=UTF-8''ranks.csv"
    )
    assert.match(answer.headers.get("cache-control") ?? "", /^private, max-age=\d\d$/)
    assert.isNotNull(answer.headers.get("x-request-id"))
  })

  it("shows images, saves whatever could run, and lets no name break out of its header", async () => {
    const image = await gateway().ask(`/files/${(await put("chart.png", "image/png", "png")).id}`)
    assert.match(image.headers.get("content-disposition") ?? "", /^inline; /)
    for (const type of ["text/html", "image/svg+xml", "application/pdf", "text/xml"]) {
      const { id } = await put('Ränge "neu"%; x.html', type, "<script>alert(1)</script>")
      const answer = await gateway().ask(`/files/${id}`)
      assert.strictEqual(
        answer.headers.get("content-disposition"),
        "attachment; filename=\"R_nge _neu__; x.html\"; filename*=UTF-8''R%C3%A4nge%20%22neu%22%25%3B%20x.html"
      )
      assert.strictEqual(
        answer.headers.get("content-security-policy"),
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"
      )
      assert.strictEqual(answer.headers.get("content-type"), type)
    }
  })

  it("answers alike for what never was, what was removed and what is malformed, and lists nothing", async () => {
    const { accountId } = await gateway().account()
    const { id } = await put("a.csv", "text/csv", "a")
    const removed = await gateway().run(
      Effect.gen(function* () {
        const files = yield* Files
        const stored = yield* files.put({
          accountId,
          name: "b.csv",
          type: "text/csv",
          bytes: new Uint8Array(3),
          expiresAtMs: (yield* Clock.currentTimeMillis) + 60_000
        })
        yield* files.remove(accountId, stored.id)
        return stored.id
      })
    )
    const answers = await Promise.all(
      ["A".repeat(22), removed, "x", `${id}.csv`].map((other) => gateway().ask(`/files/${other}`))
    )
    for (const { json, status } of answers) {
      assert.strictEqual(status, 404)
      assert.deepEqual(json, { error: { code: "NOT_FOUND", message: "no such file; it may have expired" } })
    }
    assert.strictEqual((await gateway().ask("/files")).status, 404)
    assert.strictEqual((await gateway().ask("/files/")).status, 404)
    assert.strictEqual((await gateway().ask(`/files/${id}`, { method: "DELETE" })).status, 405)
  })

  it("is no operation of the API and no tool", async () => {
    const { json } = await gateway().ask("/openapi.json")
    assert.notInclude(JSON.stringify(json), "/files/")
  })
})
