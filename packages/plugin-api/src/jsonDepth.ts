/** How deep JSON may nest in a body. */
export const jsonDepthMax = 64

const quote = 0x22
const backslash = 0x5c

/**
 * Whether JSON nests deeper than `jsonDepthMax`. Looks at brackets alone and parses nothing, so that it can be asked before
 * anything is parsed; what isn't JSON gets some answer.
 *
 * @example
 * if (isTooDeep(bytes)) return yield* new InvalidInput(tooDeepMessage)
 */
export const isTooDeep = (bytes: Uint8Array): boolean => {
  let depth = 0
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > jsonDepthMax) return true
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      case quote:
        // To the end of the string: its brackets are text.
        for (index++; index < bytes.length && bytes[index] !== quote; index++) {
          if (bytes[index] === backslash) index++
        }
        break
    }
  }
  return false
}

export const tooDeepMessage = `body: nests deeper than ${jsonDepthMax} levels; send arrays and objects at most ${jsonDepthMax} deep`
