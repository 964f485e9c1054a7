import { Directory, defineJob, Mailer } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Bot } from "./bot/Bot.ts"
import { lookAtCredits } from "./credits.ts"
import { Deliver, Heard, LookAtCredits, LookAtRules, Moved, Poll, Prune, Say, SetUp } from "./jobRefs.ts"
import { Inbound } from "./pairing/Inbound.ts"
import { Queue } from "./queue/Queue.ts"
import { Turns } from "./queue/Turns.ts"
import { Rules } from "./rules/Rules.ts"
import { poll, setUp } from "./SetUp.ts"

export const jobs = () => [
  defineJob(Deliver, {
    attempts: 30,
    timeoutMs: 600_000,
    // Messages to a chat are a second apart: most of the time a job waits.
    lane: { name: "messages", concurrency: 20 },
    atOnce: { key: ({ accountId }) => accountId },
    // Between two messages; what remains is the next node's.
    interruptOnStop: true,
    run: ({ accountId }) => Queue.use((queue) => queue.deliver(accountId))
  }),
  defineJob(Say, {
    attempts: 3,
    run: ({ chatId, text }) =>
      Effect.flatMap(Bot, (bot) =>
        bot === undefined
          ? Effect.void
          : Effect.andThen(
              Turns.use(({ take }) => take),
              Effect.ignore(bot.send(chatId, text))
            )
      )
  }),
  defineJob(Heard, {
    attempts: 10,
    run: Effect.fnUntraced(function* ({ codeHash, update }) {
      const answer = yield* Inbound.use((inbound) => inbound.take(update, codeHash ?? undefined))
      const bot = yield* Bot
      if (answer !== undefined && bot !== undefined) yield* Effect.ignore(bot.answer(answer))
    })
  }),
  defineJob(Moved, {
    attempts: 5,
    run: Effect.fnUntraced(function* ({ accountId, email, username }) {
      const mailer = yield* Mailer
      const account = yield* (yield* Directory).account(accountId)
      if (account === undefined || mailer.sends === false) return
      yield* mailer.send({
        to: account.email,
        subject: "A chat no longer gets your alerts",
        text: `The chat${username === null ? "" : ` of ${username}`} that got the alerts of your account was linked to ${email}. It gets that account's alerts from now on, and yours no more.\n\nIf that wasn't you, link a chat anew.`,
        accountId,
        kind: "alerts.moved"
      })
    })
  }),
  defineJob(SetUp, {
    cron: "*/5 * * * *",
    cronPayload: {},
    attempts: 2,
    timeoutMs: 60_000,
    // Its start and its schedule may come together, and nodes start together.
    atOnce: { key: () => "set-up" },
    run: () => setUp
  }),
  defineJob(Poll, {
    cron: "* * * * *",
    cronPayload: {},
    attempts: 2,
    timeoutMs: 120_000,
    lane: { name: "polling", concurrency: 1 },
    // The platform gives its updates to one who asks.
    atOnce: { key: () => "poll" },
    interruptOnStop: true,
    run: () => poll
  }),
  defineJob(LookAtCredits, {
    cron: "*/10 * * * *",
    cronPayload: {},
    attempts: 2,
    timeoutMs: 540_000,
    run: () => lookAtCredits
  }),
  defineJob(LookAtRules, {
    // Once the day's ranks are collected.
    cron: "40 6 * * *",
    cronPayload: {},
    attempts: 5,
    timeoutMs: 3_000_000,
    run: () => Rules.use((rules) => rules.tellAll())
  }),
  defineJob(Prune, { cron: "23 3 * * *", cronPayload: {}, run: () => Queue.use((queue) => queue.prune()) })
]
