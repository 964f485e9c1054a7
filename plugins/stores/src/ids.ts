/** How both stores read the ids and countries that callers send. */
import { InvalidAppId, InvalidCountry } from "@storeglass/plugin-api"
import { Effect } from "effect"

/** The id as it is, or an error that names the field and says, after the id, what one must be. */
export const appIdParser =
  (isAppId: (text: string) => boolean, wrong: string) =>
  (text: string, field = "id"): Effect.Effect<string, InvalidAppId> =>
    isAppId(text) ? Effect.succeed(text) : Effect.fail(new InvalidAppId(`${field}: '${text.slice(0, 40)}' ${wrong}`))

/** The country in lower case, or an error with the words for what was sent. */
export const countryParser =
  (hasStorefront: (country: string) => boolean, wrong: (sent: string) => string) =>
  (text: string): Effect.Effect<string, InvalidCountry> => {
    const country = text.toLowerCase()
    return hasStorefront(country)
      ? Effect.succeed(country)
      : Effect.fail(new InvalidCountry(`country: ${wrong(`'${text.slice(0, 20)}'`)}`))
  }
