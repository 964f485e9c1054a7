import { type Message, messageOf } from "../queue/message.ts"

/** Platforms that give an address to which a channel's messages are posted. */
export const services = ["slack", "discord"] as const
export type Service = (typeof services)[number]

const discordMax = 2_000
/** Of what Discord reads as markup, each sign is preceded by another. */
const escaped = (text: string) => text.replace(/[\\*_~`|>#[\]()@-]/g, (sign) => `\\${sign}`)
/** Short enough also once signs of markup are escaped. */
const fitting = (message: Message): string => {
  for (let max = discordMax; ; max -= 200) {
    const text = escaped(messageOf({ ...message, url: null }, max))
    const whole = message.url === null ? text : `${text}\n<${message.url}>`
    if (whole.length <= discordMax || max <= 400) return whole.slice(0, discordMax)
  }
}

/** What is posted: nothing in it is markup, and nobody is called by name. */
export const bodyFor: Readonly<Record<Service, (message: Message) => object>> = {
  slack: (message) => ({
    text: messageOf(message).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false
  }),
  discord: (message) => ({ content: fitting(message), allowed_mentions: { parse: [] }, flags: 4 })
}
