import { call } from '@tradebook/contract'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { partsWith } from './edge-parts.fixture.ts'
import type { CallContext, Handlers } from './handlers.ts'
import { BOUNDARY, bodyOf, customer, file, LARGEST, type Part, PNG } from './multipart.fixture.ts'
import type { UploadedFile } from './multipart.ts'
import { buildHttp } from './server.ts'

describe('a call whose files have parts of their own', () => {
  const OWN = 'Customer/SendNamed'
  const received: (readonly UploadedFile[])[] = []
  let named: FastifyInstance
  beforeEach(async () => {
    received.length = 0
    named = await buildHttp(
      partsWith({
        calls: {
          [OWN]: call({
            summary: 'Takes a photograph, or none',
            needs: 'anyone',
            input: z.object({ customer: z.string().optional() }),
            output: z.null(),
            takes: {
              ...{ files: 2, kinds: ['image/png'], bytes: LARGEST, bytesInAll: LARGEST + 200 },
              parts: ['photo', 'signature'],
            },
          }),
        },
        handlers: {
          [OWN]: async (_: unknown, { files }: CallContext) => {
            received.push(files)
            return null
          },
        } as unknown as Handlers,
      }),
    )
  })
  afterEach(() => named.close())

  const post = async (payload: Buffer | string, type = `multipart/form-data; boundary=${BOUNDARY}`) => {
    const answer = await named.inject({
      ...{ method: 'POST', url: `/api/services/app/${OWN}`, payload, headers: { 'content-type': type } },
    })
    return answer.statusCode
  }
  const part = (name: string, content: Buffer = PNG): Part => ({ ...file('a.png', content), name })

  test('takes each once, by its name', async () => {
    expect(await post(bodyOf(customer, part('signature')))).toBe(200)
    expect(received[0]).toMatchObject([{ part: 'signature', name: 'a.png', type: 'image/png' }])
    expect(await post(bodyOf(part('photo'), part('photo')))).toBe(400)
    expect(await post(bodyOf(part('files')))).toBe(400)
  })

  test('accepts no files, in a form or as JSON no longer than that of other calls', async () => {
    expect(await post(bodyOf(customer))).toBe(200)
    expect(await post('{"customer":"C-1"}', 'application/json')).toBe(200)
    expect(received).toEqual([[], []])
    expect(await post(JSON.stringify({ customer: 'x'.repeat(65_536) }), 'application/json')).toBe(413)
  })

  test('accepts in total as many bytes as one and a half files', async () => {
    const full = Buffer.concat([PNG, Buffer.alloc(LARGEST - PNG.length)])
    expect(await post(bodyOf(part('photo', full)))).toBe(200)
    const two = bodyOf(part('photo', full), part('signature', full), {
      name: 'note',
      content: 'x'.repeat(65_000),
    })
    expect(await post(two)).toBe(413)
  })
})
