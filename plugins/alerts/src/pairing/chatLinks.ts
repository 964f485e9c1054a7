import { asDocumented } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { asBotAnswer } from "../bot/asBotAnswer.ts"
import { ChatLinks } from "../contract.ts"
import { Pairings } from "./Pairings.ts"

export const chatLinks = Layer.effect(
  ChatLinks,
  Effect.map(Pairings, (pairings) =>
    ChatLinks.of({
      start: (email) => Effect.map(asBotAnswer(asDocumented(pairings.startLink(email))), ({ url }) => url),
      isLinked: (email) =>
        Effect.map(asDocumented(pairings.of(email)), (all) => all.some(({ status }) => status === "active"))
    })
  )
)
