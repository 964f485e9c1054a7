/** What an alert says. */
export interface Message {
  readonly title: string
  readonly body: string
  readonly url: string | null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A message as plain text, whatever is in it; a longer one is cut at a word, and keeps its address. */
export const messageOf = ({ body, title, url }: Message, textMax = 4_096): string => {
  const head = title.replace(unseen, "").trim()
  const tail = url === null ? "" : `\n${url}`
  const rest = body.replace(unseen, "").trim()
  const whole = `${head}\n\n${rest}`
  const room = textMax - tail.length
  if (whole.length <= room) return `${whole}${tail}`
  const cut = whole.slice(0, room - 1)
  const at = Math.max(cut.lastIndexOf(" "), cut.lastIndexOf("\n"))
  return `${cut.slice(0, at > room / 2 ? at : room - 1).replace(/[\ud800-\udbff]$/, "")}…${tail}`
}
