import { acceptance, isKindTaken, type OrderTerms, type Phase } from '../rules/acceptance.ts'
import { takenInWords } from '../rules/acceptance-words.ts'
import {
  type DocumentKind,
  documentKinds,
  type RequestStatus,
  requestStatusWords,
} from '../rules/account-requests.ts'
import { percentOfPpm } from '../rules/fees.ts'
import { type ExecInst, type OrdStatus, OrdType, type TimeInForce } from '../rules/fix.ts'
import type { KillSwitchScope, LimitLevel } from '../rules/limits.ts'
import { shownCount } from '../rules/money.ts'
import { orderStates } from '../rules/order-states.ts'
import { shownDate } from '../rules/time.ts'
import type { UntakenPart } from '../rules/venue-capabilities.ts'
import type { TextKey } from '../words/words.ts'
import { isPermission } from './permissions.ts'
import { isOfCounted, isRefusalName, type Refusal, type RefusalName, type RefusalValues } from './refusals.ts'

/** Gives the text of a key in the reader's language, with its values in place. */
type Translate = (key: TextKey, values?: RefusalValues) => string

/** A refusal as its reader sees it: a title, and what exactly is wrong. */
export function refusalInWords(
  { refusal, values }: Pick<Refusal, 'refusal' | 'values'>,
  translate: Translate,
): { readonly message: string; readonly details: string } {
  const worded = { ...asWritten(values, translate), ...wordsOf[refusal]?.(values, translate) }
  return {
    message: translate(`Refusal.${refusal}`, worded),
    details: translate(detailsOf(refusal, values), worded),
  }
}

/** The text of what is wrong: of a refusal that does not tell everything to this reader, the one that does without it. */
function detailsOf(refusal: RefusalName, values: RefusalValues): TextKey {
  if (isOfCounted(refusal) && values.most === undefined) return `Refusal.${refusal}.noFigures`
  if (refusal === 'killSwitchOn' && values.cause !== 'rate' && values.reason === undefined)
    return 'Refusal.killSwitchOn.noReason'
  return `Refusal.${refusal}.details`
}

/** The words of the fields that are wrong, of which the refusal has the keys. */
const ofFields = ({ fields }: RefusalValues, t: Translate) => ({
  fields: String(fields)
    .split(',')
    .map((key) => t(key as TextKey))
    .join(', '),
})

/**
 * What the texts mention that a refusal carries as a code: it is worded for each reader. Refusals that
 * earlier releases stored carry these words themselves, in English, and no code: they stay as they are.
 */
const wordsOf: Partial<
  Readonly<Record<RefusalName, (values: RefusalValues, translate: Translate) => RefusalValues | undefined>>
> = {
  orderTypeUnsupported: ({ ordType, timeInForce, execInst }, t) =>
    ordType === undefined
      ? undefined
      : {
          what: ordersInWords(
            {
              ordType: ordType as OrdType,
              timeInForce: timeInForce as TimeInForce,
              execInst: (execInst ?? null) as ExecInst | null,
            },
            t,
          ),
        },
  notAtVenue: ({ what }, t) => ({ what: t(`Refusal.notAtVenue.${what as UntakenPart}`) }),
  priceNotAllowed: ({ ordType }, t) => ({
    instead: kindInWords(ordType === OrdType.stop ? OrdType.stopLimit : OrdType.limit, t),
  }),
  chargesInvalid: ({ rate, vat }) => ({ rate: percentOfPpm(Number(rate)), vat: percentOfPpm(Number(vat)) }),
  sideNotPermitted: ({ side }, t) => ({ side: t(`Permission.${side as 'BUY' | 'SELL'}`) }),
  orderIsFinal: ({ ordStatus }, t) =>
    ordStatus === undefined
      ? undefined
      : { state: t(`Trading.Status.${orderStates[ordStatus as OrdStatus].name}`) },
  orderPending: ({ ordStatus }, t) => ({
    state: t(`Trading.Status.${orderStates[ordStatus as OrdStatus].name}`),
  }),
  durationNotReplaceable: ({ timesInForce }, t) => ({
    durations: String(timesInForce)
      .split(',')
      .map((duration) => t(`Trading.TimeInForce.${duration as TimeInForce}`))
      .join(', '),
  }),
  replaceRejected: ({ reason }, t) => ({
    reason: isKey(String(reason)) ? t(reason as TextKey) : String(reason),
  }),
  partRefused: ({ reason, ...values }, t) => ({
    details: isRefusalName(reason) ? refusalInWords({ refusal: reason, values }, t).details : '',
  }),
  notInThisPhase: ({ phase }, t) =>
    isPhase(phase) ? { phase: t(`Trading.Phase.${phase}`), taken: takenInWords(phase, t) } : undefined,
  crossNotInThisPhase: ({ phase }, t) =>
    isPhase(phase) ? { phase: t(`Trading.Phase.${phase}`) } : undefined,
  notHalted: ({ securityID }, t) => ({ what: securityID ?? t('Refusal.What.market') }),
  alreadyHalted: ({ securityID }, t) => ({ what: securityID ?? t('Refusal.What.market') }),
  orderValueAboveLimit: ofLimit,
  orderQtyAboveLimit: ofLimit,
  volumeShareAboveLimit: ofLimit,
  priceOutsideCollar: ofLimit,
  tooManyOrders: ofLimit,
  orderEnteredTwice: ofLimit,
  turnoverAboveLimit: ofLimit,
  killSwitchOn: (values, t) => ({
    what: namedUser(values, t) ?? t(`Limits.Stops.${values.scope as KillSwitchScope}`, values),
    reason: values.cause === 'rate' ? t('Limits.Switch.Rate') : String(values.reason),
  }),
  grantNotHeld: ({ permissions }, t) => ({ permissions: permissionsInWords(permissions, t) }),
  roleOfCustomers: ({ permissions }, t) => ({ permissions: permissionsInWords(permissions, t) }),
  roleNotHeld: ({ permissions }, t) => ({ permissions: permissionsInWords(permissions, t) }),
  accountRequestChanged: ofRequest,
  accountRequestNotEditable: ofRequest,
  accountRequestIncomplete: ofFields,
  customerFieldsWrong: ofFields,
  documentInvalid: ofDocument,
  alreadyOpen: (values, t) => ({
    what: t(`Refusal.What.${values.what as 'firm' | 'account' | 'cscsAccount'}`, values),
  }),
}

