import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { type Bus, NoAnswer, NotAsked, question, topic } from '../../apps/server/src/bus/bus.ts'
import { openBus } from '../../apps/server/src/bus/open-bus.ts'
import { connectStranger } from '../../apps/server/src/bus/stranger.fixture.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { makeCertificate } from '../../apps/server/src/http/certificate.fixture.ts'
import { NATS_SERVER, NatsServer } from '../nats-server.ts'

/** The bus over a real NATS server. */

const said = topic<unknown>('said')
const length = question<string, number>('length')
/** Three frames. */
const LONG = 'long '.repeat(250_000)

describe.skipIf(NATS_SERVER === undefined)('the bus of several processes', () => {
  const open: Bus[] = []
  let nats: NatsServer

  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()))
    await nats.kill()
  })

  /** A process with the key of an installation. */
  function openEnd(env: Readonly<Record<string, string>> = {}, installation = 'one'): Bus {
    const { nats: servers } = readConfig({
      ...{ TRADEBOOK_ROLE: 'desk', TRADEBOOK_PUBLIC_URL: 'https://trade.example', NATS_URL: nats.url },
      ...env,
    })
    const bus = openBus(servers, {
      ...{ keyFor: (purpose) => Buffer.from(`${installation} ${purpose}`), name: 'test' },
      log: pino({ level: 'silent' }),
    })
    open.push(bus)
    return bus
  }

  /** The same, once it is connected. */
  async function enter(env?: Readonly<Record<string, string>>, installation?: string): Promise<Bus> {
    const bus = openEnd(env, installation)
    await expect.poll(() => bus.health.ok, { interval: 10 }).toBe(true)
    return bus
  }

  const heardBy = (bus: Bus): unknown[] => {
    const heard: unknown[] = []
    bus.listen(said, (message) => heard.push(message))
    return heard
  }

  test('passes on values that JSON cannot represent and messages longer than NATS accepts, in order, and only within an installation', async () => {
    nats = await NatsServer.start()
    const [speaker, listener] = [await enter(), await enter()]
    const stranger = await enter({}, 'another')
    const [here, there, elsewhere] = [speaker, listener, stranger].map(heardBy)
    const messages = [{ kobo: 5n, who: new Set(['a']) }, LONG, null, 'last']
    for (const message of messages) speaker.announce(said, message)
    expect(here).toEqual(messages)
    await expect.poll(() => there?.length).toBe(messages.length)
    expect(there).toEqual(messages)
    expect(elsewhere).toEqual([])
  })

  test('asks the process that answers; a question that nobody answers was not asked, and one without an answer in time may have been', async () => {
    nats = await NatsServer.start()
    const [asker, answerer] = [await enter(), await enter()]
    await expect(asker.ask(length, 'a', 1_000)).rejects.toBeInstanceOf(NotAsked)
    const end = answerer.answer(length, (text) => text.length)
    await expect.poll(() => asker.ask(length, LONG, 1_000).catch(() => 0)).toBe(LONG.length)
    end()
    await expect(asker.ask(length, 'a', 50)).rejects.toBeInstanceOf(NoAnswer)
    answerer.answer(length, () => Promise.reject(new Error('a defect')))
    await expect(asker.ask(length, 'a', 1_000)).rejects.toThrow('a defect')
  })

  test('is away while the server is, sends nothing then or later, and says afterwards that messages may be lost', async () => {
    nats = await NatsServer.start()
    const [speaker, listener] = [await enter(), await enter()]
    const heard = heardBy(listener)
    await nats.kill()
    await expect.poll(() => speaker.health.ok, { interval: 10 }).toBe(false)
    speaker.announce(said, 'while it was away')
    await expect(speaker.ask(length, 'a', 1_000)).rejects.toBeInstanceOf(NotAsked)
    let gaps = 0
    listener.onGap(() => {
      gaps += 1
    })
    await nats.start()
    await expect.poll(() => [speaker, listener].map(({ health }) => health.ok)).toEqual([true, true])
    await expect.poll(() => gaps).toBeGreaterThan(0)
    speaker.announce(said, 'afterwards')
    await expect.poll(() => heard).toEqual(['afterwards'])
  })

  test('drops a message that nobody understands, and passes on the next one', async () => {
    nats = await NatsServer.start()
    const [one, other] = [await enter(), await enter()]
    const heard = heardBy(other)
    other.answer(length, (text) => text.length)
    const stranger = await connectStranger({ servers: nats.url })
    const subjects = new Set<string>()
    stranger.subscribe('>', { callback: (_, { subject }) => void subjects.add(subject) })
    await stranger.flush()
    one.announce(said, 'before')
    await expect.poll(() => heard).toEqual(['before'])
    await expect.poll(() => one.ask(length, 'four', 5_000).catch(() => 0)).toBe(4)
    const reply = [...subjects].find((subject) => subject.includes('.to.')) ?? ''
    for (const subject of subjects)
      for (const message of ['1 1 1\n{not json', '1 1 1\n', '9 9 9\n', 'x', '\0'])
        stranger.publish(subject, message, { reply })
    await stranger.flush()
    one.announce(said, 'after')
    await expect.poll(() => heard.at(-1)).toBe('after')
    expect(await one.ask(length, 'seven..', 5_000)).toBe(7)
    expect([one.health.ok, other.health.ok]).toEqual([true, true])
    await stranger.close()
  })

  test('believes nothing that another client of the server sends, and nothing that it sends again', async () => {
    nats = await NatsServer.start()
    const [one, other] = [await enter(), await enter()]
    const heard = heardBy(other)
    const answered: string[] = []
    other.answer(length, (text) => answered.push(text))
    const stranger = await connectStranger({ servers: nats.url })
    const overheard: { subject: string; reply?: string; data: Uint8Array }[] = []
    stranger.subscribe('>', {
      callback: (_, { subject, reply, data }) =>
        void overheard.push({ subject, data: data.slice(), ...(reply !== undefined && { reply }) }),
    })
    await stranger.flush()
    one.announce(said, 'once')
    await expect.poll(() => one.ask(length, 'asked once', 5_000).catch(() => 0)).toBeGreaterThan(0)
    const asked = answered.length
    const sendAs = ({ subject, reply }: { subject: string; reply?: string }, data: Uint8Array) =>
      stranger.publish(subject, data, reply === undefined ? {} : { reply })
    for (const message of [...overheard]) {
      const withoutSignature = message.data.subarray(32)
      const ofAnother = Buffer.concat([Buffer.alloc(32, 1), withoutSignature])
      for (const data of [message.data, withoutSignature, ofAnother]) sendAs(message, data)
      // What was signed for one place is sent to another.
      for (const elsewhere of [...overheard])
        if (elsewhere.subject !== message.subject) sendAs(elsewhere, message.data)
    }
    await stranger.flush()
    one.announce(said, 'last')
    await expect.poll(() => heard.at(-1)).toBe('last')
    expect(heard).toEqual(['once', 'last'])
    expect(answered).toHaveLength(asked)
    await stranger.close()
  })

  test('sends no messages longer than the server accepts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tradebook-nats-'))
    const settings = join(folder, 'nats.conf')
    writeFileSync(settings, 'max_payload: 4096')
    nats = await NatsServer.start('-c', settings)
    const [one, other] = [await enter(), await enter()]
    other.answer(length, (text) => text.length)
    // Its subscription may reach the server after the first question.
    await expect.poll(() => one.ask(length, 'four', 5_000).catch(() => 0)).toBe(4)
    expect(await one.ask(length, LONG, 20_000)).toBe(LONG.length)
    rmSync(folder, { recursive: true })
  })

  test('connects by TLS, only with the certificate and user that the server requires', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tradebook-nats-'))
    const { cert, key } = makeCertificate()
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key, { mode: 0o600 })
    const [user, pass] = ['tradebook', 'secret']
    const tls = ['--tlsverify', '--tlscert', certFile, '--tlskey', keyFile, '--tlscacert', certFile]
    nats = await NatsServer.start(...tls, '--user', user, '--pass', pass)
    const files = { NATS_CA: certFile, NATS_CERT: certFile, NATS_KEY: keyFile }
    const url = (as: string) => nats.url.replace('nats://127.0.0.1', `tls://${as}@localhost`)
    const [one, other] = [
      await enter({ ...files, NATS_URL: url('tradebook:secret') }),
      await enter({ ...files, NATS_URL: url('tradebook:secret') }),
    ]
    const heard = heardBy(other)
    one.announce(said, 'in secret')
    await expect.poll(() => heard).toEqual(['in secret'])
    const refused = openEnd({ ...files, NATS_URL: url('tradebook:guessed') })
    await expect.poll(() => refused.health.reason, { interval: 10 }).toMatch(/authorization/i)
    one.announce(said, 'in secret again')
    await expect.poll(() => heard).toEqual(['in secret', 'in secret again'])
    expect(refused.health.ok).toBe(false)
    rmSync(folder, { recursive: true })
  })
})
