/** The key that a request was sent with. `X-API-Key` wins. */
export const keyOf = (own: string | undefined, authorization: string | undefined): string | undefined => {
  const key = own?.trim()
  if (key !== undefined && key !== "") return key
  return /^bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1]
}
