// `npm test`: format, lint and types beside the tests of the whole product, on the pinned Node, from scripts/run.mjs. With
// folders or suites, as in `npm test -- plugins/apps`, the checks and suites of these alone. `--release` runs the suites that
// pack, install and deploy, and the long ones; `--times` lists the slowest. The last line is "N passed, N failed, N skipped", the two checks
// counted as one each.
import { spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const print = (line) => process.stdout.write(`${line}\n`)
const counts = { passed: 0, failed: 0, skipped: 0 }

const args = process.argv.slice(2)
const options = new Set(args.filter((arg) => arg.startsWith("--")))
const filters = args.filter((arg) => !arg.startsWith("--"))
const unknown = [...options].filter((option) => !["--release", "--times"].includes(option))
if (unknown.length > 0) {
  process.stderr.write(`npm test: unknown option ${unknown.join(", ")}; it takes --release, --times and folders\n`)
  process.exit(2)
}

const running = new Set()
for (const signal of ["SIGINT", "SIGTERM"]) {
  // At a terminal the children have the signal too and clear up; we stay for their end.
  process.on(signal, () => {
    if (signal === "SIGTERM") for (const child of running) child.kill(signal)
  })
}

/** Runs a script; what it prints is shown as it comes, or kept for its end. */
const execute = (script, { keep = false } = {}) =>
  new Promise((resolve) => {
    const stdio = keep ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"]
    const child = spawn(process.execPath, script, { cwd: root, stdio })
    running.add(child)
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => (output += text))
    const end = (code) => {
      running.delete(child)
      resolve({ code, output })
    }
    child.once("error", () => end(1))
    child.once("close", (code) => end(code ?? 1))
  })

async function check(name, script) {
  const startedMs = performance.now()
  const { code, output } = await execute(script, { keep: true })
  counts[code === 0 ? "passed" : "failed"]++
  if (code !== 0) failures.push(name)
  return { name, code, output, seconds: (performance.now() - startedMs) / 1000 }
}

function report({ code, name, output, seconds }) {
  print(`\n== ${name}: ${code === 0 ? "passed" : "failed"} in ${seconds.toFixed(1)} s`)
  if (code !== 0) print(output.trimEnd())
}

const failures = []
const took = []

// --- What a machine may lack -----------------------------------------------------------------------------------------

const onPath = (...names) =>
  names.some((name) =>
    [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/local/bin", "/usr/sbin"].some((folder) =>
      fs.existsSync(path.join(folder, name))
    )
  )

const optional = [
  { name: "redis-server", pattern: /redis/i, present: onPath("redis-server") },
  {
    name: "Chromium",
    pattern: /chromium|browser/i,
    present: onPath("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
  },
  {
    name: "../shared, with recorded answers and the vendors' API descriptions",
    pattern: /shared|recording|recorded|vendor/i,
    present: fs.existsSync(path.join(root, "..", "shared", "recordings"))
  }
]

function reportSkipped(skipped) {
  const absent = optional.filter(({ present }) => !present)
  for (const { name } of absent) print(`Not found: ${name}. Tests that need it were skipped.`)
  const suites = new Map()
  for (const { file, suite, title } of skipped) {
    const lack = absent.find(({ pattern }) => pattern.test(`${file} ${suite} ${title}`))
    const key = `${file}${suite === "" ? "" : ` > ${suite}`}`
    const entry = suites.get(key) ?? { lack: lack?.name.split(",")[0], tests: 0 }
    suites.set(key, { ...entry, tests: entry.tests + 1 })
  }
  for (const [suite, { lack, tests }] of suites) {
    print(`Skipped ${tests} in ${suite}${lack === undefined ? "" : `: no ${lack}`}`)
  }
}

/** The suites that took longest, and what share of all they are. */
function reportTimes() {
  const all = took.reduce((sum, { ms }) => sum + ms, 0)
  print("\n| Suite | Tests | Seconds | Share |\n| --- | ---: | ---: | ---: |")
  for (const { file, ms, tests } of took.toSorted((a, b) => b.ms - a.ms).slice(0, 25)) {
    print(`| ${file} | ${tests} | ${(ms / 1000).toFixed(1)} | ${((100 * ms) / all).toFixed(1)} % |`)
  }
  print(`| all ${took.length} | | ${(all / 1000).toFixed(1)} | |\n`)
}

// --- vitest ----------------------------------------------------------------------------------------------------------

function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

async function tests(projects) {
  print("\n== tests")
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "storeglass-test-"))
  const file = path.join(folder, "report.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const chosen = projects.map((project) => `--project=${project}`)
  // A folder's few suites take less time than a further process takes to load what they share.
  if (filters.length > 0) chosen.push(`--maxWorkers=${Math.max(2, Math.min(4, os.availableParallelism()))}`)
  const { code } = await execute(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...chosen, ...filters])
  const result = readReport(file)
  fs.rmSync(folder, { recursive: true, force: true })
  const skipped = []
  let failed = 0
  for (const { name, status, message, assertionResults, startTime, endTime } of result?.testResults ?? []) {
    const relative = path.relative(root, name)
    took.push({ file: relative, ms: endTime - startTime, tests: assertionResults.length })
    for (const test of assertionResults) {
      if (test.status === "passed") counts.passed++
      else if (test.status === "failed") {
        failed++
        failures.push(`${relative} > ${test.fullName}`)
      } else skipped.push({ file: relative, suite: test.ancestorTitles[0] ?? "", title: test.title })
    }
    // A file that does not load, or whose hook fails, has no failed test of its own.
    if (status === "failed" && !assertionResults.some((test) => test.status === "failed")) {
      failed++
      failures.push(`${relative}: ${message.split("\n")[0] || "did not load"}`)
    }
  }
  counts.skipped += skipped.length
  if (code !== 0 && failed === 0) {
    failed++
    failures.push(result === undefined ? "vitest did not finish" : "vitest: an error outside of any test")
  }
  counts.failed += failed
  return skipped
}

const startedMs = performance.now()
const places = filters.filter((filter) => fs.existsSync(path.join(root, filter)))
const biome = ["node_modules/@biomejs/biome/bin/biome", "check", ...(places.length > 0 ? places : ["."])]
// What was found the last time is kept, so that only what changed is checked again. Each further checker resolves the
// shared types anew: four of them take 1.5 times the work and the memory of one, which the suites beside it need.
const types = ["-p", ".", "--incremental", "--tsBuildInfoFile", ".storeglass/types.tsbuildinfo", "--checkers", "1"]
// Little is left to check beside a folder's suites: where these keep all cores busy, further threads cost more than they give.
if (filters.length > 0 && os.availableParallelism() <= 2) types.push("--singleThreaded")
const checks = options.has("--release")
  ? []
  : [check("format and lint", biome), check("types", ["node_modules/typescript/bin/tsc", ...types])]
const lanes = options.has("--release")
  ? ["release", "timed"]
  : // A suite that is named runs whatever its lane; a folder's long ones don't hold up who works in it.
    filters.some((filter) => filter.endsWith(".test.ts"))
    ? ["shared", "isolated", "release", "timed"]
    : ["shared", "isolated"]
// For the suites that start servers and commands, each of which would load its 3,000 modules one by one.
if (filters.length === 0 && !options.has("--release")) await execute(["scripts/bundle/make.ts"])
const skipped = await tests(lanes)
for (const done of await Promise.all(checks)) report(done)

print("")
reportSkipped(skipped)
if (options.has("--times")) reportTimes()
for (const failure of failures) print(`FAILED ${failure}`)
print(`Took ${((performance.now() - startedMs) / 1000).toFixed(0)} s.`)
print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 ? 1 : 0
