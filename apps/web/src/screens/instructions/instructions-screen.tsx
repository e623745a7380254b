import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useNotificationChanges } from '../../live/use-live.ts'
import { useFreshList } from '../../ui/data-table/server-list.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { GuardedDrawer } from '../../ui/guarded-drawer.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { InstructionDetails } from './instruction-details.tsx'
import { instructionsView } from './instructions-view.ts'
import { RecordInstruction } from './record-instruction.tsx'

const NEW = 'new'

/** The dealers' inbox: what customers want done, most urgent first. */
const InstructionsScreen = () => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<number | typeof NEW>()
  // Fills for an instruction are notified, too.
  useFreshList('Instruction/GetAll', useNotificationChanges())
  return (
    <Page title={t('Instruction.Title')} about={t('Instruction.About')} isWide>
      <Section>
        <ServerTable
          call="Instruction/GetAll"
          list={instructionsView}
          onOpen={({ id }) => setOpened(id)}
          tools={
            <Button size="small" type="primary" onClick={() => setOpened(NEW)}>
              {t('Instruction.Record')}
            </Button>
          }
        />
      </Section>
      <GuardedDrawer
        open={opened !== undefined}
        destroyOnHidden
        size={560}
        title={typeof opened === 'number' ? t('Instruction.Of', { id: opened }) : t('Instruction.Record')}
        onClose={() => setOpened(undefined)}
      >
        {opened === NEW && <RecordInstruction onDone={setOpened} />}
        {typeof opened === 'number' && <Opened key={opened} id={opened} />}
      </GuardedDrawer>
    </Page>
  )
}

export default InstructionsScreen

function Opened({ id }: { readonly id: number }) {
  const answer = useCall('Instruction/Get', { id }, { gcTime: 0 })
  return <Loaded answer={answer}>{(instruction) => <InstructionDetails instruction={instruction} />}</Loaded>
}
