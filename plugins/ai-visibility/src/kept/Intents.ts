import { InvalidInput, isoOf, isUuid, rowsOf, TierLimitExceeded } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { notBegun, nothing } from "../errors.ts"
import { makeLimits } from "../plans/limits.ts"
import type { Subject } from "../Subjects.ts"
import { type Intent, type Prompt, type Status, statuses } from "../schema.ts"
import { promptStyles } from "../writing/Writing.ts"
import { makeChanges } from "./Changes.ts"
import { makeSettingsTable } from "./SettingsTable.ts"
import { foldedOf, neat, promptTextOf } from "./texts.ts"

type Owner = Omit<Subject, "country">

const IntentRow = Schema.Struct({
  intentId: Schema.String,
  country: Schema.String,
  language: Schema.String,
  label: Schema.String,
  description: Schema.NullOr(Schema.String),
  status: Schema.Literals(statuses),
  source: Schema.Literals(["llm", "user"]),
  promptsTotal: Schema.Int,
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
})
const intentRows = rowsOf(IntentRow)

const PromptRow = Schema.Struct({
  promptId: Schema.String,
  intentId: Schema.String,
  country: Schema.String,
  text: Schema.String,
  style: Schema.Literals(promptStyles),
  status: Schema.Literals(statuses),
  language: Schema.String,
  source: Schema.Literals(["llm", "user"]),
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
})
const promptRows = rowsOf(PromptRow)
const countRows = rowsOf(Schema.Struct({ n: Schema.Int }))

const intentOf = ({ createdMs, updatedMs, ...row }: typeof IntentRow.Type): Intent => ({
  ...row,
  createdAt: isoOf(createdMs),
  updatedAt: isoOf(updatedMs)
})
const promptOf = ({ country: _, createdMs, updatedMs, ...row }: typeof PromptRow.Type): Prompt => ({
  ...row,
  createdAt: isoOf(createdMs),
  updatedAt: isoOf(updatedMs)
})

interface IntentChange {
  readonly label?: string
  readonly description?: string | null
  readonly status?: Status
}
interface PromptChange {
  readonly text?: string
  readonly style?: Prompt["style"]
  readonly status?: Status
}

