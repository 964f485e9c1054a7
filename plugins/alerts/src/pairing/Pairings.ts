import { Directory, type JobRef, Jobs, NotFound, randomCode, rowsOf, sha256, sha256Hex } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Bot } from "../bot/Bot.ts"
import { BotNotConfigured } from "../errors.ts"
import { Moved, Say } from "../jobRefs.ts"

const codeMs = 10 * 60_000
/** Of an address. */
export const chatsMax = 5
/** So many wrong codes in ten minutes, and the chat isn't answered for ten. */
const wrongMax = 5

const Pairing = Schema.Struct({
  chatId: Schema.String,
  accountId: Schema.String,
  email: Schema.String,
  username: Schema.NullOr(Schema.String),
  status: Schema.Literals(["active", "blocked"]),
  pairedMs: Schema.Finite
})
const pairingRows = rowsOf(Pairing)
const codeRows = rowsOf(Schema.Struct({ accountId: Schema.String, email: Schema.String }))
const chatRows = rowsOf(Schema.Struct({ wrong: Schema.Int, silentUntilMs: Schema.Finite }))
const chatIdRows = rowsOf(Schema.Struct({ chatId: Schema.String }))
const counted = rowsOf(Schema.Struct({ n: Schema.Int }))

/** Which chats get whose alerts. A code opens the way once; a name never does. */
export class Pairings extends Context.Service<Pairings>()("@storeglass/alerts/Pairings", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const directory = yield* Directory
    const queue = yield* Jobs
    const bot = yield* Bot
    const columns = sql.literal(
      `chat_id::text AS "chatId", account_id AS "accountId", email, username, status, paired_ms::float8 AS "pairedMs"`
    )
    const enqueue = <A>(ref: JobRef<A>, payload: A) =>
      Effect.provideService(queue.enqueue(ref, payload), SqlClient.SqlClient, sql)

    const claim = (hash: Uint8Array, nowMs: number) =>
      Effect.map(
        codeRows(sql`DELETE FROM alerts_codes WHERE hash = ${hash} AND expires_ms > ${nowMs}::bigint
          RETURNING account_id AS "accountId", email`),
        ([found]) => found
      )
    /** Counts a wrong code; true while the chat is answered. */
    const wrongCode = Effect.fnUntraced(function* (chatId: string, nowMs: number) {
      const since = nowMs - codeMs
      const [chat] = yield* chatRows(sql`
        INSERT INTO alerts_chats (chat_id, wrong, wrong_since_ms) VALUES (${chatId}::bigint, 1, ${nowMs}::bigint)
        ON CONFLICT (chat_id) DO UPDATE SET
          wrong = CASE WHEN alerts_chats.wrong_since_ms < ${since}::bigint THEN 1 ELSE alerts_chats.wrong + 1 END,
          wrong_since_ms = CASE WHEN alerts_chats.wrong_since_ms < ${since}::bigint THEN ${nowMs}::bigint ELSE alerts_chats.wrong_since_ms END
        RETURNING wrong, silent_until_ms::float8 AS "silentUntilMs"`)
      if ((chat?.wrong ?? 0) < wrongMax) return true
      yield* sql`UPDATE alerts_chats SET silent_until_ms = ${nowMs + codeMs}::bigint, wrong = 0 WHERE chat_id = ${chatId}::bigint`
      return false
    })

    const usableBot =
      bot === undefined
        ? Effect.fail(new BotNotConfigured("this gateway has no bot; set bot of the plugin alerts"))
        : Effect.succeed(bot)
    const makeLink = Effect.fnUntraced(function* (accountId: string, email: string) {
      const token = randomCode()
      const url = yield* Effect.flatMap(usableBot, ({ link }) => link(token))
      const expiresMs = (yield* Clock.currentTimeMillis) + codeMs
      yield* sql`INSERT INTO alerts_codes (hash, account_id, email, expires_ms)
        VALUES (${yield* sha256(token)}, ${accountId}::uuid, ${email.toLowerCase()}, ${expiresMs}::bigint)
        ON CONFLICT (email) DO UPDATE SET hash = excluded.hash, account_id = excluded.account_id, expires_ms = excluded.expires_ms`
      return { token, url, expiresAt: new Date(expiresMs).toISOString() }
    })
    /** Unlinks a chat that is linked to whom the condition says, and tells it; false: it isn't. */
    const unlink = (whose: Statement.Fragment, chatId: string) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const gone =
            yield* sql`DELETE FROM alerts_pairings WHERE ${whose} AND chat_id = ${chatId}::bigint RETURNING 1`
          if (gone.length === 0) return false
          yield* enqueue(Say, { chatId, text: "This chat was unlinked: it gets no more alerts." })
          return true
        })
      )

    const theirs = (accountId: string, addressHash: string) => sql`account_id = ${accountId}::uuid
      AND encode(sha256(convert_to(email, 'UTF8')), 'hex') = ${addressHash}`
    /** Ends the chats and links of somebody who was in the account until then; what they linked since stays. */
    const end = Effect.fn("Pairings.end")(function* (accountId: string, addressHash: string, untilMs: number) {
      const isTheirs = theirs(accountId, addressHash)
      yield* sql`DELETE FROM alerts_codes WHERE ${isTheirs} AND expires_ms <= ${untilMs + codeMs}::bigint`
      const chats = yield* chatIdRows(
        sql`SELECT chat_id::text AS "chatId" FROM alerts_pairings WHERE ${isTheirs} AND paired_ms <= ${untilMs}::bigint`
      )
      for (const { chatId } of chats) yield* unlink(isTheirs, chatId)
    })

    return {
      /** Whether there is a bot to link chats to. */
      hasBot: bot !== undefined,

      startLink: Effect.fn("Pairings.startLink")(function* (email: string) {
        yield* usableBot
        const account = yield* directory.accountByEmail(email)
        if (account === undefined) return yield* new NotFound("email: no account has this address")
        return yield* makeLink(account.accountId, email)
      }),

      /** The same for an account, and one of its people's addresses: by default its own. */
      startLinkOf: Effect.fn("Pairings.startLinkOf")(function* (accountId: string, asked: string | undefined) {
        yield* usableBot
        const account = yield* directory.account(accountId)
        const addresses = account === undefined ? [] : [account.email, ...account.members.map(({ email }) => email)]
        const email = addresses.find((each) => each.toLowerCase() === (asked ?? account?.email)?.toLowerCase())
        if (email === undefined) return yield* new NotFound("email: nobody in this account has this address")
        return { ...(yield* makeLink(accountId, email)), email }
      }),

      of: (email: string) =>
        pairingRows(sql`SELECT ${columns} FROM alerts_pairings WHERE email = ${email.toLowerCase()}
          ORDER BY paired_ms DESC, chat_id LIMIT 100`),
      /** Those that take alerts of an account. */
      active: (accountId: string) =>
        pairingRows(sql`SELECT ${columns} FROM alerts_pairings WHERE account_id = ${accountId}::uuid AND status = 'active'
          ORDER BY chat_id LIMIT 100`),

      /** All that are linked to an account, the newest first. */
      ofAccount: (accountId: string) =>
        pairingRows(sql`SELECT ${columns} FROM alerts_pairings WHERE account_id = ${accountId}::uuid
          ORDER BY paired_ms DESC, chat_id LIMIT 100`),

      remove: Effect.fn("Pairings.remove")((email: string, chatId: string) =>
        unlink(sql`email = ${email.toLowerCase()}`, chatId)
      ),
      removeFrom: Effect.fn("Pairings.removeFrom")((accountId: string, chatId: string) =>
        unlink(sql`account_id = ${accountId}::uuid`, chatId)
      ),

      end,

      /** A member's chats and links are under their new address; those of somebody who has left since end. */
      move: Effect.fn("Pairings.move")(function* (
        accountId: string,
        { atMs, fromHash, toHash }: { readonly fromHash: string; readonly toHash: string; readonly atMs: number }
      ) {
        const account = yield* directory.account(accountId)
        let to: string | undefined
        for (const { email } of account?.members ?? []) {
          const address = email.toLowerCase()
          if ((yield* sha256Hex(address)) === toHash) to = address
        }
        if (to === undefined) return yield* end(accountId, fromHash, atMs)
        const isTheirs = theirs(accountId, fromHash)
        // A link to the new address is newer.
        yield* sql`DELETE FROM alerts_codes WHERE ${isTheirs} AND expires_ms <= ${atMs + codeMs}::bigint`
        yield* sql`UPDATE alerts_pairings SET email = ${to} WHERE ${isTheirs} AND paired_ms <= ${atMs}::bigint`
      }),

      /** Binds a private chat by the SHA-256 of a code. Gives what to answer; undefined: nothing. */
      bind: Effect.fn("Pairings.bind")(function* (chatId: string, username: string | null, hash: Uint8Array) {
        const nowMs = yield* Clock.currentTimeMillis
        const found = yield* claim(hash, nowMs)
        if (found === undefined) {
          return (yield* wrongCode(chatId, nowMs))
            ? "This link isn't good any more. Make a new one, and press Start within 10 minutes."
            : undefined
        }
        const [chats] = yield* counted(sql`SELECT count(*)::int AS n FROM alerts_pairings
          WHERE email = ${found.email} AND chat_id <> ${chatId}::bigint`)
        if ((chats?.n ?? 0) >= chatsMax) {
          return `${chatsMax} chats are linked to this address already. Unlink one, then make a new link.`
        }
        const [before] = yield* pairingRows(
          sql`SELECT ${columns} FROM alerts_pairings WHERE chat_id = ${chatId}::bigint FOR UPDATE`
        )
        yield* sql`INSERT INTO alerts_pairings (chat_id, account_id, email, username, status, paired_ms)
          VALUES (${chatId}::bigint, ${found.accountId}::uuid, ${found.email}, ${username}, 'active', ${nowMs}::bigint)
          ON CONFLICT (chat_id) DO UPDATE SET account_id = excluded.account_id, email = excluded.email, username = excluded.username,
            status = 'active', paired_ms = excluded.paired_ms`
        yield* sql`DELETE FROM alerts_chats WHERE chat_id = ${chatId}::bigint`
        if (before !== undefined && before.accountId !== found.accountId) {
          yield* enqueue(Moved, { accountId: before.accountId, email: found.email, username })
        }
        return `Linked. This chat gets the alerts of ${found.email}. /stop ends that, /status tells what is linked.`
      }),

      stop: (chatId: string) =>
        Effect.map(
          sql`DELETE FROM alerts_pairings WHERE chat_id = ${chatId}::bigint RETURNING 1`,
          (rows) => rows.length > 0
        ),
      at: (chatId: string) =>
        Effect.map(
          rowsOf(Schema.Struct({ email: Schema.String, status: Schema.String }))(
            sql`SELECT email, status FROM alerts_pairings WHERE chat_id = ${chatId}::bigint`
          ),
          ([found]) => found
        ),
      setStatus: (chatId: string, status: "active" | "blocked") =>
        sql`UPDATE alerts_pairings SET status = ${status} WHERE chat_id = ${chatId}::bigint`,
      /** Whether the chat isn't answered for now. */
      isSilent: Effect.fn("Pairings.isSilent")(function* (chatId: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const [chat] = yield* chatRows(sql`SELECT wrong, silent_until_ms::float8 AS "silentUntilMs" FROM alerts_chats
          WHERE chat_id = ${chatId}::bigint`)
        return chat !== undefined && chat.silentUntilMs > nowMs
      }),
      /** True once a day. */
      mayHint: Effect.fn("Pairings.mayHint")(function* (chatId: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const hinted =
          yield* sql`INSERT INTO alerts_chats (chat_id, hinted_ms) VALUES (${chatId}::bigint, ${nowMs}::bigint)
          ON CONFLICT (chat_id) DO UPDATE SET hinted_ms = excluded.hinted_ms
          WHERE alerts_chats.hinted_ms <= ${nowMs - 86_400_000}::bigint RETURNING 1`
        return hinted.length > 0
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
