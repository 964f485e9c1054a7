/** Fields of answers, which say what they are in OpenAPI and in the docs. */
import { Schema } from "effect"

const described = <A>(description: string, examples: ReadonlyArray<A>) => ({
  description,
  ...(examples.length === 0 ? {} : { examples })
})

export const text = (description: string, ...examples: ReadonlyArray<string>) =>
  Schema.String.annotate(described(description, examples))
export const texts = (description: string) => Schema.Array(Schema.String).annotate({ description })
export const whole = (description: string, ...examples: ReadonlyArray<number>) =>
  Schema.Int.annotate(described(description, examples))
export const number = (description: string) => Schema.Finite.annotate({ description })
