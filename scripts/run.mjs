// The front door of `npm start`, `npm test` and the rest. It runs on whatever Node the machine has (20 or newer), with
// nothing installed: so plain JavaScript, and nothing but Node's own modules. It installs what is missing, then hands
// over to the pinned Node. Everything it says goes to stderr; stdout belongs to the command.
import { spawn } from "node:child_process"
import { createHash, randomUUID } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { isAlive, isFresh, readManifest } from "./bundle/state.mjs"
import { writeClientIndex } from "./client-index.mjs"

const pnpmVersion = "10.34.8"
const nodeMajorMin = 24
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, "node_modules")
const stampFile = path.join(modules, ".storeglass-stamp")
const lockFile = path.join(root, ".storeglass", "install.lock")
/** Compiled code is kept for the next process: half of what loading a gateway takes. */
const compiled = path.join(root, ".storeglass", "compiled")
const symlinks = "--config.prefer-symlinked-executables=true"
const changesets = "node_modules/@changesets/cli/bin.js"
const bundle = ["scripts/bundle/make.ts"]
const page = ["packages/dashboard/src/buildNow.ts"]
const biome = "node_modules/@biomejs/biome/bin/biome"

/** What each command runs, one after the other; arguments go to the last. */
const commands = {
  start: [["packages/gateway/src/start.ts"]],
  storeglass: [["packages/gateway/src/cli.ts"]],
  bench: [bundle, ["test/bench/main.ts"]],
  gate: [bundle, ["test/gates/main.ts"]],
  backtest: [["scripts/backtest.ts"]],
  generate: [["scripts/generate.ts"]],
  "api-report": [["scripts/build-api-report.ts"]],
  build: [page, ["scripts/build-packages.ts", "--write"], ["scripts/build.ts"]],
  changeset: [[changesets]],
  sbom: [["scripts/sbom.ts"]],
  bump: [[changesets, "version"], ["scripts/generate.ts"]],
  test: [["scripts/test.mjs"]],
  "test:release": [bundle, ["scripts/test.mjs", "--release"]],
  check: [
    [biome, "check", "."],
    // What was found the last time is kept, so that only what changed is checked again.
    [
      "node_modules/typescript/bin/tsc",
      "-p",
      ".",
      "--incremental",
      "--tsBuildInfoFile",
      ".storeglass/types.tsbuildinfo",
      // More checkers take more of the memory (4.8 GB instead of 3.1), and on two cores no less time.
      "--checkers",
      "1"
    ],
    // Its pages are of browsers, with types of their own.
    [
      "node_modules/typescript/bin/tsc",
      "-p",
      "packages/dashboard",
      "--incremental",
      "--tsBuildInfoFile",
      ".storeglass/dashboard.tsbuildinfo"
    ]
  ],
  format: [[biome, "check", "--write", "."]]
}

class Refusal extends Error {}
const say = (text) => process.stderr.write(`storeglass: ${text}\n`)
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const readText = (file) => {
  try {
    return fs.readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

// --- Install ---------------------------------------------------------------------------------------------------------

function packageFiles() {
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "test/package.json"]
  for (const folder of ["packages", "plugins"]) {
    for (const name of fs.readdirSync(path.join(root, folder)).sort()) files.push(`${folder}/${name}/package.json`)
  }
  return files
}

// A new plugin takes what the root has, so that it is served without an install; .pnpmfile.cjs knows it too.
const asksForPackages = (text) => !text.startsWith("{") || /"(dev|optional)?dependencies"/i.test(text)

function stamp() {
  const hash = createHash("sha256").update(`${pnpmVersion} ${process.platform} ${process.arch}`)
  for (const file of packageFiles()) {
    const text = readText(path.join(root, file))
    if (text !== undefined && asksForPackages(text)) hash.update(`\0${file}\0${text}`)
  }
  return hash.digest("hex")
}

const isInstalled = () => readText(stampFile) === stamp()

// A pid may have been given out again, such as after a restart of a container: its start time tells the two apart.
function startTime(pid) {
  return (
    readText(`/proc/${pid}/stat`)
      ?.replace(/^.*\) /s, "")
      .split(" ")[19] ?? ""
  )
}

function isHeld(content) {
  const [pid, started] = content.split(" ")
  return isAlive(Number(pid)) && started === startTime(pid)
}

function takeLock() {
  const mine = `${process.pid} ${startTime(process.pid)} ${randomUUID()}`
  const own = `${lockFile}.${process.pid}`
  fs.writeFileSync(own, mine)
  try {
    // A link appears with its content, and only if the name is free.
    fs.linkSync(own, lockFile)
    return () => {
      if (readText(lockFile) === mine) fs.rmSync(lockFile, { force: true })
    }
  } catch (error) {
    if (error.code !== "EEXIST") throw error
  } finally {
    fs.rmSync(own, { force: true })
  }
  const theirs = readText(lockFile)
  if (theirs !== undefined && !isHeld(theirs)) removeStale(theirs)
  return undefined
}

