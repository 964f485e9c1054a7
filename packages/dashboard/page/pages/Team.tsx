import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { change, read } from "../api.ts"
import { number, unknown } from "../format.ts"
import type { Invited, Member, Role } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { roleName } from "../names.ts"
import { isAtLeast, useRole, useSession, waysQuery } from "../session.ts"
import {
  Badge,
  Button,
  Card,
  Empty,
  Failed,
  Field,
  Input,
  Loading,
  Note,
  PageTitle,
  Select,
  Stat,
  Time
} from "../ui/basics.tsx"
import { Sure } from "../ui/Confirm.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { OutboxNote } from "../ui/OutboxNote.tsx"
import { Table } from "../ui/Table.tsx"
import { Form, NotYours, RoleBadge, roles, Said, useAct, Value } from "./settings/parts.tsx"

const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, admin: 2, owner: 3 }
/** Those below one's own role, and owners all: as the gateway judges it. */
const mayTouch = (own: Role | undefined, other: Role): boolean =>
  own === "owner" || (own === "admin" && ranks[own] > ranks[other])

const roleTitle = (role: Role): string =>
  ({ owner: t("Owners"), admin: t("Admins"), member: t("Members"), viewer: t("Viewers") })[role]

const useMembers = () =>
  useQuery({
    queryKey: ["members"],
    queryFn: ({ signal }) => read("/dashboard/api/members", {}, signal)
  })
const useInvitations = (enabled: boolean) =>
  useQuery({
    queryKey: ["invitations"],
    queryFn: ({ signal }) => read("/dashboard/api/invitations", {}, signal),
    enabled
  })

/** Who is in the account, what they may do there, and who is to come. */
export const TeamPage = () => {
  const role = useRole()
  if (role === undefined) {
    return (
      <>
        <PageTitle>{t("Team")}</PageTitle>
        <div className="space-y-4">
          <OwnInvitations />
          <Empty>{t("You're in no account. Ask one of its owners to invite your address.")}</Empty>
        </div>
      </>
    )
  }
  return (
    <>
      <PageTitle lead={t("People of this account. Keys, credits and data belong to the account, not to them.")}>
        {t("Team")}
      </PageTitle>
      <div className="space-y-4">
        <OwnInvitations />
        <Numbers role={role} />
        <Members role={role} />
        <Inviting role={role} />
        <RoleTable />
        <Leaving role={role} />
      </div>
    </>
  )
}

const Numbers = ({ role }: { readonly role: Role }) => {
  const isAdmin = isAtLeast(role, "admin")
  const members = useMembers().data?.members
  const invitations = useInvitations(isAdmin).data?.invitations
  return (
    <section
      aria-label={t("Members by role")}
      className="grid grid-cols-2 gap-4 rounded-xl border border-line p-4 sm:grid-cols-3 lg:grid-cols-5"
    >
      {roles.map((each) => (
        <Stat key={each} label={roleTitle(each)}>
          {members === undefined ? unknown : number(members.filter((member) => member.role === each).length)}
        </Stat>
      ))}
      {isAdmin ? (
        <Stat label={t("Open invitations")}>{invitations === undefined ? unknown : number(invitations.length)}</Stat>
      ) : null}
    </section>
  )
}

