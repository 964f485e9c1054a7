// `npm test`: format and lint, types, then every test file. Runs on the pinned Node, from scripts/run.mjs. The last line
// is "N passed, N failed, N skipped", the two checks counted as one each.
import { spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const print = (line) => process.stdout.write(`${line}\n`)
const counts = { passed: 0, failed: 0, skipped: 0 }

let running
for (const signal of ["SIGINT", "SIGTERM"]) {
  // At a terminal the child has the signal too and clears up; we stay for its end.
  process.on(signal, () => signal === "SIGTERM" && running?.kill(signal))
}

const execute = (args) =>
  new Promise((resolve) => {
    running = spawn(process.execPath, args, { cwd: root, stdio: "inherit" })
    running.once("error", () => resolve(1))
    running.once("close", (code) => resolve(code ?? 1))
  })

async function check(name, args) {
  print(`\n== ${name}`)
  const code = await execute(args)
  counts[code === 0 ? "passed" : "failed"]++
  if (code !== 0) failures.push(name)
}

const failures = []

// --- What a machine may lack -----------------------------------------------------------------------------------------

const onPath = (...names) =>
  names.some((name) =>
    [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/local/bin", "/usr/sbin"].some((folder) =>
      fs.existsSync(path.join(folder, name))
    )
  )

const optional = [
  { name: "redis-server", pattern: /redis/i, present: onPath("redis-server") },
  { name: "Chromium", pattern: /chromium|browser/i, present: onPath("chromium", "chromium-browser", "google-chrome") },
  {
    name: "../shared, with recorded answers and the vendors' API descriptions",
    pattern: /shared|recording|recorded|vendor/i,
    present: fs.existsSync(path.join(root, "..", "shared", "recordings"))
  }
]

function reportSkipped(skipped) {
  const absent = optional.filter(({ present }) => !present)
  for (const { name } of absent) print(`Not here: ${name}. What needs it was skipped.`)
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

// --- vitest ----------------------------------------------------------------------------------------------------------

function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

async function tests(filters) {
  print("\n== tests")
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "storeglass-test-"))
  const file = path.join(folder, "report.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const code = await execute(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...filters])
  const report = readReport(file)
  fs.rmSync(folder, { recursive: true, force: true })
  const skipped = []
  let failed = 0
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const relative = path.relative(root, name)
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
    failures.push(report === undefined ? "vitest did not finish" : "vitest: an error outside of any test")
  }
  counts.failed += failed
  return skipped
}

await check("format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "."])
await check("types", ["node_modules/typescript/bin/tsc", "-p", "."])
const skipped = await tests(process.argv.slice(2))

print("")
reportSkipped(skipped)
for (const failure of failures) print(`FAILED ${failure}`)
print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 ? 1 : 0
