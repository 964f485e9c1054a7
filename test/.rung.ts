import { Effect } from "effect"
import { lineOf, runGate } from "/work/main/test/gates/support/runGate.ts"
const [name, seed, short, rounds] = process.argv.slice(2)
const { gate } = await import(`/work/main/test/gates/${name}.ts`)
const outcome = await Effect.runPromise(runGate(gate, { names: [name!], rounds: rounds ? Number(rounds) : undefined, seed: Number(seed ?? 1), short: short === "short", json: false }) as never)
console.log(lineOf(outcome as never))
process.exit((outcome as any).status === "passed" ? 0 : 1)
