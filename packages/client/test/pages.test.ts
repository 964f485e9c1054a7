import { assert, describe, it } from "vitest"
import { createClientOf } from "../src/client.ts"
import type { Bind, Paging } from "../src/index.ts"
import { json, key, success, useServer } from "./support.ts"

const server = useServer()
const all = Array.from({ length: 23 }, (_, index) => index)

type Input = Readonly<Record<string, number | string | undefined>>
const clientOf = (paging: Paging) =>
  createClientOf(
    (bind: Bind) => ({
      list: bind.paged<Input, { readonly items: ReadonlyArray<number> }, number>({
        method: "GET",
        path: "/v1/list",
        access: "key",
        query: ["page", "offset", "limit", "cursor"],
        paging,
        items: "items"
      })
    }),
    { baseUrl: server.url(), key, retry: { attempts: 1 } }
  )

const queryOf = (url: string, name: string) => new URL(url, "http://h").searchParams.get(name)

/** Serves `all` from an offset, in pages of `size`. */
const serve = (offsetOf: (url: string) => number, size: number, more: (end: number) => object = () => ({})) =>
  server.reply((response, asked) => {
    const offset = offsetOf(asked.url)
    const items = all.slice(offset, offset + size)
    success({ items, ...more(offset + items.length) })(response, asked)
  })

const collect = async (items: AsyncIterable<number>) => {
  const found: Array<number> = []
  for await (const item of items) found.push(item)
  return found
}

const byPage: Paging = { by: "page", param: "page", first: 1, last: 10 }
const byOffset: Paging = { by: "offset", param: "offset", limit: "limit", limitDefault: 10 }
const byCursor: Paging = { by: "cursor", param: "cursor", next: "nextCursor" }
const pageOffset = (size: number) => (url: string) => (Number(queryOf(url, "page") ?? 1) - 1) * size
const offset = (url: string) => Number(queryOf(url, "offset") ?? 0)
const cursor = (url: string) => Number(queryOf(url, "cursor")?.slice(1) ?? 0)

describe("a walk over pages", () => {
  it("by page number ends with an empty page, with totalPages, or with the last page there is", async () => {
    serve(pageOffset(10), 10)
    assert.deepEqual(await collect(clientOf(byPage).list.items({})), all)
    assert.strictEqual(server.asked.length, 4)
    server.asked.length = 0
    serve(pageOffset(10), 10, () => ({ totalPages: 3 }))
    assert.deepEqual(await collect(clientOf(byPage).list.items({ page: 2 })), all.slice(10))
    assert.strictEqual(server.asked.length, 2)
    server.asked.length = 0
    serve(pageOffset(2), 2)
    assert.strictEqual((await collect(clientOf({ ...byPage, last: 3 }).list.items({}))).length, 6)
  })

  it("by what the answer names as the next page, whatever kind of value it is", async () => {
    serve(pageOffset(10), 10, (end) => ({ nextPage: end < all.length ? end / 10 + 1 : null }))
    assert.deepEqual(await collect(clientOf({ by: "cursor", param: "page", next: "nextPage" }).list.items({})), all)
  })

  it("by offset ends with a page that is not full, or at the total", async () => {
    serve(offset, 10)
    assert.deepEqual(await collect(clientOf(byOffset).list.items({})), all)
    assert.deepEqual(
      server.asked.map(({ url }) => queryOf(url, "offset")),
      [null, "10", "20"]
    )
    serve(offset, 5, () => ({ total: all.length }))
    assert.deepEqual(await collect(clientOf(byOffset).list.items({ limit: 7 })), all)
  })

  it("by cursor ends without a next one, at hasMore false, and when the cursor stands still", async () => {
    serve(cursor, 9, (end) => ({ nextCursor: end < all.length ? `c${end}` : null }))
    assert.deepEqual(await collect(clientOf(byCursor).list.items({})), all)
    serve(cursor, 9, (end) => ({ nextCursor: `c${end}`, hasMore: end < all.length }))
    assert.deepEqual(await collect(clientOf(byCursor).list.items({})), all)
    server.asked.length = 0
    serve(
      () => 0,
      1,
      () => ({ nextCursor: "c1" })
    )
    assert.strictEqual((await collect(clientOf(byCursor).list.items({}))).length, 2)
  })

  it("asks for a page only when the one before was taken", async () => {
    serve(pageOffset(10), 10)
    for await (const { credits, data } of clientOf(byPage).list.pages({})) {
      assert.deepEqual([credits?.cost, data.items.length], [2, 10])
      break
    }
    assert.strictEqual(server.asked.length, 1)
  })

  it("fails with the page that fails, after the items before it", async () => {
    server.reply(success({ items: [1] }), json(404, { error: { code: "NOT_FOUND", message: "gone" } }))
    const seen: Array<number> = []
    try {
      for await (const item of clientOf(byPage).list.items({})) seen.push(item)
      assert.fail("it did not fail")
    } catch (error) {
      assert.include(String(error), "gone")
    }
    assert.deepEqual(seen, [1])
  })
})
