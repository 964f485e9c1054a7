import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../api.ts"
import type { KeyRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { AnswerView } from "../panels/AnswerView.tsx"
import { askOperation } from "../panels/call.ts"
import { Price } from "../panels/Price.tsx"
import { useCatalogue } from "../session.ts"
import { Button, Card, Code, Failed } from "../ui/basics.tsx"
import { Icon } from "../ui/icons.tsx"

const Step = ({
  children,
  done,
  n,
  title
}: {
  readonly n: number
  readonly title: string
  readonly done: boolean
  readonly children: React.ReactNode
}) => (
  <li className="flex min-w-0 gap-3">
    <span
      className={`grid size-7 flex-none place-items-center rounded-full border text-sm font-semibold ${done ? "border-ok bg-ok-soft text-ok" : "border-accent text-accent"}`}
    >
      {done ? <Icon name="check" size={14} /> : n}
    </span>
    <div className="min-w-0 flex-1 space-y-2">
      <h3 className="pt-0.5 font-medium">{title}</h3>
      {children}
    </div>
  </li>
)

/** From nothing to a call of one's own: key, call, MCP. */
export const FirstSteps = ({
  hasApp,
  hasCalled,
  keys
}: {
  readonly keys: ReadonlyArray<KeyRow>
  readonly hasCalled: boolean
  /** An app of the person's signed in by MCP. */
  readonly hasApp: boolean
}) => {
  const { data: catalogue } = useCatalogue()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState<unknown>()
  const queries = useQueryClient()
  const operation = catalogue?.operations.find(({ method, path }) => method === "GET" && path === "/v1/search")
  const url = catalogue?.gateway.url ?? location.origin
  const hasMcp = catalogue?.plugins.some(({ id }) => id === "mcp") === true
  const try1 = async () => {
    if (operation === undefined) return
    setBusy(true)
    setError(undefined)
    try {
      setAnswer(await askOperation(operation, { path: {}, query: { q: "photo", limit: "3" }, header: {} }))
      await queries.invalidateQueries({ queryKey: ["usage"] })
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t("Three steps to calls of your own")}>
      <ol className="space-y-5">
        <Step n={1} title={t("Make a key")} done={keys.some(({ revokedAt }) => revokedAt === null)}>
          <p className="text-sm text-muted">
            {t("Programs call with a key; its value is shown once.")}{" "}
            <Link to="/keys" className="text-accent underline">
              {t("Keys")}
            </Link>
          </p>
        </Step>
        <Step n={2} title={t("Call")} done={hasCalled || answer !== undefined}>
          <p className="text-sm text-muted">
            {t("Try one here, from this page. It's a real call, and costs what its button says.")}
          </p>
          {operation === undefined ? null : (
            <Button look="main" busy={busy} icon="play" onClick={() => void try1()}>
              {t("Search for “photo”")}
              <Price operation={operation} />
            </Button>
          )}
          {error === undefined ? null : <Failed error={error} />}
          {answer === undefined ? (
            <Code>{`curl -s -H "X-API-Key: $STOREGLASS_API_KEY" "${url}/v1/search?q=photo&limit=3"`}</Code>
          ) : (
            <AnswerView answer={answer} operation={operation} title={t("Search for “photo”")} />
          )}
        </Step>
        {hasMcp ? (
          <Step n={3} title={t("Connect an assistant")} done={hasApp}>
            <p className="text-sm text-muted">
              {t("Give an MCP client this address. It signs in by itself, and asks you what it may do.")}
            </p>
            <Code>{`${url}/mcp`}</Code>
          </Step>
        ) : null}
      </ol>
    </Card>
  )
}
