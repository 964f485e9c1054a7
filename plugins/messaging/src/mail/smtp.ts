// biome-ignore lint/style/noRestrictedImports: nodemailer takes a mail that is read on demand as a stream of Node.
import { Readable } from "node:stream"
import { vendorText } from "@storeglass/plugin-api"
import { Effect, Exit, Pool, Predicate, Redacted, Scope } from "effect"
import MailComposer from "nodemailer/lib/mail-composer"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import type { SmtpConfig } from "../config.ts"
import { type Provider, ProviderFailed, type ReadyMail, type Taken } from "./Provider.ts"

/** For each step of a connection, and for each silence in it. */
const stepMsMax = 10_000

interface Problem {
  readonly code?: string | undefined
  readonly responseCode?: number | undefined
  readonly response?: string | undefined
  readonly message: string
}

const sentence = ({ message, response }: Problem) => vendorText(response ?? message)
/** A server that quotes the password must not have it told on. */
const without = (secret: Redacted.Redacted<string> | undefined) => (error: ProviderFailed) =>
  secret === undefined || !error.message.includes(Redacted.value(secret))
    ? error
    : new ProviderFailed({
        reason: error.reason,
        message: error.message.replaceAll(Redacted.value(secret), "[password]"),
        isTimeout: error.isTimeout === true,
        isOurKey: error.isOurKey === true
      })

/** Until a connection is ready, nothing was sent. */
const unready = (problem: Problem) =>
  new ProviderFailed({
    reason: "not_taken",
    message:
      problem.code === "EAUTH"
        ? `the mail server refuses this gateway's user: ${sentence(problem)}`
        : `the mail server can't be used: ${sentence(problem)}`,
    isTimeout: problem.code === "ETIMEDOUT",
    isOurKey: problem.code === "EAUTH",
    cause: problem
  })

/** Nothing was sent before the server asked for the mail, nor where it then says no; without a word from it, it may have been. */
const unsent = (problem: Problem, begun: boolean) => {
  const { code, responseCode: status = 0 } = problem
  const reason =
    status >= 500 || (status === 0 && code === "EENVELOPE")
      ? "refused"
      : status >= 400 || !begun
        ? "not_taken"
        : "doubtful"
  return new ProviderFailed({
    reason,
    message: reason === "doubtful" ? "the mail server gave no answer after it had the mail" : sentence(problem),
    isTimeout: code === "ETIMEDOUT",
    cause: problem
  })
}

/** A mail that is read when the server asks for it, and not before. */
const onDemand = (message: Buffer) => {
  let begun = false
  const stream = new Readable({
    read() {
      begun = true
      this.push(message)
      this.push(null)
    }
  })
  return { stream, begun: () => begun }
}

const callback =
  <A>(resume: (result: Effect.Effect<A, ProviderFailed>) => void, failed: (problem: Problem) => ProviderFailed) =>
  (error: Problem | null | undefined, value: A) =>
    resume(error === null || error === undefined ? Effect.succeed(value) : Effect.fail(failed(error)))

const open = ({ ca, host, password, port, tls, user }: SmtpConfig, timeoutMs: number) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const connection = new SMTPConnection({
        host,
        port,
        secure: tls === "implicit",
        requireTLS: tls === "required",
        ignoreTLS: tls === "none",
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
        ...(ca === undefined ? {} : { tls: { ca } })
      })
      yield* Effect.callback<undefined, ProviderFailed>((resume) => {
        const ready = callback<undefined>(resume, unready)
        // What waits for an answer isn't told that the connection ended: whichever comes first is said. Errors that come
        // later are told to whoever sends; without a listener they would end the process.
        connection.on("error", (problem: Problem) => ready(problem, undefined))
        connection.once("end", () => ready({ code: "ECONNECTION", message: "it ended the connection" }, undefined))
        connection.connect((error) => {
          if (user === undefined || (error !== null && error !== undefined)) return ready(error, undefined)
          const pass = password === undefined ? "" : Redacted.value(password)
          connection.login({ user, pass }, (refused) => ready(refused, undefined))
        })
      }).pipe(Effect.tapError(() => Effect.sync(() => connection.close())))
      return connection
    }),
    (connection) => Effect.sync(() => connection.quit())
  )

