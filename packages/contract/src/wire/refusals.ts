// Longer than 300 lines, for it is one table: the codes of all refusals.

import type { Phase } from '../rules/acceptance.ts'
import { OrdRejReason, type OrdStatus } from '../rules/fix.ts'
import type { KillSwitchCause, KillSwitchScope, LimitLevel } from '../rules/limits.ts'

/**
 * Every business refusal: a stable code for programs, and the FIX reject reason where the refusal
 * is of an order. Families: 1xxx identity, 2xxx order, 3xxx market, 4xxx ledger, 5xxx customer,
 * 6xxx platform. The words a person reads are under `Refusal.<name>` and `Refusal.<name>.details`
 * in the localisation source, with the refusal's values instead of `{name}`: numbers, ids and codes,
 * which `refusalInWords` gives their words.
 *
 * A record keeps a refusal by its name, so that a number may be given to another one: then kept answers are
 * translated (decision 105).
 *
 * HTTP answers a refusal with ABP's status of every business error, 500, unless its row names
 * another; `retryAfterSeconds` is the value of `Retry-After` (RFC 9110, 10.2.3).
 */
export const refusals = {
  invalidUserNameOrPassword: { code: 1002 },
  userIsNotActive: { code: 1004 },
  userEmailIsNotConfirmed: { code: 1005 },
  noTenantWithName: { code: 1006 },
  tenantIsNotActive: { code: 1007 },
  resetLinkInvalid: { code: 1008 },
  passwordCommon: { code: 1009 },
  passwordHasName: { code: 1010 },
  passwordWrong: { code: 1011 },
  unknownUser: { code: 1012 },
  unknownSession: { code: 1013 },
  twoFactorIsOn: { code: 1014 },
  twoFactorCodeWrong: { code: 1015 },
  userNameTaken: { code: 1016, members: ['userName'] },
  userNameMixed: { code: 1093, members: ['userName'] },
  emailAddressTaken: { code: 1017, members: ['emailAddress'] },
  adminIsKept: { code: 1018 },
  userIsGone: { code: 1019 },
  userIsOneself: { code: 1020 },
  userHoldsMore: { code: 1021 },
  lastUserAdministrator: { code: 1022 },
  grantNotHeld: { code: 1023, members: ['permissions', 'grantedPermissions'] },
  roleNotHeld: { code: 1024, members: ['roleNames'] },
  accountNotHeld: { code: 1025, members: ['userTradingAccounts'] },
  unknownRole: { code: 1026, members: ['roleNames'] },
  roleIsGone: { code: 1027 },
  roleIsStatic: { code: 1028 },
  roleNameTaken: { code: 1029, members: ['name'] },
  roleOfCustomers: { code: 1092, members: ['permissions', 'grantedPermissions'] },
  firmHasAdministrator: { code: 1049 },
  firmHasSecondAdministrator: { code: 5080 },
  tenancyNameTaken: { code: 1030, members: ['tenancyName'] },
  unknownTenant: { code: 1031 },
  firmDisabled: { code: 1090 },
  firmNotEmpty: { code: 1032 },
  roleGrantsMore: { code: 1033 },
  registrationTokenInvalid: { code: 1040, status: 401 },
  registrationClosed: { code: 1041 },
  verificationCodeOver: { code: 1042 },
  emailNotVerified: { code: 1043 },
  languageNotOffered: { code: 1044, members: ['languageName'] },
  emailCodeWrong: { code: 1045, members: ['code'] },
  ownPasswordNeeded: { code: 1046, members: ['adminPassword'] },
  userIsRegistering: { code: 1064 },
  signedOutMeanwhile: { code: 1065, status: 401 },
  twoFactorCodesOver: { code: 1066 },
  newPasswordDue: { code: 1050, status: 403 },
  secondFactorDue: { code: 1051, status: 403 },
  passwordUnchanged: { code: 1052, members: ['newPassword'] },
  passkeyAddressUnfit: { code: 1130 },
  passkeyOriginWrong: { code: 1131 },
  passkeyChallengeOver: { code: 1132 },
  /** Also of one that is not there: nobody finds out whose passkey exists. */
  passkeyNotAccepted: { code: 1133 },
  passkeyInvalid: { code: 1134 },
  passkeyTaken: { code: 1135 },
  unknownPasskey: { code: 1136 },
  /** Its counter went back, as that of a copy does. */
  passkeyCopied: { code: 1137 },
  tooManyPasskeys: { code: 1138 },
  passkeyProofDue: { code: 1139, members: ['password'] },
  providerOff: { code: 1140 },
  providerUnavailable: { code: 1141 },
  providerSignInOver: { code: 1142 },
  providerAnswerInvalid: { code: 1143 },
  providerRefused: { code: 1144 },
  providerGivesNoRole: { code: 1145 },
  providerUserTaken: { code: 1146 },
  staffUseProvider: { code: 1147 },
  emergencyAdministratorUnfit: { code: 1148, members: ['emergencyUserName'] },
  providerSecretNeeded: { code: 1149, members: ['clientSecret'] },
  customerHasNoAddress: { code: 1150 },
  customerSignsIn: { code: 1151 },
  alertsNotSent: { code: 1152, members: ['alertsOff'] },
  alertsNeedAddress: { code: 1153, members: ['alertsOff'] },
  alertsOfCustomers: { code: 1154 },

  unknownOrder: { code: 2001, ordRejReason: undefined },
  duplicateClOrdID: { code: 2002, ordRejReason: OrdRejReason.duplicateOrder },
  orderTypeUnsupported: { code: 2003, ordRejReason: OrdRejReason.unsupportedOrder },
  priceMissing: { code: 2004, ordRejReason: OrdRejReason.unsupportedOrder },
  priceNotAllowed: { code: 2005, ordRejReason: OrdRejReason.unsupportedOrder },
  quantityInvalid: { code: 2006, ordRejReason: OrdRejReason.incorrectQuantity },
  orderIsFinal: { code: 2007 },
  orderChanged: { code: 2008 },
  nothingToReplace: { code: 2009 },
  /** No call gives it any more: such a replace ends the order. Older rows of the audit trail name it. */
  quantityBelowFilled: { code: 2010, ordRejReason: OrdRejReason.incorrectQuantity },
  outcomeUnknown: { code: 2011 },
  sideNotPermitted: { code: 2012, ordRejReason: OrdRejReason.brokerOption },
  crossNotInThisPhase: { code: 2013, ordRejReason: OrdRejReason.exchangeClosed },
  crossOutsideQuotes: { code: 2014, ordRejReason: OrdRejReason.outsidePriceBand },
  crossOfOneAccount: { code: 2015, ordRejReason: OrdRejReason.unsupportedOrder },
  orderValueAboveLimit: { code: 2016, ordRejReason: OrdRejReason.exceedsLimit },
  orderQtyAboveLimit: { code: 2017, ordRejReason: OrdRejReason.exceedsLimit },
  volumeShareAboveLimit: { code: 2018, ordRejReason: OrdRejReason.exceedsLimit },
  priceOutsideCollar: { code: 2019, ordRejReason: OrdRejReason.outsidePriceBand },
  tooManyOrders: { code: 2020, ordRejReason: OrdRejReason.exceedsLimit },
  orderEnteredTwice: { code: 2021, ordRejReason: OrdRejReason.duplicateOrder },
  turnoverAboveLimit: { code: 2022, ordRejReason: OrdRejReason.exceedsLimit },
  killSwitchOn: { code: 2023, ordRejReason: OrdRejReason.brokerOption },
  expiryInvalid: { code: 2024, ordRejReason: OrdRejReason.unsupportedOrder },
  displayQtyInvalid: { code: 2025, ordRejReason: OrdRejReason.incorrectQuantity },
  minQtyInvalid: { code: 2026, ordRejReason: OrdRejReason.incorrectQuantity },
  durationNotReplaceable: { code: 2027 },
  replaceRejected: { code: 2028 },
  orderOverdue: { code: 2029 },
  duplicateCrossID: { code: 2030, ordRejReason: OrdRejReason.duplicateOrder },
  /** Stop orders. */
  stopOrdersNotTaken: { code: 2032, ordRejReason: OrdRejReason.unsupportedOrder },
  stopPxMissing: { code: 2033, ordRejReason: OrdRejReason.unsupportedOrder },
  stopPxNotAllowed: { code: 2034, ordRejReason: OrdRejReason.unsupportedOrder },
  stopPxNotAbove: { code: 2035, ordRejReason: OrdRejReason.outsidePriceBand },
  stopPxNotBelow: { code: 2036, ordRejReason: OrdRejReason.outsidePriceBand },
  tooManyStops: { code: 2037, ordRejReason: OrdRejReason.brokerOption },
  crossSideRefused: { code: 2038, ordRejReason: OrdRejReason.brokerOption },
  notAtVenue: { code: 2039, ordRejReason: OrdRejReason.unsupportedOrder },
  orderPending: { code: 2060 },
  orderInDoubt: { code: 2061 },
  orderNotInDoubt: { code: 2062 },
  orderNotUnclaimed: { code: 2063 },
  orderEndedHere: { code: 2064 },
  orderUnnamed: { code: 2065 },
  orderNotAdoptable: { code: 2066 },
  unknownBasket: { code: 2070 },
  basketNameTaken: { code: 2071, members: ['name'] },
  tooManyBaskets: { code: 2072 },
  basketChanged: { code: 2073 },
  basketNotShared: { code: 2074, members: ['isShared'] },
  basketStopped: { code: 2087 },
  unknownInstruction: { code: 2075, ordRejReason: OrdRejReason.brokerOption, members: ['instructionID'] },
  instructionClosed: { code: 2076, ordRejReason: OrdRejReason.brokerOption },
  instructionTaken: { code: 2077, ordRejReason: OrdRejReason.brokerOption },
  instructionNotTaken: { code: 2078, ordRejReason: OrdRejReason.brokerOption },
  mandateRequired: { code: 2079, ordRejReason: OrdRejReason.brokerOption },
  mandateExceeded: { code: 2080, ordRejReason: OrdRejReason.brokerOption, members: ['orderQty'] },
  mandateDiffers: { code: 2081, ordRejReason: OrdRejReason.brokerOption },
  mandatePrice: { code: 2082, ordRejReason: OrdRejReason.brokerOption, members: ['price'] },
  mandateUntil: {
    code: 2083,
    ordRejReason: OrdRejReason.brokerOption,
    members: ['timeInForce', 'expireDate'],
  },
  mandateNotRaised: { code: 2084, members: ['orderQty'] },
  instructionsNotTaken: { code: 2085 },
  instructionUntil: { code: 2086, members: ['until'] },
  bulkOrderNotPermitted: { code: 2110 },
  accountTwice: { code: 2111, members: ['lines'] },
  bulkOrderOfOneDay: { code: 2112, members: ['timeInForce'] },
  bulkOrderNotReplaced: { code: 2113 },
  partNotCancelled: { code: 2114 },
  notBulkOrder: { code: 2115, members: ['orderID'] },
  nothingToAllocate: { code: 2116 },
  allocationAccount: { code: 2117, members: ['lines'] },
  allocationAbovePart: { code: 2118, members: ['lines'] },
  allocationDiffers: { code: 2119, members: ['lines'] },
  partNotReplaced: { code: 2124 },
  partRefused: { code: 2120, members: ['lines'] },
  tradeOfBulkOrder: { code: 2121 },
  allocatedProRata: { code: 2122, members: ['lines'] },
  listWhileWorking: { code: 2123, members: ['lines'] },
  unknownTrade: { code: 2050, members: ['tradeNumber'] },
  tradeWithoutClient: { code: 2051, members: ['tradeNumber'] },
  tradeCanceled: { code: 2052, members: ['tradeNumber'] },
  nothingToCorrect: { code: 2053 },
  correctionAboveTrade: { code: 2054, members: ['quantity'] },
  tradeCorrectionWaits: { code: 2055 },
  tradeCorrectionDecided: { code: 2056 },
  tradeCorrectionOwn: { code: 2057 },
  tradeChanged: { code: 2058 },

  unknownSecurity: { code: 3001, ordRejReason: OrdRejReason.unknownSymbol },
  marketClosed: { code: 3002, ordRejReason: OrdRejReason.exchangeClosed },
  priceOffTick: { code: 3003, ordRejReason: OrdRejReason.invalidPriceIncrement },
  priceOutsideLimits: { code: 3004, ordRejReason: OrdRejReason.outsidePriceBand },
  securityHalted: { code: 3005, ordRejReason: OrdRejReason.exchangeClosed },
  notInThisPhase: { code: 3006, ordRejReason: OrdRejReason.exchangeClosed },
  auctionEmpty: { code: 3007, ordRejReason: OrdRejReason.exchangeClosed },
  imbalanceOnThisSide: { code: 3008, ordRejReason: OrdRejReason.exchangeClosed },
  beyondTheoreticalPrice: { code: 3009, ordRejReason: OrdRejReason.outsidePriceBand },
  marketControlNotPermitted: { code: 3010 },
  notHalted: { code: 3011 },
  haltReasonInvalid: { code: 3012 },
  noPriceList: { code: 3013 },
  unknownWatchlist: { code: 3014 },
  watchlistNameTaken: { code: 3015 },
  tooManyWatchlists: { code: 3016 },
  priceNotKobo: { code: 3017, ordRejReason: OrdRejReason.invalidPriceIncrement },
  alreadyHalted: { code: 3018 },
  corporateActionInvalid: { code: 3019 },
  corporateActionDates: { code: 3020 },
  corporateActionLate: { code: 3021 },
  corporateActionAnnounced: { code: 3022 },
  unknownCorporateAction: { code: 3023 },
  corporateActionBegun: { code: 3024 },
  corporateActionRate: { code: 3025 },
  corporateActionRatio: { code: 3026 },

  unknownAccount: { code: 4001, ordRejReason: OrdRejReason.unknownAccount },
  insufficientFunds: { code: 4002, ordRejReason: OrdRejReason.insufficientFunds },
  insufficientShares: { code: 4003, ordRejReason: OrdRejReason.shortSell },
  feesNotCovered: { code: 4004, ordRejReason: OrdRejReason.insufficientFunds },
  amountInvalid: { code: 4005 },
  balanceNotShown: { code: 4006 },
  transferOwn: { code: 4007 },
  approverNotIndependent: { code: 4050 },
  approverUnconfirmed: { code: 4051 },
  makerUnconfirmed: { code: 4052 },
  postingUnconfirmed: { code: 4053 },
  confirmedByOther: { code: 1091 },
  unknownFirm: { code: 4008 },
  customerNameDiffers: { code: 4009 },
  termsInvalid: { code: 4010 },
  chargesInvalid: { code: 4011 },
  chargesTooEarly: { code: 4012 },
  unknownCustomer: { code: 4013 },
  periodInvalid: { code: 4014 },
  unknownContractNote: { code: 4015 },
  noContractNotes: { code: 4016 },
  dateNotReached: { code: 4017 },
  notWithdrawable: { code: 4018 },
  postingIDUsed: { code: 4019 },
  cscsAccountInvalid: { code: 4020 },
  transferDecided: { code: 4021 },
  unknownTransfer: { code: 4022 },
  alreadyOpen: { code: 4023 },
  tooLongToPrint: { code: 4024 },
  amountTooLarge: { code: 4025 },
  unknownCharge: { code: 4026 },
  chargeInForce: { code: 4027 },
  noBankAccount: { code: 4028 },
  unknownBank: { code: 4029 },
  bankAccountInvalid: { code: 4030 },
  moreThanOutstanding: { code: 4031 },
  withdrawalsPending: { code: 4032 },
  noMemberCode: { code: 4033 },
  killSwitchNotPermitted: { code: 4034 },
  unknownTenancyName: { code: 4035 },
  termsInForce: { code: 4036 },
  termsPending: { code: 4037 },
  chargesTooMany: { code: 4038 },
  chargesTooLate: { code: 4039 },
  transfersOutPending: { code: 4040 },
  postedBefore: { code: 4045 },
  unknownPayment: { code: 4060 },
  paymentDecided: { code: 4061 },
  paymentsWaiting: { code: 4062 },
  paidInFuture: { code: 4063, members: ['paidOn'] },
  payeeMissing: { code: 4064 },
  payeeChanged: { code: 4065 },
  paymentBeingPosted: { code: 4066 },
  paidTooLongAgo: { code: 4067, members: ['paidOn'] },
  accountFrozen: { code: 4070, ordRejReason: OrdRejReason.brokerOption },
  unknownFreeze: { code: 4071 },
  unfreezePending: { code: 4072 },
  freezeInFuture: { code: 4073, members: ['from'] },
  freezeReasonInvalid: { code: 4074, members: ['reason'] },
  unknownEntry: { code: 4075, members: ['entry'] },
  entryNotByHand: { code: 4076, members: ['entry'] },
  entryReversed: { code: 4077, members: ['entry'] },
  entryIsReversal: { code: 4078, members: ['entry'] },
  reversalPending: { code: 4079, members: ['entry'] },
  payeeDiffers: { code: 4080 },
  bankAccountNameMissing: { code: 4081, members: ['accountName'] },
  bankAccountNotOwn: { code: 4082, members: ['accountName'] },
  freezeUnproved: { code: 5082, members: ['reference'] },
  approvedByYou: { code: 5083 },
  rejectedByYou: { code: 5084 },
  ownAccount: { code: 5085 },
  makerOwnAccount: { code: 5090 },
  withdrawnByOther: { code: 5091 },
  withdrawalHeld: { code: 5092 },
  chargesPending: { code: 5093 },

  unknownAccountRequest: { code: 5001 },
  /** Another reviewer, or its owner, was faster. */
  accountRequestChanged: { code: 5002 },
  accountRequestNotEditable: { code: 5003 },
  accountRequestIncomplete: { code: 5004 },
  accountRequestOwn: { code: 5005 },
  accountRequestEdited: { code: 5010 },
  /** It is not the one that the reviewer read. */
  accountRequestRevised: { code: 5020 },
  /** Others gave the same answers (`identityKinds`). */
  accountRequestDoubtful: { code: 5021 },
  /** Its owner was deactivated or deleted. */
  accountRequestOfNobody: { code: 5030 },
  /** No depository is connected, and who approves gave none of these. */
  depositoryNumbersMissing: { code: 5031, members: ['cscsAccount', 'chn'] },
  cscsAccountHeld: { code: 5032, members: ['cscsAccount'] },
  chnHeld: { code: 5033, members: ['chn'] },
  customerFieldsWrong: { code: 5041 },
  documentMissing: { code: 5081 },
  customerChangeWaits: { code: 5042 },
  customerChangeDecided: { code: 5043 },
  customerChangeOwn: { code: 5044 },
  customerUnchanged: { code: 5045 },
  unknownCustomerChange: { code: 5046 },
  addressIsConfirmed: { code: 5047 },
  memberCodeTaken: { code: 5011, members: ['memberCode'] },
  documentInvalid: { code: 5006 },
  logoInvalid: { code: 1120 },
  documentsTooLarge: { code: 5007 },
  unknownDocument: { code: 5008 },
  unknownAlert: { code: 5086 },
  tooManyAlerts: { code: 5087 },
  alertHoldsAlready: { code: 5088, members: ['price', 'percent'] },
  alertHasFired: { code: 5089 },

  /** One user sends faster than its turn comes: nothing was taken. */
  busy: { code: 6001, status: 429, retryAfterSeconds: 1 },
  /** Nobody's requests can be taken now: nothing was taken. */
  unavailable: { code: 6001, status: 503, retryAfterSeconds: 5 },
  /** It is not certain what time it is: nothing but cancels is taken. */
  tradingPaused: { code: 6001, status: 503, retryAfterSeconds: 60 },
  tooManyRequests: { code: 6002, status: 429 },
  /** The key of a request belongs to another request (draft-ietf-httpapi-idempotency-key-header, 2.7). */
  idempotencyKeyUsed: { code: 6003, status: 422 },
  unknownNotification: { code: 6005 },
  /** The server ended while it carried out the request of this key. */
  keyOutcomeUnknown: { code: 6006, status: 409 },
  /** No more documents are checked now: none of the request was taken. */
  documentsWaiting: { code: 6007, status: 503, retryAfterSeconds: 20 },
  /** The record cannot hold what the request contains: nothing was kept, and nothing will be. */
  unrecordable: { code: 6004, status: 400 },
} as const satisfies Record<string, RefusalRow>

