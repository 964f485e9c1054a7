import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { type CursorOwner, sealedCursor } from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { VaultLive } from "../src/vault/index.ts"

const vault = VaultLive({
  keys: [{ id: "one", key: Redacted.make(randomBytes(32).toString("base64")) }],
  currentKeyId: "one"
})
const pages = sealedCursor("test.list", Schema.Struct({ after: Schema.String }))
const mine: CursorOwner = { accountId: "a", parameters: { appId: "one", archived: false, from: undefined } }

describe("a sealed cursor", () => {
  it.effect.prop("opens for the list it was made for, whatever it holds", [Schema.String], ([after]) =>
    Effect.gen(function* () {
      if (!after.isWellFormed()) return
      const text = yield* pages.seal({ after }, mine)
      // The order of the parameters and those that are absent don't count.
      const same: CursorOwner = { accountId: "a", parameters: { archived: false, appId: "one" } }
      assert.deepEqual(yield* pages.open(text, same), { after })
    }).pipe(Effect.provide(vault))
  )

  it.effect("shows nothing of its position", () =>
    Effect.gen(function* () {
      const text = yield* pages.seal({ after: "of-the-vendor" }, mine)
      const bytes = text.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1"))
      assert.notInclude(`${text} ${bytes.join(" ")}`, "of-the-vendor")
      assert.isUndefined(yield* pages.open(undefined, mine))
    }).pipe(Effect.provide(vault))
  )

  it.effect.each<readonly [string, CursorOwner]>([
    ["another account's", { ...mine, accountId: "b" }],
    ["other parameters", { ...mine, parameters: { ...mine.parameters, appId: "two" } }],
    ["a parameter more", { ...mine, parameters: { ...mine.parameters, from: "2026-01-01" } }],
    ["a parameter less", { ...mine, parameters: { appId: "one" } }]
  ])("is refused for %s", ([, owner]) =>
    Effect.gen(function* () {
      const text = yield* pages.seal({ after: "x" }, mine)
      const refused = yield* Effect.flip(pages.open(text, owner))
      assert.deepEqual([refused._tag, refused.status], ["INVALID_INPUT", 400])
      assert.match(refused.message, /^cursor: .*send no cursor to begin again$/)
    }).pipe(Effect.provide(vault))
  )

  it.effect("is refused in another list, changed, cut, or made up", () =>
    Effect.gen(function* () {
      const text = yield* pages.seal({ after: "x" }, mine)
      const other = sealedCursor("test.other", Schema.Struct({ after: Schema.String }))
      assert.strictEqual((yield* Effect.flip(other.open(text, mine)))._tag, "INVALID_INPUT")
      const last = text.endsWith("A") ? "B" : "A"
      for (const made of [`${text.slice(0, -1)}${last}`, text.slice(0, -10), `${text}x`, "x", "eyJhIjoxfQ"]) {
        assert.strictEqual((yield* Effect.flip(pages.open(made, mine)))._tag, "INVALID_INPUT")
      }
    }).pipe(Effect.provide(vault))
  )

  it.effect("lasts for a day", () =>
    Effect.gen(function* () {
      const text = yield* pages.seal({ after: "x" }, mine)
      yield* TestClock.adjust("24 hours")
      assert.deepEqual(yield* pages.open(text, mine), { after: "x" })
      yield* TestClock.adjust("1 second")
      assert.include((yield* Effect.flip(pages.open(text, mine))).message, "too old")
    }).pipe(Effect.provide(vault))
  )
})