/** One that the server hasn't closed meanwhile. */
const live = (
  pool: Pool.Pool<SMTPConnection, ProviderFailed>
): Effect.Effect<SMTPConnection, ProviderFailed, Scope.Scope> =>
  Effect.gen(function* () {
    // One that is of no use goes back before the next is taken: of a few, all may be.
    const own = yield* Scope.fork(yield* Effect.scope)
    const connection = yield* Scope.provide(Pool.get(pool), own)
    if (!connection.destroyed) return connection
    yield* Pool.invalidate(pool, connection)
    yield* Scope.close(own, Exit.void)
    return yield* live(pool)
  })

const composed = Effect.fnUntraced(function* (
  { from, headers, html, replyTo, subject, text, to }: ReadyMail,
  key: string
) {
  const mail = new MailComposer({
    from,
    to: [...to],
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(replyTo === undefined ? {} : { replyTo }),
    headers: { ...headers },
    messageId: `<${key}@${from.slice(from.lastIndexOf("@") + 1).replace(/>$/, "")}>`,
    disableFileAccess: true,
    disableUrlAccess: true
  }).compile()
  const message = yield* Effect.promise(() => mail.build())
  return { envelope: mail.getEnvelope(), message }
})

const attempt = Effect.fnUntraced(function* (
  pool: Pool.Pool<SMTPConnection, ProviderFailed>,
  envelope: Parameters<SMTPConnection["send"]>[0],
  message: Buffer,
  timeoutMs: number
) {
  const connection = yield* live(pool)
  const { begun, stream } = onDemand(message)
  return yield* Effect.callback<Taken, ProviderFailed>((resume) => {
    const failing = (problem: Problem) => resume(Effect.fail(unsent(problem, begun())))
    connection.once("error", failing)
    connection.send(envelope, stream, (error, info) => {
      connection.off("error", failing)
      if (error === null || error === undefined) {
        resume(Effect.succeed({ providerId: null, refused: info?.rejected ?? [] }))
      } else failing(error)
    })
  }).pipe(
    Effect.timeoutOrElse({
      duration: 2 * timeoutMs,
      orElse: () => Effect.fail(unsent({ code: "ETIMEDOUT", message: "the mail server gave no answer" }, begun()))
    }),
    // An answer that doesn't come leaves the connection in the middle of a mail.
    Effect.tapError(() =>
      Effect.andThen(
        Pool.invalidate(pool, connection),
        Effect.sync(() => connection.close())
      )
    )
  )
}, Effect.scoped)

/** Sends by a mail server. It knows no keys: what it may have taken is never sent again by itself. */
export const makeSmtp = Effect.fnUntraced(function* (config: SmtpConfig, timeoutMs = stepMsMax) {
  const pool = yield* Pool.makeWithTTL({
    acquire: open(config, timeoutMs),
    min: 0,
    max: config.connections,
    // Servers end connections that rest.
    timeToLive: 20_000
  })
  const provider: Provider = {
    name: "smtp",
    repeatableMs: 0,
    send: Effect.fn("Smtp.send")(function* (mail, key) {
      const { envelope, message } = yield* composed(mail, key)
      // A server ends connections that rest, and it shows when the next mail is begun: another connection takes it.
      return yield* Effect.retry(attempt(pool, envelope, message, timeoutMs), {
        times: 1,
        while: ({ cause, reason }) =>
          reason === "not_taken" && Predicate.hasProperty(cause, "code") && cause.code === "ECONNECTION"
      }).pipe(Effect.mapError(without(config.password)))
    })
  }
  return provider
})
