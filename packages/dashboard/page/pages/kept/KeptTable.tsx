import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type FormEvent, type ReactNode, useState } from "react"
import { t } from "../../i18n.ts"
import { useAddress } from "../../link.ts"
import { isAtLeast, useRole } from "../../session.ts"
import { Badge, Button, Empty, Failed, Input, Loading } from "../../ui/basics.tsx"
import { Table } from "../../ui/Table.tsx"
import { Value } from "../../views/DrawnView.tsx"
import { columns, type Listed, lookIn, type Row, sorted, textOf, textsOf, usualColumns } from "./look.ts"
import { useAsked, type useKept } from "./useKept.ts"
import { columnName } from "./ViewBar.tsx"

const idOf = (row: Row): string => (typeof row.id === "string" ? row.id : "")

/** The rows of a list of the workspace, as its view has them; those that are chosen can be tagged. */
export const KeptTable = ({
  kept: { query, rows, total },
  listed,
  title
}: {
  readonly listed: Listed
  readonly title: string
  readonly kept: ReturnType<typeof useKept>
}) => {
  const [search, setSearch] = useAddress()
  const look = lookIn(listed, search)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mayWrite = isAtLeast(useRole(), "member")
  if (query.isPending) return <Loading lines={4} />
  if (query.error !== null) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (rows.length === 0) {
    return (
      <Empty>
        {Object.keys(look.filter).length === 0
          ? t("There's nothing yet.")
          : t("Nothing fits these filters. Take one of them off.")}
      </Empty>
    )
  }
  const shown = sorted(listed, rows, look)
  // Those that a filter has hidden since aren't changed.
  const selected = shown.filter((row) => chosen.has(idOf(row)))
  const choose = (row: Row, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(idOf(row))
    else next.delete(idOf(row))
    setChosen(next)
  }
  const names = look.columns.length === 0 ? usualColumns[listed] : look.columns
  const cellOf = (name: string, row: Row): ReactNode => {
    const value = row[columns[listed][name] ?? name]
    if (name === "tags") {
      return (
        <span className="inline-flex flex-wrap gap-1">
          {textsOf(value).map((tag) => (
            <button key={tag} type="button" title={t("Only those with this tag")} onClick={() => setSearch({ tag })}>
              <Badge tone={tag === look.filter.tag ? "accent" : "plain"}>{tag}</Badge>
            </button>
          ))}
        </span>
      )
    }
    if (name === "appName") {
      return (
        <Link
          to="/apps/$platform/$app"
          params={{ platform: textOf(row.platform), app: textOf(row.appId) }}
          className="text-accent underline"
        >
          {textOf(value) || textOf(row.appId)}
        </Link>
      )
    }
    return <Value value={value} field={name} />
  }
  return (
    <>
      <Table
        title={title}
        rows={shown}
        keyOf={idOf}
        columns={[
          ...(mayWrite
            ? [
                {
                  title: t("Chosen"),
                  cell: (row: Row) => (
                    <input
                      type="checkbox"
                      className="size-4 accent-accent"
                      aria-label={t("Choose {name}", {
                        name: textOf(row.appName) || textOf(row.typed) || textOf(row.appId)
                      })}
                      checked={chosen.has(idOf(row))}
                      onChange={(event) => choose(row, event.target.checked)}
                    />
                  )
                }
              ]
            : []),
          ...names.map((name) => ({
            title: columnName(name),
            end: rows.some((row) => typeof row[columns[listed][name] ?? name] === "number") && name !== "appId",
            cell: (row: Row) => cellOf(name, row)
          }))
        ]}
      />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <p className="text-xs text-muted">
          {rows.length < total
            ? t("The first {n} of {total}; filters look through all.", { n: rows.length, total })
            : t("{n, plural, one {# row} other {# rows}}", { n: total })}
        </p>
        {mayWrite ? (
          <Tagging
            listed={listed}
            ids={selected.map(idOf)}
            all={() => setChosen(new Set(selected.length === shown.length ? [] : shown.map(idOf)))}
            isAll={selected.length === shown.length}
          />
        ) : null}
      </div>
    </>
  )
}

/** Puts a tag on chosen rows, or takes it off. */
const Tagging = ({
  all,
  ids,
  isAll,
  listed
}: {
  readonly listed: Listed
  readonly ids: ReadonlyArray<string>
  readonly all: () => void
  readonly isAll: boolean
}) => {
  const [tag, setTag] = useState("")
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [done, setDone] = useState<number>()
  const ask = useAsked("workspace_tagRows")
  const queries = useQueryClient()
  const go = async (how: "add" | "remove") => {
    setBusy(true)
    setError(undefined)
    setDone(undefined)
    try {
      const { data } = await ask({ body: { [listed]: ids, [how]: [tag.trim()] } })
      const changed: unknown = typeof data === "object" && data !== null ? Reflect.get(data, listed) : undefined
      setDone(typeof changed === "number" ? changed : 0)
      await queries.invalidateQueries({ queryKey: ["block"] })
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const on = (event: FormEvent) => {
    event.preventDefault()
    void go("add")
  }
  return (
    <form onSubmit={on} className="min-w-0 space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button look="quiet" onClick={all}>
          {isAll ? t("Choose none") : t("Choose all shown")}
        </Button>
        <Input
          className="w-52!"
          aria-label={t("Tag for what is chosen")}
          placeholder={t("Tag for what is chosen")}
          maxLength={40}
          required
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={ids.length === 0 || tag.trim() === ""}>
          {t("Tag {n}", { n: ids.length })}
        </Button>
        <Button busy={busy} disabled={ids.length === 0 || tag.trim() === ""} onClick={() => void go("remove")}>
          {t("Take it off")}
        </Button>
      </div>
      <p role="status" className="text-xs text-muted">
        {done === undefined ? "" : t("{n, plural, one {# row was changed.} other {# rows were changed.}}", { n: done })}
      </p>
      {error === undefined ? null : <Failed error={error} />}
    </form>
  )
}
