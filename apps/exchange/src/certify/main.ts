import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { market } from '../market/venue-profile.ts'
import { MarketProcess } from '../market-process.ts'
import { certify, reportOf } from './certify.ts'
import { type CertifyProfile, certifyProfile } from './certify-profile.ts'

/** `npm run certify [-- --profile FILE] [--report FILE]`: the cases against an acceptor; without a profile, against our own exchange. */

const { values } = parseArgs({
  options: { profile: { type: 'string' }, report: { type: 'string', default: 'certification.md' } },
})

try {
  if (values.profile === undefined) await ofOurOwn()
  else await run(certifyProfile(JSON.parse(readFileSync(values.profile, 'utf8'))))
} catch (error) {
  console.error(`${values.profile ?? 'certify'}: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 2
}

async function run(profile: CertifyProfile): Promise<void> {
  const verdicts = await certify(profile, ({ name, outcome, problem }) => {
    console.log(`${outcome.padEnd(11)} ${name}${problem ? `: ${problem}` : ''}`)
  })
  writeFileSync(values.report, reportOf(profile, verdicts, Date.now()))
  console.log(`The report with every message is ${values.report}.`)
  if (verdicts.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
}

/** A market of its own on a free port, which is gone afterwards. */
async function ofOurOwn(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'certify-'))
  const running = await MarketProcess.open({
    profile: market,
    folder,
    log: () => {},
    fail: (error) => {
      throw error
    },
  })
  try {
    const port = await running.listen(0, '127.0.0.1')
    const listing = running.market.listings.find(({ securityID }) => securityID === 'GTCO')!
    await run(
      certifyProfile({
        name: 'our-own',
        port,
        version: 'FIX.4.4',
        senderCompID: 'FIRM1',
        targetCompID: market.compID,
        symbol: listing.securityID,
        lowPrice: (listing.lowLimitPx / 100).toFixed(2),
        highPrice: (listing.highLimitPx / 100).toFixed(2),
      }),
    )
  } finally {
    await running.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
