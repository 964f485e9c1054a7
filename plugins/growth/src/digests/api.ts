/** How people are told of what was found, as pages show and change it. */
import { Endpoint, Field, pageRead, View } from "@storeglass/plugin-api"
import { Schema } from "effect"
import * as E from "../errors.ts"

const { text } = Field
const NullOr = Schema.NullOr
const { optionalKey } = Schema
const base = "/dashboard/api/growth/digest"
/** Mails go to the owner, and whoever has the feed's address reads what the account found. */
const changing = { access: "session", role: "admin" } as const
const mild = { hidden: true, destructive: false, idempotent: true } as const
const timeOrNull = (description: string) => NullOr(Schema.String).annotate({ description, format: "date-time" })
const hour = (description: string) =>
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 23 })).annotate({ description })

const mail = Schema.Literals(["off", "daily", "at_once"])
const chat = Schema.Literals(["off", "daily"])

export const Digest = Schema.Struct({
  state: Schema.Literals(["on", "off"]).annotate({ description: "Whether anything is sent, by mail or in chats." }),
  mail: mail.annotate({
    description: "To the account's owner. at_once: a mail for each thread of the urgency must_reply, at most 20 a day."
  }),
  chat: chat.annotate({
    description:
      "To where the account's alerts go. At once it's told by alerts of the kind growth.must_reply, which are turned off there."
  }),
  hour: hour("The hour of the daily digest."),
  zone: text("The time zone whose hours these are, as IANA names it.", "Europe/Berlin"),
  quietFrom: NullOr(hour("The hour at which quiet hours begin; null: there are none.")),
  quietTo: NullOr(hour("The hour at which they end; null: there are none.")),
  nextAt: timeOrNull("When the next digest is due; null: none is."),
  toldAt: timeOrNull("When the last one was made; null: none was."),
  problem: NullOr(Schema.String).annotate({
    description: "Why the last mail didn't go out; null: it did, or none was due."
  }),
  feed: Schema.Literals(["on", "off"]).annotate({ description: "Whether the account has a feed." }),
  feedMadeAt: timeOrNull("When its address was made; null: there's none.")
}).annotate({ identifier: "GrowthDigest" })
export type Digest = typeof Digest.Type

const view = View.status({
  state: "state",
  details: [
    { field: "mail", title: "By mail" },
    { field: "chat", title: "In chats" },
    { field: "hour", title: "Hour" },
    { field: "zone", title: "Time zone" },
    { field: "quietFrom", title: "Quiet from (hour)" },
    { field: "quietTo", title: "Quiet to (hour)" },
    { field: "nextAt", title: "Next digest" },
    { field: "toldAt", title: "Last digest" },
    { field: "problem", title: "What went wrong" },
    { field: "feed", title: "Feed" },
    { field: "feedMadeAt", title: "Feed made" }
  ]
})

const read = Endpoint.get("digest", base, {
  answer: Digest,
  errors: E.listErrors,
  ...pageRead,
  summary: "How you're told",
  description: "Whether what was found is told daily or at once, by mail, in chats and by a feed, and when it's quiet.",
  view
})

export const NewDigest = Schema.Struct({
  mail: optionalKey(
    mail.annotate({
      description: "off, daily, or at_once for each thread that must be answered. Default: as before, at first off."
    })
  ),
  chat: optionalKey(chat.annotate({ description: "off or daily. Default: as before, at first off." })),
  hour: optionalKey(hour("The hour of the daily digest, 0 to 23. Default: as before, at first 8.")),
  zone: optionalKey(
    Schema.String.check(Schema.isMaxLength(64)).annotate({
      description: "The time zone whose hours these are, as IANA names it. Default: as before, at first UTC.",
      examples: ["Europe/Berlin"]
    })
  ),
  quietFrom: optionalKey(
    hour("The hour from which on nothing is sent, 0 to 23: it waits for their end. Leave out both hours to have none.")
  ),
  quietTo: optionalKey(hour("The hour at which quiet hours end, 0 to 23; before quietFrom, it's that of the next day."))
}).annotate({ examples: [{ mail: "daily", chat: "off", hour: 8, zone: "Europe/Berlin", quietFrom: 22, quietTo: 7 }] })
export type NewDigest = typeof NewDigest.Type

const save = Endpoint.put("saveDigest", base, {
  payload: NewDigest,
  answer: Digest,
  errors: E.listErrors,
  ...changing,
  tool: mild,
  summary: "Change how you're told",
  description:
    "Sets how and when the account is told of what was found. A day on which nothing was found has no digest. Neither mails nor chats have texts or authors of strangers.",
  view
})

export const NewFeed = Schema.Struct({
  feeds: Schema.Array(
    Schema.Struct({
      name: text("What it is.", "Threads found, as an Atom feed"),
      url: text("Its address. It's shown once; whoever has it reads the feed."),
      madeAt: Schema.String.annotate({ description: "When it was made.", format: "date-time" })
    }).annotate({ identifier: "GrowthFeed" })
  ).annotate({ description: "The one feed of the account." })
}).annotate({ identifier: "GrowthFeeds" })
export type NewFeed = typeof NewFeed.Type

/** Below the form that makes one. */
export const feedView = View.list({ rows: "feeds", title: "name", link: "url", text: "url" })
const makeFeed = Endpoint.post("makeFeed", `${base}/feed`, {
  answer: NewFeed,
  errors: E.listErrors,
  ...changing,
  body: { kind: "none", bytesMax: 0 },
  tool: { hidden: true, destructive: true },
  summary: "Make the feed's address",
  description:
    "Makes a secret address at which feed readers find the account's newest threads. One that was made before ends with it.",
  view: feedView
})

const removeFeed = Endpoint.delete("removeFeed", `${base}/feed`, {
  answer: Digest,
  errors: E.listErrors,
  ...changing,
  tool: { hidden: true, destructive: true },
  summary: "End the feed",
  description: "Nobody can read the feed at its address any more."
})

export const digestRoutes = [read, save, makeFeed, removeFeed] as const
