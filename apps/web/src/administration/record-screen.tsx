import type { CallName } from '@tradebook/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useMayMake } from '../session.ts'
import type { DataTableProps } from '../ui/data-table/data-table.tsx'
import type { ListCall, RowOf } from '../ui/data-table/server-list.ts'
import { ServerTable } from '../ui/data-table/server-table.tsx'
import { GuardedDrawer } from '../ui/guarded-drawer.tsx'
import { Page, Section } from '../ui/page.tsx'

interface RecordScreenProps<Name extends ListCall>
  extends Pick<DataTableProps<RowOf<Name>>, 'list' | 'heading'> {
  readonly title: string
  readonly about: string
  readonly call: Name
  /** The call that makes a new record. */
  readonly create: CallName
  /** Names the button that begins a new record, and its drawer. */
  readonly newTitle: string
  readonly titleOf: (row: RowOf<Name>) => string
  /** What is below the list. */
  readonly below?: ReactNode
  /** A record in its drawer, without a row a new one; `done` closes it and shows what was done. */
  readonly record: (row: RowOf<Name> | undefined, done: (words: string) => void) => ReactNode
}

/** A list of records, each of which opens in a drawer next to it. */
export function RecordScreen<Name extends ListCall>({
  title,
  about,
  call,
  create,
  newTitle,
  titleOf,
  record,
  below,
  ...shown
}: RecordScreenProps<Name>) {
  const [open, setOpen] = useState<{ readonly row: RowOf<Name> | undefined }>()
  const [text, setText] = useState('')
  const mayCreate = useMayMake(create)
  const close = () => setOpen(undefined)
  const done = (words: string) => {
    setText(words)
    close()
  }
  return (
    <Page title={title} about={about} isWide>
      <Section>
        <ServerTable
          {...shown}
          call={call}
          onOpen={(row) => setOpen({ row })}
          tools={
            mayCreate && (
              <Button size="small" type="primary" onClick={() => setOpen({ row: undefined })}>
                {newTitle}
              </Button>
            )
          }
        />
      </Section>
      <p role="status">{text}</p>
      {below}
      <GuardedDrawer
        open={open !== undefined}
        onClose={close}
        destroyOnHidden
        size={480}
        title={open?.row ? titleOf(open.row) : newTitle}
      >
        {open && record(open.row, done)}
      </GuardedDrawer>
    </Page>
  )
}
