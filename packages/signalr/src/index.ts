export type { Audience } from './broadcast.ts'
export type { Connection } from './connection.ts'
export { Hub, type HubCall, type HubLimits, type HubLog, type HubOptions, hubLimits } from './hub.ts'
export { type BoundMethod, HubError, type HubMethod, hubMethod } from './invocation.ts'
