import { useState } from "react"

const hues = ["#1d4ed8", "#b45309", "#0f766e", "#9d174d", "#5b21b6", "#3f6212", "#334155", "#0369a1"]

/** Store pictures come through this gateway; its own files are on it already. */
export const pictureAddress = (url: string, side: number): string =>
  url.startsWith("/") || url.startsWith(`${location.origin}/`)
    ? url.replace(location.origin, "")
    : `/dashboard/api/picture?size=${side}&url=${encodeURIComponent(url)}`

/** An app's icon; without one, its initial. */
export const AppIcon = ({
  name,
  size = 40,
  url
}: {
  readonly url: string | null
  readonly name: string
  readonly size?: number
}) => {
  const [failed, setFailed] = useState(false)
  const box = { width: `${size}px`, height: `${size}px` }
  if (url === null || url === "" || failed) {
    const hue = hues[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues.length]
    return (
      <span
        aria-hidden="true"
        className="grid flex-none place-items-center rounded-[22%] font-semibold text-white"
        style={{ ...box, background: hue, fontSize: `${size * 0.45}px` }}
      >
        {name.trim().slice(0, 1).toUpperCase() || "?"}
      </span>
    )
  }
  return (
    <img
      src={pictureAddress(url, size > 64 ? 128 : 64)}
      alt=""
      loading="lazy"
      className="flex-none rounded-[22%] border border-line bg-panel object-cover"
      style={box}
      onError={() => setFailed(true)}
    />
  )
}
