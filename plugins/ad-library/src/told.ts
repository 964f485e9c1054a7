/** An app's ads as a terminal shows them. */
import { CommandFailed, table } from "@storeglass/plugin-api/cli"
import { Effect, Schema } from "effect"
import { AdLibraryResult } from "./schema.ts"

const decode = Schema.decodeUnknownEffect(AdLibraryResult)
const since = (first: string | null, isOlder: boolean) => (isOlder ? "over a year ago" : (first ?? "?"))

export const told = Effect.fnUntraced(function* (answer: unknown) {
  const { appId, appName, creatives, dataDelayDays, dataEndDate, developer, restrictions, savedReport, summary } =
    yield* Effect.mapError(
      decode(answer),
      () => new CommandFailed({ message: "the gateway's answer isn't what this version knows; send --json" })
    )
  const name = appName ?? `app ${appId}`
  const lines = [
    summary.isAdvertising
      ? `${name} shows ${summary.totalAds} ads in ${summary.countries.length} storefronts, since ${since(summary.firstImpressionDate, summary.firstImpressionOverOneYear)}.`
      : `${name} shows no ads in the EU.`,
    `The repository is ${dataDelayDays} days behind: this is until ${dataEndDate ?? "?"}.`
  ]
  const parts = [lines.join("\n")]
  const { countries } = summary
  if (countries.length > 0) {
    const rows = countries.map(({ adCount, code }) => [code, String(adCount)])
    parts.push(table(["Storefront", "Ads"], rows))
  }
  if (creatives !== undefined && creatives.groups.length > 0) {
    const rows = creatives.groups.map((group) => [
      group.id,
      String(group.totalAds),
      group.storefronts.join(","),
      since(group.firstImpressionDate, group.firstImpressionOverOneYear),
      group.lastImpressionDate ?? "?"
    ])
    parts.push(table(["Creative", "Ads", "Storefronts", "Since", "Until"], rows))
  }
  if (developer !== undefined && developer !== null) {
    const rows = developer.apps.map((app) => [String(app.appId), String(app.totalAds), app.appName ?? "?"])
    parts.push(table(["App", "Ads", developer.developerName ?? "Name"], rows))
  }
  if (restrictions !== undefined && restrictions.items.length > 0) {
    const rows = restrictions.items.map((item) => [
      item.actionDate ?? "?",
      item.actionTaken,
      item.reason ?? "?",
      item.storefronts.join(",")
    ])
    parts.push(table(["Date", "Action", "Reason", "Storefronts"], rows))
  }
  if (savedReport !== undefined && savedReport !== null) parts.push(`Saved as report ${savedReport.id}.`)
  return parts.join("\n\n")
})
