import { get } from 'node:http'
import { text } from 'node:stream/consumers'
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

/** A person registers at a firm of the demo and proves the address by the mailed code. Answers the registration token. */
export async function register(
  { url, password }: Pick<RunningServer, 'url' | 'password'>,
  tenancyName: string,
  userName: string,
  emailAddress: string,
): Promise<string> {
  const anybody = nobody(url)
  const { accessToken } = await anybody.get('Account/Register', {
    ...{ tenancyName, name: individual.firstName, surname: individual.surname },
    ...{ userName, emailAddress, password },
  })
  await anybody.get('Account/VerifyAccount', { accessToken, code: await mailedCode(url, emailAddress) })
  return accessToken
}

/** A person registers at a firm of the demo by a mailed code and submits a complete request: who has no role yet. */
export async function registerAndSubmit(
  server: Pick<RunningServer, 'url' | 'password'>,
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

/** A mail as a demo's mailbox shows it. */
export interface ReceivedMail {
  readonly to: string
  /** Its subject and its text. */
  readonly text: string
}

/** Of this machine, and not the proxy that some of the tests' servers trust: the mailbox is shown to nobody else. */
const OWN_ADDRESS = '127.0.0.2'

/** The mails of a demo, newest first. */
export async function mailsIn(url: string): Promise<ReceivedMail[]> {
  const page = await new Promise<string>((resolve, reject) => {
    get(`${url}/dev/mailbox`, { localAddress: OWN_ADDRESS }, (answer) => {
      text(answer).then(resolve, reject)
    }).on('error', reject)
  })
  const [, ...articles] = page.split('<article>')
  return articles.map((text) => ({ to: /<p>([^,]+),/.exec(text)?.[1] ?? '', text }))
}

/** The code of the newest mail in a demo's mailbox to an address. */
export async function mailedCode(url: string, emailAddress: string): Promise<string> {
  const mail = (await mailsIn(url)).find(({ to }) => to === emailAddress)
  return /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}
