/** What a server says beside its answers, by the one-letter names of the protocol: C the code, R the routine, M the text. */
export type NoticeFields = ReadonlyMap<string, string>

const noticeTag = 0x4e
const headerBytes = 5
/** The longest message that the client itself takes. */
const messageBytesMax = 16 * 1024 * 1024
/** What is read of a notice; the rest of a longer one is passed over. */
const noticeBytesMax = 8 * 1024

const fieldsOf = (body: Buffer): NoticeFields => {
  const fields = new Map<string, string>()
  for (let at = 0; at < body.length && body[at] !== 0; ) {
    const end = body.indexOf(0, at + 1)
    if (end < 0) break
    fields.set(String.fromCharCode(body[at] ?? 0), body.toString("utf8", at + 1, end))
    at = end + 1
  }
  return fields
}

/**
 * Reads the notices out of what a server sends, in pieces as they arrive, from the beginning of a message on. Gives false
 * once what arrives can't be messages.
 */
export const makeNoticeReader = (onNotice: (fields: NoticeFields) => void) => {
  const header = Buffer.alloc(headerBytes)
  let headerRead = 0
  let bodyLeft = 0
  let notice: Array<Uint8Array> | undefined
  let noticeRead = 0

  return (chunk: Uint8Array): boolean => {
    let at = 0
    while (at < chunk.length) {
      if (bodyLeft === 0) {
        const taken = Math.min(headerBytes - headerRead, chunk.length - at)
        header.set(chunk.subarray(at, at + taken), headerRead)
        headerRead += taken
        at += taken
        if (headerRead < headerBytes) return true
        headerRead = 0
        const length = header.readInt32BE(1) - 4
        if (length < 0 || length > messageBytesMax) return false
        bodyLeft = length
        notice = header[0] === noticeTag ? [] : undefined
        noticeRead = 0
        if (length > 0) continue
      } else {
        const taken = Math.min(bodyLeft, chunk.length - at)
        if (notice !== undefined && noticeRead < noticeBytesMax) {
          notice.push(chunk.slice(at, at + taken))
          noticeRead += taken
        }
        bodyLeft -= taken
        at += taken
      }
      if (bodyLeft === 0 && notice !== undefined) {
        onNotice(fieldsOf(Buffer.concat(notice)))
        notice = undefined
      }
    }
    return true
  }
}

/**
 * Whether a server says that a commit stopped waiting for its standby: the transaction is committed here, and lost if the
 * standby takes over. Servers translate the text, but not the routine.
 */
export const saysUnreplicated = (fields: NoticeFields): boolean =>
  fields.get("C") === "01000" &&
  (fields.get("R") === "SyncRepWaitForLSN" ||
    /^canceling (?:the )?wait for synchronous replication/.test(fields.get("M") ?? ""))
