import { Context, type Schema } from "effect"
import { type HttpApiEndpoint, HttpApiGroup, type HttpApiMiddleware, OpenApi } from "effect/http-api"
import { Answers, type AnswersDeclaration } from "./Answers.ts"
import type { ApiErrorClass } from "./ApiError.ts"
import { Body, type BodyDeclaration } from "./Body.ts"
import type { ViewDeclaration } from "./draw.ts"
import type { AccountRole } from "./Exchange.ts"
import { ConfirmationNeeded, SessionRequired, TierLimitExceeded } from "./errors.ts"
import { Metered, MeteredShared, type StrictInput, strictInputWith, Unmetered } from "./Metered.ts"
import { ToolHints } from "./Operations.ts"
import { Access, type Bucket, costs, SharedAnswer } from "./Price.ts"
import { Data } from "./Provenance.ts"
import { errorsOf } from "./parameter.ts"
import { exhaustedAs, requires } from "./Requires.ts"
import { NeedsSession, NeedsTokenRole, type SessionRole } from "./Sessions.ts"
import { View } from "./View.ts"

type Credits = number | "quoted"

/** What the host must know of an endpoint beside its shapes. */
export interface Declaration<
  Who extends Access["Service"] = Access["Service"],
  Shared extends number | undefined = number | undefined
> {
  /** A few words, for lists and titles. */
  readonly summary: string
  /** What it gives, in sentences for its readers: people and models. */
  readonly description: string
  /**
   * What a 2xx costs, in whole credits of the bucket `general` unless another is named. `"quoted"`: the handler states
   * it by `Exchange.quote` before it does work. Default 0.
   */
  readonly price?: Credits | { readonly credits: Credits; readonly bucket: Bucket }
  /** Who may call. Default `key`. */
  readonly access?: Who
  /** With the access `session`, which needs it: what its caller must be in their account, `operator`, or `person` for anybody. */
  readonly role?: SessionRole
  /**
   * With the access `key`: what the person of a token, a page's or an app's, must be in their account. Keys go by their scopes
   * alone.
   */
  readonly tokenRole?: AccountRole
  /** With the access `session`: how long ago its caller may have proved that it's them; else 403 `CONFIRMATION_NEEDED`. */
  readonly freshMinutes?: number
  /** The answer depends on the URL alone, so its bytes may be served again for so many ms. Its handler gets no `Caller`. */
  readonly shared?: Shared
  /** What the tool made of it is called and may be expected to do, where its method doesn't tell; `false`: it isn't a tool. */
  readonly tool?: ToolHints["Service"] | false
  /** The feature that the caller's plan must have: 403 `TIER_LIMIT_EXCEEDED` before any bucket is looked at. */
  readonly requires?: string
  /** Its own error for an empty bucket, in place of 429 `RATE_LIMIT_EXCEEDED`. */
  readonly exhausted?: ApiErrorClass<string>
  /** Its body, where that isn't JSON of at most 1 MiB. */
  readonly body?: BodyDeclaration
  /** What a success is, where that isn't JSON. */
  readonly answers?: AnswersDeclaration
  /** How its answer is drawn, in panels and the docs. */
  readonly view?: ViewDeclaration
  /** Any other annotations; they win over those made of the fields above. */
  readonly annotations?: Context.Context<never>
}

const annotationsOf = ({ access = "key", price = 0, summary, description, ...more }: Declaration) => {
  const { bucket, credits } = typeof price === "object" ? price : { bucket: "general" as const, credits: price }
  return Context.mergeAll(
    costs(credits, bucket),
    Context.make(Access, access),
    Context.make(OpenApi.Summary, summary),
    Context.make(OpenApi.Description, description),
    more.role === undefined
      ? Context.empty()
      : Context.make(NeedsSession, { role: more.role, freshMinutes: more.freshMinutes }),
    more.tokenRole === undefined ? Context.empty() : Context.make(NeedsTokenRole, { role: more.tokenRole }),
    more.shared === undefined ? Context.empty() : Context.make(SharedAnswer, { forMs: more.shared }),
    more.tool === undefined
      ? Context.empty()
      : Context.make(ToolHints, more.tool === false ? { hidden: true } : more.tool),
    more.requires === undefined ? Context.empty() : requires(more.requires),
    more.exhausted === undefined ? Context.empty() : exhaustedAs(more.exhausted),
    more.body === undefined ? Context.empty() : Context.make(Body, more.body),
    more.answers === undefined ? Context.empty() : Context.make(Answers, more.answers),
    more.view === undefined ? Context.empty() : Context.make(View, more.view),
    more.annotations ?? Context.empty()
  )
}

