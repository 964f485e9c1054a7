// `npm run -s gate [-- <name>…]`: what the gateway must hold under load, crashes and attack, each against real processes.
// With --mutants: whether the gates see faults that are planted.
// Progress goes to standard error; the results, or with --json one object, to standard output.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Effect } from "effect"
import { gates } from "./gates.ts"
import { faults } from "./mutants/faults.ts"
import { runMutants, tableOf } from "./mutants/runMutants.ts"
import { GateError } from "./support/gate.ts"
import { help, readOptions } from "./support/options.ts"
import { lineOf, type Outcome, runGate } from "./support/runGate.ts"

const print = (text: string) => Effect.sync(() => process.stdout.write(`${text}\n`))
const say = (line: string) => Effect.sync(() => process.stderr.write(`${line}\n`))

const main = Effect.gen(function* () {
  const names = gates.map(([name]) => name)
  const faultNames = faults.map(({ name }) => name)
  const options = yield* Effect.try({
    try: () => readOptions(process.argv.slice(2), names, faultNames),
    catch: (cause) =>
      new GateError({ message: `${cause instanceof Error ? cause.message : String(cause)}; --help lists them` })
  })
  if (options === undefined) return yield* print(help(names, faultNames))
  yield* options.json ? say(`seed ${options.seed}`) : print(`seed ${options.seed}`)
  if (options.mutants) {
    const found = yield* Effect.scoped(runMutants({ ...options, say }))
    const missed = found.filter(({ gate }) => gate === undefined)
    yield* print(
      options.json
        ? JSON.stringify({ seed: options.seed, faults: found })
        : `${tableOf(found)}\n${found.length - missed.length} passed, ${missed.length} failed, 0 skipped`
    )
    if (missed.length > 0) return yield* new GateError({ message: `${missed.length} faults were caught by no gate` })
    return
  }
  const outcomes: Array<Outcome> = []
  for (const [name, load] of gates) {
    if (!options.names.includes(name)) continue
    const { gate } = yield* Effect.promise(load)
    const outcome = yield* runGate(gate, options)
    outcomes.push(outcome)
    if (!options.json) yield* print(lineOf(outcome))
  }
  const count = (status: Outcome["status"]) => outcomes.filter((outcome) => outcome.status === status).length
  const [passed, failed, skipped] = [count("passed"), count("failed"), count("skipped")]
  yield* print(
    options.json
      ? JSON.stringify({ seed: options.seed, short: options.short, gates: outcomes, passed, failed, skipped })
      : `${passed} passed, ${failed} failed, ${skipped} skipped`
  )
  if (failed > 0)
    return yield* new GateError({ message: `${failed} fell short; --seed ${options.seed} runs them again` })
})

main.pipe(
  Effect.tapCause((cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.void
    const error = Cause.squash(cause)
    return say(`gate: ${error instanceof Error ? error.message : String(error)}`)
  }),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
