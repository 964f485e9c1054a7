import { spawnSync } from "node:child_process"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { root } from "@storeglass/testkit"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { storeglass } from "../../packages/gateway/src/cli/root.ts"

/** What a command prints. */
const printed = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const lines: Array<string> = []
  const keep = (...parts: ReadonlyArray<unknown>) => void lines.push(parts.join(" "))
  const live = yield* Console.Console
  yield* Command.runWith(storeglass, { version: "1.2.3" })(args).pipe(
    Effect.provideService(Console.Console, { ...live, log: keep, error: keep, info: keep }),
    Effect.provide(NodeServices.layer)
  )
  return lines.join("\n")
})

const commands = [
  ["serve"],
  ["config", "check"],
  ["plugins"],
  ["routes"],
  ["mcp"],
  ["migrate"],
  ["account", "create"],
  ["account", "show"],
  ["account", "plan"],
  ["key", "create"],
  ["key", "list"],
  ["key", "revoke"],
  ["credits", "show"],
  ["credits", "grant"],
  ["changes"],
  ["ledger", "audit"],
  ["jobs", "status"],
  ["jobs", "dead"],
  ["jobs", "retry"],
  ["writes"]
]

/** The modules that a command line loads, by their addresses. */
const loadedBy = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const hook = `import { registerHooks } from "node:module"
    const seen = new Set()
    registerHooks({ load: (url, context, next) => (seen.add(url), next(url, context)) })
    process.on("exit", () => process.stderr.write(JSON.stringify([...seen])))`
  const cli = join(root, "packages/gateway/src/cli.ts")
  const preload = `data:text/javascript,${encodeURIComponent(hook)}`
  // One by one, which from a bundle they aren't.
  const env = { ...process.env, STOREGLASS_BUNDLE: "off" }
  const { status, stderr } = spawnSync(process.execPath, ["--import", preload, cli, ...args], { encoding: "utf8", env })
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stderr)
}

describe("storeglass --help", () => {
  // How long that takes depends on the machine; what is loaded doesn't. Every command's file is, for the help of any.
  it("loads the commands and none of what they do", { timeout: 60_000 }, () => {
    const loaded = loadedBy(["jobs", "status", "--help"])
    const packages = loaded.flatMap((url) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
    assert.sameMembers([...new Set(packages)], ["effect", "@effect/platform-node", "@effect/platform-node-shared"])
    const ours = loaded.flatMap((url) => /^(?!.*node_modules).*\/((?:packages|plugins)\/.*)/.exec(url)?.[1] ?? [])
    const commandsOf = ours.filter((file) => /^packages\/gateway\/src\/cli\/[a-zA-Z]+\.ts$/.test(file))
    assert.isAbove(commandsOf.length, 20)
    for (const heavy of ["gateway", "operate", "serving", "bridge"]) {
      assert.notInclude(commandsOf, `packages/gateway/src/cli/${heavy}.ts`)
    }
    assert.sameMembers(
      ours.filter((file) => !commandsOf.includes(file)),
      [
        "packages/core/src/credits/plans.ts",
        "packages/gateway/package.json",
        "packages/gateway/src/BootError.ts",
        "packages/gateway/src/bundled.ts",
        "packages/gateway/src/cli.ts",
        "packages/gateway/src/version.ts",
        "packages/plugin-api/src/cli.ts"
      ]
    )
  })

  it.live("lists every command with a sentence", () =>
    Effect.gen(function* () {
      const text = yield* printed(["--help"])
      for (const name of new Set(commands.map(([first = ""]) => first))) {
        assert.match(text, new RegExp(`^ +${name} {2,}[A-Z].*\\.$`, "m"))
      }
    })
  )

  it.live.each(commands.map((path) => ({ name: path.join(" "), path })))(
    "says what $name does and takes",
    ({ name, path }) =>
      Effect.gen(function* () {
        const text = yield* printed([...path, "--help"])
        assert.match(text, /^DESCRIPTION\n +[A-Z].*\.$/m)
        assert.match(text, new RegExp(`USAGE\n +storeglass ${name}`))
        assert.include(text, "--config")
        if (name !== "serve" && name !== "mcp") assert.include(text, "--json")
        // Every flag and argument of ours says what it is for.
        for (const line of text
          .split("\n")
          .filter((each) => /^ +--(config|json|email|plan|name|scopes|bucket|account|port|recordings)\b/.test(each))) {
          assert.match(line, / {2,}\S.*/, line)
        }
      })
  )

  it.live("tells the version", () =>
    Effect.gen(function* () {
      assert.include(yield* printed(["--version"]), "1.2.3")
    })
  )
})
