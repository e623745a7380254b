import { type CallInput, type CallName, calls, pathOf, verbOf } from '@tradebook/contract'

/** An answer as it came over the wire, word for word. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly text: string
  /** What it sets, in the words of `Set-Cookie`. */
  readonly cookies: readonly string[]
}

/** Who asks, if anybody: a token and the other headers of the request. */
export interface Asker {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a call and answers the response as it came. */
export async function askRaw<Name extends CallName>(
  url: string,
  { token, headers }: Asker,
  name: Name,
  input: CallInput<Name>,
  files?: Readonly<Record<string, File>>,
): Promise<RawAnswer> {
  const method = verbOf(name, calls[name])
  const inQuery = method === 'GET' || method === 'DELETE'
  const target = new URL(pathOf(name, calls[name]), url)
  if (inQuery) {
    for (const [field, value] of Object.entries(input)) target.searchParams.set(field, String(value))
  }
  const response = await fetch(target, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      // The type of a form is written with its boundary.
      ...(!inQuery && !files && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(!inQuery && { body: files ? formOf(input, files) : JSON.stringify(input) }),
  })
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    text: await response.text(),
    cookies: response.headers.getSetCookie(),
  }
}

function formOf(input: object, files: Readonly<Record<string, File>>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(input)) form.append(field, String(value))
  for (const [part, file] of Object.entries(files)) form.append(part, file)
  return form
}
