import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connectDemo, everyPlugin, processOutput, root, sampleValues, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
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
const ofOthers = [
  "NOT_CONNECTED",
  "CREDENTIALS_REJECTED",
  "MISSING_CONSOLE_CREDENTIALS",
  "NOT_FOUND",
  "NO_PROMPTS",
  "WEBHOOK_TEST_FAILED",
  "WEBHOOK_NOT_CONFIGURED"
]

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
    .filter(({ access, endpoint }) => endpoint !== undefined && access !== "internal" && access !== "session")
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

type Settings = { readonly cwd?: string; readonly key?: string; readonly input?: string }
const run = (program: string, args: ReadonlyArray<string>, { cwd = folder, input, key = "" }: Settings = {}) => {
  const env = { ...process.env, STOREGLASS_API_KEY: key }
  const child = spawn(program, [...args], { cwd, stdio: ["pipe", "pipe", "pipe"], env })
  child.stdin.on("error", () => undefined)
  child.stdin.end(input ?? "")
  return processOutput(child)
}

const owner = () => gateway().account({ plan: "large" })
const connected = async () => {
  const account = await owner()
  await connectDemo(gateway(), account)
  return account
}
let reader: ReturnType<typeof connected> | undefined

/** The key of an account for the call: its own, or one for all that read their owner's account at a vendor. */
const keyFor = async ({ method, path }: PageCall) => {
  if (!path.startsWith("/v1/connect/")) return (await owner()).key
  if (method !== "GET") return (await connected()).key
  reader ??= connected()
  return (await reader).key
}

interface Sample {
  readonly id: string
  readonly code: string
  readonly key: string
}
type Ran = { readonly out: string; readonly err: string }

/** The samples of calls that can run here, each with its key; `read` gets the others'. */
const runsAll =
  (
    language: string,
    read: (samples: ReadonlyArray<Sample>) => Promise<void>,
    runs: (samples: ReadonlyArray<Sample>) => Promise<ReadonlyArray<Ran>>
  ) =>
  async () => {
    const all = await calls()
    const toRun: Array<Sample> = []
    const toRead: Array<Sample> = []
    for (const call of all) {
      const sample = { id: call.id, code: codeOf(call, language) }
      if (call.runs) toRun.push({ ...sample, key: await keyFor(call) })
      else toRead.push({ ...sample, key: "" })
    }
    assert.isAbove(toRun.length, 25)
    await read(toRead)
    const answers = await runs(toRun)
    assert.lengthOf(answers, toRun.length)
    for (const [index, { err, out }] of answers.entries()) {
      const { id = "" } = toRun[index] ?? {}
      assert.strictEqual(err, "", id)
      assert.notStrictEqual(out.trim(), "", id)
      assert.notInclude(out, '{"error":', id)
    }
  }

/** One after the other, each by a process of its own. */
const each = async (samples: ReadonlyArray<Sample>, ran: (sample: Sample) => ReturnType<typeof run>) => {
  const answers: Array<Ran> = []
  for (const sample of samples) {
    const { code, err, out } = await ran(sample)
    assert.strictEqual(code, 0, `${sample.id}: ${out}${err}`)
    answers.push({ out, err: "" })
  }
  return answers
}

const Answers = Schema.fromJsonString(Schema.Array(Schema.Struct({ out: Schema.String, err: Schema.String })))

// A process for all: loading what a sample imports takes longer than the sample.
const inPython = `
import contextlib, io, json, os, sys, traceback
answers = []
for sample in json.load(sys.stdin):
    os.environ["STOREGLASS_API_KEY"] = sample["key"]
    out, err = io.StringIO(), ""
    try:
        code = compile(sample["code"], sample["id"], "exec")
        if sample["key"]:
            with contextlib.redirect_stdout(out):
                exec(code, {"__name__": "__main__"})
    except BaseException:
        err = traceback.format_exc()
    answers.append({"out": out.getvalue(), "err": err})
json.dump(answers, sys.stdout)
`
const inNode = `
import { text } from "node:stream/consumers"
const answers = []
for (const { id, key } of JSON.parse(await text(process.stdin))) {
  process.env.STOREGLASS_API_KEY = key
  let [out, err] = ["", ""]
  console.log = (...values) => { out += values.map((value) => typeof value === "string" ? value : JSON.stringify(value)).join(" ") + "\\n" }
  try { await import("./" + id + ".mts") } catch (error) { err = String(error?.stack ?? error) }
  answers.push({ out, err })
}
process.stdout.write(JSON.stringify(answers), () => process.exit())
`

/** Runs samples in one process of a language. */
const together = async (program: string, args: ReadonlyArray<string>, samples: ReadonlyArray<Sample>, cwd = folder) => {
  const { code, err, out } = await run(program, args, { cwd, input: JSON.stringify(samples) })
  assert.strictEqual(code, 0, err)
  return Schema.decodeUnknownSync(Answers)(out)
}

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
      async (samples) => {
        for (const { code, id } of samples) writeFileSync(join(folder, `${id}.sh`), `${code}\n`)
        const { code, err } = await run("bash", ["-c", 'for file in *.sh; do bash -n "$file" || exit; done'])
        assert.strictEqual(code, 0, err)
      },
      (samples) => each(samples, ({ code, key }) => run("bash", ["-c", code], { key }))
    )
  )

  it.skipIf(!has("python3", "-c", "import requests"))(
    "run in Python (needs requests)",
    runsAll(
      "python",
      async (samples) => {
        for (const { err } of await together("python3", ["-c", inPython], samples)) assert.strictEqual(err, "")
      },
      (samples) => together("python3", ["-c", inPython], samples)
    )
  )

  it.skipIf(!has("go", "version"))(
    "run in Go (needs go), and are formatted as gofmt would",
    runsAll(
      "go",
      async (samples) => {
        await each(samples, ({ code, id }) => run("go", ["vet", goFile(id, code)]))
      },
      (samples) => each(samples, ({ code, id, key }) => run("go", ["run", goFile(id, code)], { key }))
    )
  )

  it("compile against the client, and run", async () => {
    mkdirSync(inside, { recursive: true })
    for (const call of await calls()) writeFileSync(join(inside, `${call.id}.mts`), codeOf(call, "typescript"))
    writeFileSync(
      join(inside, "tsconfig.json"),
      JSON.stringify({ extends: join(root, "tsconfig.json"), include: ["*.mts"], compilerOptions: { noEmit: true } })
    )
    const tsc = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", inside])
    assert.strictEqual(tsc.out + tsc.err, "")
    writeFileSync(join(inside, "all.mjs"), inNode)
    const none = async () => {}
    await runsAll("typescript", none, (samples) => together(process.execPath, ["all.mjs"], samples, inside))()
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
    const ran = await run("python3", ["-c", programOf("python")], await owner())
    assert.match(ran.out, /^\d+$/m, ran.err)
  })

  it.skipIf(!has("go", "version"))("has Go that runs (needs go)", async () => {
    const file = join(folder, "languages.go")
    writeFileSync(file, programOf("go"))
    const ran = await run("go", ["run", file], await owner())
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
