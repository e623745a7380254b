/** What may be chosen in the form of an account request. */

export const personTitles = [
  'mr',
  'mrs',
  'miss',
  'ms',
  'dr',
  'prof',
  'chief',
  'alhaji',
  'alhaja',
  'engr',
] as const
export const genders = ['female', 'male'] as const
export const idTypes = ['nationalId', 'passport', 'driversLicence', 'votersCard'] as const
export const investmentObjectives = ['growth', 'income', 'balanced', 'preservation'] as const
export const relationships = ['spouse', 'child', 'parent', 'sibling', 'relative', 'friend'] as const

/** The 36 states and the Federal Capital Territory, and what lies outside them. */
export const states = [
  'Abia',
  'Adamawa',
  'Akwa Ibom',
  'Anambra',
  'Bauchi',
  'Bayelsa',
  'Benue',
  'Borno',
  'Cross River',
  'Delta',
  'Ebonyi',
  'Edo',
  'Ekiti',
  'Enugu',
  'FCT',
  'Gombe',
  'Imo',
  'Jigawa',
  'Kaduna',
  'Kano',
  'Katsina',
  'Kebbi',
  'Kogi',
  'Kwara',
  'Lagos',
  'Nasarawa',
  'Niger',
  'Ogun',
  'Ondo',
  'Osun',
  'Oyo',
  'Plateau',
  'Rivers',
  'Sokoto',
  'Taraba',
  'Yobe',
  'Zamfara',
  'Outside Nigeria',
] as const
