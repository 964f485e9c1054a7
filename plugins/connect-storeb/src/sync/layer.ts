import { Layer } from "effect"
import { PlayConnection } from "../PlayConnection.ts"
import { KeptData } from "./KeptData.ts"
import { Rooms } from "./Rooms.ts"
import { SyncStates } from "./SyncStates.ts"
import { Syncs } from "./Syncs.ts"

/** The connection and its sync, to which rooms add themselves, and how they keep what they read. */
export const syncing = Syncs.layer.pipe(
  Layer.provideMerge(PlayConnection.layer),
  Layer.provideMerge([KeptData.layer, Rooms.layer, SyncStates.layer])
)
