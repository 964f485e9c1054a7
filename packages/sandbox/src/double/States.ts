interface Kept<State> {
  readonly now: State
  /** As it was before the last change. */
  before: State
}

/** What each credential has, and had before its last change. */
export class States<State> {
  private readonly kept = new Map<string, Kept<State>>()

  /** The state as it is; for one that is about to change it, what it is now is kept as what it was before. */
  now(credential: string, seed: () => State, changes: boolean): State {
    const kept = this.of(credential, seed)
    if (changes) kept.before = structuredClone(kept.now)
    return kept.now
  }

  /** A copy of the state as it was before the last change. */
  before(credential: string, seed: () => State): State {
    return structuredClone(this.of(credential, seed).before)
  }

  reset(credential?: string): void {
    if (credential === undefined) this.kept.clear()
    else this.kept.delete(credential)
  }

  private of(credential: string, seed: () => State): Kept<State> {
    const kept = this.kept.get(credential)
    if (kept !== undefined) return kept
    const now = seed()
    const made = { now, before: structuredClone(now) }
    this.kept.set(credential, made)
    return made
  }
}
