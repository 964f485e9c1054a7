import {
  AlertSink,
  definePlugin,
  type HealthCheck,
  Jobs,
  MemberLeft,
  MemberMoved,
  onEvent
} from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { AlertsApi } from "./api.ts"
import { Bot } from "./bot/Bot.ts"
import { Channels } from "./channels/Channels.ts"
import { AlertsConfig } from "./config.ts"
import { ChatLinks, ToldAlerts } from "./contract.ts"
import { AccountAlerts } from "./dashboard/AccountAlerts.ts"
import { de } from "./dashboard/panels.de.ts"
import { panels } from "./dashboard/panels.ts"
import { handlers } from "./http.ts"
import { SetUp } from "./jobRefs.ts"
import { jobs } from "./jobs.ts"
import { alerts as kinds } from "./kinds.ts"
import { alerts } from "./migrations/0001_alerts.ts"
import { snoozes } from "./migrations/0002_snoozes.ts"
import { rules } from "./migrations/0003_rules.ts"
import { channels } from "./migrations/0004_channels.ts"
import { charts } from "./migrations/0005_charts.ts"
import { turns } from "./migrations/0006_turns.ts"
import { chatLinks } from "./pairing/chatLinks.ts"
import { Inbound } from "./pairing/Inbound.ts"
import { Pairings } from "./pairing/Pairings.ts"
import { Queue } from "./queue/Queue.ts"
import { Snoozes } from "./queue/Snoozes.ts"
import { Turns } from "./queue/Turns.ts"
import { routes } from "./routes.ts"
import { Rules } from "./rules/Rules.ts"
import { pollOn } from "./SetUp.ts"

export { AlertsApi } from "./api.ts"

const sinkLayer = Layer.effect(
  AlertSink,
  Effect.map(Queue, (queue) =>
    AlertSink.of({
      take: (accountId, alert, kind) =>
        Effect.catchCause(queue.take(accountId, alert, kind), (cause) =>
          Effect.logWarning(`An alert of ${alert.kind} couldn't be queued`, cause)
        )
    })
  )
)

const told = Layer.effect(
  ToldAlerts,
  Effect.map(Queue, ({ toldOn }) => ToldAlerts.of({ on: toldOn }))
)

/** At the start of any node, and once for all that start together. */
const atBoot = Layer.effectDiscard(
  Effect.gen(function* () {
    const bot = yield* Bot
    const jobs = yield* Jobs
    if (bot === undefined) return
    yield* Effect.catch(bot.polling ? pollOn : jobs.enqueue(SetUp, {}, { key: "boot" }), (cause) =>
      Effect.logWarning("What people write to the bot isn't fetched yet", cause)
    )
  })
)

const services = (config: AlertsConfig) =>
  Layer.mergeAll(AccountAlerts.layer, Inbound.layer, sinkLayer, told, chatLinks, atBoot).pipe(
    Layer.provideMerge(Rules.layer),
    Layer.provideMerge(Queue.layer(config)),
    Layer.provideMerge([Pairings.layer, Snoozes.layer, Channels.layer(config), Turns.layer(config)]),
    Layer.provideMerge(Bot.layer(config))
  )

const health = Effect.map(
  Bot,
  (bot): Readonly<Record<string, HealthCheck>> =>
    bot === undefined
      ? { bot: { status: "degraded", detail: "set bot: alerts end in the log" } }
      : { bot: { status: "ok" } }
)

export default definePlugin({
  id: "alerts",
  manifest,
  description: "Alerts of all plugins in a chat: linked by a code, once each, and never more than a day holds.",
  offers: [AlertSink, ChatLinks, ToldAlerts],
  usesIfEnabled: ["keywords", "workspace"],
  own: [Bot, Pairings, Inbound, Queue, Rules, Turns],
  config: AlertsConfig,
  api: AlertsApi,
  live: (config) => handlers.pipe(Layer.provideMerge(services(config))),
  migrations: {
    "0001_alerts": alerts,
    "0002_snoozes": snoozes,
    "0003_rules": rules,
    "0004_channels": channels,
    "0005_charts": charts,
    "0006_turns": turns
  },
  jobs,
  on: () => [
    onEvent(MemberLeft, ({ accountId, addressHash, atMs }) =>
      Pairings.use((pairings) => pairings.end(accountId, addressHash, atMs))
    ),
    onEvent(MemberMoved, ({ accountId, ...moved }) => Pairings.use((pairings) => pairings.move(accountId, moved)))
  ],
  alerts: kinds,
  panels,
  panelTexts: { de },
  routes,
  sealed: [{ table: "alerts_channels", column: "sealed", row: "'alerts.channel:' || account_id || ':' || id" }],
  personal: () => ({
    tables: [
      { table: "alerts_codes", omit: ["hash"] },
      "alerts_channel_sends",
      { table: "alerts_channels", omit: ["sealed"] },
      "alerts_pairings",
      "alerts_queue",
      "alerts_rules",
      "alerts_sends",
      "alerts_settings",
      "alerts_snoozes"
    ]
  }),
  health: () => health,
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live messaging platform: tried against its own description."
})
