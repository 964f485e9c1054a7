import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { change, read } from "../../api.ts"
import { unknown } from "../../format.ts"
import type { FoundAccount } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { useAddress } from "../../link.ts"
import { Button, Card, Empty, Failed, Field, Input, Loading, Time } from "../../ui/basics.tsx"
import { KeyField } from "../../ui/KeyField.tsx"
import { Table } from "../../ui/Table.tsx"
import { Form, useAct } from "../settings/parts.tsx"
import { AccountBadges } from "./Operators.tsx"

export const Accounts = () => {
  const [{ q = "" }, setSearch] = useAddress()
  const [text, setText] = useState(q)
  const { data, error, fetchNextPage, hasNextPage, isFetching, isFetchingNextPage, isPending, refetch } =
    useInfiniteQuery({
      queryKey: ["admin", "accounts", q],
      queryFn: ({ pageParam, signal }) =>
        read("/dashboard/api/admin/accounts", { query: { q, after: pageParam, limit: 25 } }, signal),
      initialPageParam: "",
      getNextPageParam: ({ next }) => next
    })
  const accounts = data?.pages.flatMap((page) => page.accounts) ?? []
  return (
    <Card title={t("Accounts")}>
      <div className="space-y-4">
        <Form className="flex flex-wrap items-end gap-2" submit={() => setSearch({ q: text.trim() })}>
          <div className="min-w-0 flex-1 basis-64">
            <Field
              label={t("Find accounts")}
              hint={t("By id, e-mail address, name, or a key's hint. Those found have it in their audit log.")}
            >
              {(ids) => <Input {...ids} type="search" value={text} onChange={(event) => setText(event.target.value)} />}
            </Field>
          </div>
          <Button type="submit" look="main" icon="search" busy={isFetching && !isFetchingNextPage} className="mb-5">
            {t("Find")}
          </Button>
        </Form>
        {isPending ? (
          <Loading lines={5} />
        ) : error !== null && accounts.length === 0 ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : accounts.length === 0 ? (
          <Empty>
            {q === ""
              ? t("There's no account yet. People make one by signing up; the command line does too.")
              : t("No account fits. Try a part of the address, or the last four characters of a key.")}
          </Empty>
        ) : (
          <Found accounts={accounts} />
        )}
        {hasNextPage ? (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("Show more")}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

const Found = ({ accounts }: { readonly accounts: ReadonlyArray<FoundAccount> }) => (
  <Table
    title={t("Accounts found")}
    rows={accounts}
    keyOf={({ id }) => id}
    columns={[
      {
        title: t("Account"),
        cell: ({ email, id }) => (
          <Link
            to="/admin/$account"
            params={{ account: id }}
            className="block max-w-72 min-w-0 font-medium break-words text-accent underline"
          >
            {email}
          </Link>
        )
      },
      {
        title: t("State"),
        cell: (account) => (
          <span className="flex flex-wrap justify-end gap-1 sm:justify-start">
            <AccountBadges account={account} />
          </span>
        )
      },
      {
        title: t("Owners"),
        cell: ({ owners }) =>
          owners.length === 0 ? unknown : <span className="block max-w-72 break-words">{owners.join(", ")}</span>
      },
      { title: t("Since"), cell: ({ createdAt }) => <Time at={createdAt} /> }
    ]}
  />
)

/** Somebody found a key: whose is it? */
export const FindKey = () => {
  const [key, setKey] = useState("")
  const [found, setFound] = useState<FoundAccount>()
  const { busy, outcome, run } = useAct()
  const find = async () => {
    setFound(undefined)
    const { account } = await change("POST", "/dashboard/api/admin/find-key", {
      body: {
        key
      }
    })
    setFound(account)
    setKey("")
  }
  return (
    <Card title={t("Whose key is it?")}>
      <div className="space-y-3">
        <Form submit={() => void run(find)}>
          <KeyField
            label={t("A key that somebody found")}
            hint={t("It's kept nowhere; that you asked stands in the account's audit log.")}
            value={key}
            set={setKey}
          />
          <Button type="submit" busy={busy} disabled={key.trim() === ""}>
            {t("Find its account")}
          </Button>
        </Form>
        {outcome}
        <div role="status">{found === undefined ? null : <Found accounts={[found]} />}</div>
      </div>
    </Card>
  )
}
