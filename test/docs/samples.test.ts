import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connectDemo, everyPlugin, processOutput, root, sampleValues, useTestGateway } from "@storeglass/testkit"
import { afterAll, assert, describe, it } from "vitest"
import { type SampleCall, samplesOf } from "../../packages/docs/src/assets/samples.js"
import { readExamples } from "../../packages/docs/src/examples.ts"
import { readGuide } from "../../packages/docs/src/guide.ts"
import { callOf } from "../../packages/docs/src/reference/call.ts"

const gateway = useTestGateway({ plugins: everyPlugin })
const folder = mkdtempSync(join(tmpdir(), "storeglass-samples-"))
/** Inside the repository, so that a sample finds the client. */
const inside = mkdtempSync(join(root, "test/docs/.run-samples-"))
afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(inside, { recursive: true })
})

const has = (program: string, ...args: ReadonlyArray<string>) => spawnSync(program, [...args]).status === 0

/**
 * Errors of what needs credentials of a vendor, which nobody has here, or is about things that only the account of the
 * example has: such samples are read, not run.
 */
const ofOthers = ["NOT_CONNECTED", "CREDENTIALS_REJECTED", "MISSING_CONSOLE_CREDENTIALS", "NOT_FOUND", "NO_PROMPTS"]

interface PageCall extends SampleCall {
  readonly runs: boolean
}

/** The calls of the operations' pages, about apps that this gateway has. */
const calls = async (): Promise<ReadonlyArray<PageCall>> => {
  const { operations, plugins } = gateway().running.composition
  const system = join(root, "packages/gateway/src/system/plugin.ts")
  const examples = readExamples(plugins.map(({ from, plugin }) => (plugin.id === "system" ? system : from)))
  const values = await sampleValues(gateway())
  return operations
    .filter(({ access, endpoint }) => endpoint !== undefined && access !== "internal")
    .map((operation) => {
      const call = callOf(operation, gateway().url, examples.get(operation.id))
      const own = (place: "path" | "query") =>
        Object.fromEntries(
          Object.entries(call.values[place]).map(([name, value]) => [
            name,
            /^(id|appId|competitorIds)$/.test(name) ? (values[name] ?? value) : value
          ])
        )
      return {
        ...call,
        values: { ...call.values, path: own("path"), query: own("query") },
        runs: !operation.shapes.errors.some(({ code }) => ofOthers.includes(code))
      }
    })
}
const codeOf = (call: SampleCall, language: string) =>
  samplesOf(call).find(({ id }) => id === language)?.code ?? assert.fail(language)

const run = async (program: string, args: ReadonlyArray<string>, cwd = folder) => {
  const account = await gateway().account({ plan: "large" })
  // Some operations read an account of its owner's at a vendor.
  await connectDemo(gateway(), account)
  const { key } = account
  return processOutput(
    spawn(program, [...args], {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, STOREGLASS_API_KEY: key }
    })
  )
}

/** Reads the sample of every operation, and runs what can: each must say what was answered. */
const runsAll =
  (language: string, read: (call: PageCall, code: string) => Ran, of: (call: PageCall, code: string) => Ran) =>
  async () => {
    const all = await calls()
    assert.isAbove(all.filter(({ runs }) => runs).length, 25)
    for (const call of all) {
      const ran = await (call.runs ? of : read)(call, codeOf(call, language))
      assert.strictEqual(ran.code, 0, `${call.id}: ${ran.out}${ran.err}`)
      if (!call.runs) continue
      assert.notStrictEqual(ran.out.trim(), "", call.id)
      assert.notInclude(ran.out, '{"error":', call.id)
    }
  }
type Ran = ReturnType<typeof run>

const goFile = (id: string, code: string) => {
  const file = join(folder, `${id}.go`)
  writeFileSync(file, `${code}\n`)
  const { stdout } = spawnSync("gofmt", ["-l", file], { encoding: "utf8" })
  assert.strictEqual(stdout, "", id)
  return file
}

