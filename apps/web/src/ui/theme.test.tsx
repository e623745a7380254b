import { theme as antd } from 'antd'
import { beforeAll, expect, test, vi } from 'vitest'
import { antdTheme, type ColourName, coloursOf, themeNames, themeSheet } from './theme.ts'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

/** WCAG 2.2 relative luminance and contrast. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const readable: readonly [ColourName, ColourName][] = [
  ['text', 'page'],
  ['textSecondary', 'page'],
  ['text', 'raised'],
  ['textSecondary', 'raised'],
  ['up', 'panel'],
  ['down', 'panel'],
  ['warning', 'panel'],
  ['information', 'panel'],
  ['onPrimaryFill', 'primaryFill'],
  ['onPrimaryFill', 'primaryFillHover'],
  ['onDownFill', 'downFill'],
  ['onDownFill', 'downFillHover'],
  ['onSwitchOff', 'switchOff'],
]

test.each(themeNames)('in the %s theme every text has a contrast of at least 4.5 to 1', (name) => {
  const colours = coloursOf(name)
  for (const [ink, ground] of readable) {
    expect(contrast(colours[ink], colours[ground]), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
})

const seenBesideItsGround: readonly [ColourName, ColourName][] = (
  ['page', 'panel', 'raised'] as const
).flatMap((ground) => [
  ['focus', ground],
  ['inputLine', ground],
])

test.each(themeNames)(
  'in the %s theme the focus ring and input borders have a contrast of at least 3 to 1',
  (name) => {
    const colours = coloursOf(name)
    for (const [line, ground] of seenBesideItsGround) {
      expect(contrast(colours[line], colours[ground]), `${line} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
    const { token, components } = antdTheme(name)
    expect(token?.colorPrimaryBorder).toBe(colours.focus)
    for (const control of ['Input', 'InputNumber', 'DatePicker', 'Select', 'Checkbox'] as const) {
      expect(components?.[control]?.colorBorder, control).toBe(colours.inputLine)
    }
  },
)

/** A colour that may be translucent, over a ground. */
const over = (colour: string, ground: string): string => {
  const tint = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(colour)?.slice(1).map(Number)
  if (!tint) return colour
  const share = (tint[3] ?? 0) / 100
  const parts = [1, 3, 5].map((at, part) => {
    const below = Number.parseInt(ground.slice(at, at + 2), 16)
    return Math.round((tint[part] ?? 0) * share + below * (1 - share))
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The label of a danger button on its ground: at rest, pointed at and pressed. */
const dangerKinds = {
  primary: [
    ['dangerColor', 'colorError'],
    ['dangerColor', 'colorErrorHover'],
    ['dangerColor', 'colorErrorActive'],
  ],
  default: [
    ['colorError', 'colorBgContainer'],
    ['colorErrorHover', 'colorBgContainer'],
    ['colorErrorActive', 'colorBgContainer'],
  ],
  text: [
    ['colorError', 'colorBgLayout'],
    ['colorError', 'colorBgElevated'],
    ['colorErrorHover', 'colorErrorBg'],
    ['colorErrorActive', 'colorErrorBgActive'],
  ],
  filled: [
    ['colorError', 'colorErrorBg'],
    ['colorError', 'colorErrorBgFilledHover'],
    ['colorError', 'colorErrorBgActive'],
  ],
} as const

test.each(
  themeNames.flatMap((name) => Object.entries(dangerKinds).map(([kind, pairs]) => ({ name, kind, pairs }))),
)(
  'in the $name theme the label of a $kind danger button stands out by at least 4.5 to 1',
  ({ name, pairs }) => {
    const theme = antdTheme(name)
    const { dangerColor = '#ffffff', ...own } = theme.components?.Button ?? {}
    const tokens = { ...antd.getDesignToken(theme), ...own, dangerColor }
    for (const [ink, ground] of pairs) {
      for (const under of [tokens.colorBgContainer, tokens.colorBgElevated]) {
        const ratio = contrast(tokens[ink], over(tokens[ground], under))
        expect(ratio, `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  },
)

test('the specification’s look: primary colour, control height and font', () => {
  expect(antdTheme('light').token).toMatchObject({
    colorPrimary: '#02a462',
    controlHeight: 35,
    fontFamily: "CircularStd, 'Plus Jakarta Sans Variable', 'Noto Sans Marked', sans-serif",
  })
})

test('the style sheet carries the same tokens, the dark ones under their attribute', () => {
  const [light, dark] = themeSheet().split(':root[data-theme=dark]')
  expect(light).toContain('--tb-primary:#02a462;')
  expect(light).toContain('--tb-on-primary-fill:#ffffff;')
  expect(light).toContain('--tb-control:35px;')
  expect(dark).toContain('--tb-primary:#17b978;')
})
