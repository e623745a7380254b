/**
 * How fast FIX messages are encoded and parsed, next to jspurefix and QuickFIX in the same run, and the median of
 * each. All have the same two 4.4 messages, an order and an execution report, each with two parties; time is that of
 * the processor.
 *
 * jspurefix takes 148 MB with what it needs, so the project does not install it: `npm install --prefix FOLDER
 * jspurefix@5.11.4`, then `npm run bench -- fix --peer FOLDER`. QuickFIX is measured where g++ and Debian's
 * libquickfix-dev are installed. A peer that is not there is named and left out.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { encode, FIX44, type Field, MessageStream, parse, timestampOf, validate } from '@tradebook/fix'

const MESSAGES = 40_000
const ROUNDS = 5

const { values: options } = parseArgs({ options: { peer: { type: 'string' } } })

interface Contender {
  readonly name: string
  /** Handles so many messages and gives how many bytes or fields there were, so that none is left out. */
  readonly run: (messages: number) => number
}

const now = Date.UTC(2026, 10, 26, 10)
const parties: Field[] = [
  [453, 2],
  [448, 'MERIDIAN'],
  [447, 'D'],
  [452, 1],
  [448, 'C0001234'],
  [447, 'D'],
  [452, 3],
]
const headerOf = (type: string, number: number): Field[] => [
  [35, type],
  [49, 'MERIDIAN'],
  [56, 'NGX'],
  [34, number],
  [52, timestampOf(now)],
]
const orderOf = (number: number): Field[] => [
  ...headerOf('D', number),
  [11, `M${number}`],
  ...parties,
  [21, '1'],
  [55, 'GTCO'],
  [54, '1'],
  [60, timestampOf(now)],
  [38, 1500],
  [40, '2'],
  [44, '45.65'],
  [59, '0'],
]
const executionOf = (number: number): Field[] => [
  ...headerOf('8', number),
  [37, `O${number}`],
  [11, `M${number}`],
  ...parties,
  [17, `E${number}`],
  [150, 'F'],
  [39, '1'],
  [55, 'GTCO'],
  [54, '1'],
  [38, 1500],
  [44, '45.65'],
  [32, 500],
  [31, '45.6'],
  [151, 1000],
  [14, 500],
  [6, '45.6'],
  [60, timestampOf(now)],
]
const input = Buffer.concat(
  Array.from({ length: 50 }, (_, index) => [
    encode('FIX.4.4', orderOf(index + 1)),
    encode('FIX.4.4', executionOf(index + 1)),
  ]).flat(),
)
const IN_INPUT = 100

const passes = (messages: number, pass: () => number): number => {
  let total = 0
  for (let done = 0; done < messages; done += IN_INPUT) total += pass()
  return total
}

/** Parses what was encoded, and checks it. */
const parsesAll = (isChecked: boolean): Contender['run'] => {
  return (messages) =>
    passes(messages, () => {
      let fields = 0
      for (const { kind, bytes } of new MessageStream(65_536).push(input)) {
        const message = parse(bytes)
        const isRefused = kind !== 'message' || (isChecked && validate(message, FIX44, FIX44) !== undefined)
        if (isRefused) throw new Error('a message is refused')
        fields += message.length
      }
      return fields
    })
}

const ours: Record<string, Contender[]> = {
  parse: [
    { name: 'ours, with every rule of the dictionary', run: parsesAll(true) },
    { name: 'ours, length and checksum only', run: parsesAll(false) },
  ],
  encode: [
    {
      name: 'ours',
      run: (messages) => {
        let bytes = 0
        for (let number = 1; number <= messages; number += 2) {
          bytes += encode('FIX.4.4', orderOf(number)).length
          bytes += encode('FIX.4.4', executionOf(number)).length
        }
        return bytes
      },
    },
  ],
}

const peer = options.peer ? await jspurefix(resolve(options.peer)) : undefined
if (!peer) console.log('jspurefix is not measured: bench/fix.ts says how to name it')
const library = await quickfix()
if (!library) console.log('QuickFIX is not measured: it needs g++ and libquickfix-dev')

for (const [what, own] of Object.entries(ours)) {
  console.log(`\n${what}, messages a second:`)
  const contenders = [...own, ...(peer?.[what] ?? [])]
  const rates = contenders.map((): number[] => [])
  // Round 0 warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { run }] of contenders.entries()) {
      const start = process.threadCpuUsage()
      run(MESSAGES)
      const { user, system } = process.threadCpuUsage(start)
      if (round > 0) rates[index]!.push(MESSAGES / ((user + system) / 1e6))
    }
  }
  for (const [index, { name }] of contenders.entries()) {
    print(name, rates[index]!.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!)
  }
  if (library?.[what])
    print(what === 'parse' ? 'QuickFIX, length and checksum only' : 'QuickFIX', library[what])
}

