import { join } from "node:path"
import { Effect, Schema } from "effect"
import type { Answer, Contender } from "./contenders.ts"
import { checkpoint, type Totals, totalsOf } from "./database.ts"
import type { BenchOptions } from "./options.ts"
import { credits } from "./peers/peer.ts"
import { BenchError, runProgram } from "./processes.ts"

/** What the load generator prints. */
const Load = Schema.Struct({
  rps: Schema.Finite,
  p50Ms: Schema.NullOr(Schema.Finite),
  p99Ms: Schema.NullOr(Schema.Finite),
  cpuUs: Schema.NullOr(Schema.Finite),
  clientCpuUs: Schema.NullOr(Schema.Finite),
  delivered: Schema.Int,
  unanswered: Schema.Int,
  otherLength: Schema.Int,
  others: Schema.Record(Schema.String, Schema.Int)
})
export type Load = typeof Load.Type

const decodeLoad = Schema.decodeUnknownEffect(Schema.fromJsonString(Load))

/** A fast answer that was not the record, or was not paid for, is no result. */
const assertHonest = Effect.fnUntraced(function* (name: string, load: Load, charged: Totals | undefined) {
  const wrong = (message: string) => new BenchError({ message: `${name}: ${message}` })
  const others = Object.entries(load.others)
  if (others.length > 0) {
    return yield* wrong(`answers other than 2xx: ${others.map(([what, count]) => `${what} (${count})`).join(", ")}`)
  }
  if (load.otherLength > 0) return yield* wrong(`${load.otherLength} answers were not the record`)
  if (charged === undefined) return
  if (charged.charges < load.delivered || charged.charges > load.delivered + load.unanswered) {
    return yield* wrong(
      `${load.delivered} answers were delivered, ${load.unanswered} were under way, and the ledger has ${charged.charges} charges`
    )
  }
  if (charged.credits !== charged.charges * credits) {
    return yield* wrong(`${charged.charges} charges of ${credits} credits make ${charged.credits} in the ledger`)
  }
})

/** Puts load on one contender, and holds its ledger against what was delivered. */
export const measure = Effect.fn("measure")(function* (
  { database, name, servers }: Contender,
  answer: Answer,
  keysFile: string,
  keys: number,
  options: Pick<BenchOptions, "connections" | "seconds" | "warmUpSeconds">,
  totals: typeof totalsOf = totalsOf
) {
  if (database !== undefined) yield* checkpoint(database)
  const before = database === undefined ? undefined : yield* totals(database)
  const text = yield* Effect.raceFirst(
    runProgram("the load generator", [
      join(import.meta.dirname, "load/main.ts"),
      `--ports=${servers.map(({ port }) => port).join(",")}`,
      `--path=${answer.path}`,
      `--keys-file=${keysFile}`,
      `--keys=${keys}`,
      `--connections=${options.connections}`,
      `--warm-up-ms=${options.warmUpSeconds * 1000}`,
      `--measure-ms=${options.seconds * 1000}`,
      `--body-bytes=${answer.bytes.length}`,
      `--pids=${servers.map(({ pid }) => pid).join(",")}`
    ]),
    Effect.raceAllFirst(servers.map(({ ended }) => ended))
  )
  const load = yield* decodeLoad(text)
  const after = database === undefined ? undefined : yield* totals(database)
  const charged: Totals | undefined =
    before === undefined || after === undefined
      ? undefined
      : {
          charges: after.charges - before.charges,
          credits: after.credits - before.credits,
          commits: after.commits - before.commits
        }
  yield* assertHonest(name, load, charged)
  return { load, charged }
})
