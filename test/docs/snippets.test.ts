import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { GatewayConfig } from "@storeglass/gateway"
import { askUrl, everyPlugin, processOutput, root, type TestGateway, useTestGateway } from "@storeglass/testkit"
import { Redacted, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { parse } from "yaml"
import { colouredLanguages } from "../../packages/docs/src/code.ts"
import { type GuidePage, readGuide } from "../../packages/docs/src/guide.ts"
import { forPlugins } from "../../packages/docs/src/site.ts"

interface Snippet {
  readonly lang: string
  readonly title: string
  readonly code: string
}

const enabled = new Set(Object.keys(everyPlugin))
const ofPlugins = readdirSync(join(root, "plugins")).flatMap((id) => readGuide(join(root, "plugins", id, "guide"), id))
const guide = [...readGuide(), ...ofPlugins]
const pageOf = (name: string) => guide.find((page) => page.name === name) ?? assert.fail(`no page ${name}`)
const snippetsOf = ({ markdown }: GuidePage, ids: ReadonlySet<string> = enabled): ReadonlyArray<Snippet> =>
  [...forPlugins(markdown, ids).matchAll(/^```(\w+)(?: (.+))?\n([\s\S]*?)^```$/gm)].map(
    ([, lang = "", title = "", code = ""]) => ({ lang, title, code })
  )

// Inside the repository, so that a snippet finds the packages that it imports.
let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(root, "test/docs/.run-"))
  symlinkSync(join(root, "config"), join(folder, "config"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const execute = (program: string, args: ReadonlyArray<string>, gateway: TestGateway, key: string) =>
  processOutput(
    spawn(program, [...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NO_COLOR: "1",
        STOREGLASS_API_KEY: key,
        GATEWAY: gateway.url,
        // For commands that look into its database.
        STOREGLASS_CONFIG: gateway.running.loaded.file,
        DATABASE_URL: Redacted.value(gateway.running.databaseUrl)
      }
    })
  )

// An answer that is no success fails the script, unless the page shows that it is to be one. `npm run -s storeglass --`
// is the same command without the launcher, which would install first.
const prelude = `set -euo pipefail
expected=
curl() { if [ -n "$expected" ]; then command curl "$@"; else command curl --fail-with-body "$@"; fi; }
npm() { "${process.execPath}" "${join(root, "packages/gateway/src/cli.ts")}" "\${@:5}"; }
`

/** Runs the shell snippets of a page one after the other, in one shell; gives what each printed. */
const runShell = async (snippets: ReadonlyArray<Snippet>, gateway: TestGateway, key: string) => {
  const shell = snippets.flatMap((snippet, index) => {
    const next = snippets[index + 1]
    const fails = next?.lang === "json" && /^[45]\d\d /.test(next.title)
    return snippet.lang === "sh" ? [{ ...snippet, fails, answer: next?.code }] : []
  })
  const script = shell
    .map(({ code, fails }) => `expected=${fails ? "1" : ""}\n${code}\nprintf '\\n=====\\n'\n`)
    .join("")
    .replaceAll("http://127.0.0.1:3000", gateway.url)
  const ran = await execute("bash", ["-c", prelude + script], gateway, key)
  assert.strictEqual(ran.code, 0, `${ran.out}${ran.err}`)
  const outputs = ran.out.split("\n=====\n")
  return shell.map((snippet, index) => ({ ...snippet, out: outputs[index] ?? "" }))
}

const hasCurl = ["/usr/bin/curl", "/bin/curl", "/usr/local/bin/curl"].some((path) => existsSync(path))

describe.skipIf(!hasCurl)("the snippets of the guide (needs curl)", () => {
  const gateway = useTestGateway({ plugins: everyPlugin })
  const account = async () => {
    const made = await gateway().account()
    mkdirSync(join(folder, ".storeglass"), { recursive: true })
    writeFileSync(join(folder, ".storeglass/demo-key"), made.key)
    return made
  }

  const shellPages = guide.filter(
    (page) => page.name !== "plugins" && snippetsOf(page).some(({ lang }) => lang === "sh")
  )
  it.each(shellPages.map(({ name }) => name))(
    "%s: every shell snippet runs as it is written",
    { timeout: 90_000 },
    async (name) => {
      const { key } = await account()
      const outputs = await runShell(snippetsOf(pageOf(name)), gateway(), key)
      assert.isAbove(outputs.length, 0)
      for (const { answer, fails, out } of outputs) {
        if (fails) assert.deepEqual(JSON.parse(out), JSON.parse(answer ?? ""))
      }
    }
  )

  it("quickstart: finds an app, reports on it, and tells what it cost", async () => {
    const { key } = await account()
    const outputs = await runShell(snippetsOf(pageOf("quickstart")), gateway(), key)
    const [, , id = "", report = "", , headers = "", usage = ""] = outputs.map(({ out }) => out)
    assert.match(id, /^\d+$/m)
    assert.include(report, `"trackId":${id.trim()}`)
    assert.include(report, '"marketIntelligence"')
    assert.match(headers, /x-credit-cost: 2/i)
    assert.match(usage, /"used":10/)
  })

  it("idempotency: the same answer twice, for one credit", async () => {
    const { accountId, key } = await account()
    const [first] = await runShell(snippetsOf(pageOf("idempotency")), gateway(), key)
    const [one, two, rest] = (first?.out ?? "").trim().split(/(?<=\}\})\n?/)
    assert.deepEqual(JSON.parse(two ?? ""), JSON.parse(one ?? ""))
    assert.isTrue(rest === undefined || rest === "")
    assert.strictEqual(await gateway().used(accountId), 1)
  })

  const scripts = guide.flatMap((page) =>
    snippetsOf(page).flatMap(({ code, lang }, index) =>
      lang === "js" ? [{ name: `${page.name} ${index}`, code }] : []
    )
  )
  it.each(scripts)(
    "$name: the JavaScript runs as it is written, and prints",
    { timeout: 60_000 },
    async ({ code, name }) => {
      const { key } = await account()
      const file = join(folder, `${name.replaceAll(" ", "-")}.mjs`)
      writeFileSync(file, code.replaceAll("http://127.0.0.1:3000", gateway().url))
      const ran = await execute(process.execPath, [file], gateway(), key)
      assert.deepEqual([ran.code, ran.err], [0, ""])
      assert.notStrictEqual(ran.out.trim(), "")
    }
  )

  it("without keywords and apps the first steps are others, and run too", async () => {
    const { key } = await account()
    const none = new Set<string>()
    for (const name of ["index", "idempotency", "errors"]) {
      const outputs = await runShell(snippetsOf(pageOf(name), none), gateway(), key)
      assert.isAbove(outputs.length, 0)
      for (const { code } of outputs) assert.notMatch(code, /\/v1\/(search|apps|keywords)/)
    }
  })
})

