/** A name, each letter as itself or as its code (`#4A`). Such a pattern reads a text in time linear in its length. */
export const pattern = (names: readonly string[]): string => {
  const letter = (one: string): string => {
    const code = one.charCodeAt(0).toString(16)
    return `(?:${one}|#${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
  }
  const written = names.map((name) => Array.from(name, letter).join(''))
  return `/(?:${written.join('|')})(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%])`
}
export const named = (...names: string[]): RegExp => new RegExp(pattern(names))
