import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { withDefault, whole, address, secret } = Setting

const { optionalKey } = Schema

const Bot = Schema.Struct({
  token: secret("The bot's token, as @BotFather gave it."),
  baseUrl: withDefault(address("The API of Telegram."), "https://api.telegram.org"),
  linkUrl: withDefault(address("Where links to bots lead."), "https://t.me"),
  webhookSecret: optionalKey(
    Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{16,256}$/))).annotate({
      description: "What its deliveries carry, 16 to 256 letters, digits, _ and -. Default: derived from the token."
    })
  ),
  polling: withDefault(
    Schema.Boolean.annotate({
      description: "Fetches what people write instead of having it delivered: for a gateway without a public address."
    }),
    false
  ),
  messagesPerSecond: withDefault(whole("Most messages a second, to all chats. The platform allows 30.", 1, 1_000), 25)
}).annotate({ description: "A bot of Telegram that brings alerts." })

const begin = (of: string) => address(`What an incoming webhook of ${of} begins with: its address may be no other.`)
const Channels = Schema.Struct({
  slackUrl: withDefault(begin("Slack"), "https://hooks.slack.com/services/"),
  discordUrl: withDefault(begin("Discord"), "https://discord.com/api/webhooks/")
}).annotate({ description: "Channels of other platforms, to which accounts give an address of theirs." })

/** Settings of the plugin. Without `bot` alerts end in the log. */
export const AlertsConfig = Schema.Struct({
  bot: optionalKey(Bot),
  channels: withDefault(Channels, {}),
  perDayMax: withDefault(
    whole("Most alerts of one kind to an account on a day. The rest comes in one summary.", 1, 1_000),
    20
  ),
  keptDays: withDefault(whole("For how many days alerts are kept.", 1, 400), 30)
})
export type AlertsConfig = typeof AlertsConfig.Type
export type BotConfig = typeof Bot.Type