describe("the files that the guide shows", () => {
  const shown = guide.flatMap((page) => snippetsOf(page).map((snippet) => ({ ...snippet, page: page.name })))

  it("are JSON where they say so", () => {
    for (const { code, lang, page } of shown) {
      if (lang === "json") assert.doesNotThrow(() => JSON.parse(code), `${page}: ${code}`)
    }
  })

  it("are configs that the gateway takes", () => {
    const decode = Schema.decodeUnknownSync(GatewayConfig, { onExcessProperty: "error", errors: "all" })
    const configs = shown.filter(({ code, lang }) => lang === "yaml" && /^plugins:/m.test(code))
    assert.isAbove(configs.length, 1)
    for (const { code } of configs) decode(parse(code))
  })

  it("have a language that the site colours", () => {
    for (const { lang, page } of shown) {
      assert.include(["text", ...colouredLanguages], lang, page)
    }
  })
})

describe.skipIf(!hasCurl)("the plugin of the guide (needs curl)", () => {
  const snippets = snippetsOf(pageOf("plugins"))
  const fileOf = (title: string) => snippets.find((snippet) => snippet.title === title)?.code ?? assert.fail(title)
  const place = join(root, "test/docs", `.run-plugin-${process.pid}`)
  const settings: { readonly tides: Record<string, string> } = parse(fileOf("plugins of a config")).plugins
  for (const title of ["tides/package.json", "tides/plugin.ts"]) {
    mkdirSync(dirname(join(place, title)), { recursive: true })
    writeFileSync(join(place, title), fileOf(title))
  }
  const gateway = useTestGateway({ plugins: { tides: { ...settings.tides, package: join(place, "tides") } } })
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  it("is served as written, metered, documented, and refuses what it does not know", async () => {
    const { accountId, key } = await gateway().account()
    const [asked] = await runShell(snippets, gateway(), key)
    assert.deepEqual(JSON.parse(asked?.out ?? ""), { data: { text: "Ahoy, Ada" } })
    assert.strictEqual(await gateway().used(accountId), 1)
    const refused = await askUrl(`${gateway().url}/v1/tides/greet?nome=Ada`, { key })
    assert.strictEqual(refused.status, 400)
    const page = await askUrl(`${gateway().url}/docs/reference/tides`)
    assert.include(page.text, "A greeting for whoever is named.")
    assert.include(page.text, "1 credit")
    const settingsPage = await askUrl(`${gateway().url}/docs/configuration`)
    assert.include(settingsPage.text, "The word to greet with.")
  })
})
