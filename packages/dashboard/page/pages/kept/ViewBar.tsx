import { useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { words } from "../../format.ts"
import { t } from "../../i18n.ts"
import { useAddress } from "../../link.ts"
import { isAtLeast, useRole } from "../../session.ts"
import { Button, Check, Failed, Field, Input, Select } from "../../ui/basics.tsx"
import { Sure } from "../../ui/Confirm.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import {
  columns,
  type Filter,
  filters,
  isPlain,
  isSameLook,
  type Listed,
  type Look,
  lookIn,
  type SavedView,
  savedOf,
  searchOf,
  usualColumns
} from "./look.ts"
import { useAsked, useSavedViews, useTags } from "./useKept.ts"

const filterNames: Readonly<Record<Filter, () => string>> = {
  find: () => t("Has in its text"),
  tag: () => t("Tag"),
  platform: () => t("Store"),
  country: () => t("Country"),
  language: () => t("Language")
}

const columnNames: Readonly<Record<string, () => string>> = {
  appName: () => t("App"),
  appId: () => t("Id"),
  platform: () => t("Store"),
  country: () => t("Country"),
  developerName: () => t("Developer"),
  category: () => t("Category"),
  competitors: () => t("Competitors"),
  keywords: () => t("Keywords"),
  versions: () => t("Versions"),
  tags: () => t("Tags"),
  notes: () => t("Notes"),
  createdAt: () => t("Added"),
  updatedAt: () => t("Changed"),
  keyword: () => t("Keyword"),
  language: () => t("Language"),
  device: () => t("Device"),
  rank: () => t("Rank"),
  rankStatus: () => t("Measured"),
  status: () => t("Collection"),
  lastCollectedAt: () => t("Last searched")
}
export const columnName = (name: string): string => columnNames[name]?.() ?? words(name)

