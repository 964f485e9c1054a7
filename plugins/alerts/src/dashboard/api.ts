/** What pages of an account read and change of its alerts: which come, where, and when. */
import { Endpoint, Field, group, Param, pageRead, StoredText, View } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { services } from "../channels/services.ts"
import * as E from "../errors.ts"
import { weekdays } from "../rules/Rules.ts"
import { email, Removed } from "../schema.ts"

const { text, whole } = Field
const NullOr = Schema.NullOr
const { optionalKey } = Schema
const base = "/dashboard/api/alerts"
const changing = { access: "session", role: "member" } as const
/** It isn't a tool; what it changes can be changed back. */
const mild = { hidden: true, destructive: false, idempotent: true } as const
const time = (description: string) => Schema.String.annotate({ description, format: "date-time" })
const isOn = Schema.Literals(["on", "off"])

// Chats

export const Chats = Schema.Struct({
  bot: Schema.Literals(["ready", "not_set_up"]).annotate({
    description: "not_set_up: this gateway has no bot, so alerts end in its log."
  }),
  linked: whole("Chats that take alerts."),
  addresses: Field.texts("Addresses of the account's people, to which chats can be linked: 5 each at most."),
  chats: Schema.Array(
    Schema.Struct({
      chatId: text("Id of the chat.", "4711"),
      name: text("What its owner is called there; never proof of anything."),
      email: text("The address that it was linked for."),
      status: Schema.Literals(["active", "blocked"]).annotate({ description: "`blocked`: its owner blocked the bot." }),
      pairedAt: time("When it was linked."),
      text: text("Its id, for whom it was linked and when, in a line.")
    }).annotate({ identifier: "AccountChat" })
  ).annotate({ description: "The newest first." })
}).annotate({ identifier: "AccountChats" })
export type Chats = typeof Chats.Type

const chats = Endpoint.get("chats", `${base}/chats`, {
  answer: Chats,
  errors: E.pageErrors,
  ...pageRead,
  summary: "Linked chats",
  description: "The chats that get the account's alerts, and whether this gateway has a bot to bring them.",
  view: View.list({ rows: "chats", title: "name", note: "status", text: "text" })
})

export const ChatToLink = Schema.Struct({
  email: optionalKey(
    email.annotate({
      description: "For whom: the address of somebody in the account. Default: the account's own.",
      examples: ["ada@example.com"]
    })
  )
})
export const ChatLink = Schema.Struct({
  state: Schema.Literal("waiting").annotate({ description: "For somebody to press Start." }),
  url: text("Opens the bot; pressing Start there links the chat.", "https://t.me/storeglass_bot?start=Zm9v"),
  email: text("For whom."),
  expiresAt: time("When it ends.")
}).annotate({ identifier: "AccountChatLink" })

const linkChat = Endpoint.post("linkChat", `${base}/chats`, {
  payload: ChatToLink,
  answer: ChatLink,
  errors: E.startErrors,
  ...changing,
  tool: { hidden: true, destructive: false },
  summary: "Link a chat",
  description:
    "Makes an address to open within 10 minutes. Whoever presses Start there, in a private chat, gets the account's alerts in it. It's good once, and a newer one for the same person voids it.",
  view: View.status({
    state: "state",
    details: [
      { field: "url", title: "Open" },
      { field: "email", title: "For" },
      { field: "expiresAt", title: "Until" }
    ]
  })
})

const unlinkChat = Endpoint.delete("unlinkChat", `${base}/chats/:chatId`, {
  params: { chatId: Param.text({ max: 17, description: "Id of a linked chat.", example: "4711" }) },
  answer: Removed,
  errors: E.chatErrors,
  ...changing,
  tool: false,
  summary: "Unlink a chat",
  description: "Ends alerts to a chat, and tells the chat."
})

// Kinds

