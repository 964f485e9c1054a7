/** Somebody who is signed in and kept the analyses of an app. */
import { sampleValues, type TestGateway } from "@storeglass/testkit"
import { assert } from "vitest"
import { signedIn } from "../../account/test/signedIn.ts"

export const settings = {
  stores: true,
  keywords: true,
  workspace: true,
  "connect-storeb": true,
  aso: { storeRequests: 80, storeWaitMs: 60_000 },
  account: true
} as const

export const looking = async (gateway: TestGateway) => {
  const person = await signedIn(() => gateway)
  const { id: appId = "" } = await sampleValues(gateway)
  for (const what of ["audit", "brief", "opportunities"]) {
    const answer = await gateway.ask(`/v1/aso/apps/${appId}/${what}?save=true`, { key: person.key })
    assert.strictEqual(answer.status, 200, answer.text)
  }
  return { ...person, appId }
}
export type Looking = Awaited<ReturnType<typeof looking>>
