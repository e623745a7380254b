import type { WordKey } from '@tradebook/contract'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import style from './keyboard-help.module.css'

const keys: readonly { keys: readonly string[]; word: WordKey }[] = [
  { keys: ['/'], word: 'Trading.Keys.Search' },
  { keys: ['↑', '↓'], word: 'Trading.Keys.Walk' },
  { keys: ['Enter'], word: 'Trading.Keys.Open' },
  { keys: ['B'], word: 'Trading.Keys.Buy' },
  { keys: ['S'], word: 'Trading.Keys.Sell' },
  { keys: ['↑', '↓'], word: 'Trading.Keys.Tick' },
  { keys: ['PgUp', 'PgDn'], word: 'Trading.Keys.Leap' },
  { keys: ['Enter'], word: 'Trading.Keys.Send' },
  { keys: ['R'], word: 'Trading.Keys.Replace' },
  { keys: ['X'], word: 'Trading.Keys.Cancel' },
  { keys: ['Esc'], word: 'Trading.Keys.Close' },
  { keys: ['?'], word: 'Trading.Keys.Help' },
]

/** The crib sheet. */
export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open={isOpen} title={t('Trading.Keys')} footer={null} onCancel={onClose}>
      <dl className={style.keys}>
        {keys.map(({ keys: names, word }) => (
          <div key={word}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
