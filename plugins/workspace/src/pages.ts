import { Param } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** A row's place in a list: when it was made, then its id. */
export const byMoment = Param.cursor(
  Schema.Struct({
    ms: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    id: Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
  })
)
export interface Moment {
  readonly ms: number
  readonly id: string
}
export const positionOf = ({ createdMs, id }: { readonly createdMs: number; readonly id: string }): Moment => ({
  ms: createdMs,
  id
})
