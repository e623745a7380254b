import type { TextKey } from '@tradebook/contract'
import { Checkbox, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import style from './keyboard-help.module.css'
import { isSingleKey, type KeyScope, keymap, scopes } from './keymap.ts'
import { hideKeyboardHelp, useKeyboardHelp } from './open-keyboard-help.ts'
import { arrange, useArrangement } from './preferences.ts'

/** Keys as they are on a keyboard. */
const caps: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  Escape: 'Esc',
}

/** What can be done in a scope, each with all the keys that do it. */
function tasksOf(scope: KeyScope): readonly (readonly [TextKey, typeof keymap])[] {
  const rows = keymap.filter((row) => row.scope === scope)
  return [...new Set(rows.map(({ text }) => text))].map((text) => [
    text,
    rows.filter((row) => row.text === text),
  ])
}

/** Every key there is, drawn from the table that key presses are looked up in; and the switch of the single ones. */
export function KeyboardHelp() {
  const { t } = useTranslation()
  const { isOpen } = useKeyboardHelp()
  const singleKeys = useArrangement((arrangement) => arrangement.singleKeys)
  return (
    <Modal open={isOpen} title={t('Trading.Keys')} footer={null} width={720} onCancel={hideKeyboardHelp}>
      <Checkbox checked={singleKeys} onChange={({ target }) => arrange({ singleKeys: target.checked })}>
        {t('Trading.Keys.Single')}
      </Checkbox>
      <p className={style.note}>{t('Trading.Keys.Single.details')}</p>
      <div className={style.scopes}>
        {scopes.map((scope) => (
          <section key={scope} className={style.scope}>
            <h3 className={style.title}>{t(`Trading.Keys.Scope.${scope}`)}</h3>
            <dl className={style.keys}>
              {tasksOf(scope).map(([text, rows]) => (
                <div key={text}>
                  <dt>
                    {rows.map((row) => (
                      <Cap key={row.key} name={row.key} isOff={isSingleKey(row) && !singleKeys} />
                    ))}
                  </dt>
                  <dd>{t(text)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

const Cap = ({ name, isOff }: { name: string; isOff: boolean }) => {
  const cap = <kbd>{caps[name] ?? name}</kbd>
  return isOff ? <del>{cap}</del> : cap
}
