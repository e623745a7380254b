import { theme as antd, type ThemeConfig } from 'antd'

/**
 * Every colour, size and shadow of the product, once. The page reads them as CSS variables
 * (`--tb-…`), Ant Design as its theme; nothing else names a colour.
 */
const palettes = {
  light: {
    page: '#f4f6f7',
    panel: '#ffffff',
    raised: '#ffffff',
    line: '#e4e8ea',
    lineStrong: '#cdd4d8',
    /** Around what is typed or chosen in, and around what has the focus: 3 to 1 on any ground (WCAG 1.4.11). */
    inputLine: '#7f8c96',
    focus: '#027a49',
    text: '#14202a',
    textSecondary: '#52606b',
    /** Never for data: its contrast is below 4.5. */
    textFaint: '#8a97a1',
    primary: '#02a462',
    /** What primary buttons are filled with, and the label on it: 5.4 to 1, white on primary has 3.2. */
    primaryFill: '#027a49',
    primaryFillHover: '#026a40',
    onPrimaryFill: '#ffffff',
    up: '#027a49',
    down: '#cf1322',
    downFill: '#cf1322',
    downFillHover: '#b00f1d',
    onDownFill: '#ffffff',
    /** A switch that is off, and its word. */
    switchOff: '#52606b',
    onSwitchOff: '#ffffff',
    /** Deep enough to be read on its own tint. */
    warning: '#9a5c00',
    information: '#0958d9',
    upTint: 'rgb(2 122 73 / 10%)',
    downTint: 'rgb(207 19 34 / 10%)',
    selectedTint: 'rgb(9 88 217 / 10%)',
    warningTint: 'rgb(154 92 0 / 10%)',
    hoverTint: 'rgb(20 32 42 / 4%)',
    shadow: '0 8px 24px rgb(20 32 42 / 14%)',
  },
  dark: {
    page: '#0f1417',
    panel: '#161c20',
    raised: '#1c2429',
    line: '#263038',
    lineStrong: '#35424b',
    inputLine: '#6d7a84',
    focus: '#2fbf7f',
    text: '#e6ebef',
    textSecondary: '#a3b0ba',
    textFaint: '#6d7a84',
    primary: '#17b978',
    primaryFill: '#17b978',
    primaryFillHover: '#2fc98a',
    onPrimaryFill: '#0f1417',
    up: '#2fbf7f',
    down: '#ff7875',
    downFill: '#ff7875',
    downFillHover: '#ff9794',
    onDownFill: '#0f1417',
    switchOff: '#67747e',
    onSwitchOff: '#ffffff',
    warning: '#e8b339',
    information: '#69a7ff',
    upTint: 'rgb(47 191 127 / 14%)',
    downTint: 'rgb(255 120 117 / 14%)',
    selectedTint: 'rgb(105 167 255 / 14%)',
    warningTint: 'rgb(232 179 57 / 14%)',
    hoverTint: 'rgb(230 235 239 / 5%)',
    shadow: '0 8px 24px rgb(0 0 0 / 45%)',
  },
} as const satisfies Record<string, Record<string, string>>

/** What does not change with the palette. Lengths are in pixels unless they have a unit. */
const measures = {
  font: "CircularStd, 'Plus Jakarta Sans Variable', 'Noto Sans Marked', sans-serif",
  fontData: 13,
  fontBody: 14,
  fontLabel: 12,
  fontHeading: 18,
  fontTitle: 24,
  control: 35,
  header: 44,
  row: 28,
  rowCompact: 24,
  rowComfortable: 36,
  corner: 6,
  /** Space comes in steps of this: `calc(3 * var(--tb-space))`. */
  space: 4,
  motion: '150ms',
  /** How long a changed price stays tinted. */
  flash: '400ms',
} as const

export type ThemeName = keyof typeof palettes
export type ColourName = keyof (typeof palettes)['light']

export const themeNames = Object.keys(palettes) as ThemeName[]

/** The colours of a theme, for what draws on a canvas and cannot read CSS variables. */
export const coloursOf = (name: ThemeName): Readonly<Record<ColourName, string>> => palettes[name]

/** The font family order: the product's own face where it is installed, else the bundled one. */
export const fontFamily = measures.font

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const declarations = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => `--tb-${kebab(name)}:${typeof value === 'number' ? `${value}px` : value};`)
    .join('')

