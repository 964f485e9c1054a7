/** Keeps a choice for a year, in a cookie: the document comes by it. */
export const keep = (what: "language" | "theme", value: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store isn't in all browsers.
  document.cookie = `storeglass_${what}=${value}; path=/; max-age=31536000; samesite=lax`
}
