/** What a host is asked. */
export interface SandboxRequest {
  readonly method: string
  /** Below the host's own prefix; begins with `/`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** The bytes as UTF-8. */
  readonly body: string
}

/** A request over bytes, whose text is read when somebody asks for it. */
export const makeRequest = (parts: Omit<SandboxRequest, "body">): SandboxRequest => ({
  ...parts,
  get body() {
    return Buffer.from(parts.bytes).toString("utf8")
  }
})

/** The parts of a `multipart/form-data` or urlencoded body; rejects when it is neither. */
export const formOf = ({ bytes, headers }: SandboxRequest): Promise<FormData> =>
  new Response(Buffer.from(bytes), { headers: { "content-type": headers["content-type"] ?? "" } }).formData()

/** The credential of an `Authorization: Bearer` header. */
export const bearerOf = ({ headers }: SandboxRequest): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1]