/** The same tokens as a style sheet; `data-theme` on the root element chooses the palette. */
export const themeSheet = (): string =>
  `:root{${declarations(measures)}${declarations(palettes.light)}color-scheme:light}` +
  `:root[data-theme=dark]{${declarations(palettes.dark)}color-scheme:dark}` +
  // Paper is white.
  `@media print{:root[data-theme=dark]{${declarations(palettes.light)}color-scheme:light}}` +
  '@media (prefers-reduced-motion:reduce){:root{--tb-motion:0ms;--tb-flash:0ms}}'

/** A constructed sheet needs no inline style, so it is under any content security policy. */
export function installTheme(name: ThemeName): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeSheet())
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.documentElement.dataset.theme = name
}

/** The border distinguishes a control that takes input from its ground. */
const inputLines = ({ inputLine, focus }: Readonly<Record<ColourName, string>>) => ({
  colorBorder: inputLine,
  activeBorderColor: focus,
  hoverBorderColor: focus,
})

/** Ant Design derives these from the error colour: in the dark theme too pale for its white labels. */
const dangerButtons = (colours: Readonly<Record<ColourName, string>>) => ({
  colorError: colours.downFill,
  colorErrorHover: colours.downFillHover,
  colorErrorActive: colours.downFillHover,
  colorErrorBg: colours.downTint,
  colorErrorBgFilledHover: colours.downTint,
  colorErrorBgActive: colours.downTint,
  dangerColor: colours.onDownFill,
  dangerShadow: 'none',
})

/** Ant Design's theme from the same tokens. */
export function antdTheme(name: ThemeName): ThemeConfig {
  const colours = palettes[name]
  return {
    algorithm: name === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: colours.primary,
      // The ring around what has the focus.
      colorPrimaryBorder: colours.focus,
      colorSuccess: colours.up,
      colorError: colours.down,
      colorWarning: colours.warning,
      colorInfo: colours.information,
      colorLink: colours.up,
      colorText: colours.text,
      colorTextSecondary: colours.textSecondary,
      colorTextDescription: colours.textSecondary,
      colorTextPlaceholder: colours.textSecondary,
      colorBgLayout: colours.page,
      colorBgContainer: colours.panel,
      colorBgElevated: colours.raised,
      colorBorder: colours.lineStrong,
      colorBorderSecondary: colours.line,
      controlHeight: measures.control,
      fontFamily: measures.font,
      fontSize: measures.fontBody,
      fontSizeHeading3: measures.fontTitle,
      fontSizeHeading4: measures.fontHeading,
      borderRadius: measures.corner,
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      boxShadow: colours.shadow,
      boxShadowSecondary: colours.shadow,
    },
    components: {
      Alert: {
        colorInfoBg: colours.selectedTint,
        colorSuccessBg: colours.upTint,
        colorWarningBg: colours.warningTint,
        colorErrorBg: colours.downTint,
      },
      // Under sheets and dialogs: what somebody is doing is not covered by what failed elsewhere.
      Notification: { zIndexPopup: 900 },
      Button: {
        colorPrimary: colours.primaryFill,
        colorPrimaryHover: colours.primaryFillHover,
        colorPrimaryActive: colours.primaryFillHover,
        primaryColor: colours.onPrimaryFill,
        primaryShadow: 'none',
        defaultShadow: 'none',
        ...dangerButtons(colours),
        fontWeight: 500,
      },
      Tag: {
        colorPrimary: colours.primaryFill,
        colorPrimaryHover: colours.primaryFillHover,
        colorPrimaryActive: colours.primaryFillHover,
        colorTextLightSolid: colours.onPrimaryFill,
      },
      Input: inputLines(colours),
      InputNumber: inputLines(colours),
      DatePicker: inputLines(colours),
      Select: inputLines(colours),
      Checkbox: inputLines(colours),
      Segmented: {
        trackBg: colours.page,
        itemColor: colours.textSecondary,
        itemSelectedBg: colours.panel,
        itemSelectedColor: colours.text,
      },
      Menu: {
        horizontalLineHeight: `${measures.header - 1}px`,
        // An administrator's five groups stand whole next to the market's state at 1440.
        itemPaddingInline: 10,
        itemSelectedColor: colours.up,
        subMenuItemSelectedColor: colours.up,
        itemSelectedBg: colours.hoverTint,
        horizontalItemSelectedColor: colours.up,
        itemBg: 'transparent',
        popupBg: colours.raised,
        activeBarBorderWidth: 0,
      },
    },
  }
}
