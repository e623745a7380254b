import { type CorporateActionRow, corporateActionList, corporateActionTypeNames } from '@tradebook/contract'
import { Button } from 'antd'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import styles from './corporate-actions-screen.module.css'

/** What a person does with a corporate action of the list. */
export interface Choice {
  readonly action: CorporateActionRow
  readonly revokes: boolean
}

/** What was announced, each with the way to its effect, and for the host the way to revoke it. */
export const corporateActionsView = (
  onChoose: (choice: Choice) => void,
  controls: boolean,
): ListView<CorporateActionRow> =>
  listView({
    key: 'actions',
    title: 'CorporateAction.List',
    of: corporateActionList,
    file: 'BackOffice/DownloadCorporateActions',
    rowKey: ({ id }) => String(id),
    pageSize: 20,
    columns: [
      {
        key: 'choose',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 22,
        isKept: true,
        show: (action, t) => (
          <span className={styles.choices}>
            <Button
              size="small"
              aria-label={t('CorporateAction.Effect.of', { id: action.id })}
              onClick={() => onChoose({ action, revokes: false })}
            >
              {t('CorporateAction.Effect')}
            </Button>
            {controls && action.state === 'announced' && (
              <Button
                size="small"
                aria-label={t('CorporateAction.Revoke.of', { id: action.id })}
                onClick={() => onChoose({ action, revokes: true })}
              >
                {t('CorporateAction.Revoke')}
              </Button>
            )}
          </span>
        ),
      },
      { key: 'securityID', characters: 14, isKept: true },
      { key: 'type', characters: 12, isKept: true },
      { key: 'ratePerShare', characters: 13 },
      { key: 'ratio', characters: 10 },
      { key: 'state', characters: 14, isKept: true },
      { key: 'registerDate', characters: 14 },
      { key: 'exDate', characters: 14, isKept: true },
      { key: 'payDate', characters: 14 },
      { key: 'securityDesc', characters: 28, overflow: 'ellipsis' },
      { key: 'announcedAt', kind: 'minute', characters: 22, isExtra: true },
      { key: 'announcedBy', characters: 14, isExtra: true },
      { key: 'id', characters: 12, isExtra: true },
    ],
    filters: [
      {
        key: 'type',
        title: 'List.Column.type',
        kind: 'choice',
        options: [
          { value: '', title: 'CorporateAction.All' },
          ...Object.entries(corporateActionTypeNames).map(([value, title]) => ({ value, title })),
        ],
        input: (value) => ({ type: [value] }),
      },
      { key: 'keyword', title: 'CorporateAction.Search', kind: 'text' },
    ],
    leaving: ['securityDesc', 'registerDate', 'ratio', 'ratePerShare', 'payDate'],
    card: [
      ['securityID', 'state'],
      ['type', 'ratePerShare', 'ratio'],
      ['registerDate', 'exDate'],
      ['payDate', 'choose'],
    ],
    empty: { title: 'CorporateAction.Empty', details: 'CorporateAction.Empty.details' },
  })
