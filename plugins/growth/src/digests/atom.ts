/** What was found as an Atom feed: texts of strangers stand in it as text. */
import { escapeHtml, isoOf } from "@storeglass/plugin-api"

export interface Entry {
  readonly id: string
  readonly title: string
  readonly excerpt: string
  readonly url: string | null
  readonly author: string | null
  readonly channel: string
  readonly urgency: string
  readonly relevance: number
  readonly publishedMs: number
  readonly foundMs: number
}

/** Signs that XML can't have. */
const unfit = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const xml = (text: string) => escapeHtml(text.replace(unfit, ""))
const line = (text: string) => text.replaceAll(/\s+/g, " ").trim()
const titleMax = 120

const titleOf = ({ channel, excerpt, title }: Entry): string => {
  const text = line(title) || line(excerpt)
  const signs = [...text]
  return signs.length === 0 ? channel : signs.length > titleMax ? `${signs.slice(0, titleMax - 1).join("")}…` : text
}

const entryOf = (entry: Entry): string => {
  const { author, channel, excerpt, foundMs, id, publishedMs, relevance, urgency, url } = entry
  return [
    "  <entry>",
    `    <id>urn:uuid:${id}</id>`,
    `    <title type="text">${xml(titleOf(entry))}</title>`,
    `    <updated>${isoOf(foundMs)}</updated>`,
    `    <published>${isoOf(publishedMs)}</published>`,
    ...(author === null ? [] : [`    <author><name>${xml(line(author))}</name></author>`]),
    ...(url === null || !/^https?:\/\//.test(url) ? [] : [`    <link rel="alternate" href="${xml(url)}"/>`]),
    `    <category term="${xml(channel)}"/>`,
    `    <category term="${urgency}"/>`,
    `    <summary type="text">${xml(`${channel} · ${urgency} · relevance ${relevance}\n${excerpt}`)}</summary>`,
    "  </entry>"
  ].join("\n")
}

export const atomOf = (feed: { readonly id: string; readonly madeMs: number }, entries: ReadonlyArray<Entry>): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>urn:sha256:${feed.id}</id>`,
    "  <title>Threads found</title>",
    "  <author><name>Storeglass</name></author>",
    `  <updated>${isoOf(Math.max(feed.madeMs, ...entries.map(({ foundMs }) => foundMs)))}</updated>`,
    ...entries.map(entryOf),
    "</feed>",
    ""
  ].join("\n")
