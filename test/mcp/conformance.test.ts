import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { fixturePlugin } from "./fixture.ts"
import { startKeyedProxy } from "./keyedProxy.ts"

const cli = join(import.meta.dirname, "../node_modules/@modelcontextprotocol/conformance/dist/index.js")

const Checks = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    status: Schema.Literals(["SUCCESS", "FAILURE", "WARNING", "SKIPPED", "INFO"]),
    errorMessage: Schema.optionalKey(Schema.String)
  })
)
type Check = (typeof Checks.Type)[number]
const readChecks = Schema.decodeUnknownSync(Schema.fromJsonString(Checks))

const run = (args: ReadonlyArray<string>) =>
  new Promise<void>((resolve) => {
    // It ends with 1 when a scenario fails; what failed is in its files.
    execFile(process.execPath, [cli, ...args], { maxBuffer: 64 * 1024 * 1024 }, () => resolve())
  })

/**
 * What the server does not offer, and does not say that it does: it has tools alone. The scenarios of these features
 * fail, each for the one reason that the method or the tool is not there.
 */
const notOffered: ReadonlyArray<readonly [scenarios: RegExp, why: RegExp]> = [
  [/^(prompts-|resources-|completion-|logging-|tools-call-with-logging)/, /Method not found/],
  [/^input-required-result-non-tool-request$/, /Method not found: prompts\/get/],
  [
    /^(tools-call-(mixed-content|with-logging|with-progress|sampling|elicitation)|elicitation-|json-schema-2020-12|input-required-)/,
    /Unknown tool: |not found\. Available tools|Expected InputRequiredResult|could not get initial InputRequiredResult/
  ],
  [/^caching$/, /^(prompts|resources|resources\/templates)\/list returned JSON-RPC error -32601/],
  [
    /^server-stateless$/,
    /does not list the diagnostic tool '(test_missing_capability|test_streaming_elicitation|test_logging_tool)'/
  ],
  [/^http-custom-header-server-validation$/, /server exposes no tool with x-mcp-header annotations/]
]

const toolScenarios = [
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-error"
]

/** The scenarios of what it does offer: none of their checks may fail. */
const offered: Readonly<Record<string, ReadonlyArray<string>>> = {
  "2025-06-18": ["server-initialize", "server-session-lifecycle", "ping", ...toolScenarios],
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    ...toolScenarios,
    "server-sse-polling",
    "server-sse-multiple-streams",
    "dns-rebinding-protection"
  ],
  "2026-07-28": [
    ...toolScenarios,
    "server-sse-multiple-streams",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "http-header-validation"
  ]
}

describe("the conformance suite", () => {
  const gateway = useTestGateway({ plugins: { mcp: true }, further: [fixturePlugin()] })

  const scenariosOf = async (revision: string) => {
    const { key } = await gateway().account()
    const proxy = await startKeyedProxy(gateway().url, key)
    const folder = mkdtempSync(join(tmpdir(), "storeglass-conformance-"))
    try {
      await run(["server", "--url", `${proxy.url}/mcp`, "--suite", "all", "--spec-version", revision, "-o", folder])
      return new Map<string, ReadonlyArray<Check>>(
        readdirSync(folder).map((name) => [
          name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ""),
          readChecks(readFileSync(join(folder, name, "checks.json"), "utf8"))
        ])
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await proxy.close()
    }
  }

  for (const [revision, names] of Object.entries(offered)) {
    it(`passes every check of ${revision} but those of features that it does not offer`, async () => {
      const scenarios = await scenariosOf(revision)
      for (const name of names) assert.isTrue(scenarios.has(name), `${name} did not run`)
      for (const [name, checks] of scenarios) {
        const failed = checks.filter(({ status }) => status === "FAILURE")
        if (names.includes(name)) {
          assert.deepEqual(failed, [], name)
          continue
        }
        const reasons = notOffered.filter(([scenario]) => scenario.test(name)).map(([, why]) => why)
        const unexplained = failed.filter(({ errorMessage = "" }) => !reasons.some((why) => why.test(errorMessage)))
        assert.deepEqual(unexplained, [], name)
      }
    }, 120_000)
  }
})
