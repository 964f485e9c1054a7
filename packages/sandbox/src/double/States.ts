interface Kept<State> {
  readonly now: State
  /** As it was before the last change; undefined while no reads lag. */
  before: State | undefined
}

/** What each credential has, and had before its last change. */
export class States<State> {
  private readonly kept = new Map<string, Kept<State>>()
  private isCopied = false

  /** From here on, what is there before a change is kept: a copy of a large state takes longer than most answers. */
  keepBefore(): void {
    if (this.isCopied) return
    this.isCopied = true
    for (const kept of this.kept.values()) kept.before = structuredClone(kept.now)
  }

  /** The state as it is; for one that is about to change it, what it is now is kept as what it was before. */
  now(credential: string, seed: () => State, changes: boolean): State {
    const kept = this.of(credential, seed)
    if (changes && this.isCopied) kept.before = structuredClone(kept.now)
    return kept.now
  }

  /** A copy of the state as it was before the last change since `keepBefore`. */
  before(credential: string, seed: () => State): State {
    const { before, now } = this.of(credential, seed)
    return structuredClone(before === undefined ? now : before)
  }

  reset(credential?: string): void {
    if (credential === undefined) this.kept.clear()
    else this.kept.delete(credential)
  }

  private of(credential: string, seed: () => State): Kept<State> {
    const kept = this.kept.get(credential)
    if (kept !== undefined) return kept
    const now = seed()
    const made = { now, before: this.isCopied ? structuredClone(now) : undefined }
    this.kept.set(credential, made)
    return made
  }
}
