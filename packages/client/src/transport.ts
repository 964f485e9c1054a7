import { aroundOf, type Credits, type RawAnswer, type Result } from "./answer.ts"
import { bounded } from "./bounded.ts"
import type { Environment } from "./environment.ts"
import { errorOf, type StoreglassErrorDetails } from "./errors.ts"
import type { OperationSpec } from "./operation.ts"
import { baseOf, type CallOptions, type ClientOptions, limitsOf, retryOf } from "./options.ts"
import { type Prepared, prepare } from "./request.ts"
import { adviceOf, isIdempotent, isWrite, pauseMsOf, type RetryAdvice, retryAfterMsOf, wasNotBegun } from "./retry.ts"

type Send = <Data>(spec: OperationSpec, input: object | undefined, options?: CallOptions) => Promise<Result<Data>>

/** How one try ended: with a result, or with an error that may be worth another try. */
type Tried<Data> =
  | { readonly result: Omit<Result<Data>, "attempts" | "raw">; readonly raw: RawAnswer }
  | {
      readonly error: Omit<StoreglassErrorDetails, "operation"> & {
        readonly message: string
        readonly retry: RetryAdvice
      }
      readonly again: boolean
    }

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

// The gateway checks its answers against the schema that this type was made from; to check again here would only make
// clients fail on fields that a newer gateway adds.
const isSuccess = <Data>(body: unknown): body is { readonly data: Data } => isObject(body) && "data" in body

const failureOf = (
  body: unknown
): { readonly code: string; readonly message: string; readonly details: unknown } | undefined =>
  isObject(body) &&
  "error" in body &&
  isObject(body.error) &&
  "code" in body.error &&
  "message" in body.error &&
  typeof body.error.code === "string" &&
  typeof body.error.message === "string"
    ? {
        code: body.error.code,
        message: body.error.message,
        details: "details" in body.error ? body.error.details : undefined
      }
    : undefined

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Browsers send their own, and would ask the gateway first whether they may send another.
const ownAgent: Readonly<Record<string, string>> =
  "document" in globalThis ? {} : { "user-agent": "storeglass-client/0.1" }

/** What kept an answer away, in a few words: the codes of a failed fetch, never its texts, which may quote headers. */
const reasonOf = (cause: unknown): string => {
  const codes: Array<string> = []
  for (let at = cause, depth = 0; isObject(at) && depth < 5; at = "cause" in at ? at.cause : undefined, depth += 1) {
    if ("code" in at && typeof at.code === "string" && /^[A-Z_0-9]{1,40}$/.test(at.code)) codes.push(at.code)
  }
  return codes.length === 0 ? "the connection failed or was refused" : codes.join(", ")
}

const withRaw = <Data>(result: Omit<Result<Data>, "raw">, raw: RawAnswer): Result<Data> =>
  Object.defineProperty({ ...result, raw }, "raw", { enumerable: false })

