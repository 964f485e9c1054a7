import { type KeyboardEvent, type ReactNode, useId, useState } from "react"
import { Input } from "./basics.tsx"

export interface Choice {
  readonly value: string
  readonly title: string
  /** Said smaller, beside or below. */
  readonly note?: string
  readonly picture?: ReactNode
}

/** A text field that offers what there is to choose; any other text may be typed. */
export const Combobox = ({
  choices,
  onChange,
  onChoose,
  onText,
  value,
  ...common
}: Omit<React.ComponentProps<"input">, "onChange" | "value" | "list"> & {
  readonly value: string
  readonly choices: ReadonlyArray<Choice>
  readonly onChange: (text: string) => void
  readonly onChoose: (choice: Choice) => void
  /** Told when somebody begins to look for something: until then nothing needs to be loaded. */
  readonly onText?: () => void
}) => {
  const list = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const isOpen = open && choices.length > 0
  const active = isOpen ? choices[at] : undefined
  const choose = (choice: Choice) => {
    onChoose(choice)
    setOpen(false)
    setAt(-1)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      const step = event.key === "ArrowDown" ? 1 : -1
      const next = (at + step + choices.length + (at < 0 && step < 0 ? 1 : 0)) % choices.length
      setAt(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: "nearest" })
    } else if (event.key === "Enter" && active !== undefined) {
      event.preventDefault()
      choose(active)
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }
  return (
    <div className="relative">
      <Input
        {...common}
        role="combobox"
        aria-expanded={isOpen}
        data-closes-first={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${list}-${at}`}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onText?.()
          setOpen(true)
          setAt(-1)
          onChange(event.target.value)
        }}
        onFocus={() => {
          onText?.()
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      {isOpen ? (
        <ul
          id={list}
          role="listbox"
          aria-label={common["aria-label"] ?? common.name}
          className="absolute start-0 top-full z-20 mt-1 max-h-64 w-full min-w-72 max-w-[80vw] overflow-y-auto rounded-lg border border-line bg-bg py-1 shadow-lg"
        >
          {choices.map((choice, index) => (
            <li
              key={`${choice.value} ${choice.note ?? ""}`}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              className={`flex cursor-default items-center gap-2 px-3 py-1.5 text-sm hover:bg-panel ${index === at ? "bg-panel" : ""}`}
              onMouseDown={(event) => {
                // The field keeps the focus.
                event.preventDefault()
                choose(choice)
              }}
            >
              {choice.picture}
              {choice.picture === undefined ? (
                <>
                  <span className="min-w-0 flex-1 truncate">{choice.title}</span>
                  {choice.note === undefined ? null : (
                    <span className="max-w-[50%] flex-none truncate text-xs text-muted">{choice.note}</span>
                  )}
                </>
              ) : (
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{choice.title}</span>
                  <span className="block truncate text-xs text-muted">{choice.note}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
