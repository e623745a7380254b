import { Drawer, type DrawerProps } from 'antd'
import { useState } from 'react'
import { LeaveQuestion } from './leave-question.tsx'
import { FormsWithin } from './unsaved-guard.tsx'

/** A drawer that asks before it is closed over unsaved values of a form in it. */
export function GuardedDrawer({
  onClose,
  children,
  ...drawer
}: Omit<DrawerProps, 'onClose'> & { onClose: () => void }) {
  const [forms] = useState(() => new Set<() => boolean>())
  const [isAsking, setAsking] = useState(false)
  const close = () => ([...forms].some((hasUnsaved) => hasUnsaved()) ? setAsking(true) : onClose())
  const leave = () => {
    setAsking(false)
    onClose()
  }
  return (
    <>
      <Drawer {...drawer} onClose={close}>
        <FormsWithin value={forms}>{children}</FormsWithin>
      </Drawer>
      <LeaveQuestion isOpen={isAsking} onLeave={leave} onClose={() => setAsking(false)} />
    </>
  )
}
