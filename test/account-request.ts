import { type CallName, type CallOutput, calls, pathOf, verbOf } from '@tradebook/contract'
import { files, individual } from '../apps/server/src/features/registration/request.fixture.ts'
import { nobody } from './person.ts'
import { mailboxOf, type RunningServer } from './running-server.ts'

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

/** Submits a complete request of the person who is signed in. */
export const submitRequest = (url: string, token: string): Promise<Sent> =>
  sendForm(url, token, 'Customer/CustomerRegister', { ...individual, submit: true }, files)

/** A person registers at a firm of the demo and proves the address by the mailed code. Answers the registration token. */
export async function register(
  server: Demo & Pick<RunningServer, 'password'>,
  tenancyName: string,
  userName: string,
  emailAddress: string,
): Promise<string> {
  const { url, password } = server
  const anybody = nobody(url)
  const { accessToken } = await anybody.get('Account/Register', {
    ...{ tenancyName, name: individual.firstName, surname: individual.surname },
    ...{ userName, emailAddress, password },
  })
  await anybody.get('Account/VerifyAccount', { accessToken, code: await mailedCode(server, emailAddress) })
  return accessToken
}

/** A person registers at a firm of the demo by a mailed code and submits a complete request: who has no role yet. */
export async function registerAndSubmit(
  server: Demo & Pick<RunningServer, 'password'>,
  tenancyName: string,
  userName: string,
  emailAddress = `${userName}@example.com`,
): Promise<Sent> {
  const accessToken = await register(server, tenancyName, userName, emailAddress)
  const answers = { ...individual, emailAddress, accessToken, submit: true }
  return sendForm(server.url, '', 'Customer/CustomerRegister', answers, files)
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

type Demo = Pick<RunningServer, 'url' | 'dataFolder'>

/** A mail as a demo's mailbox shows it. */
export interface ReceivedMail {
  readonly to: string
  /** Its subject and its text. */
  readonly text: string
}

/** The mails of a demo, newest first. */
export async function mailsIn(server: Demo): Promise<ReceivedMail[]> {
  const page = await (await fetch(mailboxOf(server))).text()
  const [, ...articles] = page.split('<article>')
  return articles.map((text) => ({ to: /<p>([^,]+),/.exec(text)?.[1] ?? '', text }))
}

/** The code of the newest mail in a demo's mailbox to an address. */
export async function mailedCode(server: Demo, emailAddress: string): Promise<string> {
  const mail = (await mailsIn(server)).find(({ to }) => to === emailAddress)
  return /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}
