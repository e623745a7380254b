import { type coloursOf, fontFamily } from '../../ui/theme.ts'

/** How every chart of the market looks: the panel's colours, and the mark that the chart's licence asks for. */
export const chartOptions = (colours: ReturnType<typeof coloursOf>) => ({
  autoSize: true,
  layout: {
    background: { color: colours.panel },
    textColor: colours.textSecondary,
    fontFamily,
    fontSize: 11,
    attributionLogo: true,
  },
  grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
})
