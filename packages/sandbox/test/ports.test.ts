import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { defineDouble, json, portsOf, startSandbox } from "../src/index.ts"

const chatty = defineDouble({
  name: "chat",
  seed: () => ({ said: 0 }),
  ports: {
    "chat-line": (socket, { stateOf }) => {
      stateOf("all").said++
      socket.write(`said ${stateOf("all").said}\n`)
    }
  },
  credentialOf: () => "all",
  handle: (_, { state }) => json(200, state)
})
const line = (port: number) =>
  Effect.callback<string>((resume) => {
    const socket = connect(port, "127.0.0.1")
    socket.setEncoding("utf8")
    socket.once("data", (text) => {
      socket.destroy()
      resume(Effect.succeed(String(text)))
    })
    socket.once("error", (error) => resume(Effect.succeed(error.message)))
  })

describe("a port that isn't HTTP", () => {
  it.effect("shares the state of its double, and is closed with the sandbox", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const sandbox = yield* Scope.provide(startSandbox({ doubles: [chatty], size: 10 }), scope)
      const port = sandbox.ports["chat-line"] ?? 0
      assert.strictEqual(yield* line(port), "said 1\n")
      assert.strictEqual(yield* line(port), "said 2\n")
      const told = yield* Effect.promise(() => fetch(`${sandbox.baseUrls.chat}/`).then((answer) => answer.text()))
      assert.strictEqual(told, '{"said":2}')
      yield* Scope.close(scope, Exit.void)
      assert.include(yield* line(port), "ECONNREFUSED")
    })
  )

  it.effect("has a name of its own", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(portsOf([chatty]), { "chat-line": 9 })
      const other = defineDouble({ name: "chat-line", handle: () => json(200, {}) })
      const failed = yield* Effect.flip(Effect.scoped(startSandbox({ doubles: [chatty, other], size: 10 })))
      assert.include(failed.message, "Two doubles use the name 'chat-line'")
    })
  )
})
