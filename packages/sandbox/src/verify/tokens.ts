import type { CryptoKey } from "jose"

/** What a vendor asks of a token. */
export interface TokenRules {
  /** PEM of the public key (SPKI), or the shared secret of HMAC algorithms. */
  readonly key: string | Uint8Array
  readonly algorithms: ReadonlyArray<string>
  readonly nowMs: number
  readonly audience?: string
  readonly issuer?: string
  /** From `iat` to `exp`, in seconds. */
  readonly lifetimeMax?: number
}

export type CheckedToken =
  | {
      readonly ok: true
      readonly header: Readonly<Record<string, unknown>>
      readonly claims: Readonly<Record<string, unknown>>
    }
  | { readonly ok: false; readonly reason: string }

const lifetimeOf = ({ exp, iat }: { readonly exp?: number; readonly iat?: number }) =>
  exp === undefined || iat === undefined ? undefined : exp - iat

/** Verifies a token as the vendor does: its signature, its times, for whom it is and by whom. It never rejects. */
export const verifyToken = async (token: string, rules: TokenRules): Promise<CheckedToken> => {
  const { algorithms, audience, issuer, key, lifetimeMax, nowMs } = rules
  try {
    const { importSPKI, jwtVerify } = await import("jose")
    const imported = typeof key === "string" ? await importSPKI(key, algorithms[0] ?? "ES256") : key
    const { payload, protectedHeader } = await jwtVerify(token, imported, {
      algorithms: [...algorithms],
      currentDate: new Date(nowMs),
      requiredClaims: ["exp"],
      ...(audience === undefined ? {} : { audience }),
      ...(issuer === undefined ? {} : { issuer })
    })
    const lifetime = lifetimeOf(payload)
    if (lifetimeMax !== undefined && (lifetime === undefined || lifetime > lifetimeMax)) {
      return { ok: false, reason: `it lives longer than ${lifetimeMax} s` }
    }
    return { ok: true, header: { ...protectedHeader }, claims: { ...payload } }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

export interface KeyPair {
  /** PKCS#8 PEM. */
  readonly privateKey: string
  /** SPKI PEM. */
  readonly publicKey: string
}

/** A new key pair, for tests and for doubles that hand out credentials. */
export const makeKeyPair = async (algorithm: "ES256" | "RS256" | "EdDSA" = "ES256"): Promise<KeyPair> => {
  const { exportPKCS8, exportSPKI, generateKeyPair } = await import("jose")
  const pair: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey } = await generateKeyPair(algorithm, {
    extractable: true
  })
  return { privateKey: await exportPKCS8(pair.privateKey), publicKey: await exportSPKI(pair.publicKey) }
}
