/** A request or an answer that is none of the vendor's, by its own description. */
export interface Violation {
  readonly upstream: string
  readonly method: string
  readonly path: string
  /** Whose fault it is: the adapter's that asked, or the double's that answered. */
  readonly side: "request" | "answer"
  readonly problems: ReadonlyArray<string>
}

const violationsMax = 1_000

/** What was not as the vendors describe it. */
export class Violations {
  private found: Array<Violation> = []

  add(violation: Violation): void {
    if (violation.problems.length > 0 && this.found.length < violationsMax) this.found.push(violation)
  }

  list(): ReadonlyArray<Violation> {
    return this.found
  }

  clear(): void {
    this.found = []
  }
}

/** A violation in one line. */
export const violationText = ({ method, path, problems, side, upstream }: Violation): string =>
  `${upstream}: the ${side} of ${method} ${path} doesn't match the vendor's description: ${problems.join("; ")}`
