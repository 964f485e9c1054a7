import { type ReactNode, useState } from "react"
import { t } from "../i18n.ts"
import { Badge, Button } from "../ui/basics.tsx"
import type { Say } from "./spoken.ts"

interface Piece {
  readonly op: string
  readonly text: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
const piecesIn = (value: unknown): ReadonlyArray<Piece> =>
  (Array.isArray(value) ? value : []).flatMap((piece) =>
    isObject(piece) && typeof piece.op === "string" && typeof piece.text === "string"
      ? [{ op: piece.op, text: piece.text }]
      : []
  )

/** So much of what stayed is shown on either side of a change. */
const around = 90
const cut = " … "

/** What stayed, without its middle where it's long. */
const shortened = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= 2 * around + cut.length) return text
  const head = isFirst ? "" : text.slice(0, around)
  const tail = isLast ? "" : text.slice(-around)
  return `${head}${cut}${tail}`
}

const PieceOf = ({ op, text }: Piece): ReactNode =>
  op === "removed" ? (
    <del className="rounded bg-bad-soft px-0.5 text-bad decoration-bad">
      <span className="sr-only">{t("taken out:")} </span>
      {text}
      <span className="sr-only">; </span>
    </del>
  ) : op === "added" ? (
    <ins className="rounded bg-ok-soft px-0.5 font-medium text-ok decoration-ok">
      <span className="sr-only">{t("put in:")} </span>
      {text}
      <span className="sr-only">; </span>
    </ins>
  ) : (
    text
  )

const ChangedText = ({ pieces, title }: { readonly title: string; readonly pieces: ReadonlyArray<Piece> }) => {
  const [isWhole, setWhole] = useState(false)
  const isChanged = pieces.some(({ op }) => op !== "same")
  const shown = pieces.map((piece, at) =>
    piece.op === "same" && !isWhole
      ? { ...piece, text: shortened(piece.text, at === 0, at === pieces.length - 1) }
      : piece
  )
  const isCut = isChanged && pieces.some((piece, at) => shown[at]?.text !== piece.text)
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="mb-1 flex flex-wrap items-center gap-2 text-sm font-medium">
        {title}
        {isChanged ? null : <Badge>{t("unchanged")}</Badge>}
      </div>
      {isChanged ? (
        <p className="max-w-prose text-sm leading-relaxed break-words whitespace-pre-line">
          {shown.map((piece, at) => (
            <PieceOf key={at} {...piece} />
          ))}
        </p>
      ) : null}
      {isCut || isWhole ? (
        <Button className="mt-1 min-h-7! px-2! py-0.5! text-xs!" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("Only around what changed") : t("The whole text")}
        </Button>
      ) : null}
    </li>
  )
}

/** Texts with what was taken out of each and what came in. */
export const Changes = ({
  rows,
  say
}: {
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly say: Say
}) => (
  <ul className="divide-y divide-line">
    {rows.map((row, index) => {
      const title = say("title", row.title)
      return <ChangedText key={`${title} ${index}`} title={title} pieces={piecesIn(row.notes)} />
    })}
  </ul>
)
