export { type Additions, Dictionary, type Members } from './dictionary/dictionary.ts'
export {
  type BusinessRejectReason,
  businessRejectReasons,
  type RejectReason,
  rejectReasons,
  type Violation,
} from './dictionary/rejects.ts'
export { groupsOf, validate } from './dictionary/validate.ts'
export { FIX44, FIX50, FIX50SP1, FIX50SP2, FIXT11 } from './dictionary/versions.ts'
export { type Calendar, type CalendarState, calendarAt } from './session/calendar.ts'
export { businessReject, reversedRoute } from './session/messages.ts'
export { isFixt, type Protocol, protocols } from './session/protocol.ts'
export { Session } from './session/session.ts'
export type { SessionSettings } from './session/settings.ts'
export type { Fetch, Input, Numbers, Outgoing, Received, Step, Stored } from './session/step.ts'
export { encode, UnsendableField } from './wire/encode.ts'
export { type Field, Fields, latin1, parse } from './wire/message.ts'
export { readable } from './wire/readable.ts'
export { type Frame, MessageStream } from './wire/stream.ts'
export { instantOf, timestampOf } from './wire/time.ts'