// By renaming, so that of several who find the same stale lock only one removes it; a fresh one is put back.
function removeStale(content) {
  const aside = `${lockFile}.stale-${process.pid}`
  try {
    fs.renameSync(lockFile, aside)
    if (readText(aside) !== content) fs.linkSync(aside, lockFile)
  } catch {
    // Somebody else was faster.
  } finally {
    fs.rmSync(aside, { force: true })
  }
}

async function withInstallLock(use) {
  fs.mkdirSync(path.dirname(lockFile), { recursive: true })
  for (let attempts = 1; ; attempts++) {
    const release = takeLock()
    if (release !== undefined) {
      try {
        return await use()
      } finally {
        release()
      }
    }
    // The first attempt may just have cleared away what a killed process left.
    if (attempts === 2) say("waiting for another process to finish installing...")
    await sleep(200)
  }
}

function checkWritable() {
  for (const folder of [root, modules, path.dirname(lockFile)]) {
    try {
      if (fs.existsSync(folder)) fs.accessSync(folder, fs.constants.W_OK)
    } catch {
      throw new Refusal(
        `cannot install packages: ${folder} is not writable for this user (uid ${process.getuid()}). ` +
          "Run this once as its owner, or use a checkout of your own."
      )
    }
  }
}

// The accounts that services run as often have no home; npm and pnpm want one for what they download.
function homeless() {
  try {
    fs.accessSync(os.homedir(), fs.constants.W_OK)
    return {}
  } catch {
    const home = path.join(root, ".storeglass", "home")
    fs.mkdirSync(home, { recursive: true })
    return { HOME: home, npm_config_cache: path.join(home, ".npm") }
  }
}

function installEnvironment() {
  // CI: never ask, and no news about new versions. The others would leave out packages that we need.
  const env = { ...process.env, ...homeless(), CI: "true" }
  for (const name of ["NODE_ENV", "npm_config_production", "npm_config_omit", "npm_config_only"]) delete env[name]
  return env
}

function pnpmInstall(onLine) {
  const npm = process.env.npm_execpath ?? ""
  const [program, prefix] = npm.endsWith("npm-cli.js") ? [process.execPath, [npm]] : ["npm", []]
  const pnpm = ["pnpm", "install", "--frozen-lockfile", "--reporter=append-only", symlinks]
  const args = [...prefix, "exec", "--yes", `--package=pnpm@${pnpmVersion}`, "--", ...pnpm]
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env: installEnvironment(), stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text
        for (const line of text.split("\n")) onLine(line)
      })
    }
    child.once("error", (error) => reject(new Refusal(`cannot run npm, which is needed to install: ${error.message}`)))
    child.once("close", (code) => resolve({ code, output }))
  })
}

async function install() {
  if (isInstalled()) return
  checkWritable()
  await withInstallLock(async () => {
    if (isInstalled()) return
    const first = !fs.existsSync(path.join(modules, ".pnpm"))
    say(`installing packages (${first ? "first time, about 20 s" : "something changed"})...`)
    const begun = performance.now()
    let progress = ""
    const seconds = () => Math.round((performance.now() - begun) / 1000)
    const ticker = setInterval(() => say(`still installing, ${seconds()} s${progress}`), 5000)
    const installing = stamp()
    const { code, output } = await pnpmInstall((line) => {
      if (line.startsWith("Progress: ")) progress = `: ${line.slice(10).trim()}`
    }).finally(() => clearInterval(ticker))
    if (code !== 0) throw new Refusal(`installing packages failed.\n${explain(output)}`)
    fs.writeFileSync(stampFile, installing)
    say(`installed in ${seconds()} s.`)
  })
}

function explain(output) {
  const lines = output.split("\n").map((line) => line.trim())
  const telling = lines.filter((line) => /ERR_|error|ENOSPC|EACCES|ENOTFOUND/i.test(line) && !/\bat /.test(line))
  const shown = telling.length > 0 ? telling.slice(0, 6) : lines.filter((line) => line !== "").slice(-6)
  return shown.map((line) => `  ${line}`).join("\n")
}

// --- Node ------------------------------------------------------------------------------------------------------------

function makeExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
  } catch {
    try {
      fs.chmodSync(file, 0o755)
    } catch (error) {
      throw new Refusal(`cannot run the pinned Node: ${error.message}`)
    }
  }
}

// Built for glibc: on another libc it is there and still does not start.
function runsHere() {
  return process.report.getReport().header.glibcVersionRuntime !== undefined
}

// Inside npm's scripts "node" means node_modules/.bin/node. As a link to a Node that runs here it is welcome; as a shell
// script it stands between npm and us and keeps npm's signals, and a Node that does not run here hides the one that does.
function tendNodeCommand(usable) {
  const command = path.join(modules, ".bin", "node")
  try {
    if (!usable || !fs.lstatSync(command).isSymbolicLink()) fs.rmSync(command, { force: true })
  } catch {
    // There is none, or the checkout is another user's: then so it stays.
  }
}

