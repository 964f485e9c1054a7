export interface SegmentsProps<Value extends string> {
  /** What's chosen here, for who can't see it. */
  readonly title: string
  readonly values: ReadonlyArray<Value>
  readonly value: Value | undefined
  readonly nameOf: (value: Value) => string
  readonly onChange: (value: Value) => void
  /** Joined in one frame, or apart, which may wrap. Default: joined. */
  readonly apart?: boolean
  readonly className?: string
}

/** Buttons of which one is pressed. */
export const Segments = <Value extends string>({
  apart = false,
  className = "",
  nameOf,
  onChange,
  title,
  value,
  values
}: SegmentsProps<Value>) => (
  <div
    role="group"
    aria-label={title}
    className={`flex ${apart ? "flex-wrap gap-1" : "overflow-hidden rounded-lg border border-line"} ${className}`}
  >
    {values.map((each) => {
      const isChosen = each === value
      return (
        <button
          key={each}
          type="button"
          aria-pressed={isChosen}
          className={`px-2.5 py-1 ${isChosen ? "bg-accent-soft text-accent" : "hover:bg-panel"} ${apart ? `rounded-lg border ${isChosen ? "border-accent" : "border-line"}` : ""}`}
          onClick={() => onChange(each)}
        >
          {nameOf(each)}
        </button>
      )
    })}
  </div>
)
