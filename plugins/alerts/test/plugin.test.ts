import { Alerts } from "@storeglass/plugin-api"
import { at, describePlugin } from "@storeglass/testkit"
import { type Visitor, visitor } from "../../account/test/visitor.ts"
import { bot, emailOf, operator, startLink, write } from "./support.ts"

let signedIn: Promise<Visitor> | undefined
/** Hours in which it's quiet now. */
const quiet = () => {
  const hour = new Date().getUTCHours()
  return { from: hour, to: (hour + 3) % 24, zone: "UTC" }
}
const callOf = (operationId: string) =>
  operationId === "alertsDashboard_linkChat"
    ? { body: {} }
    : operationId === "alertsDashboard_unlinkChat"
      ? { values: { chatId: "4711" } }
      : operationId === "alertsDashboard_chooseKind"
        ? { values: { kind: "alerts.credits" }, body: { on: false } }
        : operationId === "alertsDashboard_setQuiet"
          ? { body: quiet() }
          : operationId === "alertsDashboard_addChannel"
            ? { body: { url: slackUrl, name: "Releases" } }
            : operationId === "alertsDashboard_addRule"
              ? { body: { appId: "700001", platform: "storea", atLeast: 10, weekdays: ["mon"] } }
              : {}

let slackUrl = ""
describePlugin("alerts", {
  plugins: { alerts: { bot }, account: true, stores: true, keywords: true, workspace: true },
  prepare: async (gateway, { accountId, key: own }, operationId) => {
    const email = await emailOf(gateway, accountId)
    if (!operationId.startsWith("alertsDashboard_")) {
      return {
        alerts_startLink: { body: { email } },
        alerts_paired: { values: { email } },
        alerts_unpair: { body: { email, chatId: "4711" } }
      }
    }
    const { key } = await operator(gateway)
    const { token } = await startLink(gateway, key, email)
    await write(gateway, `/start ${token}`)
    signedIn ??= visitor(() => gateway)
    const { ask, headers, join } = await signedIn
    await join(accountId, "member")
    await gateway.ask("/v1/user/apps", {
      method: "POST",
      key: own,
      body: { platform: "storea", appId: "700001", country: "us", appName: "Lens" }
    })
    slackUrl = `${gateway.running.sandbox?.baseUrls.bot}/services/T1/B1/abc`
    const channel = await ask("/dashboard/api/alerts/channels", { method: "POST", body: { url: slackUrl } })
    const channelId = String(at(channel.json, "data", "channels", 0, "id"))
    const rule = callOf("alertsDashboard_addRule").body
    const { json } = await ask("/dashboard/api/alerts/rules", { method: "POST", body: rule })
    const ruleId = String(at(json, "data", "rules", 0, "id"))
    await ask("/dashboard/api/alerts/quiet", { method: "PUT", body: quiet() })
    const alert = { kind: "alerts.credits", title: "Something", text: "A text.", url: "https://example.com" }
    await gateway.run(Alerts.use(({ notify }) => notify(accountId, alert)))
    const removing =
      operationId === "alertsDashboard_removeRule"
        ? { values: { ruleId } }
        : operationId === "alertsDashboard_removeChannel"
          ? { values: { channelId } }
          : {}
    return { [operationId]: { ...callOf(operationId), ...removing, headers: headers() } }
  }
})
