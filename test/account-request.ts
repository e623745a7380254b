import { type CallName, type CallOutput, calls, pathOf, verbOf } from '@tradebook/contract'
import { files, individual } from '../apps/server/src/features/registration/request.fixture.ts'

type Sent = CallOutput<'Customer/CustomerRegister'>

/** Sends a form with documents, as a page does. @throws Error when it is refused. */
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
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { result, error } = (await answer.json()) as { result: Sent; error: unknown }
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`)
  return result
}

/** Submits a complete request of who is signed in. */
export const submitRequest = (url: string, token: string): Promise<Sent> =>
  sendForm(url, token, 'Customer/CustomerRegister', { ...individual, submit: true }, files)

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
