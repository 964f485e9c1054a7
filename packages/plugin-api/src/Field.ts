/** Fields of bodies and answers, which say what they are in OpenAPI and in the docs. */
import { Schema } from "effect"
import { InvalidCountry } from "./errors.ts"
import { countryProblem } from "./Param.ts"
import { failsWith } from "./parameter.ts"
import { type Picks, picksKey } from "./picks.ts"

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

/** Annotations that say of a field what it stands for, as `picks` does of a parameter. */
export const standsFor = (picks: Picks) => ({ [picksKey]: picks })

/** A country in a body, refused like one in a query: a two-letter ISO 3166-1 code in either case. */
export const countryCode = (description: string) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => countryProblem(text) ?? true, {
      toJsonSchema: () => ({ pattern: "^[A-Za-z]{2}$" })
    })
  ).annotate({ description, examples: ["us"], [failsWith]: InvalidCountry, ...standsFor("country") })
