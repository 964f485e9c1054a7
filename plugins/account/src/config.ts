import { Schema } from "effect"
import { Domain } from "./domain.ts"
import { BillingConfig } from "./plans/config.ts"
import { Providers } from "./providers/config.ts"

const optional = Schema.optionalKey

export const AccountConfig = Schema.Struct({
  signUp: optional(
    Schema.Literals(["open", "domains", "invite", "closed"]).annotate({
      description:
        "Who may make an account: anyone, people with an e-mail address of `domains`, those who were invited, nobody. Default open."
    })
  ),
  domains: optional(
    Schema.Array(Domain).annotate({ description: "Where signUp is `domains`: the domains of e-mail addresses." })
  ),
  product: optional(
    Schema.NonEmptyString.check(Schema.isMaxLength(60)).annotate({
      description: "What mails call this service. Default Storeglass."
    })
  ),
  clientRegistration: optional(
    Schema.Boolean.annotate({
      description:
        "Whether MCP clients may register themselves for sign-in. Without it only those that publish a metadata document can sign in. Default true."
    })
  ),
  languages: optional(
    Schema.Array(Schema.Literals(["en", "de"])).annotate({
      description: "Languages of mails, the default first. Default en, de."
    })
  ),
  providers: optional(Providers),
  support: optional(
    Schema.NonEmptyString.check(Schema.isMaxLength(200)).annotate({
      description: "Whom people ask: an e-mail address or a page. Mails and pages about suspensions and plans name it."
    })
  ),
  billing: optional(BillingConfig.annotate({ description: "Who changes the plans of accounts, and what they cost." }))
})
export type AccountConfig = typeof AccountConfig.Type
