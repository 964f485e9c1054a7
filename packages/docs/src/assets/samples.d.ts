/** A call of an operation, as its page shows it and as its form asks it. */
export interface SampleCall {
  readonly id: string
  readonly method: string
  /** As in `/v1/apps/{id}`. */
  readonly path: string
  /** Where the gateway is. */
  readonly url: string
  readonly keyed: boolean
  /** What a success is: JSON, nothing, or something else. */
  readonly gives: "json" | "none" | "other"
  /** Whether the typed client takes the fields of the body among the others. */
  readonly flat: boolean
  readonly values: Readonly<Record<"path" | "query" | "header", Readonly<Record<string, string | number | boolean>>>>
  readonly body?: unknown
}

export interface Sample {
  readonly id: "curl" | "typescript" | "python" | "go"
  readonly title: string
  readonly code: string
}

/** The address of a call, without the gateway's. */
export const addressOf: (call: Pick<SampleCall, "path" | "values">) => string

/** The call in each language. */
export const samplesOf: (call: SampleCall) => ReadonlyArray<Sample>
