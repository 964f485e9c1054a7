import { Dialog as Radix } from "radix-ui"
import { type ReactNode, type RefObject, useRef } from "react"
import { t } from "../i18n.ts"
import { Icon } from "./icons.tsx"

/** A window over the page; focus stays in it, and goes back to where it was. */
export const Dialog = ({
  children,
  first,
  onOpenChange,
  open,
  title,
  wide = false
}: {
  readonly title: ReactNode
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: ReactNode
  readonly wide?: boolean
  /** What has the focus at first. Default: the first control. */
  readonly first?: RefObject<HTMLElement | null>
}) => {
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            // What is opened in it closes first.
            if (document.activeElement?.matches("[data-closes-first=true]") === true) event.preventDefault()
          }}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            if (first?.current == null) return
            event.preventDefault()
            first.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const { current } = opener
            // What opened it may be gone by what was done in it.
            const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body
            const back = isThere ? current : document.getElementById("main")
            back?.focus({ preventScroll: !isThere })
          }}
          className={`fixed start-1/2 top-[8vh] z-50 max-h-[84vh] w-[calc(100vw-2rem)] -translate-x-1/2 overflow-y-auto rounded-xl border border-line bg-bg p-5 shadow-xl rtl:translate-x-1/2 ${wide ? "max-w-3xl" : "max-w-lg"}`}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close className="rounded p-1 text-muted hover:bg-panel hover:text-text" aria-label={t("Close")}>
              <Icon name="close" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
