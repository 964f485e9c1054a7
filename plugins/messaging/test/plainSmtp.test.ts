import { rootCertificates } from "node:tls"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { usePluginGateway } from "@storeglass/testkit"
import plugin from "../src/plugin.ts"
import { startSmtp } from "./smtpServer.ts"
import { hello, operator, post } from "./support.ts"

const server = await startSmtp()
// The certificate is of another authority than the one that this gateway trusts.
const gateway = usePluginGateway(plugin, {
  settings: {
    smtp: { host: "localhost", port: server.port, user: "gateway", password: "smtp-canary", ca: rootCertificates[0] }
  }
})

afterAll(server.stop)

describe("a mail server whose certificate isn't trusted", () => {
  it("gets no mail and no password", async () => {
    const answer = await post(gateway(), (await operator(gateway())).key, "send-email", hello)
    assert.deepEqual([answer.status, answer.code], [502, "UPSTREAM_ERROR"], answer.text)
    assert.deepEqual(server.received, [])
  })
})
