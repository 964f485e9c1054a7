/** README changes a price with the key that `npm start` keeps: as a reader would, line by line, in a shell. */
import { spawn } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { at, freshDatabase, listAt, processOutput, root } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { stringify } from "yaml"
import { useFolder } from "./folder.ts"

const { folder, write } = useFolder()
const hasCurl = ["/usr/bin/curl", "/bin/curl", "/usr/local/bin/curl"].some((path) => existsSync(path))
const json = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const manual = (schedule: unknown) =>
  listAt(schedule, "data", "manualPrices").map((price) => [at(price, "territory"), at(price, "customerPrice")])

/** The tour's parts, as README has them. */
const snippets = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .map(([, code = ""]) => code)
  .filter((code) => code.includes("$schedule"))

describe.skipIf(!hasCurl)("the tour of README (needs curl)", { timeout: 120_000 }, () => {
  it("previews a price, sets it and reads it with the console key that only its owner may see", async () => {
    assert.lengthOf(snippets, 2)
    const config = {
      server: { host: "127.0.0.1", port: 0 },
      dataDir: ".storeglass",
      sandbox: { seed: 1 },
      plugins: {
        "connect-storea": { apiUrl: "${sandbox.console}", requestsPerMinute: 60_000, readsLagMs: 200 }
      }
    }
    write({ "gateway.yaml": stringify(config) })
    const databaseUrl = await Effect.runPromise(freshDatabase())
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      NO_COLOR: "1",
      DATABASE_URL: Redacted.value(databaseUrl)
    }
    const run = (program: string, ...args: ReadonlyArray<string>) =>
      spawn(program, [...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] })
    const start = join(root, "packages/gateway/src/start.ts")
    const gateway = run(process.execPath, start, "--config", "gateway.yaml")
    const ended = processOutput(gateway)
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let out = ""
        gateway.stdout.on("data", (chunk: Buffer) => {
          out += chunk.toString()
          const ready = /ready at (http:\/\/\S+)[\s\S]*Ctrl-C/.exec(out)?.[1]
          if (ready !== undefined) resolve(ready)
        })
        ended.then(({ err }) => reject(new Error(err)))
      })
      const kept = join(folder, ".storeglass/demo-console.json")
      assert.strictEqual(statSync(kept).mode & 0o777, 0o600)
      const script = `set -euo pipefail\n${snippets.join("echo\n")}`
        .replaceAll("http://127.0.0.1:3000", url)
        .replaceAll("curl -s", "curl -s -w '\\n'")
      const tour = await processOutput(run("bash", "-c", script))
      assert.strictEqual(tour.code, 0, tour.err)
      const [preview, made, read] = tour.out
        .split("\n")
        .filter(Boolean)
        .map((line) => json(line))
      assert.isTrue(at(preview, "data", "dryRun"), tour.out)
      assert.deepEqual(
        listAt(preview, "data", "warnings").map((warning) => at(warning, "code")),
        ["PRICE_MOVES_FAR", "PRICE_BECOMES_AUTOMATIC"]
      )
      assert.deepEqual(
        listAt(made, "data", "manualPrices").map((price) => at(price, "territory")),
        ["USA"]
      )
      assert.deepEqual(manual(read), [["USA", "4.99"]])
    } finally {
      gateway.kill("SIGTERM")
      await ended
    }
  })
})
