import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

const double = fileURLToPath(new URL("./oneHost.ts", import.meta.url))

const run = (...args: ReadonlyArray<string>) =>
  spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] })

describe("main", () => {
  it("prints its address in one line, serves its doubles, and stops on SIGTERM", async () => {
    const child = run("--double", double, "--port", "0", "--seed", "42", "--size", "200")
    const exit = once(child, "exit")
    try {
      const [line] = await once(createInterface(child.stdout), "line")
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))?.[0]
      const answer = await fetch(`${origin}/one/here`)
      assert.strictEqual(answer.status, 200)
    } finally {
      child.kill("SIGTERM")
    }
    const [code, signal] = await exit
    assert.isNull(signal)
    assert.include([0, 130], code)
  })

  it("says what is wrong with its flags and ends", async () => {
    const child = run("--seed", "many")
    let said = ""
    child.stderr.on("data", (chunk) => {
      said += String(chunk)
    })
    child.stdout.on("data", (chunk) => {
      said += String(chunk)
    })
    const [code] = await once(child, "close")
    assert.strictEqual(code, 1)
    assert.include(said, "--seed needs a whole number")
  })
})
