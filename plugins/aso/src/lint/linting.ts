import { CommandFailed } from "@storeglass/plugin-api/cli"
import { Effect, Path, Schema } from "effect"
import { AsoConfig } from "../config.ts"
import { listingsIn } from "./folders.ts"
import { asSarif, countOf, forPeople, forPrograms, lint } from "./report.ts"

interface Asked {
  readonly folder: string
  readonly brand: string | undefined
  /** Of this plugin, as the config file has them. */
  readonly settings: unknown
  readonly year: number
  readonly format: "text" | "json" | "sarif"
}

/** Lints a folder, and writes down what it found. */
export const linting = Effect.fn("linting")(function* ({ brand, folder, format, settings, year }: Asked) {
  // Where the plugin is from isn't its own to read.
  const { package: _package, ...own } = Object(settings ?? {})
  const { houseRules } = yield* Schema.decodeUnknownEffect(AsoConfig)(own, { onExcessProperty: "error" }).pipe(
    Effect.mapError(({ message }) => new CommandFailed({ message: `the config's settings of aso: ${message}` }))
  )
  const path = yield* Path.Path
  const pathOf = (file: string) => path.relative(folder, file).replaceAll("\\", "/") || "."
  const linted = lint(yield* listingsIn(folder), { brand, houseRules, year, pathOf })
  const printed =
    format === "text"
      ? forPeople(linted)
      : JSON.stringify(format === "json" ? forPrograms(linted) : asSarif(linted, houseRules), undefined, 2)
  return {
    printed,
    counts: { error: countOf(linted, "error"), warning: countOf(linted, "warning"), info: countOf(linted, "info") }
  }
})
