import {
  CommandFailed,
  CommandSettings,
  defineCommands,
  jsonFlag,
  print,
  table,
  urlFlag
} from "@storeglass/plugin-api/cli"
import { Clock, Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { currentYear } from "./rules/year.ts"

const lint = Command.make(
  "lint",
  {
    folder: Argument.String("folder").pipe(
      Argument.withDescription(
        "A repository, or its metadata folder: metadata/<locale>/name.txt, metadata/android/<locale>/title.txt."
      )
    ),
    brand: Flag.String("brand").pipe(
      Flag.withDescription("The app's own name, in which a hit is only information."),
      Flag.optional
    ),
    failOn: Flag.Literals("fail-on", ["error", "warning", "info"]).pipe(
      Flag.withDescription("The least severity that ends with exit code 1. Default error."),
      Flag.withDefault("error" as const)
    ),
    sarif: Flag.Boolean("sarif").pipe(
      Flag.withDescription("Print SARIF 2.1.0, for code hosts."),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ brand, failOn, folder, json, sarif }) {
    const { linting } = yield* Effect.promise(() => import("./lint/linting.ts"))
    const settings = yield* Effect.flatMap(CommandSettings, ({ of }) => of("aso"))
    const year = yield* currentYear
    const { counts, printed } = yield* linting({
      brand: Option.getOrUndefined(brand),
      folder,
      settings,
      year,
      format: sarif ? "sarif" : json ? "json" : "text"
    })
    yield* Console.log(printed)
    const failing = counts.error + (failOn === "error" ? 0 : counts.warning) + (failOn === "info" ? counts.info : 0)
    if (failing > 0) {
      return yield* new CommandFailed({
        message: `${failing} of severity ${failOn}${failOn === "error" ? "" : " or above"}`
      })
    }
  })
).pipe(Command.withDescription("Check the listings of a folder against the stores' rules."))

const rules = Command.make(
  "rules",
  {
    stale: Flag.Boolean("stale").pipe(
      Flag.withDescription("Only those whose source hasn't been read for 6 months."),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ json, stale }) {
    const { rulesAt } = yield* Effect.promise(() => import("./rules/stale.ts"))
    const all = rulesAt(yield* Clock.currentTimeMillis)
    const told = stale ? all.filter(({ isStale }) => isStale) : all
    const rows = told.map(({ basis, checkedOn, id, severity, source }) => [
      id,
      severity.storea ?? "-",
      severity.storeb ?? "-",
      checkedOn,
      basis,
      source.storea
    ])
    const text =
      told.length === 0
        ? `All ${all.length} rules were checked in the last 6 months.`
        : table(["rule", "storea", "storeb", "checked", "basis", "source"], rows)
    yield* print(json, told, text)
  })
).pipe(Command.withDescription("List the rules of listings, and when their sources were last read."))

const platformFlag = Flag.Literals("platform", ["storea", "storeb"]).pipe(
  Flag.withDescription("The app's store. Default storea."),
  Flag.withDefault("storea" as const)
)
const appArgument = Argument.String("app").pipe(Argument.withDescription("The app: its id at the store."))

const exportFolder = Command.make(
  "export",
  {
    app: appArgument,
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription(
        "Folder to write metadata/… into, or a file that ends in .zip. Default: the present folder."
      ),
      Flag.withDefault(".")
    ),
    platform: platformFlag,
    state: Flag.Literals("state", ["latest", "released", "draft"]).pipe(
      Flag.withDescription("Which version of each language. Default latest: the last one made."),
      Flag.withDefault("latest" as const)
    ),
    versions: Flag.String("versions").pipe(
      Flag.withDescription("Ids of versions instead, separated by commas."),
      Flag.optional
    ),
    url: urlFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ app, json, output, platform, state, url, versions }) {
    const { exporting } = yield* Effect.promise(() => import("./shipping/moving.ts"))
    const { answer, text } = yield* exporting({
      app,
      output,
      platform,
      state,
      url: Option.getOrUndefined(url),
      versions: Option.getOrUndefined(versions)
    })
    yield* print(json, answer, text)
  })
).pipe(Command.withDescription("Write the versions of your workspace as the folders that release tools read."))

const importFolder = Command.make(
  "import",
  {
    app: appArgument,
    folder: Argument.String("folder").pipe(
      Argument.withDescription("A repository, its metadata folder, or a zip of it.")
    ),
    platform: platformFlag,
    versionName: Flag.String("version-name").pipe(
      Flag.withDescription("What to call the drafts. Default: Folder and the day."),
      Flag.optional
    ),
    write: Flag.Boolean("write").pipe(
      Flag.withDescription("Make the drafts. Without it, only tells what would be made."),
      Flag.withDefault(false)
    ),
    url: urlFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ app, folder, json, platform, url, versionName, write }) {
    const { importing } = yield* Effect.promise(() => import("./shipping/moving.ts"))
    const { answer, text } = yield* importing({
      app,
      input: folder,
      platform,
      url: Option.getOrUndefined(url),
      versionName: Option.getOrUndefined(versionName),
      write
    })
    yield* print(json, answer, text)
  })
).pipe(Command.withDescription("Read a listing's folders as draft versions of your workspace: first a preview."))

const aso = Command.make("aso").pipe(
  Command.withDescription("Move listings between your workspace and the folders of release tools."),
  Command.withSubcommands([exportFolder, importFolder])
)

export default defineCommands(lint, rules, aso)