function print(name: string, rate: number): void {
  console.log(`  ${name.padEnd(42)} ${Math.round(rate).toLocaleString('en').padStart(10)}`)
}

/** Builds and runs the same in C++; its rates by what was measured. */
async function quickfix(): Promise<Record<string, number> | undefined> {
  if (!existsSync('/usr/include/quickfix/Message.h') || !existsSync('/usr/bin/g++')) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'tradebook-bench-'))
  const program = join(folder, 'fix-peer')
  const source = fileURLToPath(new URL('fix-peer.cpp', import.meta.url))
  const execute = promisify(execFile)
  await execute('g++', ['-O2', '-std=c++14', '-w', '-o', program, source, '-lquickfix', '-pthread'])
  const { stdout } = await execute(program, [String(MESSAGES), String(ROUNDS)])
  await rm(folder, { recursive: true })
  return Object.fromEntries(
    [...stdout.matchAll(/(\w+) (\d+)/g)].map(([, what, rate]) => [what, Number(rate)]),
  )
}

/** The parts of jspurefix that its own benchmark uses; its types are not here. */
async function jspurefix(folder: string): Promise<Record<string, Contender[]>> {
  const require = createRequire(join(folder, 'package.json'))
  const home = join(folder, 'node_modules', 'jspurefix')
  require('reflect-metadata')
  const part = (name: string) => require(join(home, 'dist', name))
  const { SessionContainer, DITokens } = part('runtime')
  const { makeSessionScope } = part('runtime/session-scope')
  const { DefinitionFactory } = part('util')
  const { AsciiParser } = part('buffer/ascii/ascii-parser')
  const { AsciiMsgTransmitter } = part('transport/ascii/ascii-msg-transmitter')
  const system = new SessionContainer()
  system.registerGlobal('error')
  const description = require(join(home, 'data/session/test-initiator.json'))
  const container = await system.makeSystem(description)
  const config = container.resolve(DITokens.IJsFixConfig)
  config.definitions = await new DefinitionFactory().getDefinitions('qf44')
  config.delimiter = 1

  const parserOf = (isRead: boolean): Contender['run'] => {
    const scope = makeSessionScope(config)
    const buffer = scope.sessionContainer.resolve(DITokens.ParseBuffer)
    const parser = new AsciiParser(
      scope,
      null,
      buffer,
      scope.sessionContainer.resolve(DITokens.maxMessageLen),
    )
    let seen = 0
    parser.on('msg', (_: string, view: { toObject: () => object }) => {
      seen += isRead ? Object.keys(view.toObject()).length : 1
    })
    return (messages) => {
      seen = 0
      for (let done = 0; done < messages; done += IN_INPUT) parser.parseBuffer(input)
      if (seen < messages) throw new Error(`jspurefix parsed ${seen} of ${messages} messages`)
      return seen
    }
  }
  const transmitter = new AsciiMsgTransmitter(config)
  const Parties = {
    NoPartyIDs: [
      { PartyID: 'MERIDIAN', PartyIDSource: 'D', PartyRole: 1 },
      { PartyID: 'C0001234', PartyIDSource: 'D', PartyRole: 3 },
    ],
  }
  const common = { Parties, Instrument: { Symbol: 'GTCO' }, Side: '1', TransactTime: new Date(now) }
  const send = (type: string, message: object): number => {
    transmitter.encoder.reset()
    transmitter.encodeMessage(type, message)
    return transmitter.encoder.trim().length
  }
  const encodes: Contender['run'] = (messages) => {
    let bytes = 0
    for (let number = 1; number <= messages; number += 2) {
      bytes += send('D', {
        ...common,
        ClOrdID: `M${number}`,
        HandlInst: '1',
        OrderQtyData: { OrderQty: 1500 },
        OrdType: '2',
        Price: 45.65,
        TimeInForce: '0',
      })
      bytes += send('8', {
        ...common,
        OrderID: `O${number}`,
        ClOrdID: `M${number}`,
        ExecID: `E${number}`,
        ExecType: 'F',
        OrdStatus: '1',
        OrderQtyData: { OrderQty: 1500 },
        Price: 45.65,
        LastQty: 500,
        LastPx: 45.6,
        LeavesQty: 1000,
        CumQty: 500,
        AvgPx: 45.6,
      })
    }
    return bytes
  }
  return {
    parse: [
      { name: 'jspurefix, without reading the fields', run: parserOf(false) },
      { name: 'jspurefix, fields read into an object', run: parserOf(true) },
    ],
    encode: [{ name: 'jspurefix', run: encodes }],
  }
}
