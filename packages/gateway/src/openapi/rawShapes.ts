import type { OperationParameter, OperationShapes, RawRoute } from "@storeglass/plugin-api"

const text = { type: "string" }

/** What a route outside HttpApi takes and gives, as far as it says. */
export const shapesOfRaw = ({ answers, errors, headers, path, query }: RawRoute<unknown>): OperationShapes => {
  const parameter = (name: string, place: OperationParameter["in"], required = false): OperationParameter => ({
    name,
    in: place,
    required,
    secret: false,
    schema: text
  })
  return {
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => parameter(name, "path", true)),
      ...(query ?? []).map((name) => parameter(name, "query")),
      ...(headers ?? []).map(({ description, name, required, secret = false }) => ({
        ...parameter(name, "header", required),
        secret,
        schema: { ...text, description }
      }))
    ],
    payload: undefined,
    successes: [{ status: 200, contentType: answers?.contentType, schema: undefined }],
    errors: errors.map(({ code, meaning, retry, status }) => ({ code, meaning, retry, status })),
    definitions: {}
  }
}
