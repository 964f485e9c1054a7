import { InvalidConsoleCredentials, MissingConsoleCredentials } from "@storeglass/plugin-api"
import { Effect, Redacted } from "effect"

/** The headers in which a call brings its owner's credentials, by what they hold. */
export const consoleHeaders = {
  issuerId: "x-console-issuer-id",
  keyId: "x-console-key-id",
  privateKey: "x-console-private-key"
} as const

/** What stands for the issuer of a person's own key, which has none. */
export const individual = "individual"

/** Whose console is asked. */
export interface ConsoleCredentials {
  /** UUID, in lower case, or `individual`. */
  readonly issuerId: string
  readonly keyId: string
  /** In any form that a header can carry; whether it is a key is found out by `ConsoleVendor.open`. */
  readonly privateKey: Redacted.Redacted<string>
}

/** What came in the headers. */
export interface GivenCredentials {
  readonly issuerId: string | undefined
  readonly keyId: string | undefined
  readonly privateKey: string | Redacted.Redacted<string> | undefined
}

const expected = {
  issuerId: `the issuer id of the key, a UUID, or "${individual}" for a personal key`,
  keyId: "the id of the key, of letters and digits",
  privateKey:
    'the private key of the key id: P-256 in PKCS#8 form, as PEM with "\\n" for its line breaks, as base64 of the PEM, or as base64 of the DER'
} as const

const names = {
  issuerId: "X-Console-Issuer-Id",
  keyId: "X-Console-Key-Id",
  privateKey: "X-Console-Private-Key"
} as const

const missing = (part: keyof typeof names) =>
  new MissingConsoleCredentials(`${names[part]}: this header is missing; it must be ${expected[part]}`)
/** Says which header can't be read, and nothing of what was in it. */
export const unreadable = (part: keyof typeof names) =>
  new InvalidConsoleCredentials(`${names[part]}: this header can't be read; it must be ${expected[part]}`)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const keyIdForm = /^[A-Za-z0-9]{2,64}$/

const folded = /^(-----BEGIN [A-Z ]+-----)\s+([A-Za-z0-9+/=\s]+?)\s+(-----END [A-Z ]+-----)$/
/** PEM whose line breaks became spaces on its way into a header is broken again where it must be. */
const unfolded = (key: string): string => {
  const [, begin, body, end] = folded.exec(key) ?? []
  return body === undefined ? key : [begin, body.replace(/\s+/g, ""), end].join("\n")
}

/** The credentials of a request; nothing is asked of the vendor. */
export const readCredentials = Effect.fnUntraced(function* (
  given: GivenCredentials
): Effect.fn.Return<ConsoleCredentials, MissingConsoleCredentials | InvalidConsoleCredentials> {
  const privateKey = Redacted.isRedacted(given.privateKey) ? Redacted.value(given.privateKey) : given.privateKey
  const [issuer, keyId, key] = [given.issuerId, given.keyId, privateKey].map((value) => value?.trim() ?? "")
  if (issuer === undefined || issuer === "") return yield* missing("issuerId")
  if (keyId === undefined || keyId === "") return yield* missing("keyId")
  if (key === undefined || key === "") return yield* missing("privateKey")
  const issuerId = issuer.toLowerCase()
  if (issuerId !== individual && !uuid.test(issuerId)) return yield* unreadable("issuerId")
  if (!keyIdForm.test(keyId)) return yield* unreadable("keyId")
  return { issuerId, keyId, privateKey: Redacted.make(unfolded(key), { label: "private key" }) }
})
