/** Somebody who is signed in, connected with a daily copy, and has one of some days. */
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { rows, type TestGateway } from "@storeglass/testkit"
import { assert } from "vitest"
import { signedIn } from "../../account/test/signedIn.ts"
import { base, issue, one } from "./support.ts"

export const daysAgo = (days: number) => plusDays(dayIn("UTC", Date.now()), -days)

export const looking = async (gateway: TestGateway) => {
  const person = await signedIn(() => gateway)
  const body = { secretKey: await issue(gateway, { organization: 202 }), keepHistory: true }
  const saved = await gateway.ask(`${base}/credentials`, { method: "POST", key: person.key, body })
  assert.strictEqual(saved.status, 201, saved.text)
  const of = (chart: string, application: string = one.applicationId) =>
    `'${person.accountId}', '${application}', '${chart}'`
  // As two applications spell them; no chart tells of trials.
  for (const [chart, application, value] of [
    ["paywalledUsers", one.applicationId, 150],
    ["paywall_users", "9099", 50],
    ["newSubscriptions", one.applicationId, 10]
  ] as const) {
    await rows(
      gateway,
      `INSERT INTO connect_paywall_charts (account_id, application_id, chart, name, unit, at)
        VALUES (${of(chart, application)}, '${chart}', 'number', now()) ON CONFLICT DO NOTHING`
    )
    await rows(
      gateway,
      `INSERT INTO connect_paywall_days (account_id, application_id, chart, day, value)
        VALUES (${of(chart, application)}, '${daysAgo(3)}', ${value}), (${of(chart, application)}, '${daysAgo(40)}', 1000)
        ON CONFLICT (account_id, application_id, chart, day) DO UPDATE SET value = excluded.value`
    )
  }
  await rows(
    gateway,
    `INSERT INTO connect_paywall_charts (account_id, application_id, chart, name, unit, at)
      VALUES (${of("proceeds")}, 'Proceeds', '$', now()) ON CONFLICT DO NOTHING`
  )
  for (const [ago, value] of [
    [5, 12.5],
    [2, 20]
  ]) {
    await rows(
      gateway,
      `INSERT INTO connect_paywall_days (account_id, application_id, chart, day, value)
        VALUES (${of("proceeds")}, '${daysAgo(ago ?? 0)}', ${value})
        ON CONFLICT (account_id, application_id, chart, day) DO UPDATE SET value = excluded.value`
    )
  }
  return person
}
export type Looking = Awaited<ReturnType<typeof looking>>