function pinnedNode() {
  const file = path.join(modules, `node-${process.platform}-${process.arch}`, "bin", "node")
  const present = fs.existsSync(file)
  const usable = present && runsHere()
  tendNodeCommand(usable)
  if (usable) {
    makeExecutable(file)
    return fs.realpathSync(file)
  }
  if (Number(process.versions.node.split(".")[0]) >= nodeMajorMin) return process.execPath
  throw new Refusal(
    `Node ${nodeMajorMin} or newer is needed on ${process.platform}-${process.arch}` +
      `${present ? " without glibc" : ""}; this is ${process.version}. Install it and try again.`
  )
}

// --- Run -------------------------------------------------------------------------------------------------------------

const stopLimitMs = 15_000
/** A gateway keeps to its own config's limit, of which this is the most: lameDuckMs and drainMsMax of 300 s each. */
const gatewayStopLimitMs = 620_000
const repeatMs = 2_000
const parentPollMs = 200
const parent = process.ppid

/**
 * Runs one script to its end. Ctrl-C reaches the whole foreground group, the child included, so at a terminal SIGINT is
 * not passed on at once; whoever signals us alone means the child, which then gets the signal once.
 */
function run(node, args, cwd, limitMs = stopLimitMs) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, stdio: "inherit", env: { NODE_COMPILE_CACHE: compiled, ...process.env } })
    let stopping = false
    const stop = (signal) => {
      if (stopping) return
      stopping = true
      setTimeout(() => child.kill("SIGKILL"), limitMs).unref()
      if (signal === "SIGINT" && process.stdin.isTTY) setTimeout(() => child.kill("SIGTERM"), repeatMs).unref()
      else child.kill(signal)
    }
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"]
    for (const signal of signals) process.on(signal, stop)
    // npm signals the shell between it and us, which keeps it to itself and dies: that is then the signal.
    const orphaned = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent
    const watch = setInterval(() => orphaned() && stop("SIGTERM"), parentPollMs)
    child.once("error", (error) => reject(new Refusal(`cannot run ${node}: ${error.message}`)))
    child.once("close", (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, stop)
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0))
    })
  })
}

/** What is made of the declarations and not in git; a checkout that nobody may write to does without. */
async function makeUntracked(node) {
  try {
    writeClientIndex(root)
    fs.accessSync(path.join(root, "config"), fs.constants.W_OK)
  } catch {
    return
  }
  if (fs.existsSync(path.join(root, "config/gateway.schema.json"))) return
  await run(node, [path.join(root, "scripts/generate.ts"), "--untracked"], root)
}

/** Long enough for a start from the sources, which a further process would slow down. */
const rebundleMs = 10_000

/**
 * Before a start: the dashboard's page, and the bundle that the second start has its modules from. The first makes them. Where
 * the bundle is of other sources, as after each edit, nobody waits for it: a new one is made while the gateway runs.
 */
async function prepareStart(node) {
  const manifest = readManifest()
  if (manifest !== undefined && isFresh(manifest) && manifest.isPageBuilt) {
    // Not looked at twice.
    process.env.STOREGLASS_BUNDLE ??= manifest.build
    return { options: ["--import", path.join(root, "scripts/bundle/use.mjs")], stop() {} }
  }
  await run(node, page, root)
  if (manifest === undefined) await run(node, bundle, root)
  let maker
  const timer = setTimeout(() => {
    maker = spawn(node, bundle, { cwd: root, stdio: "ignore" })
    maker.once("error", () => {})
    if (maker.pid !== undefined) os.setPriority(maker.pid, os.constants.priority.PRIORITY_LOW)
  }, rebundleMs)
  return {
    options: [],
    stop() {
      clearTimeout(timer)
      maker?.kill()
    }
  }
}

async function main([name, ...args]) {
  const steps = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined
  if (steps === undefined) {
    throw new Refusal(`there's no command "${name ?? ""}". Commands: ${Object.keys(commands).join(", ")}.`)
  }
  await install()
  const node = pinnedNode()
  await makeUntracked(node)
  // Paths in the arguments of these two are the caller's; the others work on the checkout.
  const isGateway = name === "start" || name === "storeglass"
  const cwd = isGateway ? process.cwd() : root
  const start = name === "start" ? await prepareStart(node) : undefined
  let result = 0
  for (const [index, [script, ...fixed]] of steps.entries()) {
    const last = index === steps.length - 1
    const code = await run(
      node,
      [...(start?.options ?? []), path.join(root, script), ...fixed, ...(last ? args : [])],
      cwd,
      isGateway ? gatewayStopLimitMs : stopLimitMs
    )
    if (result === 0) result = code
  }
  start?.stop()
  return result
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  say(error instanceof Refusal ? error.message : `cannot start: ${error.message}`)
  process.exitCode = 1
}
