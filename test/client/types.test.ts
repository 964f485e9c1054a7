import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"

const consumer = join(import.meta.dirname, "consumer.ts")

/** Compiles what a caller wrote, with the types of a browser alone, as strictly as TypeScript can. */
const compile = (compiler: string) => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-types-"))
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    types: [],
    module: "nodenext",
    moduleDetection: "force",
    allowImportingTsExtensions: true
  }
  try {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [consumer] }))
    return spawnSync(process.execPath, [join(root, compiler), "-p", folder], { encoding: "utf8", cwd: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the types of the client", () => {
  it.each(["node_modules/typescript/bin/tsc", "test/node_modules/typescript/bin/tsc"])(
    "take what is right and refuse what is wrong, without Node's types (%s)",
    (compiler) => {
      const { status, stdout } = compile(compiler)
      assert.strictEqual(status, 0, stdout)
      assert.isAtLeast(readFileSync(consumer, "utf8").match(/@ts-expect-error/g)?.length ?? 0, 14)
    },
    60_000
  )
})
