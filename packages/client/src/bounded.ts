/** How a piece of work under limits ended. */
export type Outcome<A> =
  | { readonly end: "done"; readonly value: A }
  | { readonly end: "failed"; readonly cause: unknown }
  | { readonly end: "timeout" }
  | { readonly end: "aborted" }

/**
 * Runs work that ends at a time limit or at the caller's signal, whether or not it heeds the signal it is given. Leaves
 * no timer and no listener behind.
 */
export const bounded = <A>(
  run: (signal: AbortSignal) => Promise<A>,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined }
): Promise<Outcome<A>> =>
  new Promise((resolve) => {
    const { signal, timeoutMs } = limits
    if (signal?.aborted === true) return resolve({ end: "aborted" })
    const controller = new AbortController()
    const finish = (outcome: Outcome<A>) => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", onAbort)
      resolve(outcome)
      if (outcome.end !== "done") controller.abort()
    }
    const onAbort = () => finish({ end: "aborted" })
    const timer = setTimeout(() => finish({ end: "timeout" }), timeoutMs)
    signal?.addEventListener("abort", onAbort, { once: true })
    run(controller.signal).then(
      (value) => finish({ end: "done", value }),
      (cause: unknown) => finish({ end: "failed", cause })
    )
  })
