import { at, type PreparedCalls, sampleValues, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { accepted, ended } from "./support.ts"

/** Calls that nothing can make up: for an app of the store, and of a job that was taken. */
export const adCreativesCalls = async (
  gateway: TestGateway,
  account: Pick<TestAccount, "key">,
  { hasWorkers }: { readonly hasWorkers: boolean }
): Promise<PreparedCalls> => {
  const { id = "" } = await sampleValues(gateway)
  const app = { platform: "storea", appId: id }
  const jobId = await accepted(gateway, account, { ...app, quality: "low" })
  if (hasWorkers) {
    const job = await ended(gateway, account, jobId)
    if (at(job, "status") !== "completed") throw new Error(JSON.stringify(job))
  }
  return {
    adCreatives_generate: { body: { ...app, style: "professional", quality: "low" } },
    adCreatives_job: { values: { jobId } }
  }
}
