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
