import { applicantName } from '@tradebook/contract'
import { faultsOf } from '@tradebook/contract/schemas/customers'
import { registrationSteps } from '@tradebook/contract/schemas/registration'
import { describe, expect, test } from 'vitest'
import { demoFirms } from './people.ts'
import { readSecurities } from './securities.ts'

const securities = readSecurities()
const firms = demoFirms(securities, 1)
const customers = firms.flatMap((firm) => firm.customers)

describe('the demo firms', () => {
  test('are two, each with two administrators, a broker and a customer', () => {
    expect(firms.map(({ tenancyName }) => tenancyName)).toEqual(['Meridian', 'Zenith-Hill'])
    for (const { users } of firms) {
      expect(users.map(({ userName, role }) => [userName, role])).toEqual([
        ['admin', 'ADMIN'],
        ['broker', 'BROKER'],
        ['customer', 'CUSTOMER'],
        ['supervisor', 'ADMIN'],
      ])
    }
  })

  test('the user "customer" of each owns one account in the same name', () => {
    for (const { users, customers } of firms) {
      const user = users.find(({ userName }) => userName === 'customer')
      const owned = customers.filter(({ userName }) => userName === 'customer')
      expect(owned.map(({ name }) => name)).toEqual([`${user?.name} ${user?.surname}`])
      expect(customers.length).toBeGreaterThanOrEqual(6)
    }
  })

  test('accounts have numbers of the right form that never recur', () => {
    for (const { cscsAccount, chn, phoneNumber, emailAddress } of customers) {
      expect(cscsAccount).toMatch(/^[0-9]{10}$/)
      expect(chn).toMatch(/^C[0-9]{8}[A-Z]{2}$/)
      expect(phoneNumber).toMatch(/^\+23480[0-9]{8}$/)
      expect(emailAddress).toMatch(/^[a-z.]+@([a-z-]+\.example|example\.com)$/)
    }
    for (const field of ['accountNumber', 'cscsAccount', 'chn', 'emailAddress'] as const) {
      expect(new Set(customers.map((customer) => customer[field])).size).toBe(customers.length)
    }
  })

  test('every customer has cash to buy with and listed shares to sell', () => {
    const listed = new Set(securities.map(({ securityID }) => securityID))
    for (const { cash, holdings } of customers) {
      expect(cash).toBeGreaterThan(100_000_000n)
      expect(holdings.length).toBeGreaterThanOrEqual(5)
      expect(holdings.every(({ securityID }) => listed.has(securityID))).toBe(true)
      expect(holdings.every(({ quantity }) => quantity >= 10n)).toBe(true)
    }
  })

  test('every customer has all details that the form of an account request asks for', () => {
    for (const { name, accountType, particulars } of customers) {
      expect(applicantName(accountType, particulars)).toBe(name)
      const asked = Object.assign({}, ...Object.values(registrationSteps[accountType]))
      expect(
        faultsOf(accountType, { ...particulars, bankAccountName: name }, Object.keys(asked), '2026-11-26'),
      ).toEqual([])
      expect(Object.keys(asked)).toEqual(expect.arrayContaining(Object.keys(particulars)))
    }
  })

  test('are the same for the same seed', () => {
    expect(demoFirms(securities, 1)).toEqual(firms)
    expect(demoFirms(securities, 2)).not.toEqual(firms)
  })
})
