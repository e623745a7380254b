import { t } from 'i18next'
import { type ComponentType, useEffect, useState } from 'react'
import { notifyError } from './notify.ts'

interface Opening {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * A dialog whose code is fetched when it is first opened: the screen that can open it starts without it. If it cannot be
 * fetched, the person is notified, the dialog counts as closed and the screen goes on; the next opening tries again.
 *
 * @param load fetches the dialog, which receives all properties
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | undefined
  return function OnDemand(props: Props & Opening) {
    const [Dialog, setDialog] = useState(() => known)
    const { isOpen, onClose } = props
    useEffect(() => {
      if (!isOpen || Dialog) return
      let isWanted = true
      load().then(
        (loaded) => {
          known = loaded
          if (isWanted) setDialog(() => loaded)
        },
        () => {
          if (!isWanted) return
          void notifyError({ title: t('Chunk.Failed'), description: t('Chunk.Failed.details') }, true)
          onClose()
        },
      )
      return () => {
        isWanted = false
      }
    }, [isOpen, Dialog, onClose])
    return Dialog ? <Dialog {...props} /> : null
  }
}
