/** Somebody who is signed in and whose console is the demo's, with reports, reviews and vitals that were read. */
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { connectDemo, type TestGateway } from "@storeglass/testkit"
import { signedIn } from "../../account/test/signedIn.ts"
import { SyncRoom } from "../src/sync/Syncs.ts"
import { at, base, dataOf, listAt } from "./support.ts"
import { readVitals } from "./vitals.support.ts"

export const looking = async (gateway: TestGateway) => {
  const person = await signedIn(() => gateway)
  const { accountId, key } = person
  await connectDemo(gateway, person)
  const apps = dataOf(await gateway.ask(`${base}/apps`, { key }))
  const packageName = String(at(listAt(apps, "items")[0], "packageName"))
  const from = plusDays(dayIn("UTC", Date.now()), -31).slice(0, 7)
  await gateway.runJob(SyncRoom, {
    accountId,
    room: "reports",
    task: { id: "looking", asked: { packageName, from } }
  })
  await readVitals(gateway, { accountId, packageName }, ["crashRate", "anrRate"])
  const reviews = dataOf(await gateway.ask(`${base}/apps/${packageName}/reviews`, { key }))
  const reviewId = String(
    at(
      listAt(reviews, "items").find((item) => at(item, "developerComment") === null),
      "reviewId"
    )
  )
  dataOf(
    await gateway.ask(`${base}/apps/${packageName}/reviews/${encodeURIComponent(reviewId)}/reply`, {
      method: "POST",
      key,
      body: { replyText: "Thank you for telling us." }
    })
  )
  return { ...person, packageName }
}
export type Looking = Awaited<ReturnType<typeof looking>>
