/** What a person may be in an account; each may do what those before it may. */
export const roles = ["viewer", "member", "admin", "owner"] as const
export type Role = (typeof roles)[number]

export const rankOf = (role: Role): number => roles.indexOf(role)

/** Whether who has the one role may give, change or take the other: those below their own, and owners all. */
export const isAbove = (own: Role, other: Role): boolean => own === "owner" || rankOf(own) > rankOf(other)
