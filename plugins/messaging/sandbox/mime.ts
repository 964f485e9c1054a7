/** Mail as it comes by SMTP, read as far as a page shows it. */

export interface ReadMail {
  readonly from: string
  readonly subject: string
  readonly replyTo: string
  readonly html: string
  readonly text: string
  /** Those that are of the mail rather than of its way here. */
  readonly headers: Readonly<Record<string, string>>
}

const decoded = (bytes: Uint8Array, charset: string) => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder("latin1").decode(bytes)
  }
}
const quoted = (text: string): Uint8Array =>
  Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1"
  )

/** `=?UTF-8?Q?R=C3=A4nge?=`, several of which are one where space alone is between them. */
const words = (value: string) =>
  value
    .replace(/(\?=)\s+(?==\?)/g, "$1")
    .replace(/=\?([^?*]+)(?:\*[^?]*)?\?([bqBQ])\?([^?]*)\?=/g, (_, charset: string, how: string, text: string) =>
      decoded(how.toUpperCase() === "B" ? Buffer.from(text, "base64") : quoted(text.replaceAll("_", " ")), charset)
    )

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}
const partOf = (source: string): Part => {
  const [, head = "", body = ""] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(source) ?? [source, source]
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)
  const headers = lines.flatMap((line) => {
    const [, name, value = ""] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value] as const]
  })
  return { headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])), body }
}
const parameter = (value: string, name: string) =>
  new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, "i").exec(value)?.slice(1).find(Boolean)

const contentOf = ({ body, headers }: Part): string => {
  const type = headers.get("content-type") ?? ""
  const encoding = (headers.get("content-transfer-encoding") ?? "").toLowerCase()
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : encoding === "quoted-printable"
        ? quoted(body.replace(/=[ \t]*\r?\n/g, ""))
        : Buffer.from(body, "latin1")
  return decoded(bytes, parameter(type, "charset") ?? "utf-8").replaceAll("\r\n", "\n")
}
/** The texts of a mail, by their type. */
const textsOf = (part: Part): ReadonlyArray<readonly [type: string, text: string]> => {
  const type = part.headers.get("content-type") ?? "text/plain"
  const boundary = /^multipart\//i.test(type) ? parameter(type, "boundary") : undefined
  if (boundary === undefined) return [[type.split(";")[0]?.trim().toLowerCase() ?? "", contentOf(part)]]
  const [, ...parts] = `\r\n${part.body}`.split(`\r\n--${boundary}`)
  return parts.filter((each) => !each.startsWith("--")).flatMap((each) => textsOf(partOf(each.replace(/^\s*\r\n/, ""))))
}

const ofTheWay = /^(from|to|cc|subject|reply-to|date|message-id|mime-version|content-.*|received|return-path)$/

/** Of the bytes as they came, each a character. */
export const readMail = (source: string): ReadMail => {
  const whole = partOf(source)
  const header = (name: string) => words(whole.headers.get(name) ?? "")
  const texts = new Map(textsOf(whole))
  return {
    from: header("from"),
    subject: header("subject"),
    replyTo: header("reply-to"),
    html: texts.get("text/html") ?? "",
    text: texts.get("text/plain") ?? "",
    headers: Object.fromEntries(
      [...whole.headers].filter(([name]) => !ofTheWay.test(name)).map(([name, value]) => [name, words(value)])
    )
  }
}
