import { Param } from "@storeglass/plugin-api"
import { modelSlugs } from "./models.ts"

const example = "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"

export const appId = Param.text({
  max: 20,
  description: "App id at the default store: a positive integer.",
  example: "284882215",
  picks: "app"
})
export const country = Param.country
export const model = Param.oneOf({
  values: modelSlugs,
  default: "model_a",
  description: "Which assistant: model_a (default), model_b, model_c or model_d."
})
export const windowDays = (value: number) =>
  Param.int({ min: 1, max: 90, default: value, description: `Days that end today (UTC), 1 to 90. Default ${value}.` })
const day = (description: string) => Param.optional(Param.date({ description }))
/** The window of days that pages are about; `windowOf` reads it. */
export const windowQuery = {
  from: day("First day, YYYY-MM-DD in UTC, at most 90 days before the last. Default: 29 days before `to`."),
  to: day("Last day, YYYY-MM-DD in UTC. Default: today, which is also the last there is.")
}
export const rowId = (what: string) => Param.text({ max: 36, description: `Id of the ${what}.`, example })
