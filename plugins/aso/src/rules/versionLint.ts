/** The rules over the workspace's versions. */
import { type LintedVersion, type VersionIssue, type VersionLint, VersionLints } from "@storeglass/workspace/contract"
import { Effect, Layer, Option } from "effect"
import { MetadataRules } from "../contract.ts"
import type { Checked, Issue } from "./check.ts"
import { storeLocaleOf } from "./locales.ts"
import { currentYear } from "./year.ts"

/** As the version's row calls them. */
const fieldOf = (field: Issue["field"]): string =>
  field === "fullDescription" ? "description" : field === "locale" ? "language" : field

const issueOf = ({ field, source, ...issue }: Issue): VersionIssue => ({
  ...issue,
  field: fieldOf(field),
  source: source ?? "/docs/aso#rules-of-your-own"
})

const countOf = ({ issues }: Checked, severity: Issue["severity"]) =>
  issues.filter((issue) => issue.severity === severity).length

export const lintOf = (rules: MetadataRules["Service"], version: LintedVersion, year: number): VersionLint => {
  const { brand, description, language, platform } = version
  const checked = rules.check(
    {
      platform,
      locale: storeLocaleOf(platform, language) ?? language,
      title: version.title ?? undefined,
      subtitle: version.subtitle ?? undefined,
      keywords: version.keywords ?? undefined,
      shortDescription: version.shortDescription ?? undefined,
      fullDescription: description ?? undefined,
      promotionalText: version.promotionalText ?? undefined,
      whatsNew: version.whatsNew ?? undefined
    },
    { brand: brand ?? undefined, year }
  )
  return {
    errors: countOf(checked, "error"),
    warnings: countOf(checked, "warning"),
    score: checked.score,
    issues: checked.issues.map(issueOf)
  }
}

/** Brings the rules to the workspace, where there is one. */
export const lintVersions = Layer.effectDiscard(
  Effect.gen(function* () {
    const lints = yield* Effect.serviceOption(VersionLints)
    const rules = yield* MetadataRules
    if (Option.isSome(lints)) {
      yield* lints.value.register((version) => Effect.map(currentYear, (year) => lintOf(rules, version, year)))
    }
  })
)
