import { ChatLinks } from "@storeglass/alerts/contract"
import { Alerts, Directory, Upstreams } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option, Schedule } from "effect"
import { type DevSeedConfig, demoEmail } from "./config.ts"

export const exampleAlert = "dev-seed.example"

const isLinkedAfterStart = { schedule: Schedule.spaced("250 millis"), times: 80 }

/** Links the sandbox's chat to the demo account, as a person would, where alerts are enabled. */
export class ChatSeed extends Context.Service<
  ChatSeed,
  {
    /** Links it unless it is, and tells an example. `waiting`: there is no account yet, or nobody took the Start. */
    readonly fill: Effect.Effect<"told" | "waiting", unknown>
  }
>()("@storeglass/dev-seed/ChatSeed") {
  static readonly layer = ({ history }: DevSeedConfig) =>
    Layer.effect(
      ChatSeed,
      Effect.gen(function* () {
        const found = yield* Effect.serviceOption(ChatLinks)
        if (Option.isNone(found)) return ChatSeed.of({ fill: Effect.succeed("told") })
        const { isLinked, start } = found.value
        const directory = yield* Directory
        const alerts = yield* Alerts
        const upstreams = yield* Upstreams
        const { origin } = new URL(history)
        const sandbox = yield* upstreams.make({ name: "dev-seed.chat", baseUrl: origin, timeoutMs: 10_000 })

        const link = Effect.gen(function* () {
          const url = new URL(yield* start(demoEmail))
          // A bot of the real platform is for people to start.
          if (url.origin !== origin) return false
          yield* sandbox.request({ method: "POST", path: `${url.pathname}${url.search}`, repeatable: false })
          return yield* Effect.repeat(isLinked(demoEmail), { until: (linked) => linked, ...isLinkedAfterStart })
        })
        const fill = Effect.gen(function* () {
          const account = yield* directory.accountByEmail(demoEmail)
          if (account === undefined) return "waiting"
          if (!(yield* isLinked(demoEmail)) && !(yield* link)) return "waiting"
          yield* alerts.notify(account.accountId, {
            kind: exampleAlert,
            title: "Alerts come here",
            text: "This one is an example. What the gateway's plugins tell the demo account comes in the same way, such as a thread to answer, a moved rank or credits that run low."
          })
          return "told"
        })
        return ChatSeed.of({ fill })
      })
    )
}