/** Filters, saved views, order and columns of a list of the workspace. */
export const ViewBar = ({ listed }: { readonly listed: Listed }) => {
  const [search, setSearch] = useAddress()
  const look = lookIn(listed, search)
  const views = useSavedViews(listed)
  const opened = views.find(({ id }) => id === search.view)
  const tags = useTags(listed)
  const isAsItIs = isPlain(listed, look)
  const show = (next: Look, view: string | undefined = search.view) => setSearch({ ...searchOf(listed, next), view })
  const filterBy = (name: Filter, value: string) => show({ ...look, filter: { ...look.filter, [name]: value } })
  const shownColumns = look.columns.length === 0 ? usualColumns[listed] : look.columns
  const askedBy = (name: Filter) => look.filter[name] ?? ""
  return (
    <div className="mb-4 space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        {views.length === 0 ? null : (
          <div className="min-w-40 flex-1 sm:max-w-56">
            <Field label={t("Saved view")}>
              {(ids) => (
                <Select
                  {...ids}
                  value={opened?.id ?? ""}
                  onChange={(event) => {
                    const view = views.find(({ id }) => id === event.target.value)
                    show(view ?? { filter: {}, sort: null, columns: [] }, view?.id)
                  }}
                >
                  <option value="">{t("none: all of them")}</option>
                  {views.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
        )}
        {filters[listed].map((name) => (
          <div key={name} className="min-w-32 flex-1 sm:max-w-44">
            <Field label={filterNames[name]()}>
              {(ids) =>
                name === "tag" || name === "platform" ? (
                  <Select {...ids} value={askedBy(name)} onChange={(event) => filterBy(name, event.target.value)}>
                    <option value="">{t("any")}</option>
                    {(name === "platform"
                      ? ["storea", "storeb"].map((store) => ({ value: store, title: store }))
                      : [
                          ...tags.map(({ rows, tag }) => ({ value: tag, title: `${tag} (${rows})` })),
                          // One of the address that no row has any more is still what is asked for.
                          ...(askedBy("tag") === "" || tags.some(({ tag }) => tag === askedBy("tag"))
                            ? []
                            : [{ value: askedBy("tag"), title: askedBy("tag") }])
                        ]
                    ).map(({ title, value }) => (
                      <option key={value} value={value}>
                        {title}
                      </option>
                    ))}
                  </Select>
                ) : (
                  <Typed ids={ids} value={askedBy(name)} onDone={(value) => filterBy(name, value)} />
                )
              }
            </Field>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <details className="rounded-lg border border-line text-sm open:basis-full">
          <summary className="min-h-9 px-3 py-1.5 font-medium">{t("Order and columns")}</summary>
          <div className="space-y-3 border-t border-line p-3">
            <div className="flex flex-wrap items-end gap-3">
              <div className="min-w-40">
                <Field label={t("Ordered by")}>
                  {(ids) => (
                    <Select
                      {...ids}
                      value={look.sort?.by ?? ""}
                      onChange={(event) =>
                        show({
                          ...look,
                          sort:
                            event.target.value === ""
                              ? null
                              : { by: event.target.value, descending: look.sort?.descending ?? false }
                        })
                      }
                    >
                      <option value="">{t("when they were added")}</option>
                      {Object.keys(columns[listed]).map((name) => (
                        <option key={name} value={name}>
                          {columnName(name)}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              </div>
              {look.sort === null ? null : (
                <Check
                  checked={look.sort.descending}
                  onChange={(descending) =>
                    show({ ...look, sort: look.sort === null ? null : { ...look.sort, descending } })
                  }
                >
                  {t("Largest or latest first")}
                </Check>
              )}
            </div>
            <fieldset>
              <legend className="mb-1 text-sm font-medium">{t("Columns")}</legend>
              <div className="flex flex-wrap gap-x-5 gap-y-2">
                {Object.keys(columns[listed]).map((name) => (
                  <Check
                    key={name}
                    checked={shownColumns.includes(name)}
                    // One at least is shown.
                    disabled={shownColumns.length === 1 && shownColumns.includes(name)}
                    onChange={(isShown) =>
                      show({
                        ...look,
                        columns: isShown ? [...shownColumns, name] : shownColumns.filter((each) => each !== name)
                      })
                    }
                  >
                    {columnName(name)}
                  </Check>
                ))}
              </div>
            </fieldset>
          </div>
        </details>
        {isAsItIs && listed === "apps" ? (
          <Button onClick={() => show({ ...look, columns: usualColumns.apps })}>{t("Show as a table")}</Button>
        ) : null}
        {isAsItIs ? null : (
          <Button
            onClick={() => setSearch({ ...searchOf(listed, { filter: {}, sort: null, columns: [] }), view: undefined })}
          >
            {t("Show all again")}
          </Button>
        )}
        <Saving listed={listed} look={look} opened={opened} isPlain={isAsItIs} />
      </div>
    </div>
  )
}

/** Text is asked by when it's done: each letter would be a request. */
const Typed = ({
  ids,
  onDone,
  value
}: {
  readonly ids: object
  readonly value: string
  readonly onDone: (value: string) => void
}) => {
  const [typed, setTyped] = useState<string>()
  const done = () => {
    if (typed !== undefined && typed.trim() !== value) onDone(typed.trim())
    setTyped(undefined)
  }
  return (
    <Input
      {...ids}
      type="search"
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === "Enter") done()
      }}
    />
  )
}

/** Keeps how the list is looked at, under a name. */
const Saving = ({
  isPlain,
  listed,
  look,
  opened
}: {
  readonly listed: Listed
  readonly look: Look
  readonly opened: SavedView | undefined
  readonly isPlain: boolean
}) => {
  const [, setSearch] = useAddress()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState("")
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const add = useAsked("workspace_addView")
  const update = useAsked("workspace_updateView")
  const remove = useAsked("workspace_removeView")
  if (!isAtLeast(useRole(), "member")) return null
  const refresh = () => queries.invalidateQueries({ queryKey: ["block", "workspace_views"] })
  const trying = async (act: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void trying(async () => {
      const { data } = await add({ body: { lists: listed, name: name.trim(), ...savedOf(look) } })
      await refresh()
      const id: unknown = typeof data === "object" && data !== null && "id" in data ? data.id : undefined
      setOpen(false)
      setName("")
      setSearch({ view: typeof id === "string" ? id : undefined })
    })
  }
  const isChanged = opened !== undefined && !isSameLook(listed, look, opened)
  return (
    <>
      {isPlain ? null : <Button onClick={() => setOpen(true)}>{t("Save as a view")}</Button>}
      {isChanged ? (
        <Button
          busy={busy}
          onClick={() =>
            void trying(async () => {
              await update({ body: { id: opened.id, ...savedOf(look) } })
              await refresh()
            })
          }
        >
          {t("Change the view {name}", { name: opened.name })}
        </Button>
      ) : null}
      {opened === undefined ? null : (
        <Sure
          title={t("Delete the view {name}", { name: opened.name })}
          button={t("Delete the view")}
          confirm={t("Delete")}
          look="quiet"
          act={async () => {
            await remove({ query: { id: opened.id } })
            await refresh()
            setSearch({ view: undefined })
          }}
        >
          {t("What it shows stays: only how it was looked at is forgotten.")}
        </Sure>
      )}
      {error === undefined || isOpen ? null : <Failed error={error} />}
      <Dialog title={t("Save as a view")} open={isOpen} onOpenChange={setOpen}>
        <form onSubmit={save} className="space-y-4">
          <p className="text-sm text-muted">
            {t("Filters, order and columns as they are now, for everybody in this account.")}
          </p>
          <Field label={t("Name of the view")}>
            {(ids) => (
              <Input
                {...ids}
                required
                maxLength={100}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          {error === undefined ? null : <Failed error={error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
            <Button type="submit" look="main" busy={busy} disabled={name.trim() === ""}>
              {t("Save")}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
