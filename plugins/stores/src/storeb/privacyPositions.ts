/** Where data safety and permissions are. */
import type { Path } from "./path.ts"

export const safetyBlock = { rpcIds: ["Ws7gDc"], key: "ds:3" } as const
export const safetyPositions = {
  appId: [1, 11, 0, 0],
  title: [1, 2, 0, 0],
  /** A heading and, below it, lists of what is shared. */
  shared: [1, 2, 137, 4, 0],
  collected: [1, 2, 137, 4, 1],
  practices: [1, 2, 137, 9, 2],
  privacyPolicyUrl: [1, 2, 99, 0, 5, 2]
} as const satisfies Readonly<Record<string, Path>>

/** In `shared` and `collected`. */
export const safetyList: Path = [0]
export const safetyCategory = { name: [0, 1], items: [4] } as const satisfies Readonly<Record<string, Path>>
export const safetyItem = { name: [0], optional: [1], purposes: [2] } as const satisfies Readonly<Record<string, Path>>
export const safetyPractice = { name: [1], description: [2, 1] } as const satisfies Readonly<Record<string, Path>>

/** Named groups, then the group of others, then permissions of no group. */
export const permissionGroups: ReadonlyArray<Path> = [[0], [1]]
export const permissionGroup = { name: [0], permissions: [2] } as const satisfies Readonly<Record<string, Path>>
export const permissionsAlone: Path = [2]
export const permissionText: Path = [1]
