import type { TextKey } from '@tradebook/contract'
import { type ComponentType, lazy } from 'react'
import { Company } from '../../market/company.tsx'
import { News } from '../../market/news.tsx'
import { OrderBookPanel } from './book/order-book.tsx'
import { ChartIntervals, ChosenChart } from './chosen-chart.tsx'
import { DepthChart } from './depth/depth-chart.tsx'
import { Tape } from './tape.tsx'

/** What can be seen of the selected security: a new panel is a folder and a row here. */
export interface SecurityPanel {
  /** Names its tab and, for keys, what is in it. */
  readonly key: string
  readonly title: TextKey
  readonly Content: ComponentType<{ readonly securityID: string }>
  /** What is at the end of the bar while it is shown. */
  readonly Tools?: ComponentType
  /** It has a place of its own below the others, where the screen is high enough. */
  readonly isBelow?: true
  /** It needs the height: while it is shown, nothing is below. */
  readonly isTall?: true
  /** Too small to be read on a phone. */
  readonly isDeskOnly?: true
}

/** Opened by few, and fetched when it is. */
const Ladder = lazy(() =>
  import(/* webpackChunkName: "ladder" */ './ladder/ladder.tsx').then((module) => ({
    default: module.Ladder,
  })),
)

/** The panels in the order of their tabs. */
export const securityPanels: readonly SecurityPanel[] = [
  { key: 'chart', title: 'Trading.Chart', Content: ChosenChart, Tools: ChartIntervals },
  { key: 'book', title: 'Trading.Book', Content: OrderBookPanel, isBelow: true },
  {
    key: 'trades',
    title: 'Trading.Tape',
    // What is held still is of one security.
    Content: ({ securityID }) => <Tape key={securityID} />,
    isBelow: true,
  },
  { key: 'ladder', title: 'Trading.Ladder', Content: Ladder, isTall: true },
  { key: 'depth', title: 'Trading.Depth', Content: DepthChart, isDeskOnly: true },
  { key: 'company', title: 'Trading.Company', Content: Company },
  { key: 'news', title: 'Trading.News', Content: News },
]
