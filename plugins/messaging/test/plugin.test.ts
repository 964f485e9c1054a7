import { describePlugin } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

describePlugin("messaging", {
  plugins: { messaging: true },
  prepare: async (gateway, { accountId }) => {
    await gateway.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO messaging_invoices (id, account_id, amount_minor, currency, changed_ms)
          VALUES ('in_1042', ${accountId}::uuid, 1999, 'USD', 0) ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id`
      )
    )
    return {
      messaging_sendEmail: { body: { to: "ada@example.com", subject: "Hello", text: "Hi" } },
      messaging_sendBroadcast: {
        body: { kind: "product_update", subject: "News", headline: "News", intro: "All of it." }
      },
      messaging_preparePaymentFailedEmail: { body: { invoiceId: "in_1042" } }
    }
  }
})
