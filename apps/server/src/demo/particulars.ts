import type { AccountType } from '@tradebook/contract'

/** What a firm of the demo knows of its customers, as the form of an account request has it. All of it is invented. */

interface Contact {
  readonly emailAddress: string
  readonly phoneNumber: string
}

/**
 * @param number the customer's own; what identifies somebody is made of it and never recurs.
 * @throws RangeError where nothing is known of a customer of this name.
 */
export const particularsOf = (accountType: AccountType, name: string, number: number, contact: Contact) => ({
  ...(accountType === 'corporate' ? companyOf(name, number) : personOf(name, number)),
  ...contact,
  ...addressOf(number),
  ...{ politicallyExposed: false, alertsOptOut: false },
})

/** Digits of a number that nobody has: BVNs begin with 22, NINs with another. */
const elevenDigits = (first: number, number: number) => `${first}${String(number).padStart(9, '0')}`

function personOf(name: string, number: number) {
  const known = people.find(([firstName, surname]) => name === `${firstName} ${surname}`)
  if (!known) throw new RangeError(`The demo knows nothing of ${name}`)
  const [firstName, surname, title, gender, dateOfBirth, motherMaidenName, stateOfOrigin, lga, ...work] =
    known
  const [occupation, employer, nextOfKinName, nextOfKinRelationship, investmentObjective] = work
  return {
    ...{ title, surname, firstName, gender, dateOfBirth, motherMaidenName },
    ...{ nationality: 'Nigerian', stateOfOrigin, lga },
    ...{ bvn: elevenDigits(22, number), nin: elevenDigits(61, number), idType: 'nationalId' },
    ...{ occupation, employer, investmentObjective },
    ...{ nextOfKinName, nextOfKinRelationship },
    nextOfKinPhone: `+23480001${String(number).slice(-5)}`,
    nextOfKinAddress: Object.values(addressOf(number)).join(', '),
  }
}

function companyOf(name: string, number: number) {
  const known = companies.find(([companyName]) => name === companyName)
  if (!known) throw new RangeError(`The demo knows nothing of ${name}`)
  const [companyName, dateOfIncorporation, signatory, position, investmentObjective] = known
  return {
    ...{ companyName, dateOfIncorporation, investmentObjective },
    rcNumber: `RC ${number}`,
    signatories: [
      {
        ...{ name: signatory, position, bvn: elevenDigits(22, number) },
        phoneNumber: `+23480002${String(number).slice(-5)}`,
        emailAddress: `${signatory.toLowerCase().replace(' ', '.')}@example.com`,
      },
    ],
  }
}

/** Invented streets of real cities. */
const streets = [
  ['Palm Grove Close', 'Ikeja', 'Lagos'],
  ['Lagoon View Road', 'Lekki', 'Lagos'],
  ['Iroko Avenue', 'Abuja', 'FCT'],
  ['Creek Side Lane', 'Port Harcourt', 'Rivers'],
  ['Old Mill Street', 'Ibadan', 'Oyo'],
] as const

function addressOf(number: number) {
  const [street, city, state] = streets[number % streets.length] ?? streets[0]
  return { address1: `${(number % 97) + 1} ${street}`, city, state }
}

/**
 * First name, surname, title, gender, date of birth, mother's maiden name, state of origin and its local government area,
 * occupation and employer, next of kin and relationship, investment objective.
 */
// biome-ignore format: a table is read by its rows
const people = [
  ['Amina', 'Bello', 'mrs', 'female', '1984-03-12', 'Abubakar', 'Kano', 'Nassarawa', 'Pharmacist', 'Lagoon Pharmacies', 'Sadiq Bello', 'spouse', 'growth'],
  ['Emeka', 'Nwosu', 'engr', 'male', '1971-08-30', 'Okeke', 'Imo', 'Owerri Municipal', 'Civil engineer', 'Nwosu & Partners', 'Chioma Nwosu', 'spouse', 'balanced'],
  ['Ngozi', 'Eze', 'miss', 'female', '1992-11-05', 'Ugwu', 'Enugu', 'Nsukka', 'Software developer', 'Iroko Systems', 'Paul Eze', 'sibling', 'growth'],
  ['Tunde', 'Bakare', 'chief', 'male', '1958-01-21', 'Adebayo', 'Ogun', 'Abeokuta South', 'Merchant', '', 'Bisi Bakare', 'child', 'income'],
  ['Halima', 'Sani', 'dr', 'female', '1979-06-17', 'Yusuf', 'Kaduna', 'Zaria', 'Physician', 'Creek Side Hospital', 'Ibrahim Sani', 'spouse', 'preservation'],
  ['Osaze', 'Igbinedion', 'mr', 'male', '1996-04-02', 'Osagie', 'Edo', 'Oredo', 'Teacher', 'Old Mill College', 'Efosa Igbinedion', 'parent', 'growth'],
  ['Blessing', 'Effiong', 'ms', 'female', '1988-09-24', 'Etim', 'Akwa Ibom', 'Uyo', 'Accountant', 'Effiong Holdings', 'Mary Effiong', 'parent', 'income'],
  ['Yusuf', 'Danladi', 'alhaji', 'male', '1976-12-09', 'Musa', 'Plateau', 'Jos North', 'Trader', '', 'Fatima Danladi', 'spouse', 'balanced'],
  ['Adaeze', 'Obi', 'prof', 'female', '1965-05-14', 'Nnamdi', 'Anambra', 'Onitsha North', 'Lecturer', 'Hill View University', 'Obinna Obi', 'child', 'preservation'],
  ['Kunle', 'Afolabi', 'mr', 'male', '1990-02-27', 'Ojo', 'Osun', 'Ife Central', 'Architect', 'Savannah Studio', 'Yemi Afolabi', 'spouse', 'growth'],
  ['Zainab', 'Mohammed', 'alhaja', 'female', '1969-07-08', 'Aliyu', 'Borno', 'Maiduguri', 'Retailer', '', 'Umar Mohammed', 'child', 'income'],
  ['Ebere', 'Uche', 'mrs', 'female', '1983-10-19', 'Onu', 'Abia', 'Umuahia North', 'Nurse', 'Harmattan Clinic', 'Kelechi Uche', 'spouse', 'balanced'],
  ['Idara', 'Bassey', 'miss', 'female', '1998-08-11', 'Inyang', 'Cross River', 'Calabar Municipal', 'Journalist', 'Creek Side Weekly', 'Ime Bassey', 'sibling', 'growth'],
] as const

/** Name, date of incorporation, who signs and as what, investment objective. */
// biome-ignore format: a table is read by its rows
const companies = [
  ['Harmattan Pension Managers Ltd', '2006-02-15', 'Rekiya Audu', 'Managing director', 'preservation'],
  ['Savannah Cooperative Society', '1994-07-04', 'Terver Iorfa', 'Treasurer', 'income'],
] as const
