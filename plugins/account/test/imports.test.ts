import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { root } from "@storeglass/testkit"
import { assert, it } from "vitest"

it("the library of passkeys and the list of common passwords aren't loaded with the plugin", async () => {
  const script = `
    const { registerHooks } = await import("node:module")
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    await import(${JSON.stringify(`${root}/plugins/account/src/plugin.ts`)})
    console.log(loaded.filter((url) => /simplewebauthn|peculiar|common\\.gen/.test(url)).join("\\n"))
  `
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: root })
  assert.strictEqual(stdout.trim(), "")
})
