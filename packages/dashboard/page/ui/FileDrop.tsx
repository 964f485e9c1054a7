import { type DragEvent, useId, useState } from "react"
import { number } from "../format.ts"
import { t } from "../i18n.ts"
import { Icon } from "./icons.tsx"

export interface DroppedFile {
  readonly name: string
  readonly bytes: number
  readonly base64: string
}

/** The bytes of a file, as JSON can carry them. */
const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = typeof reader.result === "string" ? reader.result : ""
      resolve(address.slice(address.indexOf(",") + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error("the file can't be read"))
    reader.readAsDataURL(file)
  })

export const sizeText = (bytes: number): string =>
  bytes >= 1_000_000
    ? t("{n} MB", { n: number(Math.round(bytes / 100_000) / 10) })
    : t("{n} kB", { n: number(Math.ceil(bytes / 1000)) })

/** Takes a file: dropped on it, or chosen by a press. What it says of a file that it can't take stands in it. */
export const FileDrop = ({
  bytesMax,
  chosen,
  endings = [],
  id,
  name,
  onFile,
  title
}: {
  readonly title: string
  readonly id?: string
  readonly bytesMax: number
  /** The file that it has. */
  readonly chosen: Pick<DroppedFile, "name" | "bytes"> | undefined
  readonly endings?: ReadonlyArray<string>
  readonly name: string
  readonly onFile: (file: DroppedFile) => void
}) => {
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const about = useId()
  const take = async (files: FileList | null) => {
    const [file, ...others] = files ?? []
    if (file === undefined) return
    setRefused(undefined)
    if (others.length > 0) return setRefused(t("One file at a time."))
    if (file.size === 0) return setRefused(t("{name} is empty.", { name: file.name }))
    if (file.size > bytesMax) {
      return setRefused(
        t("{name} has {size}; up to {max} can be taken. Split it.", {
          name: file.name,
          size: sizeText(file.size),
          max: sizeText(bytesMax)
        })
      )
    }
    try {
      onFile({ name: file.name, bytes: file.size, base64: await readFile(file) })
    } catch {
      // A folder, or one that was moved since.
      setRefused(t("{name} can't be read.", { name: file.name }))
    }
  }
  const on = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === "dragover")
    if (event.type === "drop") void take(event.dataTransfer.files)
  }
  return (
    <label
      className={`relative flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1 rounded-xl border-2 border-dashed p-4 text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isOver ? "border-accent bg-accent-soft" : "border-field hover:border-accent"}`}
      onDragOver={on}
      onDragLeave={on}
      onDrop={on}
    >
      <span className="text-muted">
        <Icon name="upload" size={22} />
      </span>
      <span className="max-w-full font-medium break-words">
        {chosen === undefined ? (
          t("Drop a file here, or choose one")
        ) : (
          <>
            {chosen.name} <span className="font-normal text-muted">{sizeText(chosen.bytes)}</span>
          </>
        )}
      </span>
      <span id={about} className="text-xs text-muted">
        {chosen === undefined
          ? endings.length === 0
            ? t("Up to {max}", { max: sizeText(bytesMax) })
            : t("{endings}, up to {max}", { endings: endings.join(", "), max: sizeText(bytesMax) })
          : t("Drop or choose another one to look at that instead.")}
      </span>
      <input
        type="file"
        name={name}
        aria-label={title}
        aria-describedby={about}
        {...(id === undefined ? {} : { id })}
        {...(endings.length === 0 ? {} : { accept: endings.join(",") })}
        className="absolute size-px overflow-hidden opacity-0"
        onChange={(event) => {
          void take(event.target.files)
          // So that the same file, changed since, can be chosen again.
          event.target.value = ""
        }}
      />
      {refused === undefined ? null : (
        <span role="alert" className="text-xs text-bad">
          {refused}
        </span>
      )}
    </label>
  )
}
