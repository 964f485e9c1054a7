import { Layer } from "effect"
import type { PlayConfig } from "../config.ts"
import { Changes } from "./Changes.ts"
import { Edits } from "./Edits.ts"
import { EditsVendor } from "./EditsVendor.ts"
import { ListingLint, listingLints } from "./lint.ts"
import { OpenEdits } from "./OpenEdits.ts"
import { ownListings } from "./own.ts"
import { RolloutGuard } from "./RolloutGuard.ts"
import { StoreReads } from "./StoreReads.ts"

/** Everything about edits, over the vendor's transport. */
export const editing = ({ editWaitMs, readsLagMs, timeoutMs }: PlayConfig) =>
  Layer.merge(StoreReads.layer, Layer.provideMerge(ownListings, Changes.layer(readsLagMs))).pipe(
    Layer.provideMerge(listingLints),
    Layer.provide(ListingLint.layer),
    Layer.provideMerge(Edits.layer(editWaitMs)),
    Layer.provide([OpenEdits.layer, RolloutGuard.layer]),
    Layer.provide(EditsVendor.layer({ readsLagMs, timeoutMs }))
  )
