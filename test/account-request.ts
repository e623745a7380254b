import { type CallName, type CallOutput, calls, pathOf, verbOf } from '@tradebook/contract'
import { files, individual } from '../apps/server/src/features/registration/request.fixture.ts'
import { nobody } from './person.ts'
import type { RunningServer } from './running-server.ts'

type Sent = CallOutput<'Customer/CustomerRegister'>

/** Sends a form with documents, as a page does; without a token as nobody. @throws Error when it is refused. */
export async function sendForm(
  url: string,
  token: string,
  name: CallName,
  texts: Readonly<Record<string, string | number | boolean>>,
  documents: Readonly<Record<string, File>> = {},
): Promise<Sent> {
  const form = new FormData()
  for (const [field, value] of Object.entries(texts)) form.append(field, String(value))
  for (const [part, file] of Object.entries(documents)) form.append(part, file)
  const answer = await fetch(`${url}${pathOf(name, calls[name])}`, {
    method: verbOf(name, calls[name]),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: form,
  })
  const { result, error } = (await answer.json()) as { result: Sent; error: unknown }
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`)
  return result
}

/** Submits a complete request of who is signed in. */
export const submitRequest = (url: string, token: string): Promise<Sent> =>
  sendForm(url, token, 'Customer/CustomerRegister', { ...individual, submit: true }, files)

/** A person registers at a firm of the demo by a mailed code and submits a complete request: who has no role yet. */
export async function registerAndSubmit(
  { url, password }: Pick<RunningServer, 'url' | 'password'>,
  tenancyName: string,
  userName: string,
): Promise<Sent> {
  const anybody = nobody(url)
  const emailAddress = `${userName}@example.com`
  const { accessToken } = await anybody.get('Account/Register', {
    ...{ tenancyName, name: individual.firstName, surname: individual.surname },
    ...{ userName, emailAddress, password },
  })
  await anybody.get('Account/VerifyAccount', { accessToken, code: await mailedCode(url, emailAddress) })
  const answers = { ...individual, emailAddress, accessToken, submit: true }
  return sendForm(url, '', 'Customer/CustomerRegister', answers, files)
}

/** Keeps a draft with a document. */
export const draftRequest = (url: string, token: string, surname: string): Promise<Sent> =>
  sendForm(
    url,
    token,
    'Customer/CustomerRegister',
    { accountType: 'individual', surname },
    { signature: files.signature },
  )

/** The code of the newest mail in a demo's mailbox to an address. */
export async function mailedCode(url: string, emailAddress: string): Promise<string> {
  const page = await (await fetch(`${url}/dev/mailbox`)).text()
  const mail = page.split('<article>').find((article) => article.includes(`<p>${emailAddress},`))
  return /^(\d{6})$/m.exec(mail ?? '')?.[1] ?? ''
}
