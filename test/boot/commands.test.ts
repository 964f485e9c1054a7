/** Commands that plugins bring: found by the config, without loading the plugins. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Console, Effect, Exit } from "effect"
import { assert, describe, it } from "vitest"
import { stringify } from "yaml"
import { execute } from "../../packages/gateway/src/cli/run.ts"
import { packageJson, useFolder } from "./folder.ts"

const { folder, write } = useFolder()

// Imports by path: a folder elsewhere could not resolve the names.
const commandsSource = (name: string) => `
import { Effect } from ${JSON.stringify(join(root, "node_modules/effect/dist/index.js"))}
import { Argument, Command } from ${JSON.stringify(join(root, "node_modules/effect/dist/cli/index.js"))}
import { CommandFailed, defineCommands, jsonFlag, print, RunningGateway } from ${JSON.stringify(join(root, "packages/plugin-api/src/cli.ts"))}
const greet = Command.make("greet", { who: Argument.String("who"), json: jsonFlag }, ({ json, who }) =>
  who === "nobody" ? new CommandFailed({ message: "nobody is there" }) : print(json, { who }, "hello " + who)
).pipe(Command.withDescription("Greet somebody."))
const ask = Command.make("ask", {}, () =>
  Effect.flatMap(RunningGateway, (gateway) => gateway.ask("http://127.0.0.1:9", { method: "GET", path: "/v1/version" }))
).pipe(Command.withDescription("Ask the gateway."))
export default defineCommands(
  Command.make(${JSON.stringify(name)}).pipe(Command.withDescription("Be polite."), Command.withSubcommands([greet, ask]))
)`

write({
  // The plugin itself can't even be loaded.
  "polite/package.json": packageJson("polite", { ".": "./plugin.ts", "./cli": "./cli.ts" }),
  "polite/plugin.ts": "throw new Error('the plugin was loaded')",
  "polite/cli.ts": commandsSource("polite"),
  "silent/package.json": packageJson("silent", { ".": "./plugin.ts" }),
  "node_modules/packed/package.json": packageJson("packed", { ".": "./plugin.js", "./cli": "./cli.js" }),
  "node_modules/packed/cli.js": commandsSource("packed"),
  "wrong/package.json": packageJson("wrong", { "./cli": "./cli.ts" }),
  "wrong/cli.ts": "export default {}",
  "unbuilt/package.json": packageJson("unbuilt", { "./cli": "./dist/cli.js" }),
  "taken/package.json": packageJson("taken", { "./cli": "./cli.ts" }),
  "taken/cli.ts": commandsSource("jobs"),
  "twin/package.json": packageJson("twin", { "./cli": "./cli.ts" }),
  "twin/cli.ts": commandsSource("polite")
})

/** Runs a command line over a config with these plugins. */
const storeglass = async (plugins: object | undefined, ...args: ReadonlyArray<string>) => {
  const config = join(folder, plugins === undefined ? "none.yaml" : "config.yaml")
  if (plugins !== undefined) writeFileSync(config, stringify({ plugins }))
  const out: Array<string> = []
  const keep = (...parts: ReadonlyArray<unknown>) => void out.push(parts.join(" "))
  const exit = await Effect.runPromiseExit(
    Effect.gen(function* () {
      const live = yield* Console.Console
      const kept = { ...live, log: keep, error: keep, info: keep }
      yield* Effect.provideService(execute([...args, "--config", config]), Console.Console, kept)
    })
  )
  return { worked: Exit.isSuccess(exit), text: out.join("\n") }
}
const polite = { polite: { package: "./polite" }, silent: { package: "./silent" }, packed: { package: "packed" } }

describe("commands of plugins", () => {
  it("are in the help and run, in a checkout and installed, though the plugin isn't loaded", async () => {
    const help = await storeglass(polite, "--help")
    assert.match(help.text, /^ +polite +Be polite\.$/m)
    assert.match(help.text, /^ +packed +Be polite\.$/m)
    assert.match(help.text, /^ +serve /m)
    assert.match((await storeglass(polite, "polite", "greet", "--help")).text, /Greet somebody\.[\s\S]*--json/)
    for (const name of ["polite", "packed"]) {
      assert.deepEqual(await storeglass(polite, name, "greet", "you"), { worked: true, text: "hello you" })
    }
    assert.deepEqual(JSON.parse((await storeglass(polite, "polite", "greet", "you", "--json")).text), { who: "you" })
  })

  it("fail with their message", async () => {
    assert.deepEqual(await storeglass(polite, "polite", "greet", "nobody"), {
      worked: false,
      text: "storeglass: nobody is there"
    })
    const unasked = await storeglass(polite, "polite", "ask")
    assert.strictEqual(unasked.worked, false)
    assert.match(unasked.text, /MISSING_API_KEY: set STOREGLASS_API_KEY/)
  })

  it("are refused where they can't be had, by the plugin's name, and the gateway's own work on", async () => {
    const cases = [
      [{ wrong: { package: "./wrong" } }, /^storeglass: wrong: .*has no default export made with defineCommands/],
      [
        { unbuilt: { package: "./unbuilt" } },
        /^storeglass: unbuilt: can't import its commands: .*cli\.js doesn't exist; build/
      ],
      [{ taken: { package: "./taken" } }, /^storeglass: taken: its command 'jobs' is one of the gateway already/],
      [
        { polite: { package: "./polite" }, twin: { package: "./twin" } },
        /^storeglass: twin: its command 'polite' is one of 'polite' already/
      ],
      [undefined, /none\.yaml: can't read the config file/]
    ] as const
    for (const [plugins, message] of cases) {
      const ran = await storeglass(plugins, "polite", "greet", "you")
      assert.strictEqual(ran.worked, false)
      assert.match(ran.text, message)
      assert.match((await storeglass(plugins, "--help")).text, /^ +serve /m)
    }
    const unknown = await storeglass(polite, "polit")
    assert.strictEqual(unknown.worked, false)
    assert.match(unknown.text, /polit/)
  })
})
