/** Settings of plugins, which say what they are in the config's schema and in the docs. */
import { Effect, Schema } from "effect"

/** A setting that may be left out. The value is as it stands in a config file. */
export const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

/** A whole number from `minimum` to `maximum`. */
export const whole = (description: string, minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description })

/** An address of a service: http or https. */
export const address = (description: string) =>
  Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/)).annotate({ description })

/** A secret of the operator's: Redacted from the start. */
export const secret = (description: string) => Schema.RedactedFromValue(Schema.NonEmptyString).annotate({ description })
