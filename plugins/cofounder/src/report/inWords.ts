import type { DirectoryEntry } from "@storeglass/plugin-api"
import type { Report } from "./schema.ts"

const subjectMax = 200

type Titled = Pick<Report, "appId" | "appName" | "date" | "headline">
/** `Lens, 2026-11-26: left the top 10.` */
export const titleOf = ({ appId, appName, date, headline }: Titled): string =>
  `${appName ?? appId}, ${date}: ${headline}`

/** The same in one line that isn't too long for a mail's subject. */
export const subjectOf = (report: Titled): string => {
  const signs = [...titleOf(report).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")]
  return signs.length <= subjectMax ? signs.join("") : `${signs.slice(0, subjectMax - 1).join("")}…`
}

/** The report in plain words: its headline, what to do, and what was found. */
export const textOf = (report: Report): string => {
  const actions = report.actions.map(({ title, why }) => `- ${title}: ${why}`)
  const sections = report.sections.flatMap(({ findings, title }) =>
    findings.length === 0 ? [] : [`${title}\n${findings.map(({ text }) => `- ${text}`).join("\n")}`]
  )
  return [report.headline, ...(actions.length === 0 ? [] : [`What to do\n${actions.join("\n")}`]), ...sections].join(
    "\n\n"
  )
}

/** Whom the account's reports are for. */
export const ownerEmailOf = ({ email, members }: DirectoryEntry): string =>
  members.find(({ role }) => role === "owner")?.email ?? email