export const Kinds = Schema.Struct({
  kinds: Schema.Array(
    Schema.Struct({
      kind: text("Its name.", "alerts.credits"),
      title: text("What it tells."),
      state: Schema.Literals(["on", "off", "snoozed"]).annotate({
        description: "Whether it's sent. snoozed: somebody pressed that below an alert; what comes meanwhile waits."
      }),
      snoozedUntil: NullOr(Schema.String).annotate({
        description: "When a snooze ends; null: it isn't snoozed.",
        format: "date-time"
      }),
      when: NullOr(text("When it's sent; null: the plugin that sent it isn't enabled any more.")),
      text: text("When it's sent, as far as that is known, and its name.")
    }).annotate({ identifier: "AccountAlertKind" })
  ).annotate({
    description:
      "By name: those that the account was told of while alerts are kept, those turned off, and this plugin's own."
  })
}).annotate({ identifier: "AccountAlertKinds" })
export type Kinds = typeof Kinds.Type

const kinds = Endpoint.get("kinds", `${base}/kinds`, {
  answer: Kinds,
  errors: E.pageErrors,
  ...pageRead,
  summary: "Kinds of alerts",
  description: "Which kinds of alerts come, and which are turned off for the account.",
  view: View.list({ rows: "kinds", title: "title", note: "state", text: "text" })
})

export const KindChoice = Schema.Struct({
  on: Schema.Boolean.annotate({ description: "Whether it's sent to the account's chats." })
})
const chooseKind = Endpoint.patch("chooseKind", `${base}/kinds/:kind`, {
  params: { kind: Param.text({ max: 100, description: "Name of the kind.", example: "alerts.credits" }) },
  payload: KindChoice,
  answer: Kinds,
  errors: E.listErrors,
  ...changing,
  tool: mild,
  summary: "Turn a kind on or off",
  description:
    "Chooses whether alerts of a kind are sent to the account's chats. What came while it was off isn't sent later.",
  view: View.list({ rows: "kinds", title: "title", note: "state", text: "text" })
})

// Quiet hours

const hour = (description: string) =>
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 23 })).annotate({ description })
export const Quiet = Schema.Struct({
  state: isOn.annotate({ description: "Whether there are quiet hours." }),
  from: NullOr(hour("The hour at which they begin, 0 to 23; null: there are none.")),
  to: NullOr(hour("The hour at which they end; null: there are none.")),
  zone: text("The time zone whose hours these are, as IANA names it.", "Europe/Berlin"),
  until: NullOr(Schema.String).annotate({
    description: "When they end, if it's quiet now; null: it isn't.",
    format: "date-time"
  })
}).annotate({ identifier: "AccountQuietHours" })
export type Quiet = typeof Quiet.Type

const quietView = View.status({
  state: "state",
  details: [
    { field: "from", title: "From (hour)" },
    { field: "to", title: "To (hour)" },
    { field: "zone", title: "Time zone" },
    { field: "until", title: "Quiet now, until" }
  ]
})
const quiet = Endpoint.get("quiet", `${base}/quiet`, {
  answer: Quiet,
  errors: E.pageErrors,
  ...pageRead,
  summary: "Quiet hours",
  description: "Hours of the day in which no alert is sent: it waits for their end.",
  view: quietView
})

export const QuietHours = Schema.Struct({
  from: optionalKey(hour("The hour at which they begin, 0 to 23. Leave out both hours to have none.")),
  to: optionalKey(hour("The hour at which they end, 0 to 23; before `from`, it's that of the next day.")),
  zone: optionalKey(
    Schema.String.check(Schema.isMaxLength(64)).annotate({
      description: "The time zone whose hours these are, as IANA names it. Default: as before, at first UTC.",
      examples: ["Europe/Berlin"]
    })
  )
}).annotate({ examples: [{ from: 22, to: 7, zone: "Europe/Berlin" }] })
export type QuietHours = typeof QuietHours.Type

const setQuiet = Endpoint.put("setQuiet", `${base}/quiet`, {
  payload: QuietHours,
  answer: Quiet,
  errors: E.listErrors,
  ...changing,
  tool: mild,
  summary: "Change quiet hours",
  description: "Sets the hours in which no alert is sent to the account's chats, or ends them.",
  view: quietView
})