/** The errors that the parameters, headers and body fields of an endpoint name, each once. */
const inputErrorsOf = ({ headers, params, payload, query }: HttpApiEndpoint.Top) => {
  const bodies = [...payload.values()].flatMap(({ schemas }) => [...schemas])
  const named = [params, query, headers, ...bodies].flatMap((schema) =>
    schema === undefined ? [] : errorsOf(schema.ast)
  )
  return [...new Map(named.map((error) => [error.code, error])).values()]
}

/** The errors with which the host answers for what is declared here. */
const guardErrorsOf = ({
  access,
  exhausted,
  freshMinutes,
  requires
}: Declaration): ReadonlyArray<ApiErrorClass<string>> => [
  ...(requires === undefined ? [] : [TierLimitExceeded]),
  ...(exhausted === undefined ? [] : [exhausted]),
  ...(access === "session" ? [SessionRequired] : []),
  ...(freshMinutes === undefined ? [] : [ConfirmationNeeded])
]

/** The guard that gives a handler its `Exchange` and, unless the endpoint is public or shared, its `Caller`. */
export type GuardOf<Who, Shared> = [Who] extends [Exclude<Access["Service"], "public">]
  ? [Shared] extends [undefined]
    ? Metered
    : MeteredShared
  : Unmetered

/** An endpoint behind the guards that go with its declaration. */
export type Guarded<E, Guard extends HttpApiMiddleware.AnyId> = HttpApiEndpoint.AddMiddleware<
  HttpApiEndpoint.AddMiddleware<E, StrictInput>,
  Guard
>

/**
 * Says of an endpoint of Effect's HttpApi what it costs, who may call it and what it is, and puts the guards before it
 * that go with that. `Endpoint` says the same with the shapes in one object; this is for what it can't say: streams,
 * files, successes outside the envelope or of several shapes.
 *
 * @example
 * const ticks = declare(
 *   HttpApiEndpoint.get("ticks", "/v1/ticks", { success: HttpApiSchema.StreamSse({ data: Tick }) }),
 *   { price: 2, summary: "Ticks", description: "A tick each second." }
 * )
 */
export function declare<
  E extends HttpApiEndpoint.Constraint,
  Who extends Access["Service"] = "key",
  Shared extends number | undefined = undefined
>(endpoint: E, declaration: Declaration<Who, Shared>): Guarded<E, GuardOf<Who, Shared>>
export function declare(endpoint: HttpApiEndpoint.Top, declaration: Declaration): HttpApiEndpoint.Top {
  const strict = endpoint
    .annotateMerge(annotationsOf(declaration))
    .middleware(strictInputWith([...inputErrorsOf(endpoint), ...guardErrorsOf(declaration)]))
  if (declaration.access === "public") return strict.middleware(Unmetered)
  return declaration.shared === undefined ? strict.middleware(Metered) : strict.middleware(MeteredShared)
}

/** What an endpoint answers: this as `data` of the envelope, or one of these errors. */
export const answers = <S extends Schema.Constraint, const Errors extends ReadonlyArray<Schema.Top>>(
  schema: S,
  errors: Errors
) => ({ success: Data(schema), error: errors })

/** A group of declared endpoints. Its name is the first half of their operation ids: `apps` and `get` make `apps_get`. */
export const group = <
  const Id extends string,
  const Endpoints extends readonly [HttpApiEndpoint.Constraint, ...ReadonlyArray<HttpApiEndpoint.Constraint>]
>(
  name: Id,
  ...endpoints: Endpoints
): HttpApiGroup.HttpApiGroup<Id, Endpoints[number]> => HttpApiGroup.make(name).add(...endpoints)
