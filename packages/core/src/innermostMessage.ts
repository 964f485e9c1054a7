/** What an error says at its root: the message of the innermost reason or cause. */
export const innermostMessage = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  if ("reason" in cause && cause.reason instanceof Error) return innermostMessage(cause.reason)
  return cause.cause === undefined ? cause.message : innermostMessage(cause.cause)
}
