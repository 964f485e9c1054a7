import { Effect, type Redacted } from "effect"
import type { ConsoleVendor } from "./vendor/Console.ts"
import { readCredentials } from "./vendor/credentials.ts"

/** The credentials of a request, as it brings them. */
export interface Headers {
  readonly "x-console-issuer-id"?: string
  readonly "x-console-key-id"?: string
  readonly "x-console-private-key"?: Redacted.Redacted<string>
}

/** The console whose credentials a request brings. */
export const consoleWith = (vendor: ConsoleVendor["Service"]) => (headers: Headers) =>
  Effect.flatMap(
    readCredentials({
      issuerId: headers["x-console-issuer-id"],
      keyId: headers["x-console-key-id"],
      privateKey: headers["x-console-private-key"]
    }),
    vendor.open
  )
