/** Fields of the plugin's section of the config file: each has a default and describes itself. */
import { Effect, Schema } from "effect"

export const withDefault = <S extends Schema.Constraint>(value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))

export const whole = (minimum: number, value: number, description: string) =>
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum)).annotate({ description }).pipe(withDefault(value))

export const text = (value: string, description: string) =>
  Schema.NonEmptyString.annotate({ description }).pipe(withDefault(value))

export const flag = (value: boolean, description: string) =>
  Schema.Boolean.annotate({ description }).pipe(withDefault(value))

export const baseUrl = (value: string, description: string) =>
  Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s?#]*[^\s?#/]$/))
    .annotate({ description: `${description} No slash at the end.` })
    .pipe(withDefault(value))

export const section = <F extends Schema.Struct.Fields>(struct: Schema.Struct<F>, description: string) =>
  struct.annotate({ description })

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** How long each kind of answer is kept; stores differ in what some of them are read from. */
export const cacheTimes = (of: Readonly<Record<"app" | "absent" | "reviews" | "page", string>>) =>
  Schema.Struct({
    appMs: whole(0, 6 * hourMs, of.app),
    absentMs: whole(0, 10 * minuteMs, of.absent),
    searchMs: whole(0, hourMs, "How long the order of a search is served without asking again."),
    chartMs: whole(0, 6 * hourMs, "How long a chart is served without asking again."),
    reviewsMs: whole(0, hourMs, of.reviews),
    suggestionsMs: whole(0, dayMs, "How long suggestions are served without asking again."),
    pageMs: whole(0, dayMs, of.page),
    staleMs: whole(0, 7 * dayMs, "How long an older answer is kept after that, to serve when the store fails.")
  })