const OwnInvitations = () => {
  const { reload } = useSession()
  const queries = useQueryClient()
  const { busy, outcome, run } = useAct()
  const { data } = useQuery({
    queryKey: ["own-invitations"],
    queryFn: ({ signal }) => read("/dashboard/api/me/invitations", {}, signal),
    retry: false
  })
  const open = data?.invitations ?? []
  if (open.length === 0) return null
  const accept = async (id: string) => {
    await change("POST", "/dashboard/api/me/invitations/:id/accept", { params: { id } })
    await queries.invalidateQueries()
    await reload()
  }
  const decline = async (id: string) => {
    await change("DELETE", "/dashboard/api/me/invitations/:id", { params: { id } })
    await queries.invalidateQueries({ queryKey: ["own-invitations"] })
  }
  return (
    <Card title={t("You're invited")} className="border-accent!">
      <ul className="divide-y divide-line">
        {open.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="text-sm break-words">
                {t("To the account {account}, as {role}", {
                  account: invitation.account ?? t("without an address"),
                  role: roleName(invitation.role)
                })}
              </p>
              <p className="text-xs text-muted">
                {invitation.invitedBy === null
                  ? t("By somebody who is gone")
                  : t("By {person}", { person: invitation.invitedBy })}
                {" · "}
                {t("open until")} <Time at={invitation.expiresAt} />
              </p>
            </div>
            <div className="flex gap-2">
              <Button look="main" busy={busy} onClick={() => void run(() => accept(invitation.id))}>
                {t("Accept")}
              </Button>
              <Button busy={busy} onClick={() => void run(() => decline(invitation.id))}>
                {t("Decline")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {outcome}
    </Card>
  )
}

const Members = ({ role }: { readonly role: Role }) => {
  const { data, error, isPending, refetch } = useMembers()
  const queries = useQueryClient()
  const [changed, setChanged] = useState<Member>()
  const remove = async ({ personId }: Member) => {
    await change("DELETE", "/dashboard/api/members/:personId", { params: { personId } })
    await queries.invalidateQueries({ queryKey: ["members"] })
    await queries.invalidateQueries({ queryKey: ["invitations"] })
  }
  return (
    <Card title={t("Members")}>
      {isPending ? (
        <Loading lines={4} />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <>
          <Table
            title={t("Members of the account")}
            rows={data.members}
            keyOf={({ personId }) => personId}
            columns={[
              {
                title: t("Person"),
                cell: (member) => (
                  <div className="min-w-0">
                    <div className="max-w-72 font-medium break-words">
                      {member.name === "" ? member.email : member.name}{" "}
                      {member.isYou ? <Badge tone="accent">{t("you")}</Badge> : null}
                    </div>
                    {member.name === "" ? null : (
                      <div className="max-w-72 text-xs break-words text-muted">{member.email}</div>
                    )}
                  </div>
                )
              },
              { title: t("Role"), cell: (member) => <RoleBadge role={member.role} /> },
              { title: t("Joined"), cell: (member) => <Time at={member.joinedAt} /> },
              ...(isAtLeast(role, "admin")
                ? [
                    {
                      title: "",
                      end: true,
                      cell: (member: Member) =>
                        member.isYou || !mayTouch(role, member.role) ? null : (
                          <div className="flex flex-wrap justify-end gap-2">
                            <Button onClick={() => setChanged(member)}>{t("Change role")}</Button>
                            <Sure
                              title={t("Remove {person}?", { person: member.name || member.email })}
                              button={t("Remove")}
                              confirm={t("Remove")}
                              act={() => remove(member)}
                            >
                              {t(
                                "Their sessions in this account end, and what they connected. Keys that they made stay: rotate those that they know."
                              )}
                            </Sure>
                          </div>
                        )
                    }
                  ]
                : [])
            ]}
          />
          {role === "owner" ? null : (
            <p className="mt-3 text-sm text-muted">
              {role === "admin"
                ? t("As admin you change and remove members and viewers; admins and owners are up to an owner.")
                : t("Changing roles and removing people takes the role admin; yours is {role}.", {
                    role: roleName(role)
                  })}
            </p>
          )}
        </>
      )}
      {changed === undefined ? null : <RoleDialog member={changed} role={role} close={() => setChanged(undefined)} />}
    </Card>
  )
}

/** The roles that somebody may give. */
const givable = (role: Role): ReadonlyArray<Role> => roles.filter((each) => mayTouch(role, each))

const roleMeaning = (role: Role): string =>
  ({
    viewer: t("Sees usage, requests, panels and reports, and calls what only reads."),
    member: t("Also calls everything, changes watchlists and alerts, and makes keys."),
    admin: t("Also changes all keys, vendors' connections, members and viewers, and reads the audit log."),
    owner: t("Also changes the plan, exports, transfers and deletes the account.")
  })[role]

const RoleSelect = ({
  onChange,
  role,
  value
}: {
  readonly role: Role
  readonly value: Role
  readonly onChange: (role: Role) => void
}) => (
  <Field label={t("Role")} hint={roleMeaning(value)}>
    {(ids) => (
      <Select
        {...ids}
        value={value}
        onChange={(event) => {
          const chosen = roles.find((each) => each === event.target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {givable(role).map((each) => (
          <option key={each} value={each}>
            {roleName(each)}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

const RoleDialog = ({
  close,
  member,
  role
}: {
  readonly member: Member
  readonly role: Role
  readonly close: () => void
}) => {
  const queries = useQueryClient()
  const [next, setNext] = useState<Role>(member.role)
  const { busy, outcome, run } = useAct()
  const save = async () => {
    await change("PATCH", "/dashboard/api/members/:personId", {
      params: { personId: member.personId },
      body: { role: next }
    })
    await queries.invalidateQueries({ queryKey: ["members"] })
    await queries.invalidateQueries({ queryKey: ["invitations"] })
    close()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("What {person} may do", { person: member.name === "" ? member.email : member.name })}
    >
      <div className="space-y-4">
        <Form submit={() => void run(save)}>
          <RoleSelect role={role} value={next} onChange={setNext} />
          <p className="text-sm text-muted">{t("In effect at once; for tokens of apps within 5 seconds.")}</p>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{t("Cancel")}</Button>
            <Button type="submit" look="main" busy={busy} disabled={next === member.role}>
              {t("Save")}
            </Button>
          </div>
        </Form>
        {outcome}
      </div>
    </Dialog>
  )
}

const Inviting = ({ role }: { readonly role: Role }) => {
  const isAdmin = isAtLeast(role, "admin")
  return (
    <Card title={t("Invitations")}>
      {isAdmin ? (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,22rem)_1fr]">
          <InviteForm role={role} />
          <OpenInvitations />
        </div>
      ) : (
        <NotYours needs="admin" role={role} />
      )}
    </Card>
  )
}

const InviteForm = ({ role }: { readonly role: Role }) => {
  const queries = useQueryClient()
  const { data: ways } = useQuery(waysQuery)
  const [email, setEmail] = useState("")
  const [given, setGiven] = useState<Role>("member")
  const [invited, setInvited] = useState<Invited>()
  const { busy, outcome, run } = useAct()
  const invite = async () => {
    setInvited(undefined)
    setInvited(await change("POST", "/dashboard/api/invitations", { body: { email, role: given } }))
    setEmail("")
    await queries.invalidateQueries({ queryKey: ["invitations"] })
  }
  return (
    <div className="min-w-0 space-y-3">
      <h3 className="text-sm font-semibold">{t("Invite someone")}</h3>
      <Form submit={() => void run(invite)}>
        <Field
          label={t("E-mail address")}
          hint={
            ways?.mail === false
              ? t("This gateway sends no mail: you get a link to hand over.")
              : t("They get a mail that is good once, for 7 days.")
          }
        >
          {(ids) => (
            <Input
              {...ids}
              type="email"
              required
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <RoleSelect role={role} value={given} onChange={setGiven} />
        <Button type="submit" look="main" busy={busy} disabled={email === ""}>
          {t("Invite")}
        </Button>
      </Form>
      {outcome}
      <Said>
        {invited === undefined
          ? null
          : invited.mailed
            ? t("An invitation is on its way to {email}.", { email: invited.invitation.email })
            : t("Hand this link to {email}. It's shown here only.", { email: invited.invitation.email })}
      </Said>
      {invited === undefined || invited.link === null ? null : <Value>{invited.link}</Value>}
      {invited?.mailed === true ? <OutboxNote ways={ways} /> : null}
    </div>
  )
}

const OpenInvitations = () => {
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useInvitations(true)
  const { busy, outcome, run } = useAct()
  const withdraw = async (id: string) => {
    await change("DELETE", "/dashboard/api/invitations/:id", { params: { id } })
    await queries.invalidateQueries({ queryKey: ["invitations"] })
  }
  return (
    <div className="min-w-0 space-y-3">
      <h3 className="text-sm font-semibold">{t("Open invitations")}</h3>
      {isPending ? (
        <Loading />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data.invitations.length === 0 ? (
        <Empty>{t("Nobody is invited at the moment.")}</Empty>
      ) : (
        <Table
          title={t("Open invitations")}
          rows={data.invitations}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t("Address"),
              cell: ({ email, invitedBy }) => (
                <div className="min-w-0">
                  <div className="max-w-60 break-words">{email}</div>
                  <div className="max-w-60 text-xs break-words text-muted">
                    {invitedBy === null ? t("By somebody who is gone") : t("By {person}", { person: invitedBy })}
                  </div>
                </div>
              )
            },
            { title: t("Role"), cell: (invitation) => <RoleBadge role={invitation.role} /> },
            { title: t("Open until"), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
            {
              title: "",
              end: true,
              cell: ({ email, id }) => (
                <Button
                  busy={busy}
                  aria-label={t("Withdraw the invitation of {email}", { email })}
                  onClick={() => void run(() => withdraw(id))}
                >
                  {t("Withdraw")}
                </Button>
              )
            }
          ]}
        />
      )}
      {outcome}
    </div>
  )
}

const RoleTable = () => {
  const yes = t("yes")
  const no = t("no")
  const rows: ReadonlyArray<{ readonly what: string } & Readonly<Record<Role, string>>> = [
    { what: t("See usage, requests, panels and reports"), viewer: yes, member: yes, admin: yes, owner: yes },
    { what: t("Call from the explorer"), viewer: t("what only reads"), member: yes, admin: yes, owner: yes },
    { what: t("Change watchlists and alerts"), viewer: no, member: yes, admin: yes, owner: yes },
    { what: t("Keys"), viewer: t("see"), member: t("make; rotate and revoke own"), admin: t("all"), owner: t("all") },
    { what: t("Vendors' connections"), viewer: t("see"), member: t("see"), admin: yes, owner: yes },
    {
      what: t("Invite, change and remove people"),
      viewer: no,
      member: no,
      admin: t("members and viewers"),
      owner: yes
    },
    { what: t("Read the audit log"), viewer: no, member: no, admin: yes, owner: yes },
    {
      what: t("Change the plan; export, transfer and delete the account"),
      viewer: no,
      member: no,
      admin: no,
      owner: yes
    }
  ]
  return (
    <Card title={t("What each role may do")}>
      <dl className="space-y-2 text-sm">
        {roles.toReversed().map((role) => (
          <div key={role} className="flex gap-3">
            <dt className="w-20 flex-none">
              <RoleBadge role={role} />
            </dt>
            <dd className="min-w-0">{roleMeaning(role)}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-3 text-sm">
        <summary className="text-muted">{t("As a table")}</summary>
        <div className="mt-2">
          <Table
            title={t("Rights by role")}
            rows={rows}
            keyOf={({ what }) => what}
            columns={[
              { title: t("May"), cell: ({ what }) => <span className="font-medium">{what}</span> },
              { title: t("viewer"), cell: ({ viewer }) => viewer },
              { title: t("member"), cell: ({ member }) => member },
              { title: t("admin"), cell: ({ admin }) => admin },
              { title: t("owner"), cell: ({ owner }) => owner }
            ]}
          />
        </div>
      </details>
    </Card>
  )
}

const Leaving = ({ role }: { readonly role: Role }) => {
  const { reload } = useSession()
  const members = useMembers().data?.members ?? []
  const owners = members.filter((member) => member.role === "owner")
  const isLastOwner = role === "owner" && owners.length <= 1
  const others = members.filter(({ isYou }) => !isYou)
  const leave = async () => {
    await change("POST", "/dashboard/api/members/leave")
    await reload()
  }
  return (
    <Card title={role === "owner" ? t("Transfer or leave") : t("Leave")}>
      <div className="grid gap-6 lg:grid-cols-2">
        {role === "owner" ? <Transfer others={others} /> : null}
        <div className="min-w-0 space-y-3">
          <h3 className="text-sm font-semibold">{t("Leave the account")}</h3>
          <p className="text-sm text-muted">
            {t(
              "You're signed out, and keys that you made stay. If you're in no other account, you're forgotten everywhere."
            )}
          </p>
          {isLastOwner ? (
            <Note>{t("You're its only owner. Transfer the account first, or delete it in the settings.")}</Note>
          ) : (
            <Sure title={t("Leave this account?")} button={t("Leave")} confirm={t("Leave")} act={leave}>
              {t("To come back you need a new invitation.")}
            </Sure>
          )}
        </div>
      </div>
    </Card>
  )
}

const Transfer = ({ others }: { readonly others: ReadonlyArray<Member> }) => {
  const { reload } = useSession()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState("")
  const successor = others.find(({ personId }) => personId === chosen)
  const transfer = async () => {
    await change("POST", "/dashboard/api/account/transfer", { body: { personId: chosen } })
    await queries.invalidateQueries()
    await reload()
  }
  return (
    <div className="min-w-0 space-y-3">
      <h3 className="text-sm font-semibold">{t("Transfer ownership")}</h3>
      <p className="text-sm text-muted">
        {t("Another member becomes an owner, you become an admin, and the account's e-mail becomes theirs.")}
      </p>
      {others.length === 0 ? (
        <Note>{t("There's nobody else in the account yet. Invite them first.")}</Note>
      ) : (
        <>
          <Field label={t("New owner")}>
            {(ids) => (
              <Select {...ids} value={chosen} onChange={(event) => setChosen(event.target.value)}>
                <option value="">{t("Choose a member")}</option>
                {others.map(({ email, name, personId }) => (
                  <option key={personId} value={personId}>
                    {name === "" ? email : t("{name} ({email})", { name, email })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {successor === undefined ? null : (
            <Sure
              title={t("Make {person} the owner?", { person: successor.email })}
              button={t("Transfer")}
              confirm={t("Transfer the account")}
              act={transfer}
            >
              {t("Only they can give it back.")}
            </Sure>
          )}
        </>
      )}
    </div>
  )
}
