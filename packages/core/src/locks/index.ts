export { LocksLive } from "./LocksLive.ts"
