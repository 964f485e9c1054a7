import {
  ApiError,
  type Connection,
  type SavedError,
  type ServiceUnavailable,
  type Warning
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option } from "effect"
import { raisedRollouts } from "./diffs.ts"
import type { AskedRelease, Track } from "./schema.ts"

/** A rollout that was to go to more users does worse than what they have. */
export class RolloutRefused extends ApiError(
  "ROLLOUT_REFUSED",
  409,
  "The release crashes or hangs clearly more than the one it replaces. Halt or fix it, or send force: true."
) {}

/** A rate of the version that is rolled out beside that of the one before. */
export interface RolloutRate {
  readonly metric: string
  /** Shares of users a day; null: not enough was measured. */
  readonly candidate: { readonly rate: number } | null
  readonly baseline: { readonly rate: number } | null
  readonly worse: boolean
}
export interface RolloutComparison {
  readonly verdict: "ok" | "worse" | "unknown"
  /** Days, both included. */
  readonly from: string | null
  readonly to: string | null
  readonly rates: ReadonlyArray<RolloutRate>
  /** Why it's unknown. */
  readonly reason: string | null
}

/** Compares crash and ANR rates of version codes, by the owner's own vitals. */
export class RolloutVitals extends Context.Service<
  RolloutVitals,
  {
    readonly compare: (
      connection: Connection,
      packageName: string,
      versions: { readonly candidate: ReadonlyArray<string>; readonly baseline: ReadonlyArray<string> }
    ) => Effect.Effect<RolloutComparison, SavedError | ServiceUnavailable>
  }
>()("@storeglass/connect-storeb/RolloutVitals") {}

/** The app's edit is open meanwhile. */
const compareMs = 15_000

const percent = (rate: number) => `${Math.round(rate * 10_000) / 100}%`
const told = ({ from, rates, to }: RolloutComparison) =>
  `${rates
    .flatMap(({ baseline, candidate, metric, worse }) =>
      worse && candidate !== null && baseline !== null
        ? [`${metric} is ${percent(candidate.rate)}, and was ${percent(baseline.rate)}`]
        : []
    )
    .join("; ")}${from === null ? "" : ` (${from} to ${to})`}`

const make = Effect.gen(function* () {
  const vitals = Option.getOrUndefined(yield* Effect.serviceOption(RolloutVitals))
  return {
    /** What a change does to rollouts that do worse: refused, or with `tried` told as a warning. What can't be compared is told. */
    check: Effect.fn("RolloutGuard.check")(function* (
      connection: Connection,
      packageName: string,
      state: Pick<Track, "releases">,
      asked: ReadonlyArray<AskedRelease>,
      { tried }: { readonly tried: boolean }
    ): Effect.fn.Return<ReadonlyArray<Warning>, RolloutRefused | SavedError | ServiceUnavailable> {
      const warnings: Array<Warning> = []
      for (const { baseline, candidate } of raisedRollouts(state, asked)) {
        const compared =
          vitals === undefined
            ? undefined
            : yield* Effect.timeoutOption(vitals.compare(connection, packageName, { baseline, candidate }), compareMs)
        const found = compared === undefined ? undefined : Option.getOrUndefined(compared)
        const version = candidate.join(", ")
        if (found === undefined || found.verdict === "unknown") {
          const reason =
            found === undefined ? "the vitals weren't told in time" : (found.reason ?? "too little is known")
          warnings.push({
            code: "ROLLOUT_NOT_COMPARED",
            message: `crash and ANR rates of ${version} weren't compared with those of ${baseline.join(", ") || "an older version"}: ${reason}`
          })
        } else if (found.verdict === "worse") {
          const message = `${version} does worse than ${baseline.join(", ")}: ${told(found)}`
          if (!tried) {
            return yield* new RolloutRefused(
              `${message}; nothing was changed. Halt it, or send force: true (body) to roll it out further all the same`
            )
          }
          warnings.push({ code: "ROLLOUT_REFUSED", message })
        }
      }
      return warnings
    })
  }
})

/** Stands before staged rollouts that go to more users. */
export class RolloutGuard extends Context.Service<RolloutGuard, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/RolloutGuard"
) {
  static readonly layer = Layer.effect(this, make)
}
