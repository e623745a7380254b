/** What a person is called; who has no name of their own goes by the one they sign in with. */
export const fullName = ({ name, surname, userName }: PersonName): string =>
  `${name} ${surname}`.trim() || userName

interface PersonName {
  readonly name: string
  readonly surname: string
  readonly userName: string
}
