/** A feed that tells when it was changed is asked for by that, and one that is too large isn't read. */
import { createServer, type IncomingMessage } from "node:http"
import { adjustableClock, at, listAt, useTestGateway } from "@storeglass/testkit"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { base, madeProject, scan } from "./support.ts"

const modified = "Sun, 01 Nov 2026 10:00:00 GMT"
const twoMiB = 2 * 1024 * 1024
/** A feed of so many bytes. */
const feedOf = (bytes: number) => {
  const head = `<?xml version="1.0"?><rss version="2.0"><channel><title>A feed</title><item><title>Can anyone recommend an app?</title>
    <link>https://blog.example.com/one</link></item><!--`
  const tail = "--></channel></rss>"
  return head + "x".repeat(bytes - head.length - tail.length) + tail
}
const asked: Array<IncomingMessage["headers"]> = []
const host = createServer((request, response) => {
  asked.push(request.headers)
  const bytes = Number(/(\d+)/.exec(request.url ?? "")?.[1] ?? 1_000)
  const isKnown = request.headers["if-modified-since"] === modified
  response.writeHead(isKnown ? 304 : 200, { "content-type": "application/rss+xml", "last-modified": modified })
  response.end(isKnown ? undefined : feedOf(bytes))
})
await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
const address = host.address()
const port = typeof address === "object" && address !== null ? address.port : assert.fail("no port")
afterAll(() => {
  host.close()
})

const clock = adjustableClock()
const gateway = useTestGateway({
  plugins: { stores: true, growth: true },
  clock,
  config: { egress: { loopbackPort: port } }
})
let key = ""
beforeAll(async () => {
  ;({ key } = await gateway().account({ plan: "large" }))
})
const projectOn = (path: string) => {
  const filters = { feeds: [`http://127.0.0.1:${port}${path}`] }
  return madeProject(gateway(), key, { name: path, channel: "rss", keywords: ["app"], filters })
}
const scanned = async (id: string) => {
  const reason = at(listAt(await scan(gateway(), key, id), "sources")[0], "reason")
  const { json } = await gateway().ask(`${base}/opportunities?projectId=${id}`, { key })
  return { reason, total: at(json, "data", "total") }
}

describe("a feed", () => {
  it("is asked whether it changed since it said it had, and keeps what it had where it didn't", async () => {
    const id = await projectOn("/feed.xml")
    assert.deepEqual(await scanned(id), { reason: null, total: 1 })
    clock.advanceMs(16 * 60_000)
    assert.deepEqual(await scanned(id), { reason: null, total: 1 })
    assert.deepEqual(
      asked.map((headers) => headers["if-modified-since"]),
      [undefined, modified]
    )
  })

  it("of 2 MiB is read, and a byte more is refused with the reason", async () => {
    assert.deepEqual(await scanned(await projectOn(`/${twoMiB}.xml`)), { reason: null, total: 1 })
    const { reason, total } = await scanned(await projectOn(`/${twoMiB + 1}.xml`))
    assert.strictEqual(total, 0)
    assert.match(String(reason), /too large|longer|bytes|MiB/)
  })
})
