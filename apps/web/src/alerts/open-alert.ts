import type { Alert } from '@tradebook/contract'
import { create } from 'zustand'

/** What the dialog is about: a security, and the alert that is changed or set again. */
export interface AlertDraft {
  readonly securityID: string
  /** Its values are there at the beginning; one that waits is changed, of one that fired another one is set. */
  readonly from?: Alert
}

interface AlertDialogState {
  readonly isOpen: boolean
  /** Kept while the dialog closes. */
  readonly draft: AlertDraft | undefined
}

export const useAlertDialog = create<AlertDialogState>(() => ({ isOpen: false, draft: undefined }))

export const openAlert = (draft: AlertDraft): void => useAlertDialog.setState({ isOpen: true, draft })
export const closeAlert = (): void => useAlertDialog.setState({ isOpen: false })
