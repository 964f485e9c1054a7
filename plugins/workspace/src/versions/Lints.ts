import { brandOf as brandIn, sha256 } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { type LintedVersion, type VersionLint, VersionLints } from "../contract.ts"

type Lint = (version: LintedVersion) => Effect.Effect<VersionLint>
type Counts = Pick<VersionLint, "errors" | "warnings" | "score">

/** What there is no text of has nothing to find, and no score. */
const hasText = ({ brand: _, language: __, platform: ___, ...texts }: LintedVersion) =>
  Object.values(texts).some((text) => text !== null)

const rememberedMax = 20_000
const digestOf = (text: string) => Effect.map(sha256(text), Base64.encode)

/** What the rules that other plugins bring say of a version's texts. */
export class Lints extends Context.Service<
  Lints,
  {
    readonly register: (lint: Lint) => Effect.Effect<void>
    /** Null where no plugin brings rules, and for a version without any text. */
    readonly of: (version: LintedVersion) => Effect.Effect<VersionLint | null>
    /** The same, counted, and remembered for the same texts. */
    readonly counts: (version: LintedVersion) => Effect.Effect<Counts | null>
  }
>()("@storeglass/workspace/Lints") {
  static readonly layer = Layer.sync(Lints, () => {
    const lints: Array<Lint> = []
    const remembered = new Map<string, Counts>()
    const of = Effect.fn("Lints.of")(function* (version: LintedVersion) {
      if (lints.length === 0 || !hasText(version)) return null
      const told = yield* Effect.forEach(lints, (lint) => lint(version))
      return {
        errors: told.reduce((sum, { errors }) => sum + errors, 0),
        warnings: told.reduce((sum, { warnings }) => sum + warnings, 0),
        score: Math.min(...told.map(({ score }) => score)),
        issues: told.flatMap(({ issues }) => issues)
      }
    })
    return Lints.of({
      register: (lint) => Effect.sync(() => void lints.push(lint)),
      of,
      counts: Effect.fnUntraced(function* (version) {
        if (lints.length === 0 || !hasText(version)) return null
        // What a text says of a year is past in the next.
        const year = new Date(yield* Clock.currentTimeMillis).getUTCFullYear()
        const key = yield* digestOf(JSON.stringify([year, version]))
        const known = remembered.get(key)
        if (known !== undefined) return known
        // A page of long texts leaves room for other requests.
        yield* Effect.yieldNow
        const told = yield* of(version)
        if (told === null) return null
        const { errors, score, warnings } = told
        const [oldest] = remembered.size < rememberedMax ? [] : remembered.keys()
        if (oldest !== undefined) remembered.delete(oldest)
        remembered.set(key, { errors, warnings, score })
        return { errors, warnings, score }
      })
    })
  })
}

/** The same, as other plugins see it. */
export const versionLints = Layer.effect(
  VersionLints,
  Effect.map(Lints, ({ register }) => VersionLints.of({ register }))
)

/** The brand in the name that an app is kept under. */
export const brandOf = (appName: string | null): string | null => (appName === null ? "" : brandIn(appName)) || null
