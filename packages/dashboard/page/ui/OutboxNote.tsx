import type { Ways } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { page } from "../page.ts"
import { Note } from "./basics.tsx"

/** Where the sandbox shows its mails. */
export const OutboxNote = ({ ways }: { readonly ways: Ways | undefined }) =>
  !page.isSandbox || ways?.outbox === null || ways?.outbox === undefined ? null : (
    <Note>
      {t("This is a sandbox: the mail is in its outbox.")}{" "}
      <a className="text-accent underline" href={ways.outbox} target="_blank" rel="noreferrer">
        {t("Open the outbox")}
      </a>
    </Note>
  )
