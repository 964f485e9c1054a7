import { type Composition, openApiOf } from "@storeglass/gateway"

const made = new WeakMap<Composition, ReturnType<typeof openApiOf>>()

/** The OpenAPI document of what is served, made once. */
export const documentOf = (composition: Composition) => {
  const document = made.get(composition) ?? openApiOf(composition, { version: "0.0.0", url: "http://127.0.0.1" })
  made.set(composition, document)
  return document
}
