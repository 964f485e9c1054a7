export { VendorWriteLogLive } from "./VendorWriteLogLive.ts"
export { VendorWritesLive, type VendorWritesOptions } from "./VendorWritesLive.ts"
