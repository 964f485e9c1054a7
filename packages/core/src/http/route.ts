import type { AccountRole, ApiErrorClass, Bucket, Operation, Param, SessionNeeds } from "@storeglass/plugin-api"

/** What the guard needs to know of a route. */
export interface RouteMeta
  extends Pick<
    Operation,
    "plugin" | "method" | "path" | "access" | "credits" | "bucket" | "body" | "answers" | "pagedBy"
  > {
  /** The scope that its key must have, where its method doesn't tell. */
  readonly scope?: "read" | "write" | undefined
  /** What the person of a token must be in their account. */
  readonly tokenRole?: AccountRole | undefined
  /** What it asks of who is signed in, with the access `session`. */
  readonly session?: SessionNeeds | undefined
  /** What a token must be for; undefined: `/v1`. */
  readonly audience?: string | undefined
  readonly sharedForMs: number | undefined
  /** The query parameters it takes; undefined where the route reads its query itself. */
  readonly queryNames: ReadonlyArray<string> | undefined
  /** Older names of these that are taken too. */
  readonly queryAliases: ReadonlyArray<Param.Alias>
  /** The request headers that it reads, in lower case. */
  readonly headers: ReadonlyArray<{ readonly name: string; readonly secret: boolean }>
  /** The feature that the caller's plan must have. */
  readonly requires: string | undefined
  /** Its own error for an empty bucket. */
  readonly exhausted: ApiErrorClass<string> | undefined
}

/** What a run costs, or has cost. */
export interface Charged {
  readonly credits: number
  readonly bucket: Bucket
}

/** The name under which usage and metrics count a route. */
export const routeName = (route: Pick<RouteMeta, "method" | "path">) => `${route.method} ${route.path}`

/** Whether answers of a route are kept, and told again by their mark, whoever asks. */
export const sharesAnswers = (
  route: Pick<RouteMeta, "sharedForMs" | "method" | "access" | "answers" | "bucket" | "credits">
): boolean =>
  route.sharedForMs !== undefined &&
  route.method === "GET" &&
  route.access === "key" &&
  route.answers.kind === "json" &&
  route.bucket === "general" &&
  route.credits !== "quoted" &&
  route.credits > 0
