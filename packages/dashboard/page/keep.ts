type What = "language" | "theme"

/** A choice for a year. Over https it's for this host alone; the gateway takes either name. */
export const cookieOf = (what: What, value: string, protocol: string): string =>
  protocol === "https:"
    ? `__Host-storeglass-${what}=${value}; path=/; max-age=31536000; samesite=lax; secure`
    : `storeglass_${what}=${value}; path=/; max-age=31536000; samesite=lax`

/** Keeps a choice in a cookie: the document comes by it. */
export const keep = (what: What, value: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store isn't in all browsers.
  document.cookie = cookieOf(what, value, location.protocol)
}
