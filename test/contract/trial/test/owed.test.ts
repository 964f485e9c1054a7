import { describePlugin } from "@storeglass/testkit"
import { connect, greeting, makeNote, plugins, startScan, upload, vendorOf } from "./support.ts"

const vendorCalls = new Set(["trialVendor_campaign", "trialVendor_update", "trialVendor_report"])

// Every operation, and none is skipped.
describePlugin("trial", {
  plugins,
  config: { egress: { http: true, loopbackPort: 9 } },
  prepare: async (gateway, account, operation) => {
    const noteId = /^trialNotes_(list|get|replace|remove)$/.test(operation)
      ? await makeNote(gateway, account, "kept")
      : ""
    const scanId = /^trialScans_(get|cancel)$/.test(operation) ? await startScan(gateway, account, 2, 3600) : ""
    const client = await vendorOf(gateway).issue()
    if (vendorCalls.has(operation)) await connect(gateway, account)
    return {
      trialNotes_create: { body: { name: "new", text: "words" } },
      trialNotes_get: { values: { noteId } },
      trialNotes_replace: { values: { noteId }, body: { name: "other", text: "words" } },
      trialNotes_remove: { values: { noteId } },
      trialScans_start: { body: { pages: 3, delaySeconds: 3600 } },
      trialScans_get: { values: { scanId } },
      trialScans_cancel: { values: { scanId } },
      trialVendor_connect: { body: client },
      trialVendor_update: { body: { budget: 7, confirm: true } },
      trial_upload: { body: upload("words") },
      trial_sign: { body: { privateKey: client.privateKey } },
      trial_greet: { headers: greeting },
      trial_hook: { body: { url: "http://127.0.0.1:9/hook" } },
      trial_tell: { body: { text: "words" } },
      trial_schedule: { body: { everyMinutes: 60 } }
    }
  }
})
