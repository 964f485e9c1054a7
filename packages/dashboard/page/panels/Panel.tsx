import { type RowAction, rowPathsOf, type ShownView } from "@storeglass/plugin-api/draw"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { type Answer, isNotThereYet } from "../api.ts"
import type { AskedBlock, Block, Catalogue, Me, OperationRow, PanelRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { isAtLeast, roleOf, useCatalogue, useOperation, useRole, useSaid, useSession } from "../session.ts"
import { Button, Card, Empty, Failed, Loading, Note, Time } from "../ui/basics.tsx"
import { needsConfirmation, Reconfirm } from "../ui/Confirm.tsx"
import { DrawnView } from "../views/DrawnView.tsx"
import { Origin } from "../views/Origin.tsx"
import { askOperation, fixedOf, freeQuery, inPlaces, type PageValues, paidQuery } from "./call.ts"
import { PinButton, type Pinning } from "./PinButton.tsx"
import { Price } from "./Price.tsx"
import { blockName, panelName } from "./pins.ts"
import { RowActions, type RowValues } from "./RowActions.tsx"
import { isNarrow, Shows } from "./Shows.tsx"

// Forms are opened by a press: until then nobody needs what they're made with.
const FormOf = lazy(async () => ({ default: (await import("./FormBlock.tsx")).FormBlock }))

/** A panel in the language that is spoken. What its views show is said where it's drawn. */
const inLanguage = (panel: PanelRow, say: (text: string) => string): PanelRow => ({
  ...panel,
  title: say(panel.title),
  blocks: panel.blocks.map((block) =>
    block.kind === "text"
      ? { ...block, text: say(block.text) }
      : {
          ...block,
          ...(block.title === undefined ? {} : { title: say(block.title) }),
          ...(block.actions === undefined
            ? {}
            : { actions: block.actions.map((action) => ({ ...action, title: say(action.title) })) })
        }
  )
})
const OpenOf = lazy(async () => ({ default: (await import("./OpenBlock.tsx")).OpenBlock }))
const DownloadOf = lazy(async () => ({ default: (await import("./DownloadBlock.tsx")).DownloadBlock }))
const LiveOf = lazy(async () => ({ default: (await import("./LiveBlock.tsx")).LiveBlock }))

type Slot = PanelRow["slot"]

/** Panels of a slot that someone may see. */
const seenOf = ({ panels }: Catalogue, me: Me, slot: Slot): ReadonlyArray<PanelRow> => {
  const role = roleOf(me)
  return panels.filter(
    (panel) => panel.slot === slot && (panel.role === "operator" ? me.operator === "yes" : isAtLeast(role, panel.role))
  )
}

/** Panels that whoever is signed in may see, of a slot. */
export const usePanels = (slot: Slot): ReadonlyArray<PanelRow> => {
  const { data } = useCatalogue()
  const { me } = useSession()
  const say = useSaid()
  return data === undefined
    ? []
    : seenOf(data, me, slot).map((panel) => inLanguage(panel, (text) => say(panel.plugin, text)))
}

const shownBlocks = ({ blocks }: PanelRow, { platform }: PageValues) =>
  blocks.filter((block) => block.kind !== "marks" && isOfStore(block, platform))

/** What a block draws of its answer. */
const viewsOf = (block: AskedBlock, operation: OperationRow | undefined) =>
  block.shows?.map(({ view }) => view) ?? [block.view ?? operation?.view].filter((view) => view !== undefined)

const isOverTime = ({ kind }: ShownView) => kind === "series" || kind === "ranks"

const operationIn = (operations: ReadonlyArray<OperationRow>, { operation }: AskedBlock) =>
  operations.find(({ id }) => id === operation)

/** What the panels of a slot show without being asked for, and whether lines over time are among it. */
export const readsOf = (catalogue: Catalogue, me: Me, slot: Slot, page: PageValues) => {
  const blocks = seenOf(catalogue, me, slot)
    .filter(({ open }) => open !== "plan")
    .flatMap((panel) => shownBlocks(panel, page))
    .flatMap((block) => {
      if (block.kind !== "view") return []
      const operation = operationIn(catalogue.operations, block)
      const views = viewsOf(block, operation)
      return operation === undefined || views.length === 0 || operation.credits !== 0
        ? []
        : [{ block, operation, views }]
    })
  return {
    queries: blocks.map(({ block, operation }) => freeQuery(operation, fixedOf(block, page))),
    needsToken: blocks.some(({ operation }) => operation.access === "key"),
    isOverTime: blocks.some(({ views }) => views.some(isOverTime))
  }
}

/** Whether a block has something to say about apps of a store. */
export const isOfStore = (block: Block, platform: string | undefined): boolean =>
  block.kind === "text" ||
  block.platforms === undefined ||
  platform === undefined ||
  block.platforms.some((each) => each === platform)

/** The panels of each plugin together, under the title of its first. */
export const groupedByPlugin = (panels: ReadonlyArray<PanelRow>) =>
  [...Map.groupBy(panels, ({ plugin }) => plugin)].map(([plugin, own]) => ({
    plugin,
    title: own[0]?.title ?? plugin,
    panels: own
  }))

/** Whether a panel draws what half of a page is too narrow for: lines over time, or many columns. */
export const isBroadPanel = ({ blocks }: PanelRow, { operations }: Catalogue): boolean =>
  blocks.some(
    (block) =>
      block.kind === "view" &&
      viewsOf(block, operationIn(operations, block)).some(
        (view) =>
          isOverTime(view) ||
          (broadKinds.has(view.kind) && (!isNarrow(view) || (view.kind === "table" && block.actions !== undefined)))
      )
  )

/** Whether a block takes the whole width of its panel. */
const isFull = (block: Block, operation: OperationRow | undefined): boolean => {
  if (block.kind === "text" || block.shows !== undefined || block.live !== undefined) return true
  const views = viewsOf(block, operation)
  return operation !== undefined && operation.credits !== 0
    ? views.some((view) => broadKinds.has(view.kind) && !isNarrow(view))
    : views.some((view) => wideKinds.has(view.kind) || ("lines" in view && view.lines !== undefined))
}

/** The blocks that have the whole width: those that need it, and lines over time that would have nothing beside them. */
const fullOf = (blocks: ReadonlyArray<Block>, operations: ReadonlyArray<OperationRow>): ReadonlySet<Block> => {
  const full = new Set<Block>()
  let beside: Block | undefined
  const alone = () => {
    if (beside === undefined || beside.kind !== "view") return
    const operation = operationIn(operations, beside)
    if (operation?.credits === 0 && viewsOf(beside, operation).some(isOverTime)) full.add(beside)
  }
  for (const block of blocks) {
    if (isFull(block, block.kind === "text" ? undefined : operationIn(operations, block))) {
      full.add(block)
      alone()
      beside = undefined
    } else beside = beside === undefined ? block : undefined
  }
  alone()
  return full
}

/** One panel as a card. */
export const PanelCard = ({ page, panel }: { readonly panel: PanelRow; readonly page: PageValues }) => (
  <Card title={panel.title}>
    <PanelBlocks panel={panel} page={page} />
  </Card>
)

export const PanelBlocks = ({
  page,
  panel,
  pinnedAs
}: {
  readonly panel: PanelRow
  readonly page: PageValues
  /** What the app is called, where its blocks can be pinned. */
  readonly pinnedAs?: string
}) => {
  const { data: catalogue } = useCatalogue()
  if (panel.open === "plan") {
    return (
      <Empty
        action={
          <Link to="/plan" className="text-accent underline">
            {t("See the plans")}
          </Link>
        }
      >
        {t("The account's plan doesn't include this.")}
      </Empty>
    )
  }
  const shown = shownBlocks(panel, page)
  const full = fullOf(shown, catalogue?.operations ?? [])
  const inEnglish = catalogue?.panels.find((each) => panelName(each) === panelName(panel))
  /** What looking at for nothing is worth having on the overview. */
  const pinOf = (block: Block): Pinning | undefined => {
    const named = inEnglish?.blocks[panel.blocks.indexOf(block)]
    const { app, country, platform } = page
    if (
      pinnedAs === undefined ||
      block.kind !== "view" ||
      named === undefined ||
      app === undefined ||
      country === undefined
    )
      return undefined
    if (platform !== "storea" && platform !== "storeb") return undefined
    if (operationIn(catalogue?.operations ?? [], block)?.credits !== 0) return undefined
    return { panel: panelName(panel), block: blockName(named), appId: app, platform, country, name: pinnedAs }
  }
  // What is pressed stands in a row; what is looked at, two abreast where there's room.
  const groups: Array<{ readonly pressed: boolean; readonly blocks: Array<Block> }> = []
  for (const block of shown) {
    const pressed =
      (block.kind === "form" && block.live === undefined && block.shows === undefined) ||
      block.kind === "action" ||
      block.kind === "download"
    const last = groups.at(-1)
    if (last?.pressed === pressed) last.blocks.push(block)
    else groups.push({ pressed, blocks: [block] })
  }
  return (
    <div className="space-y-5">
      {groups.map(({ blocks, pressed }, at) => (
        <div
          key={at}
          className={
            pressed
              ? "flex flex-wrap items-start gap-2"
              : `grid gap-x-8 gap-y-5 ${blocks.length > 1 ? "xl:grid-cols-2" : ""}`
          }
        >
          {blocks.map((block, index) => (
            <BlockView
              key={block.kind === "text" ? index : `${block.operation} ${index}`}
              block={block}
              page={page}
              alone={shown.length === 1}
              isWhole={full.has(block)}
              pin={pinOf(block)}
              panelTitle={panel.title}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const BlockView = ({
  alone,
  block,
  isWhole,
  page,
  panelTitle,
  pin
}: {
  readonly pin: Pinning | undefined
  readonly block: Block
  readonly page: PageValues
  readonly alone: boolean
  /** Whether it has the whole width of its panel. */
  readonly isWhole: boolean
  readonly panelTitle: string
}) => {
  if (block.kind === "text") return <p className="col-span-full max-w-3xl text-sm text-muted">{block.text}</p>
  return <AskedView block={block} page={page} alone={alone} isWhole={isWhole} panelTitle={panelTitle} pin={pin} />
}

/** What is cut off in half the width. */
const broadKinds: ReadonlySet<string> = new Set(["table", "heatmap", "gallery"])
/** What has the whole width where it's looked at. */
const wideKinds: ReadonlySet<string> = new Set(["table", "heatmap", "gallery", "list", "stat"])

const AskedView = ({
  alone,
  block,
  isWhole,
  page,
  panelTitle,
  pin
}: {
  readonly pin: Pinning | undefined
  readonly block: AskedBlock
  readonly page: PageValues
  readonly alone: boolean
  readonly isWhole: boolean
  readonly panelTitle: string
}) => {
  const operation = useOperation(block.operation)
  const say = useSaid()
  if (operation === undefined) return null
  const title = block.title ?? say(operation.plugin, operation.summary)
  const isTitled = !(alone && (block.title === undefined || block.title === panelTitle))
  const body =
    block.kind === "view" ? (
      operation.credits === 0 ? (
        <FreeView block={block} operation={operation} page={page} title={title} />
      ) : (
        <PaidView block={block} operation={operation} page={page} title={title} />
      )
    ) : block.kind === "action" ? (
      <Action block={block} operation={operation} page={page} title={title} />
    ) : null
  if (block.kind === "form" && block.live !== undefined) {
    return (
      <div className="col-span-full min-w-0">
        {isTitled ? <h3 className="mb-2 text-sm font-semibold">{title}</h3> : null}
        <Suspense fallback={<Loading lines={4} />}>
          <LiveOf block={{ ...block, live: block.live }} operation={operation} page={page} title={title} />
        </Suspense>
      </div>
    )
  }
  if (block.kind === "form" && block.shows !== undefined) {
    return (
      <div className="col-span-full min-w-0">
        {isTitled ? <h3 className="mb-2 text-sm font-semibold">{title}</h3> : null}
        <Suspense fallback={<Loading lines={4} />}>
          <OpenOf block={{ ...block, shows: block.shows }} operation={operation} page={page} title={title} />
        </Suspense>
      </div>
    )
  }
  if (block.kind === "download") {
    return (
      <Suspense fallback={<Loading lines={1} />}>
        <DownloadOf block={block} operation={operation} page={page} title={title} />
      </Suspense>
    )
  }
  if (block.kind === "form") {
    return (
      <Suspense fallback={<Loading lines={1} />}>
        <FormOf
          title={title}
          operation={operation}
          fixed={fixedOf(block, page)}
          more={{
            page,
            only: block.fields,
            start: block.start,
            ...(block.values === undefined ? {} : { offers: block.values })
          }}
        />
      </Suspense>
    )
  }
  const isPaid = operation.credits !== 0
  return (
    <div className={`min-w-0 ${isWhole ? "col-span-full" : ""}`}>
      {isTitled && block.kind === "view" && !isPaid ? (
        <div className="mb-2 flex items-center gap-2">
          <h3 className="text-sm font-semibold">{title}</h3>
          {pin === undefined ? null : <PinButton of={pin} title={title} />}
        </div>
      ) : null}
      {body}
    </div>
  )
}

interface ViewProps {
  readonly block: AskedBlock
  readonly operation: OperationRow
  readonly page: PageValues
  readonly title: string
}

const actOf = (actions: ReadonlyArray<RowAction>, page: PageValues) => (row: RowValues) => (
  <RowActions actions={actions} row={row} page={page} />
)

const Drawing = ({ block, data, operation, page, title }: ViewProps & { readonly data: unknown }) => {
  if (block.shows !== undefined) return <Shows plugin={operation.plugin} shows={block.shows} data={data} />
  const view = block.view ?? operation.view
  return view === undefined ? null : (
    <DrawnView
      plugin={operation.plugin}
      view={view}
      data={data}
      title={title}
      {...(block.actions === undefined ? {} : { more: rowPathsOf(block.actions), act: actOf(block.actions, page) })}
    />
  )
}

const FreeView = ({ block, operation, page, title }: ViewProps) => {
  const fixed = fixedOf(block, page)
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(freeQuery(operation, fixed))
  if (isPending) return <Loading lines={4} />
  // Not there and not set up yet are what a newcomer meets first: no alarm.
  if (isNotThereYet(error))
    return (
      <Empty>
        <span lang="en">{error.sentence}</span>
      </Empty>
    )
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />
  return (
    <>
      {error === null ? null : (
        <Note tone="warn">
          {t("It couldn't be asked anew. What stands here is of")}{" "}
          <Time at={new Date(dataUpdatedAt).toISOString()} relative />.{" "}
          <button type="button" className="underline" onClick={() => void refetch()}>
            {t("Try again")}
          </button>
        </Note>
      )}
      <Drawing block={block} operation={operation} page={page} title={title} data={data} />
      <Origin data={data} />
    </>
  )
}

/** Asked when the button is pressed, which says the price. */
const PaidView = ({ block, operation, page, title }: ViewProps) => {
  const fixed = fixedOf(block, page)
  const { data, error, isFetching, refetch } = useQuery(paidQuery(operation, fixed))
  const queries = useQueryClient()
  const say = useSaid()
  const ask = async () => {
    await refetch()
    // What was answered is kept, and free panels show what is kept.
    await Promise.all([["usage"], ["block"]].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  const button = (
    <Button busy={isFetching} icon="play" onClick={() => void ask()}>
      {data === undefined ? t("Ask now") : t("Ask again")}
      <Price operation={operation} />
    </Button>
  )
  return (
    <div className="space-y-3 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="text-sm font-semibold">{title}</h3>
          <p lang="en" className="text-xs text-muted">
            {say(operation.plugin, operation.summary) === title ? operation.description : operation.summary}
          </p>
        </div>
        {button}
      </div>
      {data === undefined ? null : (
        <Drawing block={block} operation={operation} page={page} title={title} data={data.data} />
      )}
      <Origin data={data?.data} />
      {error === null ? null : <Failed error={error} />}
    </div>
  )
}

const Action = ({ block, operation, page, title }: ViewProps) => {
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const [error, setError] = useState<unknown>()
  const [answer, setAnswer] = useState<Answer>()
  const queries = useQueryClient()
  const role = useRole()
  const mayWrite = operation.reads || isAtLeast(role, "member")
  const go = async () => {
    if (operation.destroys && !asked) return setAsked(true)
    setBusy(true)
    setError(undefined)
    try {
      setAnswer(
        await askOperation(
          operation,
          inPlaces(operation, fixedOf(block, page)),
          operation.reads ? {} : { key: crypto.randomUUID() }
        )
      )
      setAsked(false)
      await queries.invalidateQueries({ queryKey: ["block"] })
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button
          look={operation.destroys ? "danger" : "plain"}
          busy={busy}
          disabled={!mayWrite}
          onClick={() => void go()}
        >
          {asked ? t("Really: {title}", { title }) : title}
          {operation.credits === 0 ? null : <Price operation={operation} />}
        </Button>
        {asked ? <Button onClick={() => setAsked(false)}>{t("Cancel")}</Button> : null}
      </div>
      {error === undefined ? null : needsConfirmation(error) ? (
        <Reconfirm done={() => void go()} />
      ) : (
        <Failed error={error} />
      )}
      {answer === undefined ? null : <Note tone="good">{t("Done.")}</Note>}
    </div>
  )
}
