import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto"
import { keyBytes, keyIdPattern } from "./VaultKey.ts"

// sgv1.<key id>.<nonce, wrapped data key, tag>.<nonce, ciphertext, tag>, each byte string in base64url.
export const version = "sgv1"
const nonceBytes = 12
const tagBytes = 16
const wrappedBytes = nonceBytes + keyBytes + tagBytes
const algorithm = "aes-256-gcm"

/** A sealed value taken apart, before anything in it is trusted. */
export interface SealedValue {
  readonly keyId: string
  readonly wrapped: Buffer
  readonly body: Buffer
}

/** Each part with its length before it, so that no two lists of parts give the same bytes. */
const associatedData = (...parts: ReadonlyArray<string>): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, "utf8")
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    })
  )

const encrypt = (key: KeyObject | Buffer, plain: Buffer, aad: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(aad)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

// Without authTagLength, Node takes tags of 4 bytes, which can be guessed.
const decrypt = (key: KeyObject | Buffer, sealed: Buffer, aad: Buffer): Buffer | undefined => {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(aad)
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plain = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes))
  try {
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    return undefined
  }
}

/** The text form. */
export const format = ({ keyId, wrapped, body }: SealedValue): string =>
  `${version}.${keyId}.${wrapped.toString("base64url")}.${body.toString("base64url")}`

// Node's decoder skips what it does not know and drops spare bits; only the one spelling of some bytes is taken.
const bytesOf = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, "base64url")
  return bytes.toString("base64url") === text ? bytes : undefined
}

/** Reads the text form; undefined when it is not one. */
export const parse = (sealed: string): SealedValue | undefined => {
  const [prefix, keyId, wrappedText, bodyText, ...rest] = sealed.split(".")
  if (prefix !== version || keyId === undefined || wrappedText === undefined || bodyText === undefined) return undefined
  if (rest.length > 0 || !keyIdPattern.test(keyId)) return undefined
  const wrapped = bytesOf(wrappedText)
  const body = bytesOf(bodyText)
  if (wrapped?.length !== wrappedBytes || body === undefined || body.length < nonceBytes + tagBytes) return undefined
  return { keyId, wrapped, body }
}

/** Wraps a data key; the result opens only with this key, under this id and for this row. */
export const wrap = (key: KeyObject, keyId: string, dataKey: Buffer, row: string): Buffer =>
  encrypt(key, dataKey, associatedData(version, "key", keyId, row))

/** The data key, or undefined when anything does not match. The caller wipes it. */
export const unwrap = (key: KeyObject, value: SealedValue, row: string): Buffer | undefined =>
  decrypt(key, value.wrapped, associatedData(version, "key", value.keyId, row))

/** Encrypts the value itself. The key id isn't part of it, so a rotation leaves it as it is. */
export const encryptBody = (dataKey: Buffer, plain: Buffer, row: string): Buffer =>
  encrypt(dataKey, plain, associatedData(version, "value", row))

/** The value, or undefined when anything does not match. The caller wipes it. */
export const decryptBody = (dataKey: Buffer, value: SealedValue, row: string): Buffer | undefined =>
  decrypt(dataKey, value.body, associatedData(version, "value", row))
