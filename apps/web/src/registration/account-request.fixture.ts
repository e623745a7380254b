import type { CallOutput } from '@tradebook/contract'
import { registrationFieldNames } from '@tradebook/contract/schemas/registration'

type AccountRequest = CallOutput<'Customer/GetCustomerAccountCreationRequest'>

const unanswered = Object.fromEntries(registrationFieldNames.map((name) => [name, null]))

/** Answers that an individual submits, with a bank account number whose check digit is right. */
export const answersOfAda = {
  title: 'mrs',
  surname: 'Okafor',
  firstName: 'Ada',
  otherNames: '',
  gender: 'female',
  dateOfBirth: '1990-04-12',
  motherMaidenName: 'Eze',
  nationality: 'Nigerian',
  stateOfOrigin: 'Anambra',
  lga: 'Awka South',
  bvn: '22123456789',
  nin: '12345678901',
  idType: 'passport',
  address1: '4 Marina Road',
  address2: '',
  city: 'Lagos',
  state: 'Lagos',
  phoneNumber: '+234 803 000 0000',
  emailAddress: 'ada@example.com',
  occupation: 'Teacher',
  employer: '',
  nextOfKinName: 'Obi Okafor',
  nextOfKinRelationship: 'spouse',
  nextOfKinPhone: '+234 803 000 0001',
  nextOfKinAddress: '4 Marina Road, Lagos',
  bankSortCode: '011',
  bankAccountNumber: '0000014579',
  bankAccountName: 'Ada Okafor',
  investmentObjective: 'growth',
  cscsAccount: '',
  chn: '',
} as const

/** A request as the server answers it. */
export const accountRequestOf = (more: Partial<AccountRequest> = {}): AccountRequest =>
  ({
    id: 7,
    revision: 1,
    status: 1,
    accountType: 'individual',
    ...unanswered,
    signatories: [],
    userName: 'ada@example.com',
    reason: null,
    remarks: [],
    creationTime: '2026-11-20T09:00:00Z',
    submittedAt: null,
    documents: [],
    history: [],
    warnings: [],
    changes: [],
    isNumberedByHand: false,
    assigned: null,
    ...more,
  }) as AccountRequest

/** All documents of an individual. */
export const documentsOfAda: AccountRequest['documents'] = (
  ['passportPhoto', 'signature', 'idDocument', 'proofOfAddress'] as const
).map((kind) => ({
  kind,
  name: `${kind}.jpg`,
  type: 'image/jpeg',
  bytes: 20_000,
  uploadedAt: '2026-11-20T09:30:00Z',
}))
