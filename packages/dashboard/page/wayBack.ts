/** Where someone was on their way to, who came to sign in or up: the page where an app asks for a grant, and no other. */
export const wayBack = (search: string): string | undefined => {
  const asked = new URLSearchParams(search).get("returnTo") ?? ""
  return asked.startsWith("/auth/oauth/authorize?") ? asked : undefined
}
