/** An address as mail servers take it. */
export interface Address {
  /** Its domain in ASCII and lower case. */
  readonly address: string
  /** What tells two spellings of one address from two addresses: all of it in lower case. */
  readonly key: string
}

// RFC 5321 4.1.2: a dot-string of atoms, or a quoted string. Comments, lists and routes are no part of it.
const dotString = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const quotedString = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/
/** RFC 2047: mail programs show what it stands for, which may be line ends and other fields. */
export const encodedWord = /=\?[^?\s]*\?[bq]\?[^?\s]*\?=/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const localMax = 64
const domainMax = 253
const addressMax = 254

/** An address of RFC 5321, its domain in any script (IDNA); undefined for what is none. Literals such as [192.0.2.1] are none here. */
export const parseAddress = (given: string): Address | undefined => {
  const at = given.lastIndexOf("@")
  if (at < 1) return undefined
  const local = given.slice(0, at)
  if (local.length > localMax || !(dotString.test(local) || quotedString.test(local))) return undefined
  if (encodedWord.test(local)) return undefined
  const named = given.slice(at + 1)
  // What a URL takes beyond names would be cut off in silence.
  if (!/^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u.test(named)) return undefined
  // A name's parts neither begin nor end with a hyphen (RFC 5891); browsers take such beyond ASCII.
  if (/(?:^|[.\u3002\uff0e\uff61])-|-(?:[.\u3002\uff0e\uff61]|$)/u.test(named)) return undefined
  // IDNA, as browsers do it.
  const domain = URL.canParse(`http://${named}`) ? new URL(`http://${named}`).hostname : ""
  const labels = domain.split(".")
  if (domain.length > domainMax || labels.length < 2 || labels.some((each) => !label.test(each))) return undefined
  // A name whose last part is a number is an address of a machine.
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? "")) return undefined
  const address = `${local}@${domain}`
  return address.length > addressMax ? undefined : { address, key: address.toLowerCase() }
}

const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*$/
/** `Name <address>`, the name quoted where it must be. */
export const withName = (name: string, address: string): string =>
  name === "" ? address : `${atoms.test(name) ? name : `"${name.replace(/[\\"]/g, "\\$&")}"`} <${address}>`
