/** What the commands say of folders, for people. */
import { CommandFailed, table } from "@storeglass/plugin-api/cli"
import { Effect, Schema } from "effect"
import { ListingFiles, ReadAnswer } from "./schema.ts"

const unknown = () => new CommandFailed({ message: "the gateway answered something else than a listing" })
export const readExport = (answer: unknown) =>
  Effect.mapError(Schema.decodeUnknownEffect(ListingFiles)(answer), unknown)
const readRead = (answer: unknown) => Effect.mapError(Schema.decodeUnknownEffect(ReadAnswer)(answer), unknown)

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`

const reasons = {
  no_locale: "the store has no such locale",
  no_texts: "it has no text",
  same_locale: "another version stands for its locale"
} as const

export const toldExport = ({ files, listings, skipped }: ListingFiles, where: string): string => {
  const rows = listings.map(({ folder, isReleased, lint, versionName }) => [
    folder,
    versionName,
    isReleased ? "released" : "draft",
    `${counted(lint.errors, "error")}, ${counted(lint.warnings, "warning")}`
  ])
  return [
    ...(rows.length === 0 ? [] : [table(["folder", "version", "state", "lint"], rows), ""]),
    ...skipped.map(({ language, reason }) => `left out: ${language}, as ${reasons[reason]}`),
    `wrote ${counted(files.length, "file")} to ${where}`
  ].join("\n")
}

const short = (text: string | null): string => {
  if (text === null) return "nothing"
  const [line = ""] = text.split("\n")
  const signs = [...line]
  return signs.length > 60 || text.includes("\n") ? `“${signs.slice(0, 60).join("")}…”` : `“${line}”`
}

export const toldRead = (answer: unknown) =>
  Effect.map(readRead(answer), ({ drafted, isPreview, listings, otherStore }) => {
    const lines = listings.flatMap(({ changes, lint, locale, reason, status, version }) => [
      status === "skipped"
        ? `${locale}: left out, as ${reason}`
        : status === "unchanged"
          ? `${locale}: says what your latest version says`
          : `${locale}: draft “${version?.versionName}”, ${counted(lint?.errors ?? 0, "error")}, ${counted(lint?.warnings ?? 0, "warning")}`,
      ...changes.map(({ after, before, field }) => `  ${field}: ${short(before)} → ${short(after)}`)
    ])
    const end =
      drafted === 0
        ? "nothing to draft"
        : isPreview
          ? `${counted(drafted, "draft")} to make; nothing is written yet. Run it again with --write`
          : `made ${counted(drafted, "draft")}`
    return [
      ...lines,
      ...(otherStore === 0 ? [] : [`${counted(otherStore, "listing")} of the other store left alone`]),
      "",
      end
    ].join("\n")
  })
