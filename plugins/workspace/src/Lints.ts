import { Context, Effect, Layer } from "effect"
import { type LintedVersion, type VersionLint, VersionLints } from "./contract.ts"

type Lint = (version: LintedVersion) => Effect.Effect<VersionLint>

/** What the rules that other plugins bring say of a version's texts. */
export class Lints extends Context.Service<
  Lints,
  {
    readonly register: (lint: Lint) => Effect.Effect<void>
    /** Null where no plugin brings rules. */
    readonly of: (version: LintedVersion) => Effect.Effect<VersionLint | null>
  }
>()("@storeglass/workspace/Lints") {
  static readonly layer = Layer.sync(Lints, () => {
    const lints: Array<Lint> = []
    return Lints.of({
      register: (lint) => Effect.sync(() => void lints.push(lint)),
      of: Effect.fn("Lints.of")(function* (version) {
        if (lints.length === 0) return null
        const told = yield* Effect.forEach(lints, (lint) => lint(version))
        return {
          errors: told.reduce((sum, { errors }) => sum + errors, 0),
          warnings: told.reduce((sum, { warnings }) => sum + warnings, 0),
          score: Math.min(...told.map(({ score }) => score)),
          issues: told.flatMap(({ issues }) => issues)
        }
      })
    })
  })
}

/** The same, as other plugins see it. */
export const versionLints = Layer.effect(
  VersionLints,
  Effect.map(Lints, ({ register }) => VersionLints.of({ register }))
)

/** The brand in an app's name: what is before its first separator. */
export const brandOf = (appName: string | null): string | null => {
  const [brand = ""] = appName?.split(/\s[-–—|·]\s|\s?[:|：｜]\s?/u) ?? []
  return brand.trim() === "" ? null : brand.trim()
}