/** Intents of an app and country; far above what anybody sets up. */
const intentsMax = 1_000

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const limits = yield* makeLimits
  const settings = yield* makeSettingsTable
  const changes = yield* makeChanges

  const intentColumns = sql`i.id AS "intentId", i.country, i.language, i.label, i.description, i.status, i.source,
    i.created_ms::float8 AS "createdMs", i.updated_ms::float8 AS "updatedMs", (SELECT count(*)::int
      FROM ai_visibility_prompts p WHERE p.account_id = i.account_id AND p.intent = i.id AND p.status = 'active'
    ) AS "promptsTotal"`
  const promptColumns = sql`p.id AS "promptId", p.intent AS "intentId", p.country, p.text, p.style, p.status, p.language,
    p.source, p.created_ms::float8 AS "createdMs", p.updated_ms::float8 AS "updatedMs"`

  const findIntent = Effect.fnUntraced(function* ({ accountId, appId }: Owner, intentId: string) {
    if (!isUuid(intentId)) return yield* nothing("intent")
    const [row] = yield* intentRows(sql`SELECT ${intentColumns} FROM ai_visibility_intents i
      WHERE i.account_id = ${accountId}::uuid AND i.id = ${intentId}::uuid AND i.app_id = ${appId}`)
    return row === undefined ? yield* nothing("intent") : row
  })
  /** For a write: what is archived isn't there, unless it's brought back. */
  const writableIntent = Effect.fnUntraced(function* (owner: Owner, intentId: string, change: IntentChange = {}) {
    const row = yield* findIntent(owner, intentId)
    return row.status === "archived" && change.status === undefined ? yield* nothing("intent") : row
  })

  /** Within a transaction: that one more active prompt is in the plan. The settings' row is locked, so that it holds. */
  const assertRoom = Effect.fnUntraced(function* ({ accountId, appId, plan }: Owner, country: string, added: number) {
    if (added <= 0) return
    yield* settings.lock({ accountId, appId, country })
    const active = yield* settings.activePrompts({ accountId, appId, country })
    const most = limits.of(plan).prompts
    if (active + added > most) {
      return yield* new TierLimitExceeded(
        `the plan '${plan}' keeps ${most} active prompts of an app and country and ${active} are; pause or delete some, or change the plan`
      )
    }
  })

  const checkedText = Effect.fnUntraced(function* (given: string) {
    const checked = promptTextOf(given)
    return "wrong" in checked ? yield* new InvalidInput(`text: ${checked.wrong}`) : checked.text
  })

  const findPrompt = Effect.fnUntraced(function* ({ accountId, appId }: Owner, promptId: string) {
    if (!isUuid(promptId)) return yield* nothing("prompt")
    const [row] = yield* promptRows(sql`SELECT ${promptColumns} FROM ai_visibility_prompts p
      WHERE p.account_id = ${accountId}::uuid AND p.id = ${promptId}::uuid AND p.app_id = ${appId}`)
    return row === undefined ? yield* nothing("prompt") : row
  })

  /** Within the transaction of the change: what it does to what is asked. */
  const notePrompt = Effect.fnUntraced(function* (
    owner: Owner,
    before: typeof PromptRow.Type,
    after: typeof PromptRow.Type
  ) {
    const { accountId, appId } = owner
    const note = (kind: Parameters<typeof changes.note>[1]["kind"]) =>
      changes.note(
        { accountId, appId, country: before.country },
        { kind, n: 1, intent: before.intentId, detail: after.text }
      )
    if (before.status === after.status) {
      if (after.status === "active" && before.text !== after.text) yield* note("prompts_edited")
    } else if (after.status === "active") yield* note("prompts_activated")
    else if (before.status === "active") yield* note(after.status === "paused" ? "prompts_paused" : "prompts_archived")
  })

  /** Within a transaction. */
  const changePrompt = Effect.fnUntraced(function* (owner: Owner, before: typeof PromptRow.Type, change: PromptChange) {
    const { accountId, appId } = owner
    const { country, promptId } = before
    const nowMs = yield* Clock.currentTimeMillis
    const { style = null, status = null, text } = change
    const folded = text === undefined ? null : foldedOf(text)
    if (folded !== null) {
      const others = yield* sql`SELECT FROM ai_visibility_prompts WHERE account_id = ${accountId}::uuid
        AND app_id = ${appId} AND country = ${country} AND folded = ${folded} AND id <> ${promptId}::uuid`
      if (others.length > 0) return yield* new InvalidInput("text: another prompt of the app has this text already")
    }
    const [row] = yield* promptRows(sql`
      UPDATE ai_visibility_prompts p SET text = coalesce(${text ?? null}, p.text), folded = coalesce(${folded}, p.folded),
        style = coalesce(${style}, p.style), status = coalesce(${status}, p.status), updated_ms = ${nowMs}::bigint
      WHERE p.account_id = ${accountId}::uuid AND p.id = ${promptId}::uuid AND p.app_id = ${appId}
      RETURNING ${promptColumns}`)
    if (row === undefined) return yield* nothing("prompt")
    yield* notePrompt(owner, before, row)
    return promptOf(row)
  })

  return {
    add: Effect.fn("Intents.add")(function* (
      subject: Subject,
      given: { readonly label: string; readonly description?: string | null }
    ) {
      const { description = null, label } = neat(given)
      const { accountId, appId, country } = subject
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const own = yield* settings.lock(subject)
          if (own === undefined) return yield* notBegun(appId, country)
          const [counted] = yield* countRows(sql`SELECT count(*)::int AS n FROM ai_visibility_intents
            WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country} AND status <> 'archived'`)
          if ((counted?.n ?? 0) >= intentsMax) {
            return yield* new TierLimitExceeded(
              `an app has at most ${intentsMax} intents in a country; archive some first`
            )
          }
          const id = uuidV7Unsafe()
          const nowMs = yield* Clock.currentTimeMillis
          yield* sql`INSERT INTO ai_visibility_intents (account_id, id, app_id, country, language, label, description,
              status, source, seed, created_ms, updated_ms)
            VALUES (${accountId}::uuid, ${id}::uuid, ${appId}, ${country}, ${own.language}, ${label}, ${description},
              'active', 'user', ${foldedOf(label)}, ${nowMs}::bigint, ${nowMs}::bigint)`
          return intentOf(yield* findIntent(subject, id))
        })
      )
    }),

    update: Effect.fn("Intents.update")(function* (owner: Owner, intentId: string, change: IntentChange) {
      const { accountId } = owner
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const row = yield* writableIntent(owner, intentId, change)
          if (change.status === "active" && row.status !== "active") {
            yield* assertRoom(owner, row.country, row.promptsTotal)
          }
          const nowMs = yield* Clock.currentTimeMillis
          const { description = row.description, label = row.label, status = row.status } = neat(change)
          if (description === row.description && label === row.label && status === row.status) return intentOf(row)
          yield* sql`UPDATE ai_visibility_intents SET label = ${label}, description = ${description}, status = ${status},
            updated_ms = ${nowMs}::bigint WHERE account_id = ${accountId}::uuid AND id = ${intentId}::uuid`
          if (status !== row.status && (status === "active" || row.status === "active")) {
            yield* changes.note(
              { ...owner, country: row.country },
              { kind: `prompts_${status === "active" ? "activated" : status}`, n: row.promptsTotal, intent: intentId }
            )
          }
          if (status === "archived" && row.status !== "archived") {
            yield* sql`UPDATE ai_visibility_prompts SET status = 'archived', updated_ms = ${nowMs}::bigint
              WHERE account_id = ${accountId}::uuid AND intent = ${intentId}::uuid AND status <> 'archived'`
          }
          return intentOf(yield* findIntent(owner, intentId))
        })
      )
    }),

    /** Archived already, it's the same answer. */
    remove: Effect.fn("Intents.remove")(function* (owner: Owner, intentId: string) {
      const { accountId } = owner
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const row = yield* findIntent(owner, intentId)
          if (row.status === "archived") return intentOf(row)
          if (row.status === "active") {
            yield* changes.note(
              { ...owner, country: row.country },
              { kind: "prompts_archived", n: row.promptsTotal, intent: intentId }
            )
          }
          const nowMs = yield* Clock.currentTimeMillis
          yield* sql`UPDATE ai_visibility_intents SET status = 'archived', updated_ms = ${nowMs}::bigint
            WHERE account_id = ${accountId}::uuid AND id = ${intentId}::uuid`
          yield* sql`UPDATE ai_visibility_prompts SET status = 'archived', updated_ms = ${nowMs}::bigint
            WHERE account_id = ${accountId}::uuid AND intent = ${intentId}::uuid AND status <> 'archived'`
          return intentOf(yield* findIntent(owner, intentId))
        })
      )
    }),

    /** With its country. */
    find: (owner: Owner, intentId: string) => Effect.map(findIntent(owner, intentId), intentOf),

    prompts: Effect.fn("Intents.prompts")(function* (owner: Owner, intentId: string, status?: Status) {
      yield* findIntent(owner, intentId)
      const rows = yield* promptRows(sql`SELECT ${promptColumns} FROM ai_visibility_prompts p
        WHERE p.account_id = ${owner.accountId}::uuid AND p.intent = ${intentId}::uuid
          AND ${status === undefined ? sql`p.status <> 'archived'` : sql`p.status = ${status}`}
        ORDER BY p.no`)
      return rows.map(promptOf)
    }),

    addPrompt: Effect.fn("Intents.addPrompt")(function* (
      owner: Owner,
      intentId: string,
      given: { readonly text: string; readonly style?: Prompt["style"] }
    ) {
      const text = yield* checkedText(given.text)
      const folded = foldedOf(text)
      const { accountId, appId } = owner
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const { country } = yield* writableIntent(owner, intentId)
          const own = yield* settings.lock({ accountId, appId, country })
          if (own === undefined) return yield* notBegun(appId, country)
          const [known] = yield* promptRows(sql`SELECT ${promptColumns} FROM ai_visibility_prompts p
            WHERE p.account_id = ${accountId}::uuid AND p.app_id = ${appId} AND p.country = ${country} AND p.folded = ${folded}`)
          if (known !== undefined && known.status !== "archived") return promptOf(known)
          yield* assertRoom(owner, country, 1)
          const nowMs = yield* Clock.currentTimeMillis
          const style = given.style ?? known?.style ?? "unbranded"
          const [row] =
            known === undefined
              ? yield* promptRows(sql`
                  INSERT INTO ai_visibility_prompts AS p (account_id, id, intent, app_id, country, language, text, folded,
                    seed, style, status, source, created_ms, updated_ms)
                  VALUES (${accountId}::uuid, ${uuidV7Unsafe()}::uuid, ${intentId}::uuid, ${appId}, ${country},
                    ${own.language}, ${text}, ${folded}, ${folded}, ${style}, 'active', 'user', ${nowMs}::bigint,
                    ${nowMs}::bigint)
                  RETURNING ${promptColumns}`)
              : yield* promptRows(sql`
                  UPDATE ai_visibility_prompts p SET status = 'active', intent = ${intentId}::uuid, style = ${style},
                    updated_ms = ${nowMs}::bigint
                  WHERE p.account_id = ${accountId}::uuid AND p.id = ${known.promptId}::uuid RETURNING ${promptColumns}`)
          if (row === undefined) return yield* nothing("intent")
          yield* changes.note(
            { accountId, appId, country },
            { kind: "prompts_added", n: 1, intent: intentId, detail: text }
          )
          return promptOf(row)
        })
      )
    }),

    updatePrompt: Effect.fn("Intents.updatePrompt")(function* (owner: Owner, promptId: string, change: PromptChange) {
      const text = change.text === undefined ? undefined : yield* checkedText(change.text)
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const row = yield* findPrompt(owner, promptId)
          if (row.status === "archived") return yield* nothing("prompt")
          if (change.status === "active" && row.status !== "active") yield* assertRoom(owner, row.country, 1)
          else yield* settings.lock({ ...owner, country: row.country })
          const { status = row.status, style = row.style } = change
          if ((text ?? row.text) === row.text && status === row.status && style === row.style) return promptOf(row)
          return yield* changePrompt(owner, row, { ...change, ...(text === undefined ? {} : { text }) })
        })
      )
    }),

    removePrompt: Effect.fn("Intents.removePrompt")(function* (owner: Owner, promptId: string) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const row = yield* findPrompt(owner, promptId)
          return row.status === "archived" ? promptOf(row) : yield* changePrompt(owner, row, { status: "archived" })
        })
      )
    })
  }
})

/** What people want of apps like an account's, and the questions by which that is measured. */
export class Intents extends Context.Service<Intents, Effect.Success<typeof make>>()(
  "@storeglass/ai-visibility/Intents"
) {
  static readonly layer = Layer.effect(Intents, make)
}
