/** What the command line erases of an author. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { at, freshDatabase, listAt, usePluginGateway } from "@storeglass/testkit"
import { Console, Effect, Exit, Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { stringify } from "yaml"
import { execute } from "../../../packages/gateway/src/cli/run.ts"
import growth from "../src/plugin.ts"
import { base, madeProject, scan } from "./support.ts"

const databaseUrl = await Effect.runPromise(freshDatabase())
const gateway = usePluginGateway(growth, { plugins: { stores: true, growth: true }, databaseUrl })

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "storeglass-growth-"))
  const config = {
    dataDir: folder,
    database: { url: Redacted.value(databaseUrl) },
    plugins: { stores: {}, growth: {} }
  }
  writeFileSync(join(folder, "config.yaml"), stringify(config))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (...args: ReadonlyArray<string>) => {
  const out: Array<string> = []
  const keep = (...parts: ReadonlyArray<unknown>) => void out.push(parts.join(" "))
  const exit = await Effect.runPromiseExit(
    Effect.gen(function* () {
      const live = yield* Console.Console
      yield* Effect.provideService(execute([...args, "--config", join(folder, "config.yaml")]), Console.Console, {
        ...live,
        log: keep,
        error: keep
      })
    })
  )
  return { out: out.join("\n"), isDone: Exit.isSuccess(exit) }
}

describe("storeglass growth forget", () => {
  it("erases an author from the threads of all accounts, says from how many, and again from none", async () => {
    const word = "cliword"
    const posts = ["ada", "bob"].map((author, n) => ({
      ...{ id: 690_001 + n, title: `Can anyone recommend ${word}?`, text: "I need an app", author }
    }))
    await gateway().running.sandbox?.control.act("growth", "write", posts)
    const authors = async (key: string) => {
      const { json } = await gateway().ask(`${base}/opportunities`, { key })
      return listAt(json, "data", "items").map((item) => at(item, "author"))
    }
    const accounts = [await gateway().account({ plan: "large" }), await gateway().account({ plan: "large" })]
    for (const { key } of accounts) {
      const project = { name: word, channel: "hackernews", keywords: [word] }
      await scan(gateway(), key, await madeProject(gateway(), key, project))
      assert.sameMembers(await authors(key), ["ada", "bob"])
    }
    const forget = () => run("growth", "forget", "--channel", "hackernews", "--author", "ada")
    assert.deepEqual(await forget(), { out: "ada is erased from 2 threads of hackernews.", isDone: true })
    for (const { key } of accounts) assert.sameMembers(await authors(key), [null, "bob"])
    assert.deepEqual(await forget(), { out: "ada is erased from 0 threads of hackernews.", isDone: true })
    const told = await run("growth", "forget", "--channel", "hackernews", "--author", "nobody", "--json")
    assert.deepEqual(JSON.parse(told.out), { channel: "hackernews", author: "nobody", rows: 0 })
  })
})
