import { defineCommands, jsonFlag, print, RunningGateway, urlFlag } from "@storeglass/plugin-api/cli"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { datePresets } from "./ads.ts"

const ads = Command.make(
  "ads",
  {
    app: Argument.String("app").pipe(Argument.withDescription("The app's id at storea.")),
    countries: Flag.String("countries").pipe(
      Flag.withDescription("EU storefronts, such as DE,FR. Default: all."),
      Flag.optional
    ),
    window: Flag.Literals("window", datePresets).pipe(
      Flag.withDescription("Days before the repository's last one. Default LAST_90_DAYS."),
      Flag.withDefault("LAST_90_DAYS" as const)
    ),
    include: Flag.String("include").pipe(
      Flag.withDescription("Reports to add: creatives,productPages,history,developer,moves,restrictions."),
      Flag.withDefault("creatives")
    ),
    save: Flag.Boolean("save").pipe(
      Flag.withDescription("Keep the answer as a report in your workspace."),
      Flag.withDefault(false)
    ),
    url: urlFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ app, countries, include, json, save, url, window }) {
    const { told } = yield* Effect.promise(() => import("./told.ts"))
    const gateway = yield* RunningGateway
    const answer = yield* gateway.ask(Option.getOrUndefined(url), {
      method: "GET",
      path: `/v1/apps/${encodeURIComponent(app)}/storea-ads`,
      query: {
        countries: Option.getOrUndefined(countries),
        datePreset: window,
        include,
        includeAds: "false",
        save: String(save)
      }
    })
    yield* print(json, answer, yield* told(answer))
  })
).pipe(Command.withDescription("Show an app's ads in the EU storefronts: where, since when and with which creatives."))

export default defineCommands(ads)
