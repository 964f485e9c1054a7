import { asDocumented, readAnswer, rowsOf, Upstreams } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { InvoicesConfig } from "../config.ts"
import { type Invoice, Invoices } from "../contract.ts"
import { BillingNotConfigured } from "../errors.ts"

const rows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    accountId: Schema.String,
    amountMinor: Schema.Finite,
    currency: Schema.String,
    attempt: Schema.Int,
    nextAttemptAtMs: Schema.NullOr(Schema.Finite),
    hostedUrl: Schema.NullOr(Schema.String),
    isPaid: Schema.Boolean
  })
)
const some = rowsOf(Schema.Struct({ some: Schema.Boolean }))

const Currency = Schema.String.check(Schema.isPattern(/^[A-Za-z]{3}$/))
/** What the operator's own address answers. */
const Told = Schema.Struct({
  accountId: Schema.String.check(Schema.isUUID()),
  amountMinor: Schema.Int,
  currency: Currency,
  attempt: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  nextAttemptAt: Schema.optionalKey(Schema.NullOr(Schema.String)),
  hostedUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  paid: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})

/** The invoices that the operator keeps here: by the command line, or by SQL. */
export class KeptInvoices extends Context.Service<KeptInvoices>()("@storeglass/messaging/KeptInvoices", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return {
      put: Effect.fn("KeptInvoices.put")(function* (invoice: Invoice) {
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`
          INSERT INTO messaging_invoices (id, account_id, amount_minor, currency, attempt, next_attempt_ms, hosted_url, is_paid, changed_ms)
          VALUES (${invoice.id}, ${invoice.accountId}::uuid, ${invoice.amountMinor}::bigint, ${invoice.currency}, ${invoice.attempt},
            ${invoice.nextAttemptAtMs}::bigint, ${invoice.hostedUrl}, ${invoice.isPaid}, ${nowMs}::bigint)
          ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id, amount_minor = excluded.amount_minor,
            currency = excluded.currency, attempt = excluded.attempt, next_attempt_ms = excluded.next_attempt_ms,
            hosted_url = excluded.hosted_url, is_paid = excluded.is_paid, changed_ms = excluded.changed_ms`
      }),
      find: (id: string) =>
        Effect.map(
          rows(sql`SELECT id, account_id AS "accountId", amount_minor::float8 AS "amountMinor", currency, attempt,
            next_attempt_ms::float8 AS "nextAttemptAtMs", hosted_url AS "hostedUrl", is_paid AS "isPaid"
            FROM messaging_invoices WHERE id = ${id}`),
          ([row]) => row
        ),
      isEmpty: Effect.map(
        some(sql`SELECT EXISTS (SELECT 1 FROM messaging_invoices) AS some`),
        ([row]) => row?.some !== true
      )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const kept = Layer.effect(
  Invoices,
  Effect.map(KeptInvoices, (invoices) =>
    Invoices.of({
      find: Effect.fn("Invoices.find")(function* (id) {
        const found = yield* asDocumented(invoices.find(id))
        if (found === undefined && (yield* asDocumented(invoices.isEmpty))) {
          return yield* new BillingNotConfigured(
            "this gateway knows no invoices; keep them with storeglass invoice put, or set invoices of the plugin messaging"
          )
        }
        return found
      })
    })
  )
)

const asked = ({ token, url }: InvoicesConfig) =>
  Layer.effect(
    Invoices,
    Effect.gen(function* () {
      const { origin } = new URL(url)
      const upstream = yield* Effect.flatMap(Upstreams, (upstreams) =>
        upstreams.make({ name: "billing", baseUrl: origin, timeoutMs: 5_000, attempts: 2 })
      )
      const find = Effect.fn("Invoices.find")(function* (id: string) {
        // As a part of a path these two lead elsewhere, however they're written.
        if (id === "." || id === "..") return undefined
        const path = url.slice(origin.length).replace("{invoiceId}", encodeURIComponent(id))
        const answer = yield* upstream.request({
          path,
          ...(token === undefined
            ? {}
            : { headers: { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) } })
        })
        if (answer.status === 404) return undefined
        if (answer.status >= 400) return yield* upstream.drift(`an invoice was answered with ${answer.status}`)
        const told = yield* readAnswer(upstream, Told, answer, "an invoice")
        const nextMs =
          told.nextAttemptAt === undefined || told.nextAttemptAt === null ? Number.NaN : Date.parse(told.nextAttemptAt)
        const invoice: Invoice = {
          id,
          accountId: told.accountId,
          amountMinor: told.amountMinor,
          currency: told.currency.toUpperCase(),
          attempt: told.attempt ?? 1,
          nextAttemptAtMs: Number.isNaN(nextMs) ? null : nextMs,
          hostedUrl:
            told.hostedUrl !== undefined && told.hostedUrl !== null && /^https:\/\//.test(told.hostedUrl)
              ? told.hostedUrl
              : null,
          isPaid: told.paid === true
        }
        return invoice
      })
      return Invoices.of({ find: (id) => asDocumented(find(id)) })
    })
  )

/** From the operator's address where one is set, else from what is kept here. */
export const invoicesLayer = (config: InvoicesConfig | undefined) => (config === undefined ? kept : asked(config))
