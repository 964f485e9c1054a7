import { spawn } from "node:child_process"
import { join } from "node:path"
import { processOutput, root, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { callOperation } from "../../packages/gateway/src/cli/callOperation.ts"

const gateway = useTestGateway({ plugins: { stores: true, apps: true, charts: true, keywords: true } })

const call = (args: ReadonlyArray<string>, key?: string) =>
  callOperation(args, { STOREGLASS_URL: gateway().url, ...(key === undefined ? {} : { STOREGLASS_API_KEY: key }) })

describe("storeglass call", () => {
  it("calls any operation with flags from its declaration, and prints its data", async () => {
    const { accountId, key } = await gateway().account()
    const found = await call(["apps_search", "--q", "photo", "--limit=1"], key)
    assert.deepEqual([found.exitCode, found.err], [0, ""])
    const id = /"trackId": (\d+)/.exec(found.out)?.[1] ?? ""
    const record = await call(["apps_get", "--id", id, "--country", "de"], key)
    assert.include(record.out, `"trackId": ${id}`)
    const tracked = await call(["keywords_track", "--keyword", "photo", "--platform", "storeb"], key)
    assert.match(tracked.out, /"platform": "storeb"/)
    const used = await gateway().used(accountId)
    const health = await call(["system_health"])
    assert.match(health.out, /"status": "ok"/)
    assert.strictEqual(await gateway().used(accountId), used)
  })

  it("lists all operations, and says of one what it takes and costs", async () => {
    const { out } = await call([])
    for (const { access, endpoint, id } of gateway().running.composition.operations) {
      const isCustomers = endpoint !== undefined && access !== "internal" && access !== "session"
      assert.strictEqual(out.includes(`${id} `), isCustomers, id)
    }
    const help = await call(["keywords_ranks", "--help"])
    assert.match(help.out, /GET \/v1\/keywords\/ranks, 2 general credits/)
    assert.match(help.out, /--keyword <string> \(required\) {2}The keyword/)
    assert.notInclude(help.out, "--term")
  })

  it("ends with 2 for a wrong command line and 1 for a refusal, as JSON on standard error if asked", async () => {
    const { accountId, key } = await gateway().account()
    const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, says: RegExp]> = [
      [["nope"], /'nope' isn't an operation/],
      [["apps_search"], /--q is required/],
      [["apps_search", "--q", "a", "--nope", "1"], /--nope/],
      [["apps_search", "--q", "a", "stray"], /'stray' isn't a flag/],
      [["apps_search", "--url", "nowhere"], /--url: 'nowhere'/]
    ]
    for (const [args, says] of wrong) {
      const plain = await call(args, key)
      assert.deepEqual([plain.exitCode, plain.out], [2, ""], args.join(" "))
      assert.match(plain.err, says)
      const { error } = JSON.parse((await call([...args, "--json"], key)).err)
      assert.strictEqual(error.code, "USAGE")
      assert.match(error.message, says)
    }
    assert.strictEqual(await gateway().used(accountId), 0)
    const refused = await call(["apps_search", "--q", "a", "--json"])
    assert.strictEqual(refused.exitCode, 1)
    assert.deepInclude(JSON.parse(refused.err).error, { code: "MISSING_API_KEY", status: 401 })
    const away = await call(["apps_search", "--q", "a", "--json", "--url", "http://127.0.0.1:1"])
    assert.deepEqual([away.exitCode, JSON.parse(away.err).error.code], [1, "NETWORK_ERROR"])
  })

  it("is a process that loads no gateway", async () => {
    const script = join(root, "packages/gateway/src/cli.ts")
    const ran = await processOutput(
      spawn(process.execPath, [script, "call", "--help"], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env.PATH }
      })
    )
    assert.deepEqual([ran.code, ran.err], [0, ""])
    assert.match(ran.out, /^storeglass call <operation>/)
  })
})
