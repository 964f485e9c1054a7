import type { ApiKeyDetails } from "@storeglass/plugin-api"

/** What a list says of a key: whether it opens anything, and until when. */
export const stateOf = ({ endsAt, expiresAt, revokedAt }: ApiKeyDetails, nowMs: number): string => {
  if (revokedAt !== null) return `revoked ${revokedAt}`
  const [end] = [endsAt, expiresAt].filter((at) => at !== null).sort()
  if (end === undefined) return "live"
  const what = end === endsAt ? "replaced" : "expires"
  return Date.parse(end) <= nowMs ? `ended ${end}` : `${what}, good until ${end}`
}
