import { ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Exit, Fiber } from "effect"
import { assert, describe, it } from "vitest"
import { hashingThreads } from "../src/crypto.ts"
import { atOnceMax, Passwords, waitingMax } from "../src/persons/Passwords.ts"

const cheap = { memoryKiB: 64, passes: 1, lanes: 1 }
const run = <A, E>(effect: Effect.Effect<A, E, Passwords>, names: ReadonlyArray<string> = []) =>
  Effect.runPromise(Effect.provide(effect, Passwords.layerOf(cheap, names)))

describe("hashing passwords", () => {
  it("leaves a processor to who answers, and two threads are the most", () => {
    assert.deepEqual(
      [1, 2, 3, 4, 64].map((processors) => hashingThreads(processors)),
      [1, 1, 2, 2, 2]
    )
  })

  it("is done for few at once while fifty wait; whoever comes then is told to retry, and the others get theirs", async () => {
    const over = 8
    const exits = await run(
      Effect.gen(function* () {
        const { check, hash } = yield* Passwords
        const stored = yield* hash("otter-lamp-granite-47")
        const fibers = yield* Effect.forEach(Array.from({ length: atOnceMax + waitingMax + over }), () =>
          Effect.forkChild(Effect.exit(check("otter-lamp-granite-47", stored)))
        )
        return yield* Fiber.joinAll(fibers)
      })
    )
    assert.strictEqual(
      exits.filter((exit) => Exit.isSuccess(exit) && exit.value.isRight).length,
      atOnceMax + waitingMax
    )
    const refused = exits.flatMap((exit) => (Exit.isFailure(exit) ? exit.cause.reasons : []))
    assert.strictEqual(refused.length, over)
    for (const reason of refused) {
      const error = "error" in reason ? reason.error : undefined
      assert.instanceOf(error, ServiceUnavailable)
      assert.isAtLeast(Number(Reflect.get(Object(error), "retryAfterSeconds")), 1)
    }
  })

  it("has room again when those before are done", async () => {
    await run(
      Effect.gen(function* () {
        const { hash } = yield* Passwords
        for (let round = 0; round < 2; round++) {
          yield* Effect.all(
            Array.from({ length: atOnceMax + waitingMax }, () => hash("otter-lamp-granite-47")),
            { concurrency: "unbounded" }
          )
        }
      })
    )
  })

  it("takes a password for the same however a keyboard composed it, and salts each anew", async () => {
    await run(
      Effect.gen(function* () {
        const { check, hash } = yield* Passwords
        const stored = yield* hash("caf\u00e9 au lait 1234")
        assert.isTrue((yield* check("cafe\u0301 au lait 1234", stored)).isRight)
        assert.notStrictEqual(yield* hash("caf\u00e9 au lait 1234"), stored)
        assert.isFalse((yield* check("caf\u00e9 au lait 1234", undefined)).isRight)
        assert.isFalse((yield* check("", "$argon2id$broken")).isRight)
      })
    )
  })

  it("compares the whole of a password, whatever its case and length", async () => {
    await run(
      Effect.gen(function* () {
        const { check, hash } = yield* Passwords
        const long = "Otter lamp granite 47 ".padEnd(128, "x")
        const stored = yield* hash(long)
        assert.isTrue((yield* check(long, stored)).isRight)
        for (const other of [long.toLowerCase(), `${long.slice(0, -1)}y`, long.slice(0, -1), `${long} `, ` ${long}`]) {
          assert.isFalse((yield* check(other, stored)).isRight, other)
        }
      })
    )
  })
})

describe("choosing a password", () => {
  const problemOf = (password: string, names: ReadonlyArray<string> = []) =>
    run(
      Effect.flatMap(Passwords, ({ problem }) => problem(password, "ada@example.com")),
      names
    )

  it("takes 12 to 128 characters of any kind", async () => {
    const good = [
      "correct horse",
      "zwölf Zeichen",
      "x7#".padEnd(64, "aq"),
      "a1 ".padEnd(128, "bz"),
      "🦦🪨🪵🌊🌱🐚🧭🪁🛶🏕🌁🪷"
    ]
    for (const password of good) assert.isUndefined(await problemOf(password), password)
    assert.match((await problemOf("elevenchars")) ?? "", /at least 12/)
    assert.match((await problemOf("a1 ".padEnd(129, "bz"))) ?? "", /at most 128/)
  })

  it("takes no name of the service, alone, repeated or with something around it", async () => {
    const names = ["Storeglass", "Example Intelligence 24"]
    const refused = ["Storeglass2026!", "storeglassSTOREGLASS", "1 example intelligence", "ExampleIntelligence"]
    for (const password of refused)
      assert.match((await problemOf(password, names)) ?? "", /name of this service/, password)
    assert.isUndefined(await problemOf("a storeglass by the sea", names))
    assert.isUndefined(await problemOf("7391 8264 5530", ["24/7"]))
  })
})