/** Sends requests, tries again what is safe, and reads the answers. */
export const makeTransport = (
  options: ClientOptions,
  environment: Environment
): { readonly send: Send; readonly credits: () => Credits | null } => {
  const base = baseOf(options.baseUrl)
  const retry = retryOf(options)
  limitsOf(options)
  const { key } = options
  // Called without an owner, as browsers demand of their fetch, and looked up late, so that it can be instrumented.
  const { fetch = (input, init) => globalThis.fetch(input, init) } = options
  let lastCredits: Credits | null = null
  const tell = (hook: () => void) => {
    try {
      hook()
    } catch {
      // A log that fails must not make a call fail that went through.
    }
  }

  const keyHeaders = async (spec: OperationSpec): Promise<Record<string, string>> => {
    if (spec.access === "public" || key === undefined) return {}
    const value = typeof key === "string" ? key : await key()
    return { "x-api-key": value }
  }

  const readAnswer = <Data>(response: Response, text: string): Tried<Data> => {
    const around = aroundOf(response.headers)
    if (around.credits !== null) lastCredits = around.credits
    const { headers, status } = response
    const raw = { status, headers, body: text }
    const body = parse(text)
    if (response.ok && isSuccess<Data>(body)) return { result: { ...around, data: body.data, status }, raw }
    const failure = response.ok ? undefined : failureOf(body)
    const code = failure?.code ?? "UNREADABLE_ANSWER"
    const message =
      failure?.message ?? `the answer with status ${status} isn't the gateway's: it has no readable envelope`
    const retryAfterMs = retryAfterMsOf(response.headers, environment.wallMs())
    const retry = response.ok ? "fix" : adviceOf(status, code)
    return {
      error: {
        message,
        code,
        status: status === 0 ? null : status,
        requestId: around.requestId,
        credits: around.credits,
        retryAfterMs,
        retry,
        details: failure?.details,
        raw
      },
      // Nothing says when it would be worth another try.
      again: retry === "retry" || (retry === "wait" && retryAfterMs !== null)
    }
  }

  const tryOnce = async <Data>(
    spec: OperationSpec,
    request: Prepared,
    headers: Readonly<Record<string, string>>,
    limits: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined; readonly attempt: number }
  ): Promise<Tried<Data>> => {
    const outcome = await bounded(async (signal) => {
      const own = await keyHeaders(spec).catch(() => undefined)
      if (own === undefined) return "no key"
      // Checked here, since the message of what fetch would throw holds the value.
      if (Object.values(own).some((value) => !/^[\x21-\x7e]+$/.test(value))) return "bad key"
      const url = `${base}${request.target}`
      const startedMs = environment.monotonicMs()
      tell(() => options.hooks?.onRequest?.({ operation: request.operation, url, attempt: limits.attempt }))
      const response = await fetch(url, {
        method: request.method,
        headers: { ...ownAgent, ...request.headers, ...headers, ...own },
        // A redirect would take the key along to another host.
        redirect: "manual",
        signal,
        ...(request.body === undefined ? {} : { body: request.body })
      })
      const text = await response.text()
      const ms = environment.monotonicMs() - startedMs
      const { attempt } = limits
      const { status } = response
      tell(() => options.hooks?.onResponse?.({ operation: request.operation, attempt, status, ms, response }))
      return { response, text }
    }, limits)
    const failed = (code: string, message: string, again: boolean): Tried<Data> => ({
      error: { code, message, retry: again ? "retry" : "fix" },
      again
    })
    switch (outcome.end) {
      case "timeout":
        return failed("TIMEOUT", `no complete answer within ${Math.round(limits.timeoutMs)} ms`, true)
      case "aborted":
        return failed("ABORTED", "the call was aborted by its signal", false)
      case "failed":
        return failed("NETWORK_ERROR", `no complete answer: ${reasonOf(outcome.cause)}`, true)
      case "done":
        if (outcome.value === "no key")
          return failed("INVALID_API_KEY", "the function that returns the key failed", false)
        if (outcome.value === "bad key") {
          return failed("INVALID_API_KEY", "the key is empty or contains characters not allowed in a header", false)
        }
        return readAnswer(outcome.value.response, outcome.value.text)
    }
  }

  const send: Send = async <Data>(spec: OperationSpec, input: object = {}, call: CallOptions = {}) => {
    const request = prepare(spec, { ...input })
    const { operation } = request
    const refuse = (message: string) => errorOf(message, { code: "INVALID_INPUT", operation, retry: "fix" })
    const { timeoutMs, totalTimeoutMs } = limitsOf(options, call, refuse)
    const idempotencyKey =
      call.idempotencyKey === false
        ? null
        : (call.idempotencyKey ?? (isWrite(spec.method) ? environment.newIdempotencyKey() : null))
    if (idempotencyKey !== null && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
      throw refuse("idempotencyKey: must have 1 to 255 visible ASCII characters")
    }
    const headers: Record<string, string> = idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }
    const repeatable = idempotencyKey !== null || isIdempotent(spec.method)
    const untilMs = environment.monotonicMs() + totalTimeoutMs

    for (let attempt = 1; ; attempt += 1) {
      const leftMs = Math.max(0, untilMs - environment.monotonicMs())
      const tried = await tryOnce<Data>(spec, request, headers, {
        timeoutMs: Math.min(timeoutMs, leftMs),
        signal: call.signal,
        attempt
      })
      if ("result" in tried) return withRaw({ ...tried.result, attempts: attempt }, tried.raw)
      const { message, ...details } = tried.error
      const fail = (more: { readonly code?: string; readonly retry?: RetryAdvice } = {}, text = message) =>
        errorOf(text, { ...details, operation, attempts: attempt, idempotencyKey, ...more })
      const retryAfterMs = details.retryAfterMs ?? null
      const mayRepeat = repeatable || wasNotBegun(details.status, details.code)
      if (!tried.again || !mayRepeat || attempt >= retry.attempts) throw fail()
      if (retryAfterMs !== null && retryAfterMs > retry.retryAfterMsMax) throw fail()
      const pauseMs = pauseMsOf(retry, { attempt, retryAfterMs }, environment.chance())
      if (environment.monotonicMs() + pauseMs >= untilMs) throw fail()
      if (!(await environment.pause(pauseMs, call.signal))) {
        throw fail({ code: "ABORTED", retry: "fix" }, "the call was aborted by its signal")
      }
    }
  }

  return { send, credits: () => lastCredits }
}
