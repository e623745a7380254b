import { alertConditionNames, alertConditions, alertStates } from '../../rules/alerts.ts'
import type { Alert } from '../alert-shapes.ts'
import { list } from '../list.ts'
import { code, securityID } from './columns.ts'

const conditionTitles = Object.fromEntries(
  alertConditionNames.map((name) => [name, alertConditions[name].title] as const),
)

/** A user's alerts: `Alert/GetAll`. The newest come first. */
export const alertList = list<Alert>()({
  title: 'Alert.Title',
  key: 'id',
  sorting: 'id desc',
  columns: {
    securityID,
    condition: code('condition', 'Alert.Condition', conditionTitles),
    price: { title: 'Alert.Price', kind: 'price' },
    percent: { title: 'Alert.Percent', kind: 'percent' },
    state: code('state', 'List.Column.state', alertStates),
    creationTime: { title: 'Alert.SetAt', kind: 'time', sortable: true },
    firedAt: { title: 'Alert.FiredAt', kind: 'time', sortable: true },
    firedPrice: { title: 'Alert.FiredPrice', kind: 'price' },
    firedPercent: { title: 'Alert.FiredPercent', kind: 'percent' },
    headline: { title: 'List.Column.headline', kind: 'text' },
    id: { title: 'Alert.Number', kind: 'id', sortable: true },
  },
})
