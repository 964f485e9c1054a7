import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generate } from "@storeglass/client/generator"
import { everyPlugin, root, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { nullableFields } from "../nullable.ts"

const modules = join(root, "test/node_modules")

interface Generator {
  readonly name: string
  /** The config file that it wants, if it does. */
  readonly config?: readonly [file: string, text: string]
  readonly args: ReadonlyArray<string>
}

// As their own documentation sets them up. The zod plugin of hey-api isn't here: it leaves out what a document says of anything
// that may be null, wherever it is said (0.99.0); orval's doesn't.
const generators: ReadonlyArray<Generator> = [
  {
    name: "openapi-typescript",
    args: [join(modules, "openapi-typescript/bin/cli.js"), "openapi.json", "--output", "made/api.ts"]
  },
  {
    name: "hey-api",
    config: [
      "openapi-ts.config.mjs",
      `export default {
        input: "./openapi.json",
        output: { path: "./made" },
        plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"]
      }`
    ],
    args: [join(modules, "@hey-api/openapi-ts/bin/run.js"), "-f", "openapi-ts.config.mjs"]
  },
  {
    name: "orval",
    config: [
      "orval.config.mjs",
      `export default { made: { input: "./openapi.json", output: { mode: "split", target: "./made/api.ts", client: "fetch" } } }`
    ],
    args: [join(modules, "orval/dist/bin/orval.mjs"), "--config", "orval.config.mjs"]
  },
  {
    name: "zod by orval",
    config: [
      "orval.config.mjs",
      `export default { made: { input: "./openapi.json", output: { mode: "single", target: "./made/zod.ts", client: "zod", override: { zod: { generateEachHttpStatus: true } } } } }`
    ],
    args: [join(modules, "orval/dist/bin/orval.mjs"), "--config", "orval.config.mjs"]
  }
]

const compilerOptions = {
  noEmit: true,
  strict: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  module: "esnext",
  moduleResolution: "bundler",
  skipLibCheck: true
}

/** Text without what generators put around and into it: comment signs, breaks of lines, escapes. */
const plain = (text: string) => text.replace(/[\s*\\]+/g, "")

/** The schemas that answers of errors have and nothing else, of which not every generator makes anything. */
const namedByErrorsAlone = (openapi: string): ReadonlySet<string> => {
  const Document = Schema.Struct({
    paths: Schema.Unknown,
    components: Schema.Struct({
      schemas: Schema.Record(Schema.String, Schema.Unknown),
      responses: Schema.Record(Schema.String, Schema.Unknown)
    })
  })
  const { components, paths } = Schema.decodeSync(Schema.fromJsonString(Document))(openapi)
  const named = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].flatMap(([, name]) => name ?? [])
  const successes = Object.entries(components.responses).filter(([name]) => !/^[45]/.test(name))
  const kept = new Set(named([paths, successes]))
  for (const name of kept) for (const further of named(components.schemas[name] ?? null)) kept.add(further)
  return new Set(Object.keys(components.schemas).filter((name) => !kept.has(name)))
}

describe("a client made from /openapi.json", () => {
  const gateway = useTestGateway({ plugins: everyPlugin })
  let folder = ""
  let openapi = ""
  let descriptions: ReadonlyArray<string> = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "storeglass-generators-"))
    openapi = (await gateway().ask("/openapi.json")).text
    const ofErrors = namedByErrorsAlone(openapi)
    const found = nullableFields(JSON.parse(openapi)).filter(
      ({ path }) => !ofErrors.has(/^\/components\/schemas\/([^/.]+)/.exec(path)?.[1] ?? "")
    )
    assert.isAbove(found.length, 200)
    descriptions = [...new Set(found.flatMap(({ description }) => description ?? []))]
    assert.isAbove(descriptions.length, 100)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const missingIn = (text: string) => {
    const told = plain(text)
    return descriptions.filter((description) => !told.includes(plain(description)))
  }

  /** What a generator makes of the document, in a project of its own. */
  const made = ({ args, config, name }: Generator) => {
    const at = join(folder, name.replaceAll(" ", "-"))
    mkdirSync(at)
    writeFileSync(join(at, "package.json"), JSON.stringify({ type: "module" }))
    symlinkSync(modules, join(at, "node_modules"))
    writeFileSync(join(at, "openapi.json"), openapi)
    if (config !== undefined) writeFileSync(join(at, config[0]), config[1])
    const run = spawnSync(process.execPath, args, { cwd: at, encoding: "utf8", env: { ...process.env, CI: "1" } })
    assert.strictEqual(run.status, 0, `${run.stdout}${run.stderr}`)
    const files = readdirSync(join(at, "made"), { recursive: true, encoding: "utf8" })
    const sources = files.filter((file) => file.endsWith(".ts"))
    assert.isNotEmpty(sources)
    return { at, text: sources.map((file) => readFileSync(join(at, "made", file), "utf8")).join("\n") }
  }

  it.each(generators)(
    "by $name compiles under strict, and says what each field that may be null means",
    { timeout: 120_000 },
    (generator) => {
      const { at, text } = made(generator)
      writeFileSync(join(at, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["made"] }))
      const tsc = join(root, "node_modules/typescript/bin/tsc")
      const compiled = spawnSync(process.execPath, [tsc, "-p", "."], { cwd: at, encoding: "utf8" })
      assert.strictEqual(compiled.status, 0, compiled.stdout.slice(0, 5_000))
      assert.deepEqual(missingIn(text), [])
    }
  )

  it("by our own generator says what each field that may be null means", () => {
    const { operations, schemas } = generate(JSON.parse(openapi))
    assert.deepEqual(missingIn(`${operations}\n${schemas}`), [])
  })

  it("would be found to say too little", () => {
    const { operations, schemas } = generate(JSON.parse(openapi.replaceAll('"description"', '"x-description"')))
    assert.isAbove(missingIn(`${operations}\n${schemas}`).length, 100)
  })
})
