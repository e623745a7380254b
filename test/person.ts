import { type CallInput, type CallName, type CallOutput, calls, pathOf, verbOf } from '@tradebook/contract'
import type { RunningServer } from './running-server.ts'

/** The error of an ABP envelope. */
export interface WireError {
  readonly code: number
  readonly message: string
  readonly details: string | null
  readonly validationErrors: readonly { message: string; members: readonly string[] }[] | null
}

/** An answer as it came over the wire. */
export interface Answer<Result = unknown> {
  readonly status: number
  readonly result: Result
  readonly error: WireError | null
  readonly unAuthorizedRequest: boolean
}

/** Someone who is signed in. */
export interface Person {
  readonly token: string
  readonly encryptedToken: string
  /** Makes a call. A refusal is an answer, too. */
  ask<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Answer<CallOutput<Name>>>
  /** Makes a call that must succeed. @throws Error with its refusal. */
  get<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  /** Sends what no typed client could. */
  send(path: string, request: RequestInit): Promise<Answer>
}

/** The demo's firms. */
export type Firm = 'Meridian' | 'Zenith-Hill'

/** Signs in to a firm, or to the host. */
export async function signIn(
  { url, password }: Pick<RunningServer, 'url' | 'password'>,
  firm: Firm | null,
  userName: string,
): Promise<Person> {
  const { result, error } = await ask(url, undefined, 'TokenAuth/Authenticate', {
    tenancyName: firm,
    userNameOrEmailAddress: userName,
    password,
  })
  if (!result?.accessToken) throw new Error(`${userName} of ${firm} cannot sign in: ${error?.details}`)
  return bearerOf(url, result.accessToken, result.encryptedAccessToken ?? '')
}

/** Who has not signed in. */
export const nobody = (url: string): Person => bearerOf(url, '', '')

/** Someone who is signed in, by the token, at whichever server. */
export function bearerOf(url: string, token: string, encryptedToken: string): Person {
  return {
    token,
    encryptedToken,
    ask: (name, input) => ask(url, token, name, input),
    async get(name, input) {
      const answer = await ask(url, token, name, input)
      if (answer.error) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.error)}`)
      return answer.result
    },
    send: (path, request) => send(`${url}${path}`, token, request),
  }
}

async function ask<Name extends CallName>(
  url: string,
  token: string | undefined,
  name: Name,
  input: CallInput<Name>,
): Promise<Answer<CallOutput<Name>>> {
  const method = verbOf(name, calls[name])
  const path = `${url}${pathOf(name, calls[name])}`
  const answer =
    method === 'GET' || method === 'DELETE'
      ? await send(`${path}?${queryOf(input)}`, token, { method })
      : await send(path, token, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
  return answer as Answer<CallOutput<Name>>
}

async function send(url: string, token: string | undefined, request: RequestInit): Promise<Answer> {
  const response = await fetch(url, {
    ...request,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...request.headers },
  })
  const text = await response.text()
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<Answer>
  return {
    status: response.status,
    result: body.result ?? null,
    error: body.error ?? null,
    unAuthorizedRequest: body.unAuthorizedRequest ?? false,
  }
}

const queryOf = (input: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
  )
