import type { CorporateActionType } from '../../rules/corporate-actions.ts'
import type { TextKey } from '../../words/words.ts'
import { list } from '../list.ts'
import type {
  CorporateActionRow,
  CorporateActionState,
  EntitlementRow,
} from '../schemas/corporate-actions.ts'
import { account, code, securityID } from './columns.ts'

export const corporateActionTypeNames: Readonly<Record<CorporateActionType, TextKey>> = {
  dividend: 'CorporateAction.Type.dividend',
  bonus: 'CorporateAction.Type.bonus',
  split: 'CorporateAction.Type.split',
}

const corporateActionStateNames: Readonly<Record<CorporateActionState, TextKey>> = {
  announced: 'CorporateAction.State.announced',
  effective: 'CorporateAction.State.effective',
  paid: 'CorporateAction.State.paid',
  revoked: 'CorporateAction.State.revoked',
}

/** What companies do to their shareholders: `BackOffice/GetCorporateActions`. */
export const corporateActionList = list<CorporateActionRow>()({
  title: 'List.File.corporateActions',
  key: 'id',
  sorting: 'id desc',
  columns: {
    id: { title: 'List.Column.corporateAction', kind: 'id', sortable: true },
    type: code('type', 'List.Column.type', corporateActionTypeNames),
    securityID,
    securityDesc: { title: 'Trading.Column.securityDesc', kind: 'text', searched: true },
    ratePerShare: { title: 'List.Column.ratePerShare', kind: 'average', sortable: true },
    ratio: { title: 'List.Column.ratio', kind: 'text' },
    registerDate: { title: 'List.Column.registerDate', kind: 'date', sortable: true },
    exDate: { title: 'List.Column.exDate', kind: 'date', sortable: true },
    payDate: { title: 'List.Column.payDate', kind: 'date', sortable: true },
    state: code('state', 'List.Column.state', corporateActionStateNames),
    announcedAt: { title: 'List.Column.announcedAt', kind: 'time', sortable: true },
    announcedBy: { title: 'List.Column.userName', kind: 'text' },
  },
})

/** What one of them gives to the firm's accounts: `BackOffice/PreviewCorporateAction`. */
export const entitlementList = list<EntitlementRow>()({
  title: 'List.File.entitlements',
  key: 'account',
  sorting: 'account asc',
  columns: {
    account,
    cscsAccount: { title: 'List.Column.cscsAccount', kind: 'text' },
    customerName: { title: 'List.Column.customerName', kind: 'name', sortable: true, searched: true },
    quantity: { title: 'List.Column.registeredQuantity', kind: 'quantity', sortable: true },
    gross: { title: 'List.Column.grossDividend', kind: 'money', sortable: true },
    tax: { title: 'List.Column.withholdingTax', kind: 'money', sortable: true },
    net: { title: 'List.Column.netDividend', kind: 'money', sortable: true },
    shares: { title: 'List.Column.sharesGiven', kind: 'quantity', sortable: true },
  },
})
