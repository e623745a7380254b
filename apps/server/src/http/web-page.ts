import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { sendFailure } from './answers.ts'

/**
 * The built page: files whose name carries a hash are kept for good, the page itself is asked for
 * anew each time. Every path that no file and no call has belongs to the page, which routes it.
 *
 * @param folder of the build; without a build there are only the calls.
 */
export const webPage =
  (folder: string): FastifyPluginAsync =>
  async (app) => {
    const built = existsSync(join(folder, 'index.html'))
    if (built) {
      await app.register(staticFiles, {
        root: folder,
        cacheControl: false,
        // The build lays them beside the files, as small as they can be made.
        preCompressed: true,
        // What the build keeps for itself is nobody's business.
        dotfiles: 'ignore',
        setHeaders(reply, path) {
          const hashed = path.startsWith(join(folder, 'static') + sep)
          void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
    }
    app.setNotFoundHandler((request, reply) => {
      const isPage = request.method === 'GET' && !notOfThePage.test(pathOf(request.url))
      return built && isPage
        ? reply.sendFile('index.html')
        : sendFailure(reply, 404, { message: 'There is nothing at this address!' })
    })
  }

/** Paths of the services, and whatever is named with a leading dot. */
const notOfThePage = /^\/(api|static|signalr|health)([/-]|$)|\/\./i

/** The path a request asks for, as the router read it. */
const pathOf = (url: string): string => decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')
