export type { AdmissionLimits } from './admission.ts'
export type { Receivers } from './broadcast.ts'
export type { Connection } from './connection.ts'
export { Hub, type HubCall, type HubLimits, type HubOptions, hubLimits } from './hub.ts'
export type { HubLog, Redirect } from './hub-endpoint.ts'
export {
  type HubRoute,
  HubServer,
  type HubServerLimits,
  type HubServerOptions,
  hubServerLimits,
} from './hub-server.ts'
export {
  type BoundMethod,
  HubError,
  type HubMethod,
  type HubStream,
  hubMethod,
  hubStream,
} from './invocation.ts'
export { type CloseReason, closeReasons, type HubStats } from './stats.ts'
export type { TransportName } from './transport.ts'
