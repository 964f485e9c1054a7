import { assert, describe, it } from "vitest"
import { failure, key, success, testClient, useServer } from "./support.ts"

const server = useServer()

describe("the hooks of a client", () => {
  it("are told of each try and its answer, and never of the key", async () => {
    server.reply(failure(503, "SERVICE_UNAVAILABLE"), success({ name: "a thing" }))
    const told: Array<unknown> = []
    const { client } = testClient(server.url(), {
      hooks: {
        onRequest: (request) => void told.push(request),
        onResponse: ({ attempt, operation, response, status }) =>
          void told.push({ attempt, operation, status, id: response.headers.get("x-request-id") !== null })
      }
    })
    await client.things.get({ id: "1" })
    const operation = "GET /v1/things/:id"
    const url = `${server.url()}/v1/things/1`
    assert.deepEqual(told, [
      { operation, url, attempt: 1 },
      { operation, attempt: 1, status: 503, id: true },
      { operation, url, attempt: 2 },
      { operation, attempt: 2, status: 200, id: true }
    ])
    assert.notInclude(JSON.stringify(told), key)
  })

  it("can't make a call fail that went through", async () => {
    server.reply(success({ name: "a thing" }))
    const fail = () => {
      throw new Error("the log is full")
    }
    const { client } = testClient(server.url(), { hooks: { onRequest: fail, onResponse: fail } })
    assert.strictEqual((await client.things.get({ id: "1" })).data.name, "a thing")
  })
})

describe("a request of the client", () => {
  it("says what sends it", async () => {
    server.reply(success({ name: "a thing" }))
    await testClient(server.url()).client.things.get({ id: "1" })
    assert.match(server.asked[0]?.headers["user-agent"] ?? "", /^storeglass-client\/\d/)
  })
})
