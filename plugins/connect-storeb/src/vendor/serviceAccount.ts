/** The key file that a connection is made with. */
import { InvalidInput } from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"

/** Who signs in, and with which key. */
export interface ServiceAccount {
  readonly email: string
  readonly keyId: string
  /** PKCS#8 PEM. */
  readonly privateKey: Redacted.Redacted<string>
}

const bytesMax = 16 * 1024
const field = "serviceAccountJson (body)"
const emailForm = /^[A-Za-z0-9._%+-]{1,128}@[A-Za-z0-9.-]{1,128}\.[A-Za-z]{2,32}$/
const keyIdForm = /^[A-Za-z0-9_-]{1,128}$/

/** The file has addresses too. None is used: where tokens come from is the gateway's to say. */
const KeyFile = Schema.Struct({
  type: Schema.String,
  client_email: Schema.String,
  private_key_id: Schema.String,
  private_key: Schema.String
})
const decodeFile = Schema.decodeUnknownEffect(KeyFile)
const decodeText = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

const wrong = (problem: string) => new InvalidInput(`${field}: ${problem}`)
const parts = ["type", "client_email", "private_key_id", "private_key"] as const
const missingIn = (file: unknown) =>
  parts.find((part) => typeof file !== "object" || file === null || typeof Reflect.get(file, part) !== "string")

/** Reads a key file, as the object or as its text. A message names the field and nothing of what is in it. */
export const readServiceAccount = Effect.fnUntraced(function* (
  given: Redacted.Redacted<unknown>
): Effect.fn.Return<ServiceAccount, InvalidInput> {
  const sent = Redacted.value(given)
  const text = typeof sent === "string" ? sent : JSON.stringify(sent)
  if (Buffer.byteLength(text) > bytesMax) return yield* wrong(`must have at most ${bytesMax} bytes`)
  const file =
    typeof sent === "string"
      ? yield* Effect.mapError(decodeText(sent), () => wrong("must be the key file: a JSON object, or its text"))
      : sent
  const key = yield* Effect.mapError(decodeFile(file), () =>
    wrong(`must be a service account's key file, which has ${missingIn(file) ?? parts.join(", ")}`)
  )
  if (key.type !== "service_account") {
    return yield* wrong('its type must be "service_account"; a key of a person or an OAuth client can\'t be used')
  }
  if (!emailForm.test(key.client_email)) return yield* wrong("its client_email must be an e-mail address")
  if (!keyIdForm.test(key.private_key_id)) {
    return yield* wrong("its private_key_id must be 1 to 128 letters, digits, '-' or '_'")
  }
  return { email: key.client_email, keyId: key.private_key_id, privateKey: Redacted.make(key.private_key) }
})

/** What is said of a key that can't sign. */
export const unusableKey = wrong("its private_key must be an RSA key of at least 2048 bits, in PKCS#8 form as PEM")
