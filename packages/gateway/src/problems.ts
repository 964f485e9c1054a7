import { type Schema, SchemaIssue } from "effect"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** What does not decode, a line each: `plugins.apps.x: unexpected key`. */
export const problemsOf = (error: Schema.SchemaError): ReadonlyArray<string> =>
  format(error.issue).issues.map((issue) => {
    const path = (issue.path ?? [])
      .map((segment) => String(typeof segment === "object" ? segment.key : segment))
      .join(".")
    return path === "" ? issue.message : `${path}: ${issue.message}`
  })