/** The names of permissions, which a refusal carries parted by commas. */
const permissionsInWords = (names: string | number | undefined, t: Translate): string =>
  String(names)
    .split(',')
    .map((name) => (isPermission(name) ? t(`Permission.${name}`) : name))
    .join(', ')
/** Which document it is; that of a freeze is of no kind. */
function ofDocument({ kind }: RefusalValues, t: Translate): RefusalValues {
  const known = Object.hasOwn(documentKinds, String(kind)) ? documentKinds[kind as DocumentKind] : undefined
  return { document: t(known?.title ?? 'Freeze.Document') }
}

/** How a request for an account stands. */
function ofRequest({ status }: RefusalValues, t: Translate): RefusalValues {
  return { status: t(requestStatusWords[status as RequestStatus]) }
}

/** Whose limit it is: the reader's, another user's, the reader's firm's or the account's. */
function ofLimit(values: RefusalValues, t: Translate): RefusalValues {
  return { who: namedUser(values, t) ?? t(`Limits.Of.${values.level as LimitLevel}`, values) }
}

/** The user whose limit or switch it is, where that is not the reader. */
const namedUser = ({ userName }: RefusalValues, t: Translate): string | undefined =>
  userName === undefined ? undefined : t('Limits.Named.user', { id: userName })

/** Whether the venue's reason is the key of its words; earlier releases stored them in English. */
const isKey = (reason: string): boolean => /^Trading[.]Venue[.][\w.]+$/.test(reason)

const isPhase = (value: unknown): value is Phase => Object.hasOwn(acceptance, String(value))

const kindInWords = (ordType: OrdType, t: Translate): string =>
  t('Trading.OrdersOf', { kind: t(`Trading.OrdType.${ordType}`) })

/** Values that are names, and no figures or dates. */
const names: ReadonlySet<string> = new Set([
  ...['id', 'number', 'orderID', 'clOrdID', 'crossID', 'postingID', 'tenantId', 'customerId'],
  ...['reference', 'maker'],
])

/** Values as the screens write them: figures in groups of three digits, dates with the name of their month. */
const asWritten = (values: RefusalValues, t: Translate): RefusalValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, names.has(name) ? value : written(value, t)]),
  )

function written(value: string | number, t: Translate): string | number {
  if (typeof value === 'number') return Number.isInteger(value) ? shownCount(value) : value
  const [, date, time = ''] = DATE.exec(value) ?? []
  if (date !== undefined) return shownDate(date, t) + time
  const [, naira, kobo] = NAIRA.exec(value) ?? []
  return naira === undefined ? value : `${shownCount(BigInt(naira))}.${kobo}`
}

const DATE = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d)?$/
const NAIRA = /^(\d+)[.](\d\d)$/

/** Orders of a kind and a duration; of only the kind where no duration makes it acceptable. */
function ordersInWords({ ordType, timeInForce, execInst }: OrderTerms, t: Translate): string {
  const kind = t(`Trading.OrdType.${ordType}`)
  if (!isKindTaken(ordType)) return kindInWords(ordType, t)
  const orders = t('Trading.OrdersOf.Lasting', { kind, duration: t(`Trading.Lasting.${timeInForce}`) })
  return execInst === null ? orders : `${orders} (${t(`Trading.ExecInst.${execInst}`)})`
}
