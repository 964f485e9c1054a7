import { spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { Effect } from "effect"
import { GateError } from "../support/gate.ts"
import { endChild, root, temporaryFolder } from "../support/gatewayProcess.ts"
import { type Fault, faults } from "./faults.ts"

const runMsMax = 300_000

/** The later migration that replaces the SQL function in which this place is, if one does: a fault there changes nothing. */
const replacedIn = (path: string, before: string): string | undefined => {
  const folder = dirname(path)
  const name = [...before.matchAll(/FUNCTION (\w+)\s*\(/g)].at(-1)?.[1]
  if (basename(folder) !== "migrations" || name === undefined) return undefined
  const again = new RegExp(`FUNCTION ${name}\\s*\\(`)
  return readdirSync(folder).find(
    (other) => other > basename(path) && again.test(readFileSync(join(folder, other), "utf8"))
  )
}

/** One change of a fault, its place checked: it must occur once, in what isn't replaced later. */
const changed = (folder: string, name: string, { file, replace, search }: Pick<Fault, "file" | "search" | "replace">) =>
  Effect.suspend(() => {
    const path = join(folder, file)
    const text = readFileSync(path, "utf8")
    const times = text.split(search).length - 1
    if (times !== 1) {
      return new GateError({
        message: `the fault '${name}' must apply once to ${file}, and applies ${times} times: bring test/gates/mutants/faults.ts up to date`
      })
    }
    const later = replacedIn(path, text.slice(0, text.indexOf(search)))
    if (later !== undefined) {
      return new GateError({
        message: `the fault '${name}' is in a function of ${file} that ${later} replaces: plant it there, in test/gates/mutants/faults.ts`
      })
    }
    return Effect.succeed({
      // Read anew: another change may be in the same file.
      plant: () =>
        writeFileSync(
          path,
          readFileSync(path, "utf8").replace(search, () => replace)
        ),
      mend: () => writeFileSync(path, text)
    })
  })

/** What a fault is. */
const planted = (folder: string, fault: Fault) =>
  Effect.map(
    Effect.forEach([fault, ...(fault.also ?? [])], (change) => changed(folder, fault.name, change)),
    (changes) => ({
      plant: Effect.sync(() => {
        for (const { plant } of changes) plant()
      }),
      mend: Effect.sync(() => {
        for (const { mend } of changes) mend()
      })
    })
  )

/** Checks that every fault still has its place. */
export const checkPlaces = (chosen: ReadonlyArray<Fault> = faults) =>
  Effect.forEach(chosen, (fault) => planted(root, fault), { discard: true })

const never = new Set([".git", ".storeglass", "dist", "coverage"])

/** The checkout in a folder that goes with the scope; what is installed is shared, but for the packages of the house. */
const copyCheckout = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const modules = join(root, "node_modules")
  cpSync(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== modules && !never.has(relative(root, path).split(sep).at(-1) ?? "")
  })
  const copied = join(folder, "node_modules")
  mkdirSync(copied)
  for (const name of readdirSync(modules)) {
    if (name === "@storeglass")
      cpSync(join(modules, name), join(copied, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(modules, name), join(copied, name))
  }
  return folder
})

/** Runs a program of the copy with our Node, to its end or until it has said this; gives what it said, and its code. */
const runIn = Effect.fnUntraced(function* (folder: string, args: ReadonlyArray<string>, enough?: RegExp) {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, [...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] }).on("error", () => {})
        ),
        (started) => endChild(started, "SIGTERM")
      )
      let said = ""
      const code = yield* Effect.callback<number | null>((resume) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding("utf8").on("data", (text: string) => {
            said += text
            if (enough?.test(said) === true) resume(Effect.succeed(null))
          })
        }
        child.once("close", (ended) => resume(Effect.succeed(ended)))
      }).pipe(Effect.timeoutOption(runMsMax))
      return { code: code._tag === "Some" ? code.value : null, said }
    })
  )
})

/** The guarantee by which a gate notices the fault; without it, how the gate ended. */
const askGate = Effect.fnUntraced(function* (folder: string, gate: string, { breaks }: Fault, seed: number) {
  const fell = new RegExp(`FELL SHORT  (.*?(?:${breaks.source}).*)\\n`)
  const { code, said } = yield* runIn(folder, ["test/gates/main.ts", gate, "--short", "--seed", String(seed)], fell)
  const guarantee = fell.exec(said)?.[1]
  if (guarantee !== undefined) return { caught: true, note: guarantee.slice(0, 100) }
  return { caught: false, note: code === 0 ? "passed" : (said.trim().split("\n").slice(-2)[0] ?? "said nothing") }
})

const askSuite = Effect.fnUntraced(function* (folder: string, suite: string) {
  const report = join(folder, ".suite.json")
  rmSync(report, { force: true })
  const { code } = yield* runIn(folder, [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=json",
    `--outputFile=${report}`,
    suite
  ])
  const told = existsSync(report) ? readFileSync(report, "utf8") : ""
  const failed = Number(/"numFailedTests":(\d+)/.exec(told)?.[1] ?? 0)
  return { caught: code !== 0 && failed > 0, note: `${failed} tests` }
})

export interface Found {
  readonly fault: string
  readonly plants: string
  /** The first gate that noticed, and by which guarantee. */
  readonly gate: string | undefined
  readonly guarantee: string | undefined
  readonly suite: string | undefined
  readonly seconds: number
  /** What those said that did not notice. */
  readonly notes: ReadonlyArray<string>
}

/** Plants one fault after the other into a copy and looks who notices: its gates until the first does, and its suites. */
export const runMutants = Effect.fn("runMutants")(function* (options: {
  readonly names: ReadonlyArray<string>
  readonly seed: number
  readonly suites: boolean
  readonly say: (line: string) => Effect.Effect<void>
}) {
  const chosen = faults.filter(({ name }) => options.names.includes(name))
  yield* checkPlaces(chosen)
  const folder = yield* copyCheckout
  const found: Array<Found> = []
  for (const fault of chosen) {
    const startedMs = performance.now()
    const notes: Array<string> = []
    const { mend, plant } = yield* planted(folder, fault)
    /** The first of these that notices. */
    const first = Effect.fnUntraced(function* (
      names: ReadonlyArray<string>,
      ask: (name: string) => Effect.Effect<{ readonly caught: boolean; readonly note: string }>
    ) {
      for (const name of names) {
        const { caught, note } = yield* ask(name)
        if (caught) return { name, note }
        notes.push(`${name}: ${note}`)
      }
    })
    yield* plant
    const gate = yield* first(fault.gates, (name) => askGate(folder, name, fault, options.seed))
    const suite = yield* first(options.suites ? fault.suites : [], (name) => askSuite(folder, name))
    yield* mend
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    found.push({
      fault: fault.name,
      plants: fault.plants,
      gate: gate?.name,
      guarantee: gate?.note,
      suite: suite?.name,
      seconds,
      notes
    })
    yield* options.say(
      `${fault.name} ${gate === undefined ? "NOT CAUGHT" : `caught by ${gate.name}: ${gate.note}`} (${seconds} s)`
    )
  }
  return found
})

/** A table for people. */
export const tableOf = (found: ReadonlyArray<Found>): string => {
  const rows = found.map(({ fault, gate, guarantee, notes, seconds, suite }) => [
    fault,
    gate ?? "NOT CAUGHT",
    suite ?? "-",
    `${seconds} s`,
    gate === undefined ? notes.join("; ") : (guarantee ?? "")
  ])
  const all = [["fault", "gate", "suite", "took", "what fell short"], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
