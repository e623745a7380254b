import { expect, test } from 'vitest'
import { emailAddress, personName, userName } from './identity.ts'
import { registerInput } from './registering.ts'

const person = { name: 'Ọlá', surname: 'Bello', userName: 'ola.bello', password: 'a long password' }
const registers = (changes: object) =>
  registerInput.safeParse({ ...person, emailAddress: 'ola@example.com', ...changes }).success

test.each([
  'x,victim@example.com',
  '<victim@example.com',
  'Ada <victim@example.com>',
  '(1)victim@example.com',
  '1;victim@example.com',
  '"victim@example.com',
  'a:victim@example.com;',
])('%s is not the address of one mailbox', (address) => {
  expect(emailAddress.safeParse(address).success).toBe(false)
  expect(registers({ emailAddress: address })).toBe(false)
})

test('an address on the same machine has no dot and cannot be registered', () => {
  expect(emailAddress.safeParse('root@localhost').success).toBe(true)
  expect(registers({ emailAddress: 'root@localhost' })).toBe(false)
  expect(registers({ emailAddress: "o'neill+shares@mail.example.com" })).toBe(true)
})

test.each([
  ['customer, your account was hacked: https://evil.example/x', false],
  ['Look at evil.example', false],
  ['Ada\n\nYour account was hacked', false],
  ['A\u202eda', false],
  ['\u200b', false],
  ['Ọláwálé', true],
  ['J.K. Àjàyí-Ọbẹ O’Neill', true],
])('a person who registers is named %j: %s', (name, isTaken) => {
  expect(registers({ name })).toBe(isTaken)
  expect(registers({ surname: name })).toBe(isTaken)
})

test.each([
  ['\u0430dmin', false],
  ['ad\u200bmin', false],
  ['ad\u202emin', false],
  ['ad\u00admin', false],
  ['\uff41dmin', false],
  ['adm\nin', false],
  ['adm\u0131n', false],
  ['ola@example.com', true],
  ['ola_bello-2.x', true],
])('a person who registers gets the user name %j: %s', (taken, isTaken) => {
  expect(registers({ userName: taken })).toBe(isTaken)
})

test.each(['a\u200bb', 'a\u202eb', 'a\nb', 'a\u2028b', 'a\u00adb'])(
  '%j is not accepted as a name',
  (name) => {
    for (const schema of [personName, userName]) expect(schema.safeParse(name).success).toBe(false)
  },
)
