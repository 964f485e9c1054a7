import { connect } from "node:net"
import { BootError } from "@storeglass/gateway"
import { startTestGateway, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"

const gateway = useTestGateway({ plugins: { stores: true, apps: true } })

/** The status of a path as it is, which fetch would tidy up. */
const statusOf = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const socket = connect(Number(new URL(gateway().url).port), "127.0.0.1").setEncoding("latin1")
    socket.once("data", (text) => {
      resolve(Number(String(text).split(" ")[1]))
      socket.destroy()
    })
    socket.once("error", reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`)
  })

describe("the operator's pages", () => {
  it("are on a port of their own: health with every upstream, and metrics", async () => {
    const { internalUrl, url } = gateway().running
    assert.match(internalUrl ?? "", /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.notStrictEqual(internalUrl, url)
    const health = await gateway().askInternal("/health")
    assert.strictEqual(health.status, 200)
    assert.deepNestedInclude(health.json, { "data.status": "ok", "data.checks.database": "ok" })
    assert.include(health.text, '"storea.catalog"')
    assert.isNotNull(health.headers.get("x-request-id"))
    const metrics = await gateway().askInternal("/metrics")
    assert.include(metrics.text, "# TYPE ")
    const missing = await gateway().askInternal("/v1/health")
    assert.strictEqual(missing.status, 404)
  })

  it("are nowhere on the callers' port, whatever the path is spelt like", async () => {
    for (const path of [
      "/metrics",
      "/METRICS",
      "//metrics",
      "/%6detrics",
      "/metrics;x",
      "/metrics/",
      "/./metrics",
      "/health"
    ]) {
      assert.include([400, 404], await statusOf(path), path)
    }
    const health = await gateway().ask("/v1/health")
    assert.deepNestedInclude(health.json, { "data.status": "ok", "data.checks.database": "ok" })
    assert.notMatch(health.text, /storea|upstreams|plugins|tokens/)
  })

  it("that can't listen stop the boot with one message that names the setting", async () => {
    const port = Number(new URL(gateway().url).port)
    const error: unknown = await Effect.runPromise(
      Effect.scoped(Effect.flip(startTestGateway({ config: { internal: { port } } })))
    )
    assert.match(
      error instanceof BootError ? error.message : "",
      new RegExp(
        `^internal port ${port}: can't listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE.*; stop what uses it, or set internal\\.port$`
      )
    )
  })
})
