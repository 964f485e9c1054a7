import { Schema } from "effect"

/** The part of an e-mail address behind the at sign. */
export const Domain = Schema.String.check(
  Schema.isPattern(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/, {
    message: "must be a domain in small letters, such as example.com"
  })
)

export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1)
