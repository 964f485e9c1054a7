import { type Schema, SchemaIssue } from "effect"

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "UnexpectedKey":
        return "is no setting; check its name"
      case "MissingKey":
        return "is required"
      default:
        return SchemaIssue.defaultLeafHook(issue)
    }
  }
})

/** What does not decode, a line each: `plugins.apps.x: is no setting; check its name`. */
export const problemsOf = (error: Schema.SchemaError): ReadonlyArray<string> =>
  format(error.issue).issues.map((issue) => {
    const path = (issue.path ?? [])
      .map((segment) => String(typeof segment === "object" ? segment.key : segment))
      .join(".")
    return path === "" ? issue.message : `${path}: ${issue.message}`
  })
