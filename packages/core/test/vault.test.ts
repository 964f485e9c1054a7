import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Vault, VaultError } from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { generateVaultKey, type VaultKey, VaultLive } from "../src/vault/index.ts"

const key = (id: string): VaultKey => ({ id, key: Redacted.make(randomBytes(32).toString("base64")) })
const oldKey = key("old")
const newKey = key("new")
const before = VaultLive({ keys: [oldKey], currentKeyId: "old" })
const during = VaultLive({ keys: [oldKey, newKey], currentKeyId: "new" })
const after = VaultLive({ keys: [newKey], currentKeyId: "new" })

const seal = (secret: string, row: string) => Vault.use((vault) => vault.seal(Redacted.make(secret), row))
const open = (sealed: string, row: string) =>
  Effect.map(
    Vault.use((vault) => vault.open(sealed, row)),
    Redacted.value
  )
const rewrap = (sealed: string, row: string) => Vault.use((vault) => vault.rewrap(sealed, row))
const refusal = (sealed: string, row: string) => Effect.flip(open(sealed, row))

// What can be stored: text without half surrogate pairs.
const Secret = Schema.String.check(Schema.makeFilter((text: string) => text.isWellFormed()))
const Row = Schema.Struct({ table: Secret, id: Secret })
const rowOf = ({ table, id }: typeof Row.Type) => `${table}:${id}`

describe("Vault", () => {
  it.effect.prop("opens what it sealed, in the same row", [Secret, Row], ([secret, row]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* open(yield* seal(secret, rowOf(row)), rowOf(row)), secret)
    }).pipe(Effect.provide(before))
  )

  it.effect.prop("refuses a value moved to another row", [Secret, Row, Row], ([secret, from, to]) =>
    Effect.gen(function* () {
      if (rowOf(from) === rowOf(to)) return
      assert.strictEqual((yield* refusal(yield* seal(secret, rowOf(from)), rowOf(to))).reason, "rejected")
    }).pipe(Effect.provide(before))
  )

  // Three lengths, since base64 leaves spare bits in the last character of two of them.
  it.effect.each(["x", "xy", "xyz"])("refuses a value with any one bit flipped, sealing %s", (secret) =>
    Effect.gen(function* () {
      const sealed = Buffer.from(yield* seal(secret, "row:1"), "utf8")
      for (let at = 0; at < sealed.length; at++) {
        for (let bit = 0; bit < 8; bit++) {
          const flipped = Buffer.from(sealed)
          flipped.writeUInt8(sealed.readUInt8(at) ^ (1 << bit), at)
          const error = yield* refusal(flipped.toString("latin1"), "row:1")
          assert.isTrue(error instanceof VaultError, `byte ${at}, bit ${bit}`)
        }
      }
    }).pipe(Effect.provide(before))
  )

  it.effect("refuses a value with any one byte of its decoded parts flipped as rejected", () =>
    Effect.gen(function* () {
      const [version = "", keyId = "", wrapped = "", body = ""] = (yield* seal("secret", "row:1")).split(".")
      const flips = (part: string) => {
        const bytes = Buffer.from(part, "base64url")
        return Array.from(bytes, (byte, at) => {
          const flipped = Buffer.from(bytes)
          flipped.writeUInt8(byte ^ 1, at)
          return flipped.toString("base64url")
        })
      }
      const forged = [
        ...flips(wrapped).map((wrapped) => [version, keyId, wrapped, body]),
        ...flips(body).map((body) => [version, keyId, wrapped, body])
      ]
      for (const parts of forged) assert.strictEqual((yield* refusal(parts.join("."), "row:1")).reason, "rejected")
    }).pipe(Effect.provide(before))
  )

  it.effect("refuses a truncated tag, down to every length", () =>
    Effect.gen(function* () {
      const sealed = yield* seal("secret", "row:1")
      const start = sealed.lastIndexOf(".") + 1
      const body = Buffer.from(sealed.slice(start), "base64url")
      for (let cut = 1; cut <= body.length; cut++) {
        const error = yield* refusal(
          sealed.slice(0, start) + body.subarray(0, body.length - cut).toString("base64url"),
          "row:1"
        )
        assert.include(["rejected", "malformed"], error.reason)
      }
    }).pipe(Effect.provide(before))
  )

  it.effect("refuses parts of two values put together, even of the same row", () =>
    Effect.gen(function* () {
      const one = (yield* seal("one", "row:1")).split(".")
      const two = (yield* seal("two", "row:1")).split(".")
      assert.strictEqual((yield* refusal([...one.slice(0, 3), ...two.slice(3)].join("."), "row:1")).reason, "rejected")
    }).pipe(Effect.provide(before))
  )

  it.effect.prop("calls any other text malformed and never crashes on it", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* refusal(text, "row:1")).reason, "malformed")
      assert.strictEqual((yield* refusal(`sgv1.old.${text}`, "row:1")).reason, "malformed")
      assert.strictEqual((yield* Effect.flip(rewrap(text, "row:1"))).reason, "malformed")
    }).pipe(Effect.provide(before))
  )

  it.effect("seals the same secret differently each time, and without its text in it", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.all(Array.from({ length: 100 }, () => seal("canary-canary", "row:1")))
      assert.strictEqual(new Set(sealed).size, 100)
      const nonces = sealed.flatMap((value) =>
        value
          .split(".")
          .slice(2)
          .map((part) => part.slice(0, 16))
      )
      assert.strictEqual(new Set(nonces).size, 200)
      for (const value of sealed) {
        assert.match(value, /^sgv1\.old(\.[A-Za-z0-9_-]+){2}$/)
        assert.notInclude(
          value
            .split(".")
            .map((part) => Buffer.from(part, "base64url").toString("latin1"))
            .join(),
          "canary"
        )
      }
    }).pipe(Effect.provide(before))
  )

  it.effect("gives secrets back redacted", () =>
    Effect.gen(function* () {
      const opened = yield* Vault.use((vault) =>
        Effect.flatMap(vault.seal(Redacted.make("canary"), "r"), (s) => vault.open(s, "r"))
      )
      assert.notInclude(`${opened} ${JSON.stringify({ opened })}`, "canary")
    }).pipe(Effect.provide(before))
  )
})

