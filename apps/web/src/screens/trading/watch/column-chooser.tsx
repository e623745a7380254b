import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { Choice } from '../choice.tsx'
import { showKeyboardHelp } from '../open-keyboard-help.ts'
import { arrange, densities, useArrangement } from '../preferences.ts'
import style from './column-chooser.module.css'
import { columnsOf, watchColumns } from './watch-columns.ts'

interface ColumnChooserProps {
  /** The chosen columns that have no room at present. */
  readonly without: readonly string[]
}

/** Which columns, in which order, and how dense: chosen with buttons, and kept. */
export function ColumnChooser({ without }: ColumnChooserProps) {
  const { t } = useTranslation()
  return (
    <Popover trigger="click" placement="bottomRight" content={<Choices without={without} />}>
      <Button size="small" type="text" icon={<SettingOutlined />} aria-label={t('Trading.Columns')} />
    </Popover>
  )
}

function Choices({ without }: ColumnChooserProps) {
  const { t } = useTranslation()
  const chosen = columnsOf(useArrangement(({ watchColumns: keys }) => keys))
  const density = useArrangement((arrangement) => arrangement.density)
  const keys = chosen.map(({ key }) => key)
  const choose = (watchKeys: readonly string[]) => arrange({ watchColumns: watchKeys })
  const move = (key: string, by: -1 | 1) => {
    const from = keys.indexOf(key)
    const after = keys.toSpliced(from, 1)
    choose(after.toSpliced(from + by, 0, key))
  }
  const others = watchColumns.filter(({ key }) => !keys.includes(key))
  return (
    <div className={style.chooser}>
      <Choice
        isField
        label={t('Trading.Density')}
        value={density}
        onChange={(next) => arrange({ density: next })}
        options={densities.map((value) => ({ value, label: t(`Trading.Density.${value}`) }))}
      />
      <ul className={style.columns}>
        {chosen.map(({ key, title }, at) => (
          <li key={key} className={style.column}>
            <Checkbox
              checked
              disabled={at === 0}
              onChange={() => choose(keys.filter((other) => other !== key))}
            >
              {t(title)}
              {without.includes(key) && <span className={style.without}> {t('Trading.Columns.NoRoom')}</span>}
            </Checkbox>
            {at > 0 && (
              <span className={style.moves}>
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowUpOutlined />}
                  aria-label={t('Trading.Columns.Up', { column: t(title) })}
                  disabled={at === 1}
                  onClick={() => move(key, -1)}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowDownOutlined />}
                  aria-label={t('Trading.Columns.Down', { column: t(title) })}
                  disabled={at === keys.length - 1}
                  onClick={() => move(key, 1)}
                />
              </span>
            )}
          </li>
        ))}
        {others.map(({ key, title }) => (
          <li key={key} className={style.column}>
            <Checkbox checked={false} onChange={() => choose([...keys, key])}>
              {t(title)}
            </Checkbox>
          </li>
        ))}
      </ul>
      <Button size="small" type="link" onClick={showKeyboardHelp}>
        {t('Trading.Keys.Show')}
      </Button>
    </div>
  )
}