describe("the samples of every operation", { timeout: 300_000 }, () => {
  it.skipIf(!has("curl", "--version"))(
    "run in a shell (needs curl)",
    runsAll(
      "curl",
      (_, code) => run("bash", ["-nc", code]),
      (_, code) => run("bash", ["-c", code])
    )
  )

  it.skipIf(!has("python3", "-c", "import requests"))(
    "run in Python (needs requests)",
    runsAll(
      "python",
      (_, code) => run("python3", ["-c", "import sys; compile(sys.argv[1], 'sample', 'exec')", code]),
      (_, code) => run("python3", ["-c", code])
    )
  )

  it.skipIf(!has("go", "version"))(
    "run in Go (needs go), and are formatted as gofmt would",
    runsAll(
      "go",
      ({ id }, code) => run("go", ["vet", goFile(id, code)]),
      ({ id }, code) => run("go", ["run", goFile(id, code)])
    )
  )

  it("compile against the client, and run", async () => {
    const all = await calls()
    mkdirSync(inside, { recursive: true })
    for (const call of all) writeFileSync(join(inside, `${call.id}.mts`), codeOf(call, "typescript"))
    writeFileSync(
      join(inside, "tsconfig.json"),
      JSON.stringify({ extends: join(root, "tsconfig.json"), include: ["*.mts"], compilerOptions: { noEmit: true } })
    )
    const tsc = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", inside])
    assert.strictEqual(tsc.out + tsc.err, "")
    const ofId = ({ id }: PageCall) => join(inside, `${id}.mts`)
    await runsAll(
      "typescript",
      (call) => run(process.execPath, ["--check", ofId(call)], inside),
      (call) => run(process.execPath, [ofId(call)], inside)
    )()
  })
})

describe("the page on languages", { timeout: 60_000 }, () => {
  const page = readGuide().find(({ name }) => name === "languages")?.markdown ?? ""
  const programOf = (language: string) =>
    (new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? assert.fail(language)).replaceAll(
      "http://127.0.0.1:3000",
      gateway().url
    )

  it.skipIf(!has("python3", "-c", "import requests"))("has Python that runs (needs requests)", async () => {
    const ran = await run("python3", ["-c", programOf("python")])
    assert.match(ran.out, /^\d+$/m, ran.err)
  })

  it.skipIf(!has("go", "version"))("has Go that runs (needs go)", async () => {
    const file = join(folder, "languages.go")
    writeFileSync(file, programOf("go"))
    const ran = await run("go", ["run", file])
    assert.match(ran.out, /^\{"data":/, ran.err)
  })
})

describe("a sample", () => {
  const call: SampleCall = {
    id: "shop_find",
    method: "POST",
    path: "/v1/shop/{id}",
    url: "http://127.0.0.1:1",
    keyed: true,
    gives: "json",
    flat: true,
    values: {
      path: { id: "a/b c" },
      query: { q: 'it\'s "$HOME" `id` \\ é', deep: true },
      header: { "x-shop": "it's" }
    },
    body: { text: 'it\'s `x` "y"', none: null, list: [true, { a: 1 }] }
  }

  it("says in a shell what was typed, whatever it is", async () => {
    const script = codeOf(call, "curl").replace(/^curl/, "printf '%s\\n'")
    const { stdout } = spawnSync("bash", ["-c", script], { encoding: "utf8" })
    const lines = stdout.split("\n")
    const { pathname, searchParams } = new URL(lines.find((line) => line.startsWith("http")) ?? "")
    assert.strictEqual(pathname, "/v1/shop/a%2Fb%20c")
    assert.deepEqual(Object.fromEntries(searchParams), { q: String(call.values.query.q), deep: "true" })
    assert.include(lines, "x-shop: it's")
    assert.deepEqual(JSON.parse(lines[lines.indexOf("-d") + 1] ?? ""), call.body)
  })

  it.skipIf(!has("python3", "--version"))("is Python with the same values (needs python3)", () => {
    const printing =
      "import sys, types, json, os\nos.environ['STOREGLASS_API_KEY'] = 'k'\nm = types.ModuleType('requests')\nm.post = lambda *a, **k: (print(json.dumps([a, k])), sys.exit(0))\nsys.modules['requests'] = m\n"
    const ran = spawnSync("python3", ["-c", printing + codeOf(call, "python")], { encoding: "utf8" })
    const [[address], { headers, json, params }] = JSON.parse(ran.stdout || "[[], {}]")
    assert.strictEqual(address, "http://127.0.0.1:1/v1/shop/a%2Fb%20c", ran.stderr)
    assert.deepEqual(params, { ...call.values.query, deep: "true" })
    assert.deepEqual([headers["x-shop"], json], ["it's", call.body])
  })

  it("holds no key, and where there is no body none of its headers", () => {
    const { body: _, ...get } = { ...call, method: "GET" }
    for (const { code } of samplesOf(get)) {
      assert.include(code, "STOREGLASS_API_KEY")
      assert.notMatch(code, /content-type/i)
    }
    for (const { code } of samplesOf({ ...get, keyed: false })) assert.notInclude(code, "STOREGLASS_API_KEY")
  })
})
