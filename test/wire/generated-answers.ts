import { refusals } from '@tradebook/contract'

/** What has not been answered by then hangs. */
const HANGS_AFTER_MS = 60_000

/** Of an answer that is a file so much is read. */
const MOST_READ = 256 * 1024

export interface GeneratedRequest {
  readonly url: string
  readonly init: RequestInit
}

/** Lines of code and words of the database: what no answer may have. */
const INSIDES =
  /\n\s+at \S+ ?\(|\.ts:\d+:\d+|node:internal|node_modules|syntax error at or near|invalid input syntax for|violates \S+ constraint|relation "\S*" does not exist|invalid byte sequence|current transaction is aborted|ECONNREFUSED/

const codes = new Set<number>(Object.values(refusals).map(({ code }) => code))

/** What came in answer; its status is 0 when nothing did. */
export interface Answered {
  readonly status: number
  readonly text: string
}

export async function answerTo({ url, init }: GeneratedRequest): Promise<Answered> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(HANGS_AFTER_MS) })
    return { status: response.status, text: await beginning(response) }
  } catch (error) {
    return { status: 0, text: `no answer: ${error instanceof Error ? (error.cause ?? error) : error}` }
  }
}

/** @returns what is wrong with the answer, if anything. */
export function faultOf({ status, text }: Answered): string | undefined {
  const insides = INSIDES.exec(text)
  if (insides) return `${status} with ${insides[0]}`
  if (status > 0 && status < 500) return undefined
  const code = codeOf(text)
  return code !== undefined && codes.has(code) ? undefined : `${status} ${text.slice(0, 300)}`
}

async function beginning(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader && text.length < MOST_READ) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return text
}

function codeOf(text: string): number | undefined {
  try {
    return (JSON.parse(text) as { error?: { code?: number } }).error?.code
  } catch {
    return undefined
  }
}
