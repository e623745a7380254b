import { onDemand } from '../ui/on-demand.tsx'
import { closeAlert, useAlertDialog } from './open-alert.ts'

const Dialog = onDemand(() =>
  import(/* webpackChunkName: "alert-dialog" */ './alert-dialog.tsx').then((module) => module.AlertDialog),
)

/** The dialog that sets an alert, for a screen that can open it. */
export function AlertDialogOnDemand() {
  const isOpen = useAlertDialog((state) => state.isOpen)
  return <Dialog isOpen={isOpen} onClose={closeAlert} />
}
