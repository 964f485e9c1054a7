import { createPrivateKey, type KeyObject } from "node:crypto"
import { type SigningAlgorithm, SigningKeyUnreadable, type SigningRequest } from "@storeglass/plugin-api"
import { Effect, Redacted } from "effect"
import { SignJWT } from "jose"

const expected: Readonly<Record<SigningAlgorithm, string>> = {
  ES256: "a P-256 private key in PKCS#8 or SEC1 form",
  RS256: "an RSA private key of 2048 bits or more in PKCS#8 form"
}
const rsaBitsMin = 2_048
const textMax = 16_384

const fits: Readonly<Record<SigningAlgorithm, (key: KeyObject) => boolean>> = {
  ES256: ({ asymmetricKeyDetails, asymmetricKeyType }) =>
    asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1",
  RS256: ({ asymmetricKeyDetails, asymmetricKeyType }) =>
    asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= rsaBitsMin
}

/** PKCS#8, or SEC1 as `openssl ecparam` writes it: with the curve in a separate block before the key. */
const pem =
  /^(?:-----BEGIN EC PARAMETERS-----[A-Za-z0-9+/=\s]+-----END EC PARAMETERS-----\s*)?(-----BEGIN (EC )?PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]+-----END \2PRIVATE KEY-----)$/

const keyOf = (text: string): KeyObject => {
  const broken = text.replaceAll("\\r", "").replaceAll("\\n", "\n").trim()
  const bytes = Buffer.from(broken, "base64")
  const block = (pem.exec(broken) ?? pem.exec(bytes.toString("latin1").trim()))?.[1]
  if (block !== undefined) return createPrivateKey({ key: block, format: "pem" })
  try {
    return createPrivateKey({ key: bytes, format: "der", type: "pkcs8" })
  } catch {
    return createPrivateKey({ key: bytes, format: "der", type: "sec1" })
  }
}

const unreadable = (alg: SigningAlgorithm) => new SigningKeyUnreadable({ alg, expected: expected[alg] })

/** A JWT, signed. Errors of key parsers may quote the key, so none is passed on. */
export const sign = Effect.fn("Tokens.sign")(function* ({
  alg,
  claims,
  header,
  key
}: SigningRequest): Effect.fn.Return<Redacted.Redacted<string>, SigningKeyUnreadable> {
  const imported = yield* Effect.try({
    try: () => {
      const text = Redacted.value(key)
      if (text.length > textMax) throw new Error("too long")
      return keyOf(text)
    },
    catch: () => unreadable(alg)
  })
  if (!fits[alg](imported)) return yield* unreadable(alg)
  const token = yield* Effect.promise(() =>
    new SignJWT({ ...claims }).setProtectedHeader({ typ: "JWT", ...header, alg }).sign(imported)
  )
  return Redacted.make(token, { label: "token" })
})
