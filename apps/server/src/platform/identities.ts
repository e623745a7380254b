import type { IdentityKind, RequestWarning } from '@tradebook/contract'
import { RequestStatus } from '@tradebook/contract'
import type { RegistrationField, Signatory } from '@tradebook/contract/schemas/registration'
import type { Selectable } from 'kysely'
import type { AccountRequests } from '../store/schema.ts'
import type { Tx } from '../store/store.ts'

/** What tells persons and companies apart. The same in the requests of two of them is pointed out to reviewers. */

type RequestRow = Selectable<AccountRequests>
type RequestFields = Readonly<Record<string, unknown>>

/** Keeps what a request has of it, in the place of what was kept before. */
export async function keepIdentities(
  tx: Tx,
  { tenant_id, id: request_id }: Pick<RequestRow, 'tenant_id' | 'id'>,
  fields: RequestFields,
): Promise<void> {
  await tx.deleteFrom('account_request_identities').where('request_id', '=', request_id).execute()
  const rows = identitiesOf(fields).map(([kind, value]) => ({ tenant_id, kind, value, request_id }))
  if (rows.length === 0) return
  await tx
    .insertInto('account_request_identities')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Of a telephone number, what follows the country's code or the zero: the same in every way to write it. */
const PHONE_DIGITS = 10

const digitsOf = (text: string): string => text.replace(/\D/g, '')
const phoneOf = (text: string): string => digitsOf(text).slice(-PHONE_DIGITS)
const emailOf = (text: string): string => text.trim().toLowerCase()

/** Without the marks of letters, which one person writes and another does not. */
const nameOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** First name and surname in whichever order, and the date of birth. */
const personOf = (firstName: string, surname: string, dateOfBirth: string): string =>
  firstName && surname && dateOfBirth
    ? [...[firstName, surname].map(nameOf).sort(), dateOfBirth].join(' ')
    : ''

/** What the answers of a request have of it, of all its persons. */
export function identitiesOf(fields: RequestFields): [IdentityKind, string][] {
  const textOf = (name: RegistrationField) => (typeof fields[name] === 'string' ? fields[name] : '')
  const signatories = Array.isArray(fields.signatories) ? (fields.signatories as Partial<Signatory>[]) : []
  const all: [IdentityKind, string][] = [
    ['bvn', textOf('bvn')],
    ['bvn', textOf('jointBvn')],
    ['nin', textOf('nin')],
    ['nin', textOf('jointNin')],
    ['phoneNumber', phoneOf(textOf('phoneNumber'))],
    ['phoneNumber', phoneOf(textOf('jointPhoneNumber'))],
    ['emailAddress', emailOf(textOf('emailAddress'))],
    ['emailAddress', emailOf(textOf('jointEmailAddress'))],
    ['nameAndBirthday', personOf(textOf('firstName'), textOf('surname'), textOf('dateOfBirth'))],
    [
      'nameAndBirthday',
      personOf(textOf('jointFirstName'), textOf('jointSurname'), textOf('jointDateOfBirth')),
    ],
    ['bankAccountNumber', bankAccountOf(textOf('bankSortCode'), textOf('bankAccountNumber'))],
    ['rcNumber', digitsOf(textOf('rcNumber'))],
    ...signatories.flatMap(({ bvn = '', phoneNumber = '', emailAddress = '' }): [IdentityKind, string][] => [
      ['bvn', bvn],
      ['phoneNumber', phoneOf(phoneNumber)],
      ['emailAddress', emailOf(emailAddress)],
    ]),
  ]
  return all.filter(([, value]) => value !== '')
}

const bankAccountOf = (sortCode: string, number: string): string => (number ? `${sortCode} ${number}` : '')

/** A reviewer who sees so many decides without the rest. */
const MOST_WARNINGS = 20

/** What a request has in common with those of other persons of the firm, and with customers who never made one. */
export async function warningsOf(tx: Tx, row: RequestRow): Promise<RequestWarning[]> {
  const requests = await tx
    .selectFrom('account_request_identities as own')
    .innerJoin('account_request_identities as other', (join) =>
      join
        .onRef('other.tenant_id', '=', 'own.tenant_id')
        .onRef('other.kind', '=', 'own.kind')
        .onRef('other.value', '=', 'own.value'),
    )
    .innerJoin('account_requests as request', (join) =>
      join.onRef('request.tenant_id', '=', 'other.tenant_id').onRef('request.id', '=', 'other.request_id'),
    )
    .select(['own.kind', 'request.id as requestId', 'request.account', 'request.applicant_name as name'])
    .distinct()
    .where('own.request_id', '=', row.id)
    // Of those without a user each is another person's.
    .where((eb) =>
      row.user_id === null
        ? eb('request.id', '<>', row.id)
        : eb.or([eb('request.user_id', 'is', null), eb('request.user_id', '<>', row.user_id)]),
    )
    .where('request.status', '<>', RequestStatus.draft)
    .orderBy('request.id')
    .orderBy('own.kind')
    .limit(MOST_WARNINGS)
    .execute()
  const { bankSortCode, bankAccountNumber } = row.fields as RequestFields
  const customers =
    typeof bankAccountNumber !== 'string' || typeof bankSortCode !== 'string'
      ? []
      : await tx
          .selectFrom('trading_accounts as held')
          .innerJoin('customers', (join) =>
            join
              .onRef('customers.tenant_id', '=', 'held.tenant_id')
              .onRef('customers.id', '=', 'held.customer_id'),
          )
          .select(['held.account', 'customers.name'])
          .where('held.bank_account', '=', bankAccountNumber)
          .where('held.bank_code', '=', bankSortCode)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('account_requests as made')
                  .select('made.id')
                  .whereRef('made.account', '=', 'held.account'),
              ),
            ),
          )
          .limit(MOST_WARNINGS)
          .execute()
  return [
    ...requests.map(({ kind, requestId, account, name }) => ({
      ...{ kind: kind as IdentityKind, requestId, accountNumber: account, applicantName: name },
    })),
    ...customers.map(({ account, name }) => ({
      ...{ kind: 'bankAccountNumber' as const, requestId: null, accountNumber: account, applicantName: name },
    })),
  ]
}