describe("Vault rotation", () => {
  it.effect("opens values of the old key until it is removed, and re-wrapped ones after", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.provide(seal("secret", "row:1"), before)
      assert.strictEqual(yield* Effect.provide(open(sealed, "row:1"), during), "secret")
      const rewrapped = yield* Effect.provide(rewrap(sealed, "row:1"), during)
      if (rewrapped === undefined) return assert.fail("nothing was re-wrapped")
      assert.strictEqual(yield* Effect.provide(open(rewrapped, "row:1"), after), "secret")
      const error = yield* Effect.provide(refusal(sealed, "row:1"), after)
      assert.strictEqual(error.reason, "unknown_key")
      assert.include(error.message, `"old"`)
    })
  )

  it.effect("re-wraps the data key alone, and only values that are not under the current key", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.provide(seal("secret", "row:1"), before)
      const rewrapped = (yield* Effect.provide(rewrap(sealed, "row:1"), during)) ?? ""
      assert.strictEqual(rewrapped.split(".")[3], sealed.split(".")[3])
      assert.notStrictEqual(rewrapped.split(".")[2], sealed.split(".")[2])
      assert.isUndefined(yield* Effect.provide(rewrap(rewrapped, "row:1"), during))
    })
  )

  it.effect("does not re-wrap a value into another row", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.provide(seal("secret", "row:1"), before)
      assert.strictEqual((yield* Effect.provide(Effect.flip(rewrap(sealed, "row:2")), during)).reason, "rejected")
    })
  )
})

describe("Vault keys", () => {
  it.effect("stop the boot when they cannot be used, without showing a key", () =>
    Effect.gen(function* () {
      const short = { id: "short", key: Redacted.make(Buffer.from("only-some-bytes").toString("base64")) }
      const cases = [
        { keys: [], currentKeyId: "a", says: `"a" isn't among the keys` },
        { keys: [short], currentKeyId: "short", says: `"short" must be 32 bytes` },
        { keys: [oldKey, oldKey], currentKeyId: "old", says: `"old" is given twice` },
        { keys: [key("a.b")], currentKeyId: "a.b", says: "may hold letters" }
      ]
      for (const { says, ...keys } of cases) {
        const error = yield* Effect.flip(Effect.provide(seal("x", "y"), VaultLive(keys)))
        assert.include(error.message, says)
        assert.notInclude(error.message, Redacted.value(short.key))
      }
    })
  )

  it.effect("made by generateVaultKey can be used, and differ", () =>
    Effect.gen(function* () {
      const [one, two] = yield* Effect.all([generateVaultKey, generateVaultKey])
      assert.notStrictEqual(Redacted.value(one.key), Redacted.value(two.key))
      assert.notStrictEqual(one.id, two.id)
      const vault = VaultLive({ keys: [one, two], currentKeyId: two.id })
      assert.strictEqual(
        yield* Effect.provide(
          Effect.flatMap(seal("x", "y"), (sealed) => open(sealed, "y")),
          vault
        ),
        "x"
      )
    })
  )
})
