/**
 * Findings in other words, by somebody who is never shown a figure: what must not change is held back, and put in again
 * once it's checked that the words are about the same.
 */
import type { Finding, Report } from "./schema.ts"

/** A sentence whose figures and names are marks: `Fell by {1} for {2}: from {3} to {4}.` */
export interface Masked {
  readonly text: string
  readonly held: ReadonlyArray<string>
}

export const sentencesMax = 40
/** Over what a sentence of rules takes. */
const slack = 80

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Keywords in quotation marks, places in brackets, whatever has a digit, and texts that the finding was found by. */
export const masked = ({ evidence, text }: Pick<Finding, "text" | "evidence">): Masked => {
  const names = Object.values(evidence)
    .filter((value) => typeof value === "string" && value.length > 1)
    .map((name) => escaped(String(name)))
    .sort((a, b) => b.length - a.length)
  const own = names.length === 0 ? "" : `(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])|`
  const pattern = new RegExp(`“[^”]*”|${own}\\([^()]*\\)|[^\\s“”(){}]*\\p{N}(?:[^\\s“”(){}]*[^\\s“”(){}.,:;!?])?`, "gu")
  const held: Array<string> = []
  return { text: text.replaceAll(/[{}]/g, "").replace(pattern, (each) => `{${held.push(each)}}`), held }
}

const rises =
  /\b(?:rose|ris\w*|climb\w*|up|upward\w*|gain\w*|grew|grow\w*|improv\w*|increas\w*|higher|better|enter\w*|join\w*|more)\b/i
const falls =
  /\b(?:fell|fall\w*|drop\w*|down|downward\w*|lost|los\w*|shr[aiu]nk\w*|declin\w*|decreas\w*|lower\w*|worse\w*|left|leav\w*|longer|less|fewer|slip\w*|slid\w*)\b/i
/** What says how many without a digit. */
const amounts =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|dozens?|hundreds?|thousands?|millions?|half|halv\w*|doubl\w*|twice|tripl\w*|percent|per cent|most|all|every|none|never|always)\b/gi
const negations = /\b(?:not|no|isn't|wasn't|didn't|hasn't|won't|can't|without|nothing)\b/gi

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** The sentence with what was held back; undefined: it doesn't say the same, or it can't be told whether it does. */
export const filled = ({ held, text }: Masked, said: string): string | undefined => {
  const words = said.trim()
  const marks = [...words.matchAll(/\{(\d+)\}/g)].map(([, mark]) => Number(mark))
  // In their order: "from 3 to 14" with its figures swapped says the opposite.
  if (marks.length !== held.length || marks.some((mark, index) => mark !== index + 1)) return undefined
  const [plain, source] = [words.replace(/\{\d+\}/g, ""), text.replace(/\{\d+\}/g, "")]
  if (plain.length === 0 || plain.length > 2 * source.length + slack) return undefined
  // No figure, no line, no mark-up, no address of their own.
  if (/[\p{N}\p{C}\n“”"<>{}[\]`*_#|\\@]|:\/\/|www\./u.test(plain)) return undefined
  if (count(plain, amounts) > count(source, amounts) || count(plain, negations) !== count(source, negations)) {
    return undefined
  }
  if (rises.test(plain) !== rises.test(source) || falls.test(plain) !== falls.test(source)) return undefined
  return words.replace(/\{(\d+)\}/g, (_, mark) => held[Number(mark) - 1] ?? "")
}

/** The different sentences of a report's findings, the first of them. */
export const sentencesOf = (report: Report): ReadonlyArray<Finding> => {
  const findings = report.sections.flatMap(({ findings }) => findings)
  return findings
    .filter(({ text }, at) => findings.findIndex((each) => each.text === text) === at)
    .slice(0, sentencesMax)
}

/** The report with these sentences in place of its own, wherever it says them. */
export const reworded = (report: Report, words: ReadonlyMap<string, string>, by: string): Report => {
  if (words.size === 0) return report
  const said = (text: string) => words.get(text) ?? text
  return {
    ...report,
    headline: said(report.headline),
    sections: report.sections.map((section) => ({
      ...section,
      findings: section.findings.map((finding) => ({ ...finding, text: said(finding.text) }))
    })),
    actions: report.actions.map((action) => ({ ...action, why: said(action.why) })),
    provenance: { ...report.provenance, wordedBy: by }
  }
}
