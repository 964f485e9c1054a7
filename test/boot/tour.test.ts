/**
 * README changes a price with the key that `npm start` keeps, and the guide signs somebody up: as a reader would, line by line, in a
 * shell.
 */
import { spawn } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { at, freshDatabase, listAt, processOutput, root } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { parse, stringify } from "yaml"
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

/** From nothing to a first call, as the guide has it. */
const signUp = [
  ...readFileSync(join(root, "plugins/account/guide/index.md"), "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)
].map(([, code = ""]) => code)

/** Notes what a process loads, as it's loaded. */
const loads = `import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"
registerHooks({ load: (url, context, next) => (appendFileSync("loaded.txt", url + "\\n"), next(url, context)) })
`
/** What signing up and in needs, and listening doesn't. */
const loadedLater = /simplewebauthn|peculiar|common\.gen/

describe.skipIf(!hasCurl)("the tour of README and sign-up by the guide (need curl)", { timeout: 180_000 }, () => {
  it("previews a price, sets it and reads it with the console key that only its owner may see; and goes from an address to a charged call", async () => {
    assert.lengthOf(snippets, 2)
    assert.lengthOf(signUp, 4)
    const sandbox: unknown = parse(readFileSync(join(root, "config/sandbox.yaml"), "utf8"))
    const config = {
      server: { host: "127.0.0.1", port: 0 },
      dataDir: ".storeglass",
      sandbox: { seed: 1 },
      plugins: {
        account: {},
        stores: at(sandbox, "plugins", "stores"),
        apps: {},
        "connect-storea": { apiUrl: "${sandbox.console}", requestsPerMinute: 60_000, readsLagMs: 200 }
      }
    }
    write({ "gateway.yaml": stringify(config), "loads.mjs": loads })
    const databaseUrl = await Effect.runPromise(freshDatabase())
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      NO_COLOR: "1",
      DATABASE_URL: Redacted.value(databaseUrl),
      STOREGLASS_CONFIG: "gateway.yaml",
      // From a bundle its modules wouldn't be loaded one by one.
      STOREGLASS_BUNDLE: "off"
    }
    const run = (program: string, ...args: ReadonlyArray<string>) =>
      spawn(program, [...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] })
    const start = join(root, "packages/gateway/src/start.ts")
    const gateway = run(process.execPath, "--import", "./loads.mjs", start, "--config", "gateway.yaml")
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
      const loaded = () => readFileSync(join(folder, "loaded.txt"), "utf8")
      assert.include(loaded(), "plugins/account/src/plugin.ts")
      assert.notMatch(loaded(), loadedLater)
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

      // `npm run -s storeglass --` is the same command without the launcher, which would install first.
      const cli = join(root, "packages/gateway/src/cli.ts")
      const walk = `set -euo pipefail\nnpm() { "${process.execPath}" "${cli}" "\${@:5}"; }\n${signUp.join("\n")}`
      const before = performance.now()
      const walked = await processOutput(run("bash", "-c", walk.replaceAll("http://127.0.0.1:3000", url)))
      const tookMs = performance.now() - before
      assert.strictEqual(walked.code, 0, walked.err)
      assert.match(walked.out, /"signedIn":true/)
      assert.match(walked.out, /HTTP\/1\.1 200 /)
      assert.match(walked.out, /^x-credit-cost: [1-9]/im)
      assert.match(walked.out, /"plan":"free"/)
      assert.match(loaded(), loadedLater)
      process.stderr.write(`from an address to a charged call: ${(tookMs / 1000).toFixed(1)} s\n`)
    } finally {
      gateway.kill("SIGTERM")
      await ended
    }
  })
})
