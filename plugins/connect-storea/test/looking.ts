/** Somebody who is signed in and whose console is the demo's, with figures that were read and a change that was made. */
import { connectDemo, rows, type TestGateway } from "@storeglass/testkit"
import { signedIn } from "../../account/test/signedIn.ts"
import { SyncConsole } from "../src/sync/Nightly.ts"
import { consoleCalls } from "./calls.ts"
import { at } from "./support.ts"

/** No sync runs in the background: tests run one when they want it. */
export const idle = { jobs: { lanes: { "connect-storea.sync": 0 } } }

export const looking = async (gateway: TestGateway) => {
  const person = await signedIn(() => gateway)
  await connectDemo(gateway, person)
  await gateway.runJob(SyncConsole, { accountId: person.accountId })
  await consoleCalls(gateway, person, "connectStoreaChanges_changes")
  const [most] = await rows(
    gateway,
    `SELECT app_id AS "appId" FROM connect_storea_figures
      WHERE account_id = '${person.accountId}' AND measure = 'first_downloads' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`
  )
  return { ...person, appId: String(at(most, "appId")) }
}
export type Looking = Awaited<ReturnType<typeof looking>>