// Channels of other platforms

export const OwnChannels = Schema.Struct({
  channels: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotate({ format: "uuid" }),
      service: Schema.Literals(services).annotate({ description: "Whose channel it is." }),
      name: text("What the account calls it.", "Releases"),
      status: Schema.Literals(["active", "gone"]).annotate({
        description: "gone: the platform knows the address no more, and it isn't asked again."
      }),
      addedAt: time("When it was added."),
      text: text("Whose channel it is and since when, in a line.")
    }).annotate({ identifier: "AccountAlertChannel" })
  ).annotate({ description: "The oldest first. Their addresses are secrets, and never shown." })
}).annotate({ identifier: "AccountAlertChannels" })
export type OwnChannels = typeof OwnChannels.Type

const channelsView = View.list({ rows: "channels", title: "name", note: "status", text: "text" })
const channels = Endpoint.get("channels", `${base}/channels`, {
  answer: OwnChannels,
  errors: E.pageErrors,
  ...pageRead,
  summary: "Channels of Slack and Discord",
  description: "The channels that get the account's alerts beside its chats.",
  view: channelsView
})
export const NewChannel = Schema.Struct({
  url: Schema.RedactedFromValue(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(500)).annotate({
      description: "Its incoming webhook, as Slack or Discord gave it.",
      examples: ["https://hooks.slack.com/services/T000/B000/XXXX"]
    })
  ),
  name: optionalKey(
    StoredText({ max: 80, description: "What it's called here. Default: the platform." }).annotate({
      examples: ["Releases"]
    })
  )
})
export type NewChannel = typeof NewChannel.Type
const addChannel = Endpoint.post("addChannel", `${base}/channels`, {
  payload: NewChannel,
  answer: OwnChannels,
  errors: E.channelErrors,
  ...changing,
  tool: { hidden: true, destructive: false },
  summary: "Add a channel",
  description: "Posts a message to the channel; once it's taken, the account's alerts come there too. At most 5.",
  view: channelsView
})
const removeChannel = Endpoint.delete("removeChannel", `${base}/channels/:channelId`, {
  params: {
    channelId: Param.text({ max: 36, description: "Id of a channel.", example: "01a22087-0189-751d-b459-2393cc4dbeef" })
  },
  answer: Removed,
  errors: E.chatErrors,
  ...changing,
  tool: false,
  summary: "Remove a channel",
  description: "Ends alerts to a channel, and forgets its address."
})

// Rules of one's own

const days = Schema.Literals(weekdays)
const aRule = {
  platform: Schema.Literals(Param.platforms).annotate({ description: "The app's store." }),
  appId: text("The app: digits on storea, the package name on storeb.", "284882215"),
  atLeast: whole("By how many ranks or more; what isn't found counts as rank 101.", 10)
}
export const OwnRules = Schema.Struct({
  state: Schema.Literals(["ready", "not_available"]).annotate({
    description: "not_available: this gateway has no workspace or keywords to make rules about."
  }),
  rules: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotate({ format: "uuid" }),
      ...aRule,
      keyword: NullOr(text("The keyword, in its one form.")).annotate({ description: "Null: any that's kept." }),
      country: NullOr(text("Two letters.")).annotate({ description: "Null: all that keywords are kept for." }),
      weekdays: Schema.Array(days).annotate({ description: "On which days it tells what the day before was." }),
      title: text("Whose ranks."),
      text: text("What it wants, in words.")
    }).annotate({ identifier: "AccountAlertRule" })
  ).annotate({ description: "The oldest first." })
}).annotate({ identifier: "AccountAlertRules" })
export type OwnRules = typeof OwnRules.Type

const rulesView = View.list({ rows: "rules", title: "title", text: "text" })
const rules = Endpoint.get("rules", `${base}/rules`, {
  answer: OwnRules,
  errors: E.pageErrors,
  ...pageRead,
  summary: "Rules of one's own",
  description: "Of which ranks the account wants to be told, beside what is told by itself.",
  view: rulesView
})

