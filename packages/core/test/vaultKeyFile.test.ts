import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { loadVaultKeys } from "../src/vault/index.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "storeglass-vault-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)
const values = (keys: Effect.Success<ReturnType<typeof loadVaultKeys>>) =>
  keys.keys.map(({ key }) => Redacted.value(key))

describe("loadVaultKeys", () => {
  it.effect("makes a key on the first use, readable by its owner alone, and gives the same one ever after", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "new", "data")
      const first = yield* loadVaultKeys(dataDir)
      const second = yield* loadVaultKeys(dataDir)
      assert.deepStrictEqual(values(first), values(second))
      assert.strictEqual(first.currentKeyId, second.currentKeyId)
      assert.strictEqual(Buffer.from(values(first)[0] ?? "", "base64").length, 32)
      assert.strictEqual(statSync(join(dataDir, "vault.keys.json")).mode & 0o777, 0o600)
      assert.deepStrictEqual(readdirSync(dataDir), ["vault.keys.json"])
    })
  )

  it.effect("agrees on one key when several nodes boot at once", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      const loaded = yield* Effect.all(
        Array.from({ length: 8 }, () => loadVaultKeys(dataDir)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(loaded.flatMap(values)).size, 1)
    })
  )

  it.effect("refuses a file that others may read, and says how to mend it", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      yield* loadVaultKeys(dataDir)
      const path = join(dataDir, "vault.keys.json")
      for (const mode of [0o644, 0o640, 0o604, 0o620]) {
        chmodSync(path, mode)
        assert.include((yield* Effect.flip(loadVaultKeys(dataDir))).message, `chmod 600 ${path}`)
      }
    })
  )

  it.effect("refuses a damaged file without showing what is in it", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      yield* loadVaultKeys(dataDir)
      const path = join(dataDir, "vault.keys.json")
      const whole = readFileSync(path, "utf8")
      const secret = whole.slice(whole.indexOf(`"key":"`) + 7).slice(0, 20)
      for (const content of [
        "",
        whole.slice(0, -5),
        whole.replace(`"version":1`, `"version":2`),
        `{"keys":"${secret}"}`
      ]) {
        writeFileSync(path, content)
        const error = yield* Effect.flip(loadVaultKeys(dataDir))
        assert.include(error.message, `${path} isn't a key file`)
        assert.notInclude(JSON.stringify(error) + error.message, secret)
      }
    })
  )
})
