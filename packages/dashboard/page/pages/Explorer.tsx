import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { useEffect, useMemo, useState } from "react"
import { samplesOf } from "../../../docs/src/assets/samples.js"
import type { Answer } from "../api.ts"
import type { OperationRow, Shapes } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { AnswerView } from "../panels/AnswerView.tsx"
import { addressOf, pathNames, type Values } from "../panels/call.ts"
import { type Filled, nothingFilled, OperationForm, valuesOf } from "../panels/OperationForm.tsx"
import { priceText } from "../panels/Price.tsx"
import { type Form, formOf } from "../panels/schema.ts"
import { shapesQuery, useCatalogue } from "../session.ts"
import { Badge, Card, Code, Empty, Failed, Input, Loading, PageTitle } from "../ui/basics.tsx"
import { Segments } from "../ui/Segments.tsx"

const methodTones = { GET: "good", POST: "accent", PUT: "warn", PATCH: "warn", DELETE: "bad" } as const
const isMethod = (method: string): method is keyof typeof methodTones => method in methodTones

const Method = ({ method }: { readonly method: string }) => (
  <Badge tone={isMethod(method) ? methodTones[method] : "plain"}>
    <span className="font-mono">{method}</span>
  </Badge>
)

/** Every operation, to be found by its words. */
export const ExplorerPage = () => {
  const [search, setSearch] = useAddress()
  const { data, error, isPending } = useCatalogue()
  if (isPending) return <Loading lines={8} />
  if (error !== null) return <Failed error={error} />
  const asked = (search.q ?? "").toLowerCase().split(/\s+/)
  const all = data.operations.filter(({ access }) => access !== "session")
  const shown = all.filter(({ method, path, plugin, summary }) =>
    asked.every((word) => `${summary} ${method} ${path} ${plugin}`.toLowerCase().includes(word))
  )
  const groups = data.plugins.flatMap((plugin) => {
    const operations = shown.filter((operation) => operation.plugin === plugin.id)
    return operations.length === 0 ? [] : [{ ...plugin, operations }]
  })
  return (
    <>
      <PageTitle lead={t("Ask any operation from here, on the account's credits. The price is on the button.")}>
        {t("Explorer")}
      </PageTitle>
      <Input
        type="search"
        className="mb-5 max-w-xl"
        aria-label={t("Search {n} operations", { n: all.length })}
        placeholder={t("Search {n} operations", { n: all.length })}
        value={search.q ?? ""}
        onChange={(event) => setSearch({ q: event.target.value })}
      />
      {groups.length === 0 ? <Empty>{t("No operation has these words.")}</Empty> : null}
      <div className="space-y-5">
        {groups.map(({ description, id, operations }) => (
          <Card key={id} title={<span className="capitalize">{id.replaceAll("-", " ")}</span>}>
            <p className="-mt-2 mb-2 text-sm text-muted">{description}</p>
            <ul className="divide-y divide-line">
              {operations.map((operation) => (
                <li key={operation.id}>
                  <Link
                    to="/explorer/$operation"
                    params={{ operation: operation.id }}
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded py-2 text-sm hover:bg-panel"
                  >
                    <span className="w-16 flex-none">
                      <Method method={operation.method} />
                    </span>
                    <span className="min-w-0 flex-1 basis-60">
                      <span className="font-medium">{operation.summary}</span>
                      <span className="ms-2 font-mono text-xs break-all text-muted">{operation.path}</span>
                    </span>
                    <span className="text-xs text-muted">{priceText(operation)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  )
}

/** What stands in the address, in the fields that are called so. */
const filledBy = (form: Form, search: Readonly<Record<string, string | undefined>>): Filled => {
  const of = (fields: Form["path"]) =>
    Object.fromEntries(fields.flatMap(({ name }) => (search[name] === undefined ? [] : [[name, search[name]]])))
  return { ...nothingFilled, path: of(form.path), query: of(form.query) }
}

/** An operation with its form, its answer and how it's called from elsewhere. */
export const OperationPage = () => {
  const { operation: id } = useParams({ strict: false })
  const { data, error, isPending } = useCatalogue()
  if (isPending) return <Loading lines={8} />
  if (error !== null) return <Failed error={error} />
  const operation = data.operations.find((row) => row.id === id)
  if (operation === undefined)
    return <Empty>{t("There's no such operation here; its plugin may not be enabled.")}</Empty>
  return (
    <Opened
      key={operation.id}
      operation={operation}
      url={data.gateway.url}
      hasMcp={data.plugins.some((plugin) => plugin.id === "mcp")}
    />
  )
}

const Opened = ({
  hasMcp,
  operation,
  url
}: {
  readonly operation: OperationRow
  readonly url: string
  readonly hasMcp: boolean
}) => {
  const [search, setSearch] = useAddress()
  const { data: shapes } = useQuery(shapesQuery(operation.id))
  const form = useMemo(() => (shapes === undefined ? undefined : formOf(shapes)), [shapes])
  const [filled, setFilled] = useState<Filled>()
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    if (form !== undefined && filled === undefined) setFilled(filledBy(form, search))
  }, [form, filled, search])
  const values = useMemo((): Values | undefined => {
    if (form === undefined || filled === undefined) return undefined
    try {
      return valuesOf(form, filled, {})
    } catch {
      return undefined
    }
  }, [form, filled])
  const answered = (next: Answer, sent: Values) => {
    setAnswer(next)
    // The address has what was asked, so that it can be passed on; never a header or a body.
    setSearch({
      ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
      ...sent.path,
      ...sent.query
    })
  }
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/explorer" className="text-accent underline">
          {t("All operations")}
        </Link>
      </p>
      <PageTitle
        lead={operation.description}
        aside={
          <a className="text-sm text-accent underline" href={`/docs/operations/${operation.id}`}>
            {t("In the documentation")}
          </a>
        }
      >
        {operation.summary}
      </PageTitle>
      <p className="mb-5 flex flex-wrap items-center gap-2 text-sm">
        <Method method={operation.method} />
        <code className="font-mono break-all">{operation.path}</code>
        <Badge>{priceText(operation)}</Badge>
        <Badge>{operation.plugin}</Badge>
      </p>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card title={t("Ask")}>
          {filled === undefined ? (
            <Loading />
          ) : (
            <OperationForm operation={operation} filled={filled} onFilled={setFilled} onAnswer={answered} />
          )}
        </Card>
        <div className="min-w-0 space-y-5">
          {answer === undefined ? null : (
            <Card title={t("Answer")}>
              <div role="status" aria-label={t("Answer")}>
                <AnswerView answer={answer} operation={operation} title={operation.summary} />
              </div>
            </Card>
          )}
          <Card title={t("From elsewhere")}>
            {values === undefined || shapes === undefined ? (
              <Loading />
            ) : (
              <Samples operation={operation} url={url} values={values} gives={shapes.gives} hasMcp={hasMcp} />
            )}
          </Card>
          {shapes === undefined ? null : (
            <details className="rounded-xl border border-line p-4">
              <summary className="font-semibold">{t("What may go wrong")}</summary>
              <ul className="mt-3 space-y-2 text-sm">
                {shapes.errors.map(({ code, meaning, status }) => (
                  <li key={`${status} ${code}`} className="flex gap-3">
                    <span className="w-10 flex-none text-muted tabular-nums">{status}</span>
                    <span className="min-w-0">
                      <code className="font-mono text-xs break-all">{code}</code>
                      <span className="block text-muted">{meaning}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </div>
    </>
  )
}

const Samples = ({
  gives,
  hasMcp,
  operation,
  url,
  values
}: {
  readonly operation: OperationRow
  readonly url: string
  readonly values: Values
  readonly gives: Shapes["gives"]
  readonly hasMcp: boolean
}) => {
  const [chosen, setChosen] = useState("curl")
  const samples = samplesOf({
    id: operation.id,
    method: operation.method,
    path: operation.path.replace(/:(\w+)/g, "{$1}"),
    url,
    keyed: operation.access === "key",
    gives,
    flat: true,
    values: { path: values.path, query: values.query, header: values.header },
    ...(values.body === undefined ? {} : { body: values.body })
  })
  const asTool = JSON.stringify(
    {
      name: operation.id,
      arguments: { ...values.path, ...values.query, ...(typeof values.body === "object" ? values.body : {}) }
    },
    null,
    2
  )
  const all = [
    ...samples.map(({ code, id, title }) => ({ id: String(id), title, code })),
    ...(hasMcp ? [{ id: "mcp", title: "MCP", code: asTool }] : [])
  ]
  const shown = all.find(({ id }) => id === chosen) ?? all[0]
  const missing = pathNames(operation).filter((name) => values.path[name] === undefined)
  return (
    <div className="space-y-3">
      <Segments
        title={t("Language")}
        apart
        className="text-xs"
        values={all.map(({ id }) => id)}
        value={shown?.id}
        nameOf={(id) => all.find((each) => each.id === id)?.title ?? id}
        onChange={setChosen}
      />
      {shown === undefined ? null : <Code>{shown.code}</Code>}
      <p className="text-xs break-all text-muted">
        {missing.length === 0
          ? addressOf(operation, values)
          : t("Still missing: {names}", { names: missing.join(", ") })}
      </p>
    </div>
  )
}
