/** Where nodes are told the id of a running job that must end. */
export const abortChannel = "core_jobs_abort"
