import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
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

describe("storeglass --help", () => {
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
