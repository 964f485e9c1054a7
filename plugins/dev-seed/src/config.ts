import { Param, Setting } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"

const { withDefault } = Setting

/** Whom `npm start` makes the demo account for. */
export const demoEmail = "demo@storeglass.invalid"

const whole = (description: string, minimum: number, maximum: number, value: number) =>
  withDefault(Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description }), value)

const Keywords = Schema.Struct({
  perMarket: whole("Keywords of each store and country.", 1, 500, 40),
  platforms: withDefault(Schema.Array(Schema.Literals(Param.platforms)).annotate({ description: "Their stores." }), [
    ...Param.platforms
  ]),
  countries: Schema.NullOr(Schema.Array(Schema.String.check(Schema.isPattern(/^[a-z]{2}$/))))
    .annotate({ description: "Their storefronts; null means those whose charts are collected, or us." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
})

/** Settings of the plugin. */
export const DevSeedConfig = Schema.Struct({
  history: Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/?#]+/)).annotate({
    description: "Address of the sandbox host that serves past days: ${sandbox.history}."
  }),
  days: whole("Days of history, back from today.", 1, 400, 60),
  daysMax: whole("How far back to look for them: recordings have nothing for most days.", 1, 4_000, 400),
  keywords: withDefault(Keywords, {})
})
export type DevSeedConfig = typeof DevSeedConfig.Type
