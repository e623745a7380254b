import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf } from '../faults/audit.ts'
import { expectSameAnswers, isLost, strangers } from '../faults/history.ts'
import { type Sent, startLoad } from '../faults/order-load.ts'
import { Bed } from './bed.ts'
import { Leaders } from './leaders.ts'
import type { Fault, Host } from './network.ts'

/** Links that are cut, one way or both, reset, or lose packets, under order load through both web nodes. */

/** How long each fault lasts. */
const SECONDS = Number(process.env.TRADEBOOK_TEST_SECONDS ?? 30)
const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_128)
/** After it is over. */
const ORDERS_AFTERWARDS = 50

let bed: Bed
const history: Sent[] = []

/** Which machines no longer hear which others. */
type Cut = readonly { readonly at: Host; readonly from: readonly Host[]; readonly fault: Fault }[]

interface Partition {
  readonly what: string
  cuts(): Promise<Cut>
}

const allHosts = (): Host[] => [
  ...bed.machines.map(({ host }) => host),
  ...bed.webs.map(({ host }) => host),
  ...[bed.natsHost, bed.proxyHost],
]
const others = (host: Host): Host[] => allHosts().filter((other) => other !== host)
/** Neither hears the other. */
const between = (one: Host, rest: readonly Host[], fault: Fault): Cut => [
  { at: one, from: rest, fault },
  ...rest.map((at) => ({ at, from: [one], fault })),
]
const primary = async () => (await bed.primary()).host
const leader = async () => (await bed.leader()).host
async function standby(): Promise<Host> {
  const first = await primary()
  return bed.machines.map(({ host }) => host).find((host) => host !== first)!
}

const partitions: readonly Partition[] = [
  {
    what: 'the primary’s machine is cut off from all others',
    cuts: async () => between(await primary(), others(await primary()), 'drop'),
  },
  {
    what: 'the primary’s machine hears nothing, and is heard',
    cuts: async () => [{ at: await primary(), from: others(await primary()), fault: 'drop' }],
  },
  {
    what: 'the primary’s machine is not heard, and hears',
    cuts: async () => {
      const host = await primary()
      return others(host).map((at) => ({ at, from: [host], fault: 'drop' as const }))
    },
  },
  {
    what: 'connections of the primary’s machine are reset',
    cuts: async () => between(await primary(), others(await primary()), 'reset'),
  },
  {
    what: 'a standby is cut off from all others',
    cuts: async () => between(await standby(), others(await standby()), 'drop'),
  },
  {
    what: 'the leading desk’s machine does not reach NATS',
    cuts: async () => between(await leader(), [bed.natsHost], 'drop'),
  },
  {
    what: 'a web node does not reach NATS',
    cuts: async () => between(bed.webs[0].host, [bed.natsHost], 'drop'),
  },
  {
    what: 'a web node does not reach the primary',
    cuts: async () => between(bed.webs[0].host, [await primary()], 'drop'),
  },
  {
    what: 'three of ten packets are lost everywhere',
    cuts: async () => allHosts().map((at) => ({ at, from: others(at), fault: 'loss' as const })),
  },
]

beforeAll(async () => {
  bed = new Bed()
  await bed.whole()
}, 300_000)

afterAll(async () => {
  await bed?.end()
})

test.each(partitions)(
  `for ${SECONDS} s $what: nothing acknowledged is lost or done twice, and one machine at a time is the primary`,
  async ({ what, cuts }) => {
    await bed.whole()
    const leaders = new Leaders(bed)
    const loads = await Promise.all(
      bed.webs.map((web, at) => startLoad(web, `${what.replace(/\W/g, '')}-${at}`, SEED)),
    )
    await Promise.all(loads.map((load) => load.answered(50)))
    const cut = await cuts()
    for (const { at, from, fault } of cut) bed.network.break(at, from, fault)
    await sleep(SECONDS * 1_000)
    for (const host of allHosts()) bed.network.heal(host)
    const healed = performance.now()
    await Promise.all(loads.map((load) => load.accepted(ORDERS_AFTERWARDS)))
    const tradingMs = performance.now() - healed
    const sent = (await Promise.all(loads.map((load) => load.stop()))).flat()
    history.push(...sent)
    await bed.whole()
    leaders.stop()
    await expectSameAnswers(bed.webs[0], sent)
    const client = await bed.openDatabase()
    const found = await auditOf(client).finally(() => client.end())
    const acknowledged = sent.filter(({ answer }) => answer?.result).length
    console.log(
      `${SECONDS} s, ${what} (seed ${SEED}): ${acknowledged} orders acknowledged, ${history.filter((each) => isLost(each, found)).length} lost of all so far; ${ORDERS_AFTERWARDS} orders were accepted through each web node ${tradingMs.toFixed(0)} ms after it was over; at most ${leaders.mostPrimaries} primaries and ${leaders.mostDesks} desks led at once`,
    )
    expect(found.broken).toEqual({})
    expect(history.filter((each) => isLost(each, found))).toEqual([])
    expect(strangers(found, history)).toEqual([])
    expect(leaders.mostPrimaries).toBe(1)
  },
  SECONDS * 1_000 + 300_000,
)
