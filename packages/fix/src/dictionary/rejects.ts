/** SessionRejectReason(373), and what Text(58) says. */
export const rejectReasons = {
  invalidTag: [0, 'Invalid tag number'],
  requiredTagMissing: [1, 'Required tag missing'],
  tagNotDefinedForMessage: [2, 'Tag not defined for this message type'],
  undefinedTag: [3, 'Undefined tag'],
  noValue: [4, 'Tag specified without a value'],
  incorrectValue: [5, 'Value is incorrect (out of range) for this tag'],
  incorrectFormat: [6, 'Incorrect data format for value'],
  decryptionProblem: [7, 'Decryption problem'],
  signatureProblem: [8, 'Signature problem'],
  compIdProblem: [9, 'CompID problem'],
  sendingTimeAccuracy: [10, 'SendingTime accuracy problem'],
  invalidMsgType: [11, 'Invalid MsgType'],
  xmlValidation: [12, 'XML validation error'],
  tagRepeated: [13, 'Tag appears more than once'],
  tagOutOfOrder: [14, 'Tag specified out of required order'],
  groupOutOfOrder: [15, 'Repeating group fields out of order'],
  incorrectGroupCount: [16, 'Incorrect NumInGroup count for repeating group'],
  delimiterInValue: [17, 'Non "data" value includes field delimiter'],
  invalidVersion: [18, 'Invalid or unsupported application version'],
  other: [99, 'Other'],
} as const satisfies Record<string, readonly [code: number, text: string]>

export type RejectReason = keyof typeof rejectReasons

/** Why a message is rejected, and by which tag. */
export interface Violation {
  readonly reason: RejectReason
  readonly tag?: number
}

/** BusinessRejectReason(380), and what Text(58) says. */
export const businessRejectReasons = {
  other: [0, 'Other'],
  unknownId: [1, 'Unknown ID'],
  unknownSecurity: [2, 'Unknown Security'],
  unsupportedMessageType: [3, 'Unsupported Message Type'],
  applicationNotAvailable: [4, 'Application not available'],
  conditionallyRequiredFieldMissing: [5, 'Conditionally required field missing'],
  notAuthorized: [6, 'Not authorized'],
  deliverToFirmNotAvailable: [7, 'DeliverTo firm not available at this time'],
} as const satisfies Record<string, readonly [code: number, text: string]>

export type BusinessRejectReason = keyof typeof businessRejectReasons
