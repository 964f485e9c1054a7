import { Context, Data, type Effect } from "effect"
import { ApiError } from "./ApiError.ts"
import { ServiceUnavailable } from "./errors.ts"

/** A mail to people. It has a text, or HTML, or better both. */
export interface Mail {
  readonly to: string | ReadonlyArray<string>
  /** One line. */
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly replyTo?: string
  /** The name beside the gateway's own address, one line. */
  readonly fromName?: string
  /** Further headers, as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The account it is about. */
  readonly accountId?: string
  /** What it is, for logs: `account.verify`. */
  readonly kind?: string
  /** A mail of the same key is sent once. */
  readonly key?: string
}

/**
 * Why a mail wasn't sent.
 * - `not_configured` this gateway sends no mail; the operator must set it up
 * - `refused` the mail can't be sent as it is: an address, the subject, no content
 * - `failed` the mail service can't be reached, or takes no more just now
 */
export class MailNotSent extends Data.TaggedError("MailNotSent")<{
  readonly reason: "not_configured" | "refused" | "failed"
  readonly message: string
  readonly cause?: unknown
}> {}

/** A mail of which nobody knows whether it was sent. It isn't sent again by itself. */
export interface MailInDoubt {
  /** By which `storeglass mail settle` and `mail send` name it. */
  readonly id: string
  /** What it is: `account.verify`. */
  readonly kind: string
  readonly to: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly atMs: number
  readonly problem: string | null
}

/**
 * Sends mail. In the sandbox mails are kept to be read, by `storeglass outbox` and by tests. Send after your transaction
 * has committed, or from a job: a mail can't be taken back.
 */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** False: this gateway sends no mail, so what can't be done without isn't offered. Default true. */
    readonly sends?: boolean
    /** Gives the id under which the mailer knows it. */
    readonly send: (mail: Mail) => Effect.Effect<{ readonly id: string }, MailNotSent>
    /** Mails in doubt, oldest first; undefined: what sends mail here can't tell. */
    readonly inDoubt?: (limit: number) => Effect.Effect<ReadonlyArray<MailInDoubt> | undefined, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/Mailer") {}

/**
 * What sends the mail of a gateway: offered by the plugin that does. `Mailer` passes to it what has been checked. Where none
 * does, the sandbox keeps mail, and any other gateway sends none.
 */
export class MailSender extends Context.Service<
  MailSender,
  {
    /** False: it isn't set up. */
    readonly sends: boolean
    /** Gives its id, a UUID. */
    readonly send: (mail: Mail) => Effect.Effect<{ readonly id: string }, MailNotSent>
    /** Mails in doubt, oldest first. */
    readonly inDoubt?: (limit: number) => Effect.Effect<ReadonlyArray<MailInDoubt>, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/MailSender") {}

/** 409 for what can't be had at all where no mail goes out. */
export class MailNotConfigured extends ApiError(
  "MAIL_NOT_CONFIGURED",
  409,
  "This gateway sends no mail. Set resend or smtp of the plugin messaging."
) {}

/** 503 for a route that can't do its work without the mail. */
export const fromMail = (error: MailNotSent): ServiceUnavailable =>
  new ServiceUnavailable(
    error.reason === "not_configured"
      ? "this gateway sends no mail; ask its operator"
      : "the mail can't be sent right now; retry",
    { retryAfterSeconds: error.reason === "failed" ? 60 : undefined, cause: error }
  )
