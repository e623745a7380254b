/** What browsers call themselves, by the first mark found: those built on another one carry the other one's mark, too. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** A browser and its system as people name them, by its `User-Agent`; `undefined` where neither is known. */
export function browserName(userAgent: string): string | undefined {
  const named = [browsers, systems].flatMap(
    (table) => table.find(([mark]) => mark.test(userAgent))?.[1] ?? [],
  )
  return named.length > 0 ? named.join(', ') : undefined
}
