import type { ChainVerification } from '@tradebook/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../../api/use-send.ts'
import { quantity } from '../../ui/format.ts'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './audit-detail.module.css'

/** Asks the server to recompute the hashes of the audit trail, and shows whether they fit. */
export function ChainCheck() {
  const { t } = useTranslation()
  const check = useSend('ReportEventLog/VerifyChain')
  return (
    <div className={styles.check}>
      <Button loading={isPending(check.state)} onClick={() => void check.send({})}>
        {t('Reports.Verify')}
      </Button>
      {check.state.status === 'done' && <Verdict verification={check.state.output} />}
      <SendFailure state={check.state} />
    </div>
  )
}

function Verdict({ verification }: { readonly verification: ChainVerification }) {
  const { t } = useTranslation()
  const { ok, fault = 'changed', firstBroken: row = '' } = verification
  const rows = quantity(verification.rows)
  return ok ? (
    <Alert role="status" type="success" title={t('Reports.Verified', { rows })} />
  ) : (
    <Alert
      role="alert"
      type="error"
      title={t(`Reports.Fault.${fault}`, { row })}
      description={t('Reports.Fault.rows', { rows })}
    />
  )
}
