import type { ExchangeEvent } from '../src/events.ts'

type Kind = ExchangeEvent['kind']
type FieldsOf<Name extends Kind> = Exclude<keyof Extract<ExchangeEvent, { kind: Name }>, 'kind'>

const bookChange = ['security', 'side', 'entryNumber', 'price', 'size', 'time', 'rptSeq'] as const
const placed = ['tag', 'handle', 'entryNumber'] as const

const fields: { readonly [Name in Kind]: readonly FieldsOf<Name>[] } = {
  accepted: ['tag', 'handle'],
  refused: ['tag', 'reason'],
  traded: [
    'security',
    'price',
    'quantity',
    'tradeNumber',
    'tickDirection',
    'tradeCondition',
    'incomingSide',
    'incomingTag',
    'incomingHandle',
    'incomingLeaves',
    'restingTag',
    'restingHandle',
    'restingLeaves',
  ],
  rested: placed,
  refilled: placed,
  canceled: ['tag', 'handle', 'quantity', 'reason'],
  replaced: ['tag', 'handle', 'price', 'leaves', 'keptPriority', 'entryNumber'],
  bookAdded: bookChange,
  bookChanged: bookChange,
  bookRemoved: bookChange,
}

/** An event that can be kept: the exchange shows each event in turn in one object. */
export function copiedEvent(event: ExchangeEvent): ExchangeEvent {
  const names = ['kind', ...fields[event.kind]] as readonly (keyof ExchangeEvent)[]
  return Object.fromEntries(names.map((name) => [name, event[name]])) as unknown as ExchangeEvent
}