interface RefusalRow {
  readonly code: number
  /** The members of the input that it is about, where it is about some: the words are shown next to their fields. */
  readonly members?: readonly string[]
  readonly ordRejReason?: OrdRejReason | undefined
  readonly status?: number
  readonly retryAfterSeconds?: number
}

export type RefusalName = keyof typeof refusals

/** How HTTP answers a refusal: its status, and the value of `Retry-After`. */
export function httpAnswerOf(refusal: RefusalName): {
  status: number
  retryAfterSeconds: number | undefined
} {
  const { status = 500, retryAfterSeconds }: RefusalRow = refusals[refusal]
  return { status, retryAfterSeconds }
}

/** Whether an order is kept with a refusal, as FIX has it: others are only answers. */
export function isOfOrders(refusal: RefusalName): boolean {
  const { ordRejReason }: RefusalRow = refusals[refusal]
  return ordRejReason !== undefined
}

/** The members of the input that a refusal is about. */
export function membersOf(refusal: RefusalName): readonly string[] {
  const { members = [] }: RefusalRow = refusals[refusal]
  return members
}

/** The values that a refusal's words mention. No value is a word: codes are worded when they are read. */
export type RefusalValues = Readonly<Record<string, string | number>>

/** A refusal is an answer, never an exception, inside the domain. */
export interface Refusal {
  readonly refusal: RefusalName
  readonly values: RefusalValues
  /** What a program may want besides the words, for example the id of the order that was refused. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** The codes that a refusal's words cannot do without (`refusalInWords`). */
interface CodesOf {
  readonly orderIsFinal: { readonly orderID: string; readonly ordStatus: OrdStatus }
  readonly orderPending: { readonly orderID: string; readonly ordStatus: OrdStatus }
  readonly sideNotPermitted: { readonly side: 'BUY' | 'SELL' }
  readonly durationNotReplaceable: { readonly timesInForce: string }
  readonly replaceRejected: { readonly reason: string }
  readonly partRefused: { readonly account: string; readonly reason: string }
  readonly notInThisPhase: { readonly phase: Phase }
  readonly crossNotInThisPhase: { readonly phase: Phase }
  readonly killSwitchOn: {
    readonly scope: KillSwitchScope
    readonly cause: KillSwitchCause
    readonly reason: string
  }
  readonly grantNotHeld: { readonly permissions: string }
  readonly roleOfCustomers: { readonly permissions: string }
  readonly roleNotHeld: { readonly role: string; readonly permissions: string }
  readonly accountRequestChanged: { readonly status: number }
  readonly accountRequestNotEditable: { readonly status: number }
  readonly accountRequestIncomplete: { readonly fields: string }
  readonly customerFieldsWrong: { readonly fields: string }
  readonly customerChangeWaits: { readonly makerName: string }
  readonly documentInvalid: { readonly kind: string }
  readonly alreadyOpen: { readonly what: 'firm' | 'account' | 'cscsAccount' }
}

/** @param data what a program may want besides the words. */
export const refuse = <Name extends RefusalName>(
  refusal: Name,
  ...[values = {}, data]: Name extends keyof CodesOf
    ? [values: RefusalValues & CodesOf[Name], data?: Refusal['data']]
    : [values?: RefusalValues, data?: Refusal['data']]
): Refusal => (data ? { refusal, values, data } : { refusal, values })

/** The values by which refusals name what an account has in cash. */
const balances: Partial<Record<RefusalName, string>> = {
  insufficientFunds: 'available',
  feesNotCovered: 'available',
  notWithdrawable: 'withdrawable',
  withdrawalHeld: 'withdrawable',
  withdrawalsPending: 'withdrawable',
}

/** A refusal that does not name what an account has in cash. */
export function withoutBalance(refusal: Refusal): Refusal {
  const balance = balances[refusal.refusal]
  return balance === undefined ? refusal : { ...refusal, values: { ...refusal.values, [balance]: '–' } }
}

/** Refusals by limits whose figures count the orders of several people. */
export const isOfCounted = (name: RefusalName): name is 'turnoverAboveLimit' | 'tooManyOrders' =>
  name === 'turnoverAboveLimit' || name === 'tooManyOrders'

/**
 * A refusal that does not tell what other people traded or sent. The limit itself is left out, too, for what was
 * counted follows from it and from the size of the order.
 *
 * @param shown the levels whose figures stay; those of a user stay only for that user.
 */
export function withoutCounts(refusal: Refusal, shown: readonly LimitLevel[]): Refusal {
  if (!isOfCounted(refusal.refusal)) return refusal
  const { value: _, count: __, most: ___, ...values } = refusal.values
  const isShown = shown.some((level) => level === values.level) && values.userName === undefined
  return isShown ? refusal : { ...refusal, values }
}

/** Whether a text is the name of a refusal. */
export const isRefusalName = (name: unknown): name is RefusalName =>
  typeof name === 'string' && Object.hasOwn(refusals, name)

/** Whether an answer is a refusal. */
export const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refusal' in answer
