export { EventsLive, pruneEvents } from "./EventsLive.ts"
export { handlerJobs } from "./handlerJobs.ts"
