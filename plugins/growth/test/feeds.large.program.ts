/** Reads a made feed of 2 MiB, the most that is taken of one, in a process of its own; prints the most memory that took. */
import { readFeed } from "../src/channels/feed.ts"

const [kind = "none"] = process.argv.slice(2)
const bytesMax = 2 * 1024 * 1024
const filled = (head: string, piece: string, tail = "") =>
  new TextEncoder().encode(
    head + piece.repeat(Math.floor((bytesMax - head.length - tail.length) / piece.length)) + tail
  )

const made: Readonly<Record<string, () => Uint8Array>> = {
  none: () => new TextEncoder().encode("<rss/>"),
  items: () => filled("<rss><channel>", "<item><title>One</title><link>/1</link></item>", "</channel></rss>"),
  text: () => filled("<rss><channel><item><title>", "abcdefgh ", "</title></item></channel></rss>"),
  entities: () => filled("<rss><channel><item><title>", "&amp;", "</title></item></channel></rss>"),
  bomb: () => filled("<!DOCTYPE x [", '<!ENTITY a "&b;&b;&b;&b;">', "]><rss/>"),
  deep: () => filled("<rss>", "<a>"),
  attributes: () => filled("<rss ", 'a="b" ', "/>"),
  unclosed: () => filled("<rss><channel><item><title><![CDATA[", "x"),
  json: () => filled('{"version":"https://jsonfeed.org/version/1","items":[{}', ',{"title":"x"}', "]}"),
  nested: () => filled('{"version":"https://jsonfeed.org/version/1","items":[', "["),
  noise: () => filled("", "\u0001<")
}
const bytes = made[kind]?.()
if (bytes === undefined) throw new Error(`There is no feed ${kind}.`)
readFeed(bytes, "https://blog.example.org/feed")
process.stdout.write(JSON.stringify({ kinds: Object.keys(made), peakBytes: process.resourceUsage().maxRSS * 1_024 }))
