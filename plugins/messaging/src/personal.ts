import type { Personal } from "@storeglass/plugin-api"

/** What addresses unsubscribed from stays: it's whom not to write to, whoever they are now. */
export const personal = (): Personal<never> => ({
  tables: [
    { table: "messaging_mails", omit: ["sealed"] },
    { table: "messaging_recipients", omit: ["token"] },
    "messaging_invoices"
  ]
})
