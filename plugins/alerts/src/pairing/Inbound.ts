import { Jobs, sha256 } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { Answer } from "../bot/Bot.ts"
import type { Update } from "../bot/Update.ts"
import { Heard } from "../jobRefs.ts"
import { Snoozes } from "../queue/Snoozes.ts"
import { Pairings } from "./Pairings.ts"

const help =
  "This bot brings the alerts of your Storeglass account.\n/status tells what is linked here.\n/stop unlinks this chat.\nTo link a chat, make a link in your account and press Start."

/** The platform waits so long for an answer, then delivers anew. */
const answerMsMax = 2_000

const commandOf = (text: string) => {
  const [, command = "", rest = ""] = /^\/([a-z]+)(?:@\w+)?(?:\s+(\S+))?\s*$/i.exec(text.trim()) ?? []
  return { command: command.toLowerCase(), rest }
}

/** What people write to the bot, each message once. */
export class Inbound extends Context.Service<Inbound>()("@storeglass/alerts/Inbound", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const pairings = yield* Pairings
    const snoozes = yield* Snoozes
    const jobs = yield* Jobs

    const answerTo = Effect.fnUntraced(function* (
      chatId: string,
      type: string,
      text: string,
      username: string | null,
      codeHash: Uint8Array | undefined
    ) {
      const { command: name, rest } = commandOf(text)
      if (type !== "private") {
        return name === "start"
          ? "Alerts go to private chats alone. Open one with this bot, and press Start there."
          : undefined
      }
      if (yield* pairings.isSilent(chatId)) return undefined
      if (name === "start" && rest !== "") {
        return yield* pairings.bind(chatId, username, codeHash ?? (yield* sha256(rest)))
      }
      if (name === "start" || name === "help") return help
      if (name === "stop") {
        return (yield* pairings.stop(chatId))
          ? "This chat is unlinked: it gets no more alerts."
          : "This chat isn't linked."
      }
      if (name === "status") {
        const found = yield* pairings.at(chatId)
        return found === undefined ? "This chat isn't linked." : `This chat gets the alerts of ${found.email}.`
      }
      return (yield* pairings.mayHint(chatId)) ? "I only bring alerts. /help tells what I understand." : undefined
    })

    const take = Effect.fn("Inbound.take")(function* (
      { callback_query: pressed, message, my_chat_member: member, update_id: id }: Update,
      codeHash?: Uint8Array
    ) {
      const nowMs = yield* Clock.currentTimeMillis
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const news = yield* sql`INSERT INTO alerts_updates (update_id, at_ms) VALUES (${id}::bigint, ${nowMs}::bigint)
            ON CONFLICT DO NOTHING RETURNING 1`
          if (news.length === 0) return undefined
          if (member !== undefined) {
            const chatId = String(member.chat.id)
            const { status } = member.new_chat_member
            if (status === "kicked" || status === "left") yield* pairings.setStatus(chatId, "blocked")
            if (status === "member") yield* pairings.setStatus(chatId, "active")
            return undefined
          }
          if (pressed !== undefined) {
            const text =
              pressed.message === undefined
                ? "This message is too old for that."
                : yield* snoozes.pressed(String(pressed.message.chat.id), pressed.data ?? "")
            return { method: "answerCallbackQuery", queryId: pressed.id, text } satisfies Answer
          }
          if (message?.text === undefined) return undefined
          const chatId = String(message.chat.id)
          const text = yield* answerTo(
            chatId,
            message.chat.type,
            message.text,
            message.from?.username ?? null,
            codeHash
          )
          return text === undefined ? undefined : ({ method: "sendMessage", chatId, text } satisfies Answer)
        })
      )
    })

    /** A job's row is kept: of a code it has the hash alone, as everywhere. */
    const leave = Effect.fnUntraced(function* (update: Update) {
      const { command, rest } = commandOf(update.message?.text ?? "")
      const isCode = command === "start" && rest !== ""
      yield* jobs.enqueue(
        Heard,
        {
          update:
            isCode && update.message !== undefined
              ? { ...update, message: { ...update.message, text: "/start code" } }
              : update,
          codeHash: isCode ? yield* sha256(rest) : null
        },
        { key: String(update.update_id) }
      )
    })

    return {
      /** Handles it, once for its id; gives what to answer. */
      take,
      /** The same where somebody waits for the answer: what takes longer than 2 seconds is left to a job. */
      takeSoon: Effect.fn("Inbound.takeSoon")(function* (update: Update) {
        const taken = yield* Effect.timeoutOption(take(update), answerMsMax)
        if (Option.isSome(taken)) return taken.value
        yield* leave(update)
        return undefined
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
