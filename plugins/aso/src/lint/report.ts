/** What a lint of folders found, for people and for programs. */
import { catalogue } from "../rules/catalogue.ts"
import { type Checked, checkMetadata, type HouseRule, type Issue, rulesModel, type Severity } from "../rules/check.ts"
import { type Listing, metadataOf } from "./listings.ts"

export interface PlacedIssue extends Issue {
  readonly file: string
  /** From 1; in code points. */
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface Linted {
  readonly platform: Listing["platform"]
  readonly locale: string | null
  readonly folder: string
  readonly score: number
  readonly isValid: boolean
  readonly issues: ReadonlyArray<PlacedIssue>
  readonly skipped: Checked["skipped"]
}

export interface LintOptions {
  readonly brand?: string | undefined
  readonly houseRules?: ReadonlyArray<HouseRule> | undefined
  readonly year: number
  /** How a path is told. */
  readonly pathOf: (path: string) => string
}

const placeOf = (signs: ReadonlyArray<string>, at: number) => {
  const before = signs.slice(0, at)
  const line = before.filter((sign) => sign === "\n").length + 1
  return { line, column: at - before.lastIndexOf("\n") }
}

const lintOne = (
  listing: Listing,
  all: ReadonlyArray<Listing>,
  { brand, houseRules, pathOf, year }: LintOptions
): Linted => {
  const { files, folder, locale, platform } = listing
  const otherLocales = all
    .filter((other) => other !== listing && other.platform === platform && other.locale !== undefined)
    .map((other) => ({
      locale: other.locale ?? "",
      title: other.files.get("title")?.text,
      subtitle: other.files.get("subtitle")?.text,
      keywords: other.files.get("keywords")?.text
    }))
  const checked = checkMetadata(metadataOf(listing), { brand, houseRules, otherLocales, year })
  return {
    platform,
    locale: locale ?? null,
    folder: pathOf(folder),
    score: checked.score,
    isValid: checked.isValid,
    issues: checked.issues.map((issue): PlacedIssue => {
      const file = issue.field === "locale" ? [...files.values()][0] : files.get(issue.field)
      const signs = issue.field === "locale" ? [] : [...(file?.text ?? "")]
      const start = placeOf(signs, issue.field === "locale" ? 0 : (issue.span?.start ?? 0))
      const end = placeOf(signs, issue.field === "locale" ? 0 : (issue.span?.end ?? signs.length))
      return {
        ...issue,
        file: pathOf(file?.path ?? folder),
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column
      }
    }),
    skipped: checked.skipped
  }
}

export const lint = (listings: ReadonlyArray<Listing>, options: LintOptions): ReadonlyArray<Linted> =>
  listings.map((listing) => lintOne(listing, listings, options))

export const countOf = (linted: ReadonlyArray<Linted>, severity: Severity) =>
  linted.reduce((sum, { issues }) => sum + issues.filter((issue) => issue.severity === severity).length, 0)

const numbered = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export const forPeople = (linted: ReadonlyArray<Linted>): string => {
  const lines = linted.flatMap(({ folder, issues, platform, score, skipped }) => [
    `${folder} (${platform}): score ${score}`,
    ...issues.map(
      ({ column, file, line, message, ruleId, severity, suggestion }) =>
        `  ${file}:${line}:${column}  ${severity.padEnd(7)}  ${ruleId}  ${message}${suggestion === null ? "" : ` ${suggestion}`}`
    ),
    ...(skipped.length === 0 ? [] : [`  not applied: ${skipped.map(({ ruleId }) => ruleId).join(", ")}`]),
    ""
  ])
  const counts = [
    numbered(countOf(linted, "error"), "error"),
    numbered(countOf(linted, "warning"), "warning"),
    `${countOf(linted, "info")} of information`
  ]
  return [...lines, `${numbered(linted.length, "listing")}: ${counts.join(", ")}`].join("\n")
}

export const forPrograms = (linted: ReadonlyArray<Linted>) => ({
  model: rulesModel,
  errors: countOf(linted, "error"),
  warnings: countOf(linted, "warning"),
  infos: countOf(linted, "info"),
  listings: linted
})

const levels = { error: "error", warning: "warning", info: "note" } as const

const sarifVersion = "2.1.0"

/** SARIF, as code hosts take it. */
export const asSarif = (linted: ReadonlyArray<Linted>, houseRules: ReadonlyArray<HouseRule> = []) => {
  const rules = [
    ...catalogue.map(({ basis, id, says, source }) => ({
      id,
      shortDescription: { text: says },
      helpUri: source.storea,
      properties: { basis }
    })),
    ...houseRules.map(({ id, message = "A rule of the operator's." }) => ({
      id,
      shortDescription: { text: message },
      properties: { basis: "house" }
    }))
  ]
  const places = new Map(rules.map(({ id }, index) => [id, index]))
  return {
    $schema: `https://json.schemastore.org/sarif-${sarifVersion}.json`,
    version: sarifVersion,
    runs: [
      {
        tool: {
          driver: { name: "storeglass lint", semanticVersion: "1.0.0", properties: { model: rulesModel }, rules }
        },
        columnKind: "unicodeCodePoints",
        results: linted.flatMap(({ issues }) =>
          issues.map(({ column, endColumn, endLine, file, line, message, ruleId, severity, suggestion }) => ({
            ruleId,
            ruleIndex: places.get(ruleId) ?? -1,
            level: levels[severity],
            message: { text: suggestion === null ? message : `${message} ${suggestion}` },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: encodeURI(file) },
                  region: { startLine: line, startColumn: column, endLine, endColumn: Math.max(endColumn, column) }
                }
              }
            ]
          }))
        )
      }
    ]
  }
}
