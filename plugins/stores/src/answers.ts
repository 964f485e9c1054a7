/** What all answers about apps write alike. */
import { Param } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** An app id as answers show it. */
export const TrackId = Schema.Union([Schema.Int, Schema.String]).annotate({
  description: "App id: a number on storea, the package name on storeb.",
  examples: [284882215]
})

/** App ids are numbers on storea and text on storeb. */
export const trackIdOf = (platform: Param.Platform, appId: string): number | string =>
  platform === "storea" ? Number(appId) : appId

/** The English name of a country, or its code where there is none. */
export const countryNameOf = (code: string): string => Param.countryName(code) ?? code.toUpperCase()
