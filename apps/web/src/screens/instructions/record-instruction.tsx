import { type CallInput, instructionMedia, sides } from '@tradebook/contract'
import { instructionInput } from '@tradebook/contract/schemas/instructions'
import { useTranslation } from 'react-i18next'
import { useMarketDate } from '../../live/use-live.ts'
import { useCan } from '../../session.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'

/** Records an instruction: staff as the customer gave it, customers their own. */
export const RecordInstruction = ({ onDone }: { readonly onDone: (id: number) => void }) => {
  const { t } = useTranslation()
  const today = useMarketDate()
  const isStaff = useCan('TRADE_ALL_ACCOUNTS')
  return (
    <SchemaForm<'Instruction/Save', CallInput<'Instruction/Save'>>
      label={t('Instruction.Record')}
      change="Instruction/Save"
      schema={instructionInput}
      fields={[
        { name: 'account', label: 'Trading.Column.account' },
        { name: 'side', label: 'Trading.Column.side', choices: sides },
        { name: 'securityID', label: 'List.Column.securityID' },
        { name: 'orderQty', label: 'Trading.Column.quantity' },
        { name: 'price', label: 'Instruction.Limit', help: 'Instruction.Limit.help' },
        { name: 'until', label: 'Instruction.Until', shownAs: 'date' },
        { name: 'isUrgent', label: 'Instruction.Urgent' },
        ...(isStaff
          ? ([
              { name: 'medium', label: 'Instruction.Medium', choices: instructionMedia },
              { name: 'reference', label: 'Instruction.Reference' },
            ] as const)
          : []),
        { name: 'text', label: 'List.Column.clientText', shownAs: 'lines' },
      ]}
      initial={{
        ...{ isUrgent: false, reference: '', text: '', medium: isStaff ? 'telephone' : 'screen' },
        ...(today && { until: today }),
      }}
      action={t('Instruction.Record')}
      makesStale={['Instruction/GetAll']}
      onDone={({ id }) => onDone(id)}
    />
  )
}
