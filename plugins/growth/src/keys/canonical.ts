/** One key for one thread, however its address is written. */

const tracking =
  /^(?:utm_.*|gclid|fbclid|dclid|msclkid|yclid|igshid|mc_[ce]id|ref|ref_src|ref_source|source|src|si|share|share_id|context|spm|_hs[a-z]+|cmpid|s_cid)$/i

const mobile = /^(?:www\d?|m|mobile|old|new|np|amp)\./

/** `/comments/ID` with `/TITLE/COMMENT` behind it. */
const redditPath = /^(?:\/r\/[^/]+)?\/comments\/([a-z0-9]+)(?:\/[^/]*(?:\/([a-z0-9]+))?)?/i
const questionPath = /^\/(?:questions|q)\/(\d+)/i
const answerPath = /^\/a\/(\d+)/i
const commentFragment = /^#(?:comment|c|reply|post|p|issuecomment|discussion_r)[-_]?\d\w*$/i

const isStackSite = (host: string) =>
  /(?:^|\.)(?:stackexchange|stackoverflow|superuser|serverfault|askubuntu|mathoverflow|stackapps)\.(?:com|net)$/.test(
    host
  )

/** Undefined: it's no address of the web. */
export const canonicalUrl = (text: string): string | undefined => {
  const given = text.trim()
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return undefined
  const url = new URL(given)
  let host = url.hostname.toLowerCase().replace(/\.+$/, "")
  while (mobile.test(host) && host.split(".").length > 2) host = host.replace(mobile, "")
  if (host === "") return undefined
  // Every key is one of https, whose port goes without saying.
  const port = url.port === "" || url.port === "443" ? "" : `:${url.port}`
  const path = url.pathname
    .replace(/\/{2,}/g, "/")
    .replace(/%[0-9a-f]{2}/gi, (sign) => sign.toUpperCase())
    .replace(/\/+$/, "")
  if (host === "news.ycombinator.com" && path === "/item") {
    const id = url.searchParams.get("id")
    if (id !== null && /^\d+$/.test(id)) return `https://news.ycombinator.com/item?id=${id}`
  }
  if (host === "redd.it") {
    const id = /^\/([a-z0-9]+)\/?$/i.exec(path)?.[1]
    if (id !== undefined) return `https://reddit.com/comments/${id.toLowerCase()}`
  }
  if (host === "reddit.com") {
    const [, post, comment] = redditPath.exec(path) ?? []
    if (post !== undefined) {
      return `https://reddit.com/comments/${post.toLowerCase()}${comment === undefined ? "" : `/_/${comment.toLowerCase()}`}`
    }
  }
  if (isStackSite(host)) {
    const question = questionPath.exec(path)?.[1]
    if (question !== undefined) return `https://${host}/questions/${question}`
    const answer = answerPath.exec(path)?.[1]
    if (answer !== undefined) return `https://${host}/a/${answer}`
  }
  const query = [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : x > y ? 1 : 0) : a < b ? -1 : 1))
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`
  const fragment = commentFragment.test(url.hash) ? url.hash : ""
  return `https://${host}${port}${path}${search}${fragment}`
}

/** Of a review, as a store shows it in a country. */
export const reviewKey = (platform: string, country: string, id: string): string =>
  `review:${platform}:${country}:${id}`
