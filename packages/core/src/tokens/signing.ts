import { createPrivateKey, type KeyObject } from "node:crypto"
import { type SigningAlgorithm, SigningKeyUnreadable, type SigningRequest } from "@storeglass/plugin-api"
import { Effect, Redacted } from "effect"
import { SignJWT } from "jose"

const expected: Readonly<Record<SigningAlgorithm, string>> = {
  ES256: "a P-256 private key in PKCS#8 form",
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

const pem = /^-----BEGIN PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----$/

const keyOf = (text: string): KeyObject => {
  const broken = text.replaceAll("\\r", "").replaceAll("\\n", "\n").trim()
  if (pem.test(broken)) return createPrivateKey({ key: broken, format: "pem" })
  const bytes = Buffer.from(broken, "base64")
  const inner = bytes.toString("latin1").trim()
  return pem.test(inner)
    ? createPrivateKey({ key: inner, format: "pem" })
    : createPrivateKey({ key: bytes, format: "der", type: "pkcs8" })
}

const unreadable = (alg: SigningAlgorithm) => new SigningKeyUnreadable({ alg, expected: expected[alg] })

/** A JWT, signed. The errors of what reads keys may quote them, so none goes on. */
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
