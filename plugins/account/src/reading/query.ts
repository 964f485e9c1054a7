import { InvalidInput, Param } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { isDay, isMoment } from "../moments.ts"

/** The query in this shape; its error names the parameter. */
export const queryOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return Effect.gen(function* () {
    const given = yield* HttpServerRequest.ParsedSearchParams
    return yield* Effect.mapError(decode(given), (error) => {
      const { path, wrong } = Param.firstIssue(error)
      const field = path.map(String).join(".")
      return new InvalidInput(`${field} (query): ${wrong}`, { field })
    })
  })
}

export const Day = Schema.String.check(
  Schema.makeFilter((text: string) => (isDay(text) ? undefined : "must be a day such as 2026-11-23"))
)
/** A time, or a day of UTC. */
export const Moment = Schema.String.check(
  Schema.makeFilter((text: string) => (isMoment(text) ? undefined : "must be a time such as 2026-11-23T08:00:00Z"))
)
export const msOf = (moment: string | undefined): number | undefined =>
  moment === undefined ? undefined : Date.parse(moment)

export const Uuid = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, {
    message: "must be an id as this route gives them"
  })
)
export const Limit = (max: number) =>
  Schema.String.check(
    Schema.makeFilter((text: string) =>
      /^[1-9]\d{0,5}$/.test(text) && Number(text) <= max ? undefined : `must be a number from 1 to ${max}`
    )
  )

export const Text = (max: number) => Schema.NonEmptyString.check(Schema.isMaxLength(max))

/** Several of these, separated by commas. */
export const ListOf = <const Names extends ReadonlyArray<string>>(names: Names) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => {
      const wrong = text.split(",").find((each) => !names.includes(each))
      return wrong === undefined ? undefined : `'${wrong.slice(0, 60)}' isn't one of ${names.join(", ")}`
    })
  )

export const listed = (text: string | undefined): ReadonlyArray<string> | undefined => text?.split(",")

/** A download. */
export const csvHeaders = (name: string) => ({
  "cache-control": "no-store",
  "content-disposition": `attachment; filename="${name}.csv"`
})
export const csvType = "text/csv; charset=utf-8"
