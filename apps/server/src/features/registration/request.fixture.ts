import type { CallInput, DocumentKind } from '@tradebook/contract'
import { jpeg, pdf, png } from './documents.fixture.ts'

/** A request that can be submitted as it is. */

export const individual = {
  accountType: 'individual',
  title: 'mrs',
  surname: 'Bello',
  firstName: 'Zainab',
  gender: 'female',
  dateOfBirth: '1990-02-28',
  motherMaidenName: 'Danjuma',
  nationality: 'Nigerian',
  stateOfOrigin: 'Kano',
  lga: 'Nassarawa',
  bvn: '22123456789',
  nin: '12345678901',
  idType: 'passport',
  address1: '4 Lake Road',
  city: 'Lagos',
  state: 'Lagos',
  phoneNumber: '+234 803 000 0000',
  emailAddress: 'zainab@example.com',
  occupation: 'Engineer',
  nextOfKinName: 'Musa Bello',
  nextOfKinRelationship: 'spouse',
  nextOfKinPhone: '08030000000',
  nextOfKinAddress: '4 Lake Road, Lagos',
  bankSortCode: '011',
  bankAccountNumber: '0000014579',
  bankAccountName: 'Zainab Bello',
  investmentObjective: 'growth',
  politicallyExposed: false,
  consent: true,
} as const satisfies Omit<CallInput<'Customer/CustomerRegister'>, 'accessToken'>

const asFile = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name)

export const files = {
  passportPhoto: asFile(jpeg(), 'me.jpg'),
  signature: asFile(png(), 'signature.png'),
  idDocument: asFile(pdf(), 'passport.pdf'),
  proofOfAddress: asFile(pdf(), 'bill.pdf'),
} as const satisfies Partial<Record<DocumentKind, File>>
