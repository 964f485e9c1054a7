import { InvalidAppId, Param } from "@storeglass/plugin-api"
import { Effect } from "effect"

/** The id of an app that has ads. `where`: as refusals name the parameter. */
export const appIdOf = (text: string, where: string): Effect.Effect<number, InvalidAppId> => {
  const id = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return Effect.succeed(id)
  return Effect.fail(
    new InvalidAppId(
      Param.isPackageName(text)
        ? `${where}: storeb has no such repository of ads; send the app's id at storea, a positive integer`
        : `${where}: must be a positive integer up to 2^53 - 1, the app's id at storea`
    )
  )
}
