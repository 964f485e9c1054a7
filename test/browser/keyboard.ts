import type { Locator, Page } from "playwright-core"

/** Names all that a keyboard must reach, in the order of the page, and puts the focus before the first. */
export const markControls = async (page: Page): Promise<ReadonlyArray<string>> => {
  // A browser puts the focus into the first field when it has drawn the page, which would take it from where it's put here.
  await page.waitForFunction(() => {
    const first = document.querySelector("[autofocus]")
    return document.readyState === "complete" && (first === null || first === document.activeElement)
  })
  return page.evaluate(() => {
    const all = "a[href], button, input:not([type=hidden]), select, summary, textarea, [tabindex], [contenteditable]"
    const controls = [...document.querySelectorAll<HTMLElement>(all)].filter(
      (each) => each.checkVisibility() && !each.matches(":disabled")
    )
    const names = controls.map((each, index) => {
      const name = `${index} ${each.tagName.toLowerCase()} ${each.id || each.textContent.trim().slice(0, 30) || each.getAttribute("name")}`
      each.dataset.walk = name
      return name
    })
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute("tabindex")
    return names
  })
}

/** What has the focus, by its mark, and why that can't be seen; `nothing` where it's on no element. */
export const focusOn = (page: Page): Promise<{ readonly stop: string; readonly problem: string }> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return { stop: "nothing", problem: "" }
    const stop = focused.dataset.walk ?? focused.tagName
    const told = (problem: string) => ({ stop, problem })
    const { height, left, top, width } = focused.getBoundingClientRect()
    if (top < 0 || left < 0 || top + height > innerHeight || left + width > innerWidth) return told("is out of view")
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    if (over === null || !(focused.contains(over) || over.contains(focused))) return told("is covered")
    const { outlineColor, outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(focused)
    if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return told("has no outline of 2 px")
    if (Number.parseFloat(outlineOffset) < 1) return told("has an outline that touches what it's around")
    // The outline's contrast with the page around it, as WCAG 1.4.11 counts it.
    const luminanceOf = (color: string) => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((text) => {
        const part = Number(text) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [dark = 0, light = 0] = [outlineColor, getComputedStyle(document.body).backgroundColor]
      .map(luminanceOf)
      .sort((one, other) => one - other)
    const contrast = (light + 0.05) / (dark + 0.05)
    return told(contrast < 3 ? `has an outline with a contrast of ${contrast.toFixed(2)}` : "")
  })

/** Somebody without a mouse. */
export interface Keys {
  readonly press: (key: string) => Promise<void>
  /** Types into what has the focus, and presses `then`. */
  readonly type: (text: string, then?: string) => Promise<void>
  /** The same where the page itself puts the focus into its first field. */
  readonly typeFirst: (text: string, then?: string) => Promise<void>
  /** By Tab alone. */
  readonly to: (control: Locator) => Promise<void>
}

export const keysOf = (page: Page): Keys => {
  const press = (key: string) => page.keyboard.press(key)
  const type = async (text: string, then?: string) => {
    await page.keyboard.type(text)
    if (then !== undefined) await press(then)
  }
  return {
    press,
    type,
    typeFirst: async (text, then) => {
      await page.locator("input[autofocus]:focus").waitFor()
      await type(text, then)
    },
    to: async (control) => {
      await control.waitFor()
      for (let presses = 0; presses < 60; presses++) {
        if (await control.evaluate((element) => element === document.activeElement)) return
        await press("Tab")
      }
      throw new Error(`Tab doesn't come to ${control}`)
    }
  }
}
