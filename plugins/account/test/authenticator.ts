import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")

/** As much of CBOR as authenticators need: small maps of numbers, texts and bytes. */
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>
const cbor = (value: Cbor): Buffer => {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const part = (key: KeyObject, name: "x" | "y") => Buffer.from(key.export({ format: "jwk" })[name] ?? "", "base64url")

const flagsOf = ({
  backedUp,
  made,
  synced,
  verified
}: Readonly<Record<"backedUp" | "made" | "synced" | "verified", boolean>>) =>
  1 | (verified ? 4 : 0) | (synced ? 8 : 0) | (backedUp ? 16 : 0) | (made ? 64 : 0)

/** An authenticator with one passkey, which does what a test says of it. */
export class Authenticator {
  readonly credentialId = randomBytes(32)
  readonly origin: string
  readonly rpId: string
  readonly kind: "ES256" | "Ed25519"
  private readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  private handle = ""
  verifies = true
  synced = false
  backedUp = false
  /** Raised by each use, unless it's 0: then it counts nothing. */
  counter = 1

  constructor(origin: string, kind: "ES256" | "Ed25519" = "ES256") {
    this.origin = origin
    this.rpId = new URL(origin).hostname
    this.kind = kind
    this.keys = kind === "ES256" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519")
  }

  private clientData(type: string, challenge: string, origin = this.origin) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private authData(made: boolean, rpId = this.rpId) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const { backedUp, synced, verifies } = this
    const flags = Buffer.from([flagsOf({ backedUp, made, synced, verified: verifies })])
    return Buffer.concat([sha256(rpId), flags, counter])
  }

  private coseKey(): Buffer {
    const { publicKey } = this.keys
    const key: ReadonlyArray<readonly [number, Cbor]> =
      this.kind === "ES256"
        ? [
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, part(publicKey, "x")],
            [-3, part(publicKey, "y")]
          ]
        : [
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, part(publicKey, "x")]
          ]
    return cbor(new Map(key))
  }

  /** Makes the passkey, as `navigator.credentials.create` would. */
  make(options: { readonly challenge: string; readonly user: { readonly id: string } }, origin?: string) {
    this.handle = options.user.id
    const length = Buffer.from([0, this.credentialId.length])
    const authData = Buffer.concat([this.authData(true), Buffer.alloc(16), length, this.credentialId, this.coseKey()])
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData]
    ])
    const id = base64url(this.credentialId)
    return {
      id,
      rawId: id,
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.clientData("webauthn.create", options.challenge, origin)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal", "made-up"]
      }
    }
  }

  /** Signs, as `navigator.credentials.get` would. */
  sign(options: { readonly challenge: string }, { origin, rpId }: { origin?: string; rpId?: string } = {}) {
    if (this.counter > 0) this.counter++
    const clientData = this.clientData("webauthn.get", options.challenge, origin)
    const authData = this.authData(false, rpId)
    const signature = sign(
      this.kind === "ES256" ? "sha256" : null,
      Buffer.concat([authData, sha256(clientData)]),
      this.keys.privateKey
    )
    const id = base64url(this.credentialId)
    return {
      id,
      rawId: id,
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: this.handle === "" ? null : this.handle
      }
    }
  }
}
