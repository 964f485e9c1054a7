import { globSync, readFileSync } from "node:fs"
import { relative, resolve } from "node:path"
import { assert, describe, it } from "vitest"

const root = resolve(import.meta.dirname, "../../..")
const files = [
  "packages/core/src/**/migrations.ts",
  "packages/core/src/**/migrations/*.ts",
  "plugins/*/src/**/migrations/*.ts"
]
  .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => name.includes("node_modules") }))
  .map((file) => resolve(root, file))

describe("a migration", () => {
  it("holds its SQL itself: it imports other migrations and what runs them, and nothing that a later commit edits", () => {
    assert.isAbove(files.length, 10)
    const strays = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g)]
        .map(([, from = ""]) => from)
        .filter(
          (from) => !/^(effect(\/sql)?|@storeglass\/plugin-api)$|migrations(\/\w+)?\.ts$|^\.\/\d{4}_\w+\.ts$/.test(from)
        )
        .filter((from) => !from.endsWith("/sql/statements.ts"))
        .map((from) => `${relative(root, file)} imports ${from}`)
    )
    assert.deepEqual(strays, [])
  })
})
