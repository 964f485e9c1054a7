import {
  asDocumented,
  escapeHtml,
  InvalidInput,
  InvalidWebhookSecret,
  NotFound,
  OperatorAlerts,
  rawRoute,
  ServiceUnavailable,
  verifyWebhook
} from "@storeglass/plugin-api"
import { Clock, Effect, type Redacted, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import type { MessagingConfig } from "./config.ts"
import { Lists, type Subscription } from "./mail/Lists.ts"

const headers = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-robots-tag": "noindex"
}

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;box-sizing:border-box;background:light-dark(#f4f5f7,#15181c);color:light-dark(#1c2024,#e6e8eb);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:440px;padding:32px;border-radius:12px;background:light-dark(#fff,#1f2329);overflow-wrap:anywhere}h1{margin:0 0 12px;font-size:22px;line-height:1.25}p{margin:0 0 20px}
button{font:inherit;font-weight:600;padding:11px 20px;border:0;border-radius:8px;background:light-dark(#0b5cad,#7cb7f5);color:light-dark(#fff,#10151b);cursor:pointer}button:focus-visible{outline:3px solid light-dark(#1c2024,#fff);outline-offset:2px}`

const page = (
  status: number,
  title: string,
  text: string,
  action?: { readonly value: string; readonly label: string }
) =>
  HttpServerResponse.text(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${action === undefined ? "" : `<form method="post"><button name="List-Unsubscribe" value="${action.value}">${escapeHtml(action.label)}</button></form>`}</main></body></html>
`,
    { status, contentType: "text/html; charset=utf-8", headers }
  )

const kindName = (kind: string) => kind.replace(/_/g, " ")
const pageOf = ({ email, kind, subscribed }: Subscription) =>
  subscribed === false
    ? page(200, "You're unsubscribed", `${email} gets no more mail of the kind “${kindName(kind)}”.`, {
        value: "Subscribe",
        label: "Subscribe again"
      })
    : page(
        200,
        "Unsubscribe?",
        `${email} gets mail of the kind “${kindName(kind)}”. Mail about your account still comes.`,
        {
          value: "One-Click",
          label: "Unsubscribe"
        }
      )

const unknownPage = page(404, "This link isn't known", "It may be incomplete. Open it from the mail again.")
const tokenOf = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
  const last = url.split("?", 1)[0]?.split("/").at(-1) ?? ""
  return /^[A-Za-z0-9_-]{1,64}$/.test(last) ? last : ""
})

const shared = {
  access: "public",
  price: 0,
  tool: false,
  answers: { kind: "file" },
  errors: [ServiceUnavailable]
} as const

const shown = rawRoute({
  ...shared,
  id: "unsubscribePage",
  method: "GET",
  path: "/unsubscribe/:token",
  summary: "The page to unsubscribe",
  description: "Where the reader of a broadcast leaves its kind. It changes nothing by being opened.",
  handler: Effect.gen(function* () {
    const lists = yield* Lists
    const found = yield* lists.byToken(yield* tokenOf)
    return found === undefined ? unknownPage : pageOf(found)
  }).pipe(asDocumented)
})

const left = rawRoute({
  ...shared,
  id: "unsubscribe",
  method: "POST",
  path: "/unsubscribe/:token",
  body: {
    kind: "bytes",
    bytesMax: 4_096,
    contentTypes: ["application/x-www-form-urlencoded", "multipart/form-data"]
  },
  summary: "Unsubscribe",
  description: "Leaves a kind of broadcasts, from the page or by one click in a mail program (RFC 8058).",
  handler: Effect.gen(function* () {
    const lists = yield* Lists
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = yield* Effect.orDie(request.text)
    // A mail program says One-Click; whatever else comes here wants to leave too, but for the page's own way back.
    const wants = new URLSearchParams(body).get("List-Unsubscribe") === "Subscribe"
    const set = yield* lists.setByToken(yield* tokenOf, wants)
    return set === undefined
      ? unknownPage
      : wants
        ? page(200, "You're subscribed again", `${set.email} gets mail of the kind “${kindName(set.kind)}”.`)
        : pageOf(set)
  }).pipe(asDocumented)
})

const Event = Schema.Struct({
  type: Schema.String,
  data: Schema.optionalKey(
    Schema.Struct({
      email_id: Schema.optionalKey(Schema.String),
      to: Schema.optionalKey(Schema.Array(Schema.String)),
      bounce: Schema.optionalKey(
        Schema.Struct({
          type: Schema.optionalKey(Schema.String),
          subType: Schema.optionalKey(Schema.String),
          message: Schema.optionalKey(Schema.String)
        })
      )
    })
  )
})

const hook = (secret: Redacted.Redacted<string>) =>
  rawRoute({
    id: "mailHook",
    method: "POST",
    path: "/webhooks/mail",
    access: "public",
    price: 0,
    tool: false,
    body: { kind: "bytes", bytesMax: 256 * 1024, contentTypes: ["application/json"] },
    headers: [
      { name: "svix-id", description: "Id of the message." },
      { name: "svix-timestamp", description: "When it was sent." },
      { name: "svix-signature", description: "Its signature.", secret: true }
    ],
    errors: [InvalidInput, InvalidWebhookSecret, ServiceUnavailable, NotFound],
    summary: "What became of mail",
    description: "Takes the mail service's news: addresses that bounce for good, or that complain, get no more mail.",
    handler: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lists = yield* Lists
      const operators = yield* OperatorAlerts
      const request = yield* HttpServerRequest.HttpServerRequest
      const body = yield* Effect.orDie(request.text)
      const given = request.headers
      const id = yield* verifyWebhook({
        headers: {
          "webhook-id": given["svix-id"],
          "webhook-timestamp": given["svix-timestamp"],
          "webhook-signature": given["svix-signature"]
        },
        body,
        secrets: [secret]
      }).pipe(
        Effect.mapError(
          () =>
            new InvalidWebhookSecret(
              "svix-signature: doesn't match this message, or its time is off by more than 5 minutes"
            )
        )
      )
      const event = yield* Effect.mapError(
        Schema.decodeUnknownEffect(Schema.fromJsonString(Event))(body),
        () => new InvalidInput("body: must be an event as the mail service sends them")
      )
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const news = yield* sql`INSERT INTO messaging_hooks (id, at_ms) VALUES (${id.slice(0, 200)}, ${nowMs}::bigint)
            ON CONFLICT DO NOTHING RETURNING 1`
          const to = event.data?.to ?? []
          if (news.length > 0 && (event.type === "email.bounced" || event.type === "email.complained")) {
            yield* sql`UPDATE messaging_recipients SET news = ${event.type === "email.bounced" ? "bounced" : "complained"}
              WHERE provider_id = ${event.data?.email_id ?? ""}`
          }
          if (news.length === 0 || to.length === 0) return
          const { bounce } = event.data ?? {}
          // A mailbox that is full today takes mail tomorrow.
          if (event.type === "email.bounced" && bounce?.type !== "Transient") {
            yield* lists.suppress(to, "bounce", bounce?.message?.slice(0, 500) ?? null)
          }
          if (event.type === "email.complained") yield* lists.suppress(to, "complaint", null)
        })
      )
      if (event.type === "email.complained") {
        yield* operators.raise({
          cause: "messaging complaints",
          title: "Somebody complained of mail as spam",
          text: "They get no more of it. `storeglass mail suppressions` lists them; many of them harm the delivery of all mail."
        })
      }
      return HttpServerResponse.jsonUnsafe({})
    }).pipe(asDocumented)
  })

export const routes = ({ resend }: MessagingConfig) => [
  shown,
  left,
  ...(resend?.webhookSecret === undefined ? [] : [hook(resend.webhookSecret)])
]
