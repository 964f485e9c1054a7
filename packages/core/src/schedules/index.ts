export { ScheduleAdmin, ScheduleAdminLive, type ScheduleStats } from "./ScheduleAdmin.ts"
export { SchedulesLive } from "./SchedulesLive.ts"
export { type ScheduledJobs, ScheduleTickerLive, tickSchedules } from "./ScheduleTicker.ts"