export const NewRule = Schema.Struct({
  appId: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255)).annotate({
    description: "An app of the workspace: digits on storea, the package name on storeb.",
    examples: ["284882215"]
  }),
  platform: aRule.platform,
  keyword: optionalKey(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({
      description: "One of its keywords. Default: any of them.",
      examples: ["photo editor"]
    })
  ),
  country: optionalKey(Field.countryCode("Where. Default: in all countries that its keywords are kept for.")),
  atLeast: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate({
    description: "By how many ranks or more; what isn't found counts as rank 101.",
    examples: [10]
  }),
  weekdays: optionalKey(
    Schema.Array(days)
      .check(Schema.isMinLength(1), Schema.isMaxLength(7))
      .annotate({ description: "On which days it tells what the day before was. Default: on all." })
  )
}).annotate({ examples: [{ appId: "284882215", platform: "storea", keyword: "photo editor", atLeast: 10 }] })
export type NewRule = typeof NewRule.Type

const addRule = Endpoint.post("addRule", `${base}/rules`, {
  payload: NewRule,
  answer: OwnRules,
  errors: E.ruleErrors,
  ...changing,
  tool: { hidden: true, destructive: false },
  summary: "Add a rule",
  description:
    "From the next day on, tells once a day by how far ranks of an app's keywords moved, where it's as far as this.",
  view: rulesView
})

const removeRule = Endpoint.delete("removeRule", `${base}/rules/:ruleId`, {
  params: {
    ruleId: Param.text({ max: 36, description: "Id of a rule.", example: "01a22087-0189-751d-b459-2393cc4dbeef" })
  },
  answer: Removed,
  errors: E.chatErrors,
  ...changing,
  tool: false,
  summary: "Delete a rule",
  description: "Ends what a rule tells."
})

// What was told

export const alertStates = ["waiting", "sent", "off", "no_chat", "kept_for_summary", "summarized"] as const
export const RecentAlerts = Schema.Struct({
  waiting: whole("Alerts that wait to be sent."),
  days: Schema.Array(
    Schema.Struct({
      day: text("YYYY-MM-DD, UTC."),
      alerts: whole("How many there were, whatever became of them.")
    }).annotate({ identifier: "AccountAlertDay" })
  ).annotate({
    description: "The last 14 days, or as many as alerts are kept, oldest first; the last is today so far."
  }),
  alerts: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotate({ format: "uuid" }),
      kind: text("Its kind.", "alerts.credits"),
      title: text("What happened, in a line."),
      text: text(
        "When and of which kind, where the title isn't that of its kind; then at most 500 characters of its text."
      ),
      url: NullOr(Schema.String).annotate({ description: "Where to read on; null: nowhere." }),
      state: Schema.Literals(alertStates).annotate({
        description:
          "off: its kind is turned off; no_chat: none was linked; kept_for_summary: the day had as many of its kind as it may, and the summary comes when the day is over."
      }),
      toldAt: time("When it was told.")
    }).annotate({ identifier: "AccountAlert" })
  ).annotate({ description: "The newest first." })
}).annotate({ identifier: "AccountRecentAlerts" })
export type RecentAlerts = typeof RecentAlerts.Type

const recent = Endpoint.get("recent", `${base}/recent`, {
  query: { limit: Param.limit({ of: "alerts", max: 50, default: 10 }) },
  answer: RecentAlerts,
  errors: E.listErrors,
  ...pageRead,
  summary: "Latest alerts",
  description: "What was told to the account, and what became of it.",
  view: View.list({ rows: "alerts", title: "title", link: "url", note: "state", text: "text" })
})

export const dashboard = group(
  "alertsDashboard",
  chats,
  linkChat,
  unlinkChat,
  kinds,
  chooseKind,
  channels,
  addChannel,
  removeChannel,
  rules,
  addRule,
  removeRule,
  quiet,
  setQuiet,
  recent
)
