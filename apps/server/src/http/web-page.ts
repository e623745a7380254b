import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { refuse } from '@tradebook/contract'
import { FairGate, type GateLimits } from '@tradebook/scheduling'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { countedAddress } from '../platform/address.ts'
import { threadClock } from '../platform/clock.ts'
import { sendFailure, sendRefusal } from './answers.ts'
import { documentHeaders } from './security-headers.ts'
import { type StoredFile, sendStored, storedFile } from './stored-file.ts'

/**
 * The built page: files whose name carries a hash are kept for good, the page itself is asked for
 * again each time. Every path that no file and no call has belongs to the page, which routes it. The
 * files are a few megabytes and stay in memory: read from disk for each request, those of clients
 * that do not read would use up the process's file descriptors, which the database needs too.
 *
 * @param folder of the build; without a build there are only the calls.
 */
export const webPage =
  (folder: string): FastifyPluginAsync =>
  async (app) => {
    const files = filesOf(folder)
    const page = files.get('/index.html')
    const gate = new FairGate(turns, threadClock)
    const send = async (file: StoredFile, request: FastifyRequest, reply: FastifyReply) => {
      const sent = gate.enter(countedAddress(request.ip), async () => sendStored(file, request, reply))
      return typeof sent === 'string' ? sendRefusal(request, reply, refuse(sent)) : sent.then(() => reply)
    }
    for (const [path, file] of files)
      app.route({
        method: ['GET', 'HEAD'],
        url: path,
        handler: (request, reply) => send(file, request, reply),
      })
    app.setNotFoundHandler((request, reply) =>
      page && request.method === 'GET' && !notOfThePage.test(pathOf(request.url))
        ? send(page, request, reply)
        : sendFailure(reply, 404, { message: 'There is nothing at this address!' }),
    )
  }

/** A page that starts again asks for about thirty files; an office of a few hundred people opens it within a minute. */
const turns: GateLimits = {
  ...{ atOnceEach: 64, atOnce: 256, waitingEach: 512, waiting: 4_096 },
  rateEach: { burst: 3_000, perSecond: 400 },
}

/** Paths of the services, and whatever is named with a leading dot. */
const notOfThePage = /^\/(api|static|signalr|health)([/-]|$)|\/\./i

/** The path a request asks for, as the router read it. */
const pathOf = (url: string): string => decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')

/** The build lays a file's compressed forms next to it, as small as they can be made. */
const encodings = { br: '.br', gzip: '.gz' } as const

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** The files of a build by their path. What begins with a dot the build keeps for itself. */
function filesOf(folder: string): Map<string, StoredFile> {
  const compressed = new Set<string>(Object.values(encodings))
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => !compressed.has(extname(name)))
  return new Map(names.map((name) => [`/${name.split(sep).join('/')}`, fileOf(folder, name)]))
}

function fileOf(folder: string, name: string): StoredFile {
  const encoded = Object.entries(encodings).flatMap(([encoding, suffix]) => {
    const path = join(folder, name + suffix)
    return existsSync(path) ? [[encoding, readFileSync(path)] as const] : []
  })
  const hashed = name.startsWith(`static${sep}`)
  return storedFile(readFileSync(join(folder, name)), encoded, {
    ...(extname(name) === '.html' ? documentHeaders : {}),
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
}
